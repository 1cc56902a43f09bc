"""Sentences of what cards do: movement, collisions, kamae, focus, blocks, attacks, conditions, virtual opponents."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tracker.pages.match_forms.hex_picture import hex_words
from tracker.pages.match_forms.names import Names
from tracker.pages.match_forms.senjutsu import words as w
from tracker.pages.match_forms.senjutsu.full.said_cards import facing_words

Data = Mapping[str, Any]


def _who(data: Data, names: Names) -> dict[str, Any]:
    owner = data.get("player") or data.get("actor") or data.get("attacker")
    return {"actor": names.player(owner)}


def _card(data: Data, names: Names) -> str:
    return w.card_name(data["card"], names) if data.get("card") else ""


def _effect(data: Data, names: Names) -> str:
    told = {**_who(data, names), "card": _card(data, names), "choice": data.get("choice") or ""}
    if not data.get("applied", True):
        return _("%(actor)s leaves out an effect of %(card)s.") % told
    if told["choice"]:
        return _("%(actor)s resolves %(card)s: %(choice)s.") % told
    return _("%(actor)s resolves an effect of %(card)s.") % told


def _moved(data: Data, names: Names) -> str:
    stand = data["to"]
    steps = sum(step["op"] == "step" for step in data["sequence"])
    turns = sum(step["op"] == "turn" for step in data["sequence"])
    told = {
        **_who(data, names),
        "hex": hex_words(stand["hex"]),
        "facing": facing_words()[stand["facing"] % 6],
    }
    done = [
        ngettext("%(count)d step", "%(count)d steps", steps) % {"count": steps} if steps else "",
        ngettext("%(count)d turn of 60°", "%(count)d turns of 60°", turns) % {"count": turns}
        if turns
        else "",
    ]
    told["how"] = w.listed(done) or _("stays")
    if data.get("long"):
        return _("%(actor)s moves far to %(hex)s, facing %(facing)s: %(how)s.") % told
    return _("%(actor)s moves to %(hex)s, facing %(facing)s: %(how)s.") % told


def _collision(data: Data, names: Names) -> str:
    against = {
        "edge": _("the edge of the board"),
        "terrain": _("terrain"),
        "character": names.player(data["other"]) if data.get("other") else _("a character"),
    }[data["against"]]
    told = {**_who(data, names), "against": against, "hex": hex_words(data["hex"])}
    told["discard"] = ""
    if data.get("discards"):
        card = data.get("discarded")
        told["discard"] = "; " + (
            _("discards %(card)s") % {"card": w.card_name(card, names)}
            if card
            else _("discards a card face down")
        )
    return _("%(actor)s runs into %(against)s at %(hex)s%(discard)s.") % told


def _ring(data: Data, names: Names) -> str:
    told = {**_who(data, names), "to": w.kamae_name(data["to"], names.language)}
    return _("%(actor)s moves the ring to %(to)s.") % told


def _kamae(data: Data, names: Names) -> str:
    told = {**_who(data, names), "to": w.kamae_name(data["to"], names.language)}
    return _("%(actor)s changes the kamae to %(to)s.") % told


def _focus(data: Data, names: Names) -> str:
    return _("%(actor)s gains %(amount)s focus.") % {**_who(data, names), "amount": data["amount"]}


def _focus_lost(data: Data, names: Names) -> str:
    told = {**_who(data, names), "amount": data["amount"], "card": w.card_name(data["card"], names)}
    return _("%(actor)s loses %(amount)s focus by %(card)s.") % told


def _advantage(data: Data, names: Names) -> str:
    return _("%(actor)s gains the advantage.") % _who(data, names)


def _block(data: Data, names: Names) -> str:
    hexes = ", ".join(hex_words(place) for place in data["hexes"])
    return _("%(actor)s blocks %(hexes)s with %(card)s.") % {
        **_who(data, names),
        "hexes": hexes,
        "card": _card(data, names),
    }


def _declared(data: Data, names: Names) -> str:
    told = {**_who(data, names), "card": _card(data, names)}
    if data.get("target"):
        return _("%(actor)s attacks %(target)s with %(card)s.") % {
            **told,
            "target": names.player(data["target"]),
        }
    hexes = ", ".join(hex_words(place) for place in data.get("hexes") or ())
    if not hexes:
        return _("%(actor)s attacks with %(card)s.") % told
    return _("%(actor)s attacks %(hexes)s with %(card)s.") % {**told, "hexes": hexes}


def _resolved(data: Data, names: Names) -> str:
    told = "; ".join(_result(result, names) for result in data["results"])
    return _("Attack of %(actor)s: %(results)s.") % {**_who(data, names), "results": told or _("nothing")}


def _result(result: Data, names: Names) -> str:
    place = hex_words(result["hex"])
    target = names.player(result.get("target")) if result.get("target") else ""
    whom = f"{target} ({place})" if target else place
    outcome = {
        "hit": ", ".join(_suffered(result, names)) or _("hit"),
        "ignored": _("ignored"),
        "empty": _("nobody is there"),
        "failed": _("blocked"),
    }[result["outcome"]]
    return f"{whom}: {outcome}"


def _suffered(result: Data, names: Names) -> Iterator[str]:
    """What a hit did, one thing after another."""
    wounds, bleeding = result.get("wounds", 0), result.get("bleeding", 0)
    if wounds:
        text = ngettext("%(count)d wound", "%(count)d wounds", wounds) % {"count": wounds}
        yield text + (_(" (%(bleeding)s bleeding)") % {"bleeding": bleeding} if bleeding else "")
    if result.get("stuns"):
        yield ngettext("%(count)d stun", "%(count)d stuns", result["stuns"]) % {"count": result["stuns"]}
    if result.get("injuries"):
        count = {"count": result["injuries"]}
        yield ngettext("%(count)d injury", "%(count)d injuries", result["injuries"]) % count
    if result.get("poison"):
        cards = ", ".join(w.card_name(card, names) for card in result["poison"])
        yield _("poison (%(cards)s)") % {"cards": cards}
    yield from _displaced(result)
    if result.get("executed"):
        yield _("executed")


def _displaced(result: Data) -> Iterator[str]:
    for key, text in (("push", _("pushed %(cells)s")), ("pull", _("pulled %(cells)s"))):
        if result.get(key):
            yield text % {"cells": result[key]["cells"]}
    if result.get("turns"):
        yield _("turned %(count)s × 60°") % {"count": result["turns"]["count"]}


def _counter(data: Data, names: Names) -> str:
    told = {**_who(data, names), "card": _card(data, names), "against": names.player(data["against"])}
    return _("%(actor)s counterattacks %(against)s with %(card)s.") % told


def _cause(data: Data, names: Names) -> str:
    """A card by its name, terrain by its own."""
    return w.terrain_name(data["cause"], names.language) or w.card_name(data["cause"], names)


def _wounded(data: Data, names: Names) -> str:
    normal, bleeding = data.get("normal", 0), data.get("bleeding", 0)
    total = normal + bleeding
    wounds = ngettext("%(count)d wound", "%(count)d wounds", total) % {"count": total}
    wounds += _(" (%(bleeding)s bleeding)") % {"bleeding": bleeding} if bleeding else ""
    return _("%(actor)s takes %(wounds)s: %(cause)s.") % {
        **_who(data, names),
        "wounds": wounds,
        "cause": _cause(data, names),
    }


def _healed(data: Data, names: Names) -> str:
    total = data.get("normal", 0) + data.get("bleeding", 0)
    wounds = ngettext("%(count)d wound", "%(count)d wounds", total) % {"count": total}
    told = {**_who(data, names), "wounds": wounds, "card": _card(data, names)}
    return _("%(card)s heals %(actor)s: %(wounds)s.") % told


def _condition(data: Data, names: Names) -> str:
    count = data.get("count", 1)
    kinds = {
        "stun": ngettext("%(count)d stun", "%(count)d stuns", count),
        "injury": ngettext("%(count)d injury", "%(count)d injuries", count),
        "poison": ngettext("%(count)d poison card", "%(count)d poison cards", count),
    }
    told = {**_who(data, names), "what": kinds[data["kind"]] % {"count": count}, "cause": _cause(data, names)}
    return _("%(actor)s gets %(what)s: %(cause)s.") % told


def _vo_state(data: Data, names: Names) -> str:
    contract = w.contract_words().get(data.get("contract") or "")
    told = [
        w.behaviour_words().get(data.get("behaviour") or "", ""),
        w.stance_words().get(data.get("stance") or "", ""),
        _("contract: %(what)s") % {"what": contract} if contract else "",
    ]
    return _("%(vo)s changes: %(what)s.") % {"vo": names.player(data["vo"]), "what": w.listed(told)}


def _vo_refreshed(data: Data, names: Names) -> str:
    return _("The deck of %(vo)s is shuffled anew.") % {"vo": names.player(data["vo"])}


def _vo_counter(data: Data, names: Names) -> str:
    told: dict[str, Any] = {"vo": names.player(data["vo"])}
    if data.get("card") is None:
        return _("%(vo)s answers the attack: its deck is empty.") % told
    told["card"] = w.card_name(data["card"], names)
    if data.get("wound"):
        return _("%(vo)s answers the attack with %(card)s: a wound.") % told
    return _("%(vo)s answers the attack with %(card)s: nothing happens.") % told


def _vo_seen(data: Data, names: Names) -> str:
    told = {**_who(data, names), "vo": names.player(data["vo"])}
    if data.get("cards") is None:
        return _("%(actor)s looks at the top of the deck of %(vo)s.") % told
    cards = ", ".join(w.card_name(card, names) for card in data["cards"])
    return _("%(actor)s looks at the top of the deck of %(vo)s: %(cards)s.") % {**told, "cards": cards}


SENTENCES: dict[str, Callable[[Data, Names], str]] = {
    "effect_resolved": _effect,
    "actor_moved": _moved,
    "collision_happened": _collision,
    "kamae_moved": _ring,
    "kamae_changed": _kamae,
    "focus_gained": _focus,
    "focus_lost": _focus_lost,
    "advantage_gained": _advantage,
    "block_applied": _block,
    "attack_declared": _declared,
    "attack_resolved": _resolved,
    "counterattack_played": _counter,
    "wound_taken": _wounded,
    "wounds_healed": _healed,
    "condition_gained": _condition,
    "vo_state_changed": _vo_state,
    "vo_deck_refreshed": _vo_refreshed,
    "vo_counter_resolved": _vo_counter,
    "vo_deck_seen": _vo_seen,
}
