"""One event of Senjutsu as one sentence, for the log on the match page.

What a reader may not see is already gone from the event; the sentence says that something secret stands there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tracker.pages.match_forms.hex_picture import hex_words
from tracker.pages.match_forms.names import Names
from tracker.pages.match_forms.senjutsu import words as w
from tracker.pages.match_forms.senjutsu.full import said_cards, said_effects

Data = Mapping[str, Any]


def sentence(type_: str, data: Data, names: Names) -> str:
    """The event in words, with the card that lifts a rule for it. A type without a sentence shows its name."""
    say, names = SENTENCES.get(type_), w.with_foes(data, names)
    text = say(data, names) if say else type_.replace("_", " ")
    lifted = data.get("override")
    if not lifted:
        return text
    told = {"card": w.card_name(lifted["card"], names), "rule": lifted["rule"]}
    return text + " " + _("(%(card)s lifts %(rule)s.)") % told


def _created(data: Data, names: Names) -> str:
    language = names.language
    order = [
        *(side for side in w.SIDES if side in data["sides"]),
        *(s for s in data["sides"] if s not in w.SIDES),
    ]
    sides = "; ".join(
        f"{w.side_name(side, language)}: {', '.join(map(names.player, data['sides'][side]))}"
        for side in order
    )
    field = data.get("battlefield")
    place = f" {w.battlefield_name(field, language)}." if field else ""
    return _("%(mode)s opens.%(place)s %(sides)s.") % {
        "mode": w.mode_name(data["mode"]),
        "place": place,
        "sides": sides,
    }


def _registered(data: Data, names: Names) -> str:
    language = names.language
    told = {
        "player": names.player(data["player"]),
        "character": w.character_name(data["character"], language),
    }
    parts = [_("%(player)s plays the %(character)s.") % told]
    limits = [
        _("wound limit %(limit)s") % {"limit": data["wound_limit"]} if data.get("wound_limit") else "",
        _("hand limit %(limit)s") % {"limit": data["hand_limit"]} if data.get("hand_limit") else "",
        _("advantage %(number)s") % {"number": data["advantage"]}
        if data.get("advantage") is not None
        else "",
        _("in cover") if data.get("cover") else "",
    ]
    weapons = data.get("weapons")
    if weapons is None and data.get("commitment"):
        limits.append(_("weapons secret"))
    elif weapons:
        limits.append(w.listed(w.weapon_name(key, language) for key in weapons))
    facts = w.listed(limits)
    return " ".join([*parts, facts[:1].upper() + facts[1:] + "."] if facts else parts)


def _deck(data: Data, names: Names) -> str:
    player = {"player": names.player(data["player"])}
    kind = _("the printed deck of the character") if data.get("signature") else _("a deck of their own")
    cards = data.get("cards")
    if cards is None:
        return _("Deck of %(player)s: %(kind)s; its cards are secret.") % {**player, "kind": kind}
    count = sum(cards.values())
    told = ngettext("%(count)d card", "%(count)d cards", count) % {"count": count}
    return _("Deck of %(player)s: %(kind)s, %(cards)s.") % {**player, "kind": kind, "cards": told}


def _foe_deck(data: Data, names: Names) -> str:
    type_ = w.opponent_name(data["vo_type"], names.language)
    cards = data.get("cards")
    if cards is None:
        return _("Deck %(deck)s built for %(type)s, its cards secret.") % {
            "deck": data["vo_deck"],
            "type": type_,
        }
    return _("Deck %(deck)s of %(type)s: %(cards)s.") % {
        "deck": data["vo_deck"],
        "type": type_,
        "cards": ", ".join(w.card_name(card, names) for card in cards),
    }


def _joined(data: Data, names: Names) -> str:
    return _("%(vo)s joins: %(type)s, wound limit %(limit)s%(ways)s.") % {
        "vo": names.player(data["vo"]),
        "type": w.opponent_name(data["vo_type"], names.language),
        "limit": data["wound_limit"],
        "ways": _ways(data),
    }


def _ways(data: Data) -> str:
    ways = [
        w.behaviour_words().get(data.get("behaviour") or "", ""),
        w.stance_words().get(data.get("stance") or "", ""),
        _("in cover") if data.get("in_cover") else "",
    ]
    told = w.listed(ways)
    return f", {told}" if told else ""


def _terrain(data: Data, names: Names) -> str:
    place = hex_words(data["hex"])
    if data["object"] == "corpse":
        return _("The fallen lord lies at %(hex)s.") % {"hex": place}
    return _("Terrain on %(hex)s: %(what)s.") % {
        "hex": place,
        "what": w.terrain_name(data["object"], names.language),
    }


def _wave(data: Data, names: Names) -> str:
    foes = ", ".join(_wave_foe(foe, names) for foe in data["vos"])
    return _("Level %(level)s, wave %(wave)s begins: %(foes)s.") % {
        "level": data["level"],
        "wave": data["wave"],
        "foes": foes,
    }


def _wave_foe(foe: Data, names: Names) -> str:
    type_ = w.opponent_name(foe["vo_type"], names.language) if foe.get("vo_type") else ""
    own = names.player(foe["vo"])
    told = {"name": own, "hex": foe["hex"], "type": type_}
    if not type_ or type_ in own:
        return _("%(name)s on %(hex)s") % told
    return _("%(name)s (%(type)s) on %(hex)s") % told


def _turn(data: Data, names: Names) -> str:
    parts = [_("Turn %(turn)s.") % {"turn": data["turn"]}]
    parts.extend(_character(player, told, names) for player, told in data["characters"].items())
    parts.extend(_opponent(names.player(vo), told) for vo, told in (data.get("opponents") or {}).items())
    return " ".join(parts)


def _character(player: str, told: Data, names: Names) -> str:
    facts = [
        _wounds(told),
        *_stuns(told),
        _("revealed %(card)s") % {"card": w.card_name(told["played"], names)} if told.get("played") else "",
        _("healed %(count)s") % {"count": told["healed"]} if told.get("healed") else "",
        _("kamae %(kamae)s") % {"kamae": w.kamae_name(told["kamae"], names.language)}
        if told.get("kamae", "neutral") != "neutral"
        else "",
        _("focus %(number)s") % {"number": told["focus"]} if told.get("focus") else "",
    ]
    return f"{names.player(player)}: {w.listed([*facts, *_defeated(told)])}."


def _opponent(vo: str, told: Data) -> str:
    return f"{vo}: {w.listed([_wounds(told), *_stuns(told), *_defeated(told)])}."


def _wounds(told: Data) -> str:
    wounds, bleeding = told["wounds"], told.get("bleeding") or 0
    text = ngettext("%(count)d wound", "%(count)d wounds", wounds) % {"count": wounds}
    return text + _(" (%(bleeding)s bleeding)") % {"bleeding": bleeding} if bleeding else text


def _stuns(told: Data) -> Iterator[str]:
    stuns = told.get("stuns") or 0
    if stuns:
        yield ngettext("%(count)d stun", "%(count)d stuns", stuns) % {"count": stuns}


def _defeated(told: Data) -> Iterator[str]:
    if told.get("defeated"):
        yield _("defeated %(how)s") % {"how": w.cause_words()[told["defeated"]]}


def _cleared(data: Data, names: Names) -> str:
    return _("Wave %(wave)s of level %(level)s is cleared in turn %(turn)s.") % dict(data)


def _level(data: Data, names: Names) -> str:
    return _("Level %(level)s is completed.") % {"level": data["level"]}


def _recovery(data: Data, names: Names) -> str:
    done = [
        _("a stun goes") if data.get("stuns_removed") else "",
        _("a bleeding wound becomes a wound") if data.get("bleeding_converted") else "",
        _("%(count)s cards go back into the deck") % {"count": data["returned"]}
        if data.get("returned")
        else "",
    ]
    told = w.listed(done)
    return _("Rest between two levels: %(told)s.") % {"told": told} if told else _("Rest between two levels.")


def _lord(data: Data, names: Names) -> str:
    if data["ignored"]:
        return _("%(vo)s attacks the fallen lord; the attack is ignored.") % {"vo": names.player(data["vo"])}
    return _("%(vo)s attacks the fallen lord: the run is lost.") % {"vo": names.player(data["vo"])}


def _conceded(data: Data, names: Names) -> str:
    return _("%(player)s concedes.") % {"player": names.player(data["player"])}


def _finished(data: Data, names: Names) -> str:
    reasons = {"time": _("Time is over."), "contracts": _("The yojimbo has fulfilled all contracts.")}
    parts = [reasons.get(data.get("reason") or "", ""), w.result_words(data["winner"], names.language) + "."]
    if data.get("turns") is not None:
        turns = data["turns"]
        parts.append(ngettext("%(count)d turn.", "%(count)d turns.", turns) % {"count": turns})
    parts.extend(_fallen(defeat, names) for defeat in data.get("defeats") or ())
    finals = data.get("finals") or {}
    parts.extend(
        f"{names.player(player)}: {w.listed([_wounds(told), *_stuns(told)])}."
        for player, told in finals.items()
    )
    parts.extend(_run(data["horde"]) if data.get("horde") else ())
    return " ".join(part for part in parts if part)


def _fallen(defeat: Data, names: Names) -> str:
    words = {"player": names.player(defeat["player"]), "how": w.cause_words()[defeat["cause"]]}
    if defeat.get("turn"):
        return _("%(player)s falls %(how)s in turn %(turn)s.") % {**words, "turn": defeat["turn"]}
    return _("%(player)s falls %(how)s.") % words


def _run(told: Data) -> Iterator[str]:
    cleared = told["waves_cleared"]
    yield ngettext("%(count)d wave cleared.", "%(count)d waves cleared.", cleared) % {"count": cleared}
    if told.get("rank"):
        yield _("Rank: %(rank)s.") % {"rank": w.rank_words()[told["rank"]]}


def _annulled(data: Data, names: Names) -> str:
    return _("The match is annulled: %(reason)s") % {"reason": data["reason"]}


SENTENCES: dict[str, Callable[[Data, Names], str]] = {
    "match_created": _created,
    "side_registered": _registered,
    "deck_registered": _deck,
    "vo_deck_registered": _foe_deck,
    "vo_joined": _joined,
    "vo_withdrawn": lambda data, names: _("%(vo)s is taken back.") % {"vo": names.player(data["vo"])},
    "terrain_placed": _terrain,
    "wave_started": _wave,
    "turn_recorded": _turn,
    "wave_cleared": _cleared,
    "level_completed": _level,
    "recovery_applied": _recovery,
    "lord_attacked": _lord,
    "side_conceded": _conceded,
    "match_finished": _finished,
    "match_annulled": _annulled,
    **said_cards.SENTENCES,
    **said_effects.SENTENCES,
}
