"""One event of Last Battle as one sentence, for the log on the match page; and the words of the rulebook.

What a reader may not see is already gone from the event; the sentence says that something secret stands there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.last_battle.facts import BATTLEFIELDS, FACTS, SCHEMES, strategy_of
from tracker.pages.match_forms.last_battle import link_words
from tracker.pages.match_forms.last_battle.full import said
from tracker.pages.match_forms.last_battle.full.terms import card_words
from tracker.pages.match_forms.names import Names

Data = Mapping[str, Any]


def side_name(side: str, language: str) -> str:
    """Serpent or Alliance; another key as it is."""
    return FACTS.sides[side].to(language) if side in FACTS.sides else side


def scheme_name(scheme: str | None, language: str) -> str:
    """The name of a scheme; a secret one is called so."""
    if scheme is None:
        return _("a secret scheme")
    return SCHEMES[scheme].name.to(language) if scheme in SCHEMES else scheme


def battlefield_name(key: str, language: str) -> str:
    """The name of a table."""
    return BATTLEFIELDS[key].name.to(language) if key in BATTLEFIELDS else key


def battlefields(language: str) -> dict[str, str]:
    """Every table by its key, with its name."""
    return {key: field.name.to(language) for key, field in BATTLEFIELDS.items()}


def source_name(source: str, battlefield: str, language: str) -> str:
    """Where VP come from: the table's strategy, or a scheme."""
    if source == "strategy" and battlefield:
        return strategy_of(battlefield).name.to(language)
    return scheme_name(source, language)


def sentence(type_: str, data: Data, names: Names) -> str:
    """The event in words, with the text of a card that lifts a rule. A type without a sentence shows its name."""
    say = SENTENCES.get(type_)
    told = say(data, names) if say else type_.replace("_", " ")
    if data.get("card_override"):
        lifted = {"rule": data["card_override"], "text": data.get("card_text", "")}
        told += " " + _("(A card lifts %(rule)s: %(text)s)") % lifted
    return told


def removal_words() -> dict[str, str]:
    """How a figure leaves the table."""
    return {
        "killed": _("killed"),
        "sacrificed": _("sacrificed"),
        "dead_no_killer": _("died, nobody's kill"),
        "withdrawn": _("withdrawn"),
    }


def _opened(data: Data, names: Names) -> str:
    return _("The table opens: %(field)s. %(sides)s.") % {
        "field": battlefield_name(data["battlefield"], names.language),
        "sides": "; ".join(
            f"{side_name(side, names.language)}: {', '.join(map(names.player, players))}"
            for side, players in data["sides"].items()
        ),
    }


def _dealt(data: Data, names: Names) -> str:
    if data.get("schemes") is None:
        return _("Schemes dealt to %(player)s, secretly.") % {"player": names.player(data["player"])}
    schemes = _schemes(data["schemes"], names)
    return _("Schemes dealt to %(player)s: %(schemes)s.") % {
        "player": names.player(data["player"]),
        "schemes": schemes,
    }


def _schemes(schemes: Iterable[str], names: Names) -> str:
    return ", ".join(scheme_name(scheme, names.language) for scheme in schemes)


def _chosen(data: Data, names: Names) -> str:
    return _("Scheme of %(player)s chosen: %(scheme)s.") % {
        "player": names.player(data["player"]),
        "scheme": scheme_name(data.get("scheme"), names.language),
    }


def _preset(data: Data, names: Names) -> str:
    schemes = data.get("schemes")
    told = _("secret") if schemes is None else _schemes(schemes, names)
    return _("Schemes preset for %(player)s: %(schemes)s.") % {
        "player": names.player(data["squad"]),
        "schemes": told,
    }


def _shared(data: Data, names: Names) -> str:
    return _("Scheme of %(player)s shown to %(friend)s.") % {
        "player": names.player(data["from_player"]),
        "friend": names.player(data["to_player"]),
    }


def _hired(data: Data, names: Names) -> str:
    figures = [figure["figure_id"] for figure in data.get("figures", ())]
    leader = data.get("leader")
    if leader in figures:
        figures.remove(leader)
    words = {
        "player": names.player(data["player"]),
        "leader": names.figure(leader),
        "squad": names.some(figures),
    }
    if not figures:
        return _("Squad of %(player)s: only %(leader)s.") % words
    if leader is None:
        return _("Squad of %(player)s: %(squad)s.") % words
    return _("Squad of %(player)s: %(squad)s, led by %(leader)s.") % words


def _noted(data: Data, names: Names) -> str:
    player = names.player(data["player"])
    if data.get("scheme") is None:
        return _("Notes of %(player)s written down, secretly.") % {"player": player}
    notes = [data, *(data.get("more") or ())]
    return _("Notes of %(player)s: %(notes)s.") % {
        "player": player,
        "notes": "; ".join(_note(note, names) for note in notes),
    }


def _note(note: Data, names: Names) -> str:
    figures = [*(note.get("own_figures") or ()), *(note.get("enemy_figures") or ())]
    scheme = scheme_name(note.get("scheme"), names.language)
    return f"{scheme} ({names.some(figures)})" if figures else scheme


def _revealed(data: Data, names: Names) -> str:
    return _("%(player)s reveals: %(note)s.") % {
        "player": names.player(data["player"]),
        "note": _note(data, names),
    }


def _published(data: Data, names: Names) -> str:
    return _("%(player)s names the Leader noted for %(scheme)s: %(figure)s.") % {
        "player": names.player(data["player"]),
        "scheme": scheme_name(data["scheme"], names.language),
        "figure": names.figure(data["note"]),
    }


def _turn(data: Data, names: Names) -> str:
    parts = [
        _("Turn %(turn)s. Strategy: %(points)s.")
        % {"turn": data["turn"], "points": _by_side(data["strategy"], names)}
    ]
    schemes = _turn_schemes(data.get("schemes", {}), names)
    if schemes:
        parts.append(_("Schemes: %(points)s.") % {"points": schemes})
    if data.get("portals_closed") and any(data["portals_closed"].values()):
        parts.append(_("Portals closed: %(points)s.") % {"points": _by_side(data["portals_closed"], names)})
    parts.extend(_fallen(data.get("casualties"), names))
    parts.extend(_flip(data.get("prolong"), names))
    return " ".join(parts)


def _by_side(points: Mapping[str, int], names: Names) -> str:
    return ", ".join(
        f"{side_name(side, names.language)}\N{NO-BREAK SPACE}{vp}" for side, vp in points.items()
    )


def _turn_schemes(schemes: Mapping[str, Any], names: Names) -> str:
    told = []
    for player, points in schemes.items():
        by_scheme = points if isinstance(points, Mapping) else {None: points}
        for scheme, vp in by_scheme.items():
            label = f" ({scheme_name(scheme, names.language)})" if scheme else ""
            told.extend([f"{names.player(player)} {vp}{label}"] if vp else [])
    return ", ".join(told)


def _fallen(casualties: Iterable[Data] | None, names: Names) -> list[str]:
    if not casualties:
        return []
    words = removal_words()
    told = [f"{names.figure(c['figure_id'])} ({words[c.get('how', 'killed')]})" for c in casualties]
    return [_("Left the table: %(figures)s.") % {"figures": ", ".join(told)}]


def _flip(prolong: Data | None, names: Names) -> list[str]:
    if not prolong:
        return []
    card = card_words(prolong["card"], names.language)
    words = {"side": side_name(prolong["side"], names.language), "card": card}
    if prolong["success"]:
        return [_("%(side)s flips %(card)s: another turn.") % words]
    return [_("%(side)s flips %(card)s: no further turn.") % words]


def _stopped(data: Data, names: Names) -> str:
    return _("Play stopped early: %(reason)s.") % {"reason": data["reason"]}


def _ended(data: Data, names: Names) -> str:
    points = _by_side({"serpent": data["serpent_vp"], "alliance": data["alliance_vp"]}, names)
    return _("The game ends: %(points)s. %(result)s.") % {
        "points": points,
        "result": result_words(data["result"], names.language),
    }


def _conceded(data: Data, names: Names) -> str:
    return _("%(side)s concedes.") % {"side": side_name(data["side"], names.language)}


def result_words(winner: str | None, language: str) -> str:
    """`Serpent wins` or `A draw`."""
    if winner in (None, "draw"):
        return _("A draw")
    return _("%(side)s wins") % {"side": side_name(str(winner), language)}


def _reported(data: Data, names: Names) -> str:
    schemes = ", ".join(_scheme_result(item, names) for item in data.get("schemes", ()) if item["vp"])
    parts = [
        _("The whole match, %(turns)s turns. Strategy: %(points)s.")
        % {"turns": data["turns"], "points": _by_side(data["strategy"], names)}
    ]
    if schemes:
        parts.append(_("Schemes: %(points)s.") % {"points": schemes})
    parts.extend(_fallen(data.get("casualties"), names))
    return " ".join([*parts, result_words(data["result"], names.language) + "."])


def _scheme_result(item: Data, names: Names) -> str:
    label = f" ({scheme_name(item['scheme'], names.language)})" if item.get("scheme") else ""
    return f"{names.player(item['player'])} {item['vp']}{label}"


def _fates(data: Data, names: Names) -> str:
    by_fate: dict[str, list[str]] = {"saved": [], "lost": []}
    for fate in data["figures"]:
        by_fate[fate["fate"]].append(fate["figure_id"])
    return _("Fates published. Saved: %(saved)s. Lost: %(lost)s.") % {
        "saved": names.some(by_fate["saved"]) or pgettext("figures", "none"),
        "lost": names.some(by_fate["lost"]) or pgettext("figures", "none"),
    }


SENTENCES: dict[str, Callable[[Data, Names], str]] = {
    "table_opened": _opened,
    "schemes_dealt": _dealt,
    "scheme_chosen": _chosen,
    "serpent_schemes_preset": _preset,
    "scheme_shared": _shared,
    "squad_hired": _hired,
    "scheme_noted": _noted,
    "scheme_revealed": _revealed,
    "scheme_note_published": _published,
    "turn_reported": _turn,
    "play_stopped": _stopped,
    "game_ended": _ended,
    "match_reported": _reported,
    "match_conceded": _conceded,
    "fates_published": _fates,
    **said.SENTENCES,
    **link_words.SENTENCES,
}
