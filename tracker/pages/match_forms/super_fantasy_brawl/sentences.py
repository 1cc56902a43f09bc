"""One event of Super Fantasy Brawl as one sentence, for the log on the match page.

What a reader may not see is already gone from the event; the sentence says that something secret stands there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.super_fantasy_brawl.state import UNNAMED
from tracker.pages.match_forms.names import Names
from tracker.pages.match_forms.super_fantasy_brawl import words as w
from tracker.pages.match_forms.super_fantasy_brawl.full import said_actions, said_effects, said_table

Data = Mapping[str, Any]


def sentence(type_: str, data: Data, names: Names) -> str:
    """The event in words. A type without a sentence shows its name."""
    say = SENTENCES.get(type_)
    return say(data, names) if say else type_.replace("_", " ")


def _created(data: Data, names: Names) -> str:
    sides = "; ".join(
        f"{w.side_name(side, names.language)}: {', '.join(map(names.player, players))}"
        for side, players in data["sides"].items()
    )
    told = {"mode": w.mode_name(data["mode"], names.language), "sides": sides}
    return _("%(mode)s opens. %(sides)s.") % told


def _first(data: Data, names: Names) -> str:
    who = (
        names.player(data["player"])
        if data.get("player")
        else w.side_name(data["team"] or "", names.language)
    )
    if data.get("method", "random") == "random":
        return _("First by lot: %(who)s.") % {"who": who}
    return _("First by the event's own method: %(who)s.") % {"who": who}


def _order(data: Data, names: Names) -> str:
    return _("Turn order: %(players)s.") % {"players": ", ".join(map(names.player, data["order"]))}


def _registered(data: Data, names: Names) -> str:
    who = {"player": names.player(data["player"])}
    if data.get("champions") is None:
        return _("%(player)s: champions registered in advance, not shown yet.") % who
    told = {**who, "champions": w.champions(data["champions"], names)}
    return _("%(player)s: registered in advance %(champions)s.") % told


def _method(data: Data, names: Names) -> str:
    return _("The teams are made: %(method)s.") % {"method": w.method_words()[data["method"]]}


def _pool(data: Data, names: Names) -> str:
    champions = w.champions(data["champions"], names)
    if data.get("player"):
        told = {"player": names.player(data["player"]), "champions": champions}
        return _("%(player)s lays out %(champions)s.") % told
    return _("Champions to pick from: %(champions)s.") % {"champions": champions}


def _banned(data: Data, names: Names) -> str:
    told = {
        "by": names.player(data["by"]),
        "owner": names.player(data["owner"]),
        "champion": w.champion_name(data["champion"], names),
    }
    return _("%(by)s bans %(champion)s, pool of: %(owner)s.") % told


def _picked(data: Data, names: Names) -> str:
    told = {"player": names.player(data["player"]), "champion": w.champion_name(data["champion"], names)}
    return _("%(player)s picks %(champion)s.") % told


def _roster(data: Data, names: Names) -> str:
    told = {"player": names.player(data["player"]), "champions": w.champions(data["champions"], names)}
    return _("%(player)s fields %(champions)s.") % told


def _laid(data: Data, names: Names) -> str:
    told = {"card": w.card_name(data.get("card"), names), "cell": data["cell"] + 1}
    return _("Challenge on space %(cell)s of the track: %(card)s.") % told


def _turn(data: Data, names: Names) -> str:
    head = _("Round %(round)s, turn of: %(player)s.") % {
        "round": data["round"],
        "player": names.player(data["player"]),
    }
    score = _("Points: %(points)s.") % {"points": w.points_words(data["vp_after"], names.language)}
    return " ".join([head, *_of_turn(data, names), score])


def _of_turn(data: Data, names: Names) -> Iterator[str]:
    """What happened in the turn, a sentence each."""
    scored = data.get("challenges") or ()
    if scored:
        yield _("Challenges: %(items)s.") % {"items": w.claimed(scored, names)}
    out = data.get("knockouts") or ()
    if out:
        yield _("Out of action: %(champions)s.") % {"champions": "; ".join(_out(one, names) for one in out)}
    levelled = data.get("levelled_up") or ()
    if levelled:
        yield _("Levelled up: %(champions)s.") % {"champions": w.champions(levelled, names)}


def _out(one: Data, names: Names) -> str:
    name = w.champion_name(one["champion"], names)
    if one.get("by"):
        return _("%(champion)s by %(by)s") % {"champion": name, "by": w.champion_name(one["by"], names)}
    return _("%(champion)s on a trap") % {"champion": name} if one.get("kind") == "trap" else name


def _round(data: Data, names: Names) -> str:
    named = (
        (place, card) for place, card in enumerate(data["track"], start=1) if card not in (None, "", UNNAMED)
    )
    cells = ", ".join(f"{place}: {w.card_name(card, names)}" for place, card in named)
    parts = [_("Round %(round)s ends.") % {"round": data["round"]}]
    if cells:
        parts.append(_("On the track %(cards)s.") % {"cards": cells})
    gone = [card for card in data.get("discarded") or () if card != UNNAMED]
    if gone:
        parts.append(_("Off the track: %(cards)s.") % {"cards": w.card_names(gone, names)})
    return " ".join(parts)


def _result(data: Data, names: Names) -> str:
    rounds = data["rounds"]
    told = {
        "result": w.result_words(data["winner"], names.language),
        "points": w.points_words(data["vp"], names.language),
        "challenges": w.points_words(data["challenge_vp"], names.language),
        "knockouts": w.points_words(data["knockout_vp"], names.language),
        "rounds": ngettext("%(count)d round", "%(count)d rounds", rounds) % {"count": rounds},
        "reason": w.reason_words()[data.get("reason", "vp_target")],
    }
    return (
        _(
            "%(result)s. %(points)s. By challenges %(challenges)s; "
            "for champions out of action %(knockouts)s. %(rounds)s, %(reason)s."
        )
        % told
    )


def _ended(data: Data, names: Names) -> str:
    told = {
        "result": w.result_words(data["winner"], names.language),
        "points": w.points_words(data["vp"], names.language),
        "reason": w.reason_words()[data.get("reason", "vp_target")],
    }
    return _("%(result)s. %(points)s, %(reason)s.") % told


def _conceded(data: Data, names: Names) -> str:
    return _("%(side)s gives up.") % {"side": w.side_name(data["side"], names.language)}


def _ruling(data: Data, names: Names) -> str:
    if data.get("rule"):
        told = {"rule": data["rule"], "note": data["note"]}
        return _("A ruling lifts %(rule)s for the next event: %(note)s") % told
    return _("A ruling: %(note)s") % {"note": data["note"]}


SENTENCES: dict[str, Callable[[Data, Names], str]] = {
    "match_created": _created,
    "first_player_determined": _first,
    "turn_order_set": _order,
    "pool_registered": _registered,
    "selection_method_chosen": _method,
    "draft_pool_set": _pool,
    "champion_banned": _banned,
    "champion_picked": _picked,
    "roster_confirmed": _roster,
    "challenge_card_laid": _laid,
    "turn_recorded": _turn,
    "round_recorded": _round,
    "match_result_recorded": _result,
    "game_ended": _ended,
    "match_conceded": _conceded,
    "ruling_recorded": _ruling,
    **said_table.SENTENCES,
    **said_actions.SENTENCES,
    **said_effects.SENTENCES,
}
