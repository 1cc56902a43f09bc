"""A draw in words: its certificate, its warnings, and why two players meet or do not. Shown by the round builder."""

from __future__ import annotations

from typing import Any

import msgspec
from django.http import HttpRequest
from django.utils.translation import gettext as _

from tracker import selectors
from tracker.pages.tables import TableView
from tracker.pairing.explain import Answer
from tracker.pairing.structs import BYE, REMATCHES, SCORE, SOFT, Reason, Unpairable
from tracker.rulesets import tournament
from tracker.rulesets.tournament.state import Round, TournamentState


def criteria() -> dict[str, str]:
    """The criteria of a draw in their order, in words."""
    return {
        REMATCHES: _("pairs that have met before"),
        BYE: _("the bye, by rank and earlier byes"),
        SCORE: _("differences in points"),
        SOFT: _("wishes: clubs, byes, sides"),
    }


def certificate_view(round_: Round, found: list[TableView]) -> dict[str, Any]:
    """Costs by criterion against the least possible, the proof, and a warning for every pair that costs something."""
    certificate = round_.certificate
    assert certificate is not None
    names = {table.number: " - ".join(side.names for side in table.sides) for table in found}
    return {
        "seed": certificate.seed,
        "algorithm": certificate.algorithm,
        "origin": _origin(round_),
        "proof": proofs()[certificate.proof],
        "costs": [
            {"name": name, "cost": certificate.cost.get(key, 0), "bound": certificate.bound.get(key, 0)}
            for key, name in criteria().items()
        ],
        "warnings": [
            {"table": reason.table, "pair": names.get(reason.table, ""), "words": words}
            for reason in certificate.reasons
            if (words := _warnings(reason))
        ],
    }


def _origin(round_: Round) -> str:
    """Who chose the seed: nobody, or somebody with a reason. Empty for draws that were never asked."""
    if round_.committed:
        return _(
            "Nobody chose it: the server was bound to its part before this round could be drawn, and the log gave "
            "the other part."
        )
    return _("Chosen by hand. Reason: %(reason)s") % {"reason": round_.reason} if round_.reason else ""


def proofs() -> dict[str, str]:
    """How far the draw is proven best."""
    return {
        "complete": _("Every legal pair was weighed: no better draw exists."),
        "bound": _("The cost meets the least possible: no better draw exists."),
        "window": _("The best found among neighbours in the ranking; a better draw is not excluded."),
    }


def _warnings(reason: Reason) -> list[str]:
    words = []
    if reason.met:
        words.append(_("have met before"))
    if reason.club:
        words.append(_("same club"))
    if reason.byes:
        words.append(_("both had a bye"))
    if reason.thirds:
        words.append(_("one side a third time running"))
    return words


def why_view(request: HttpRequest, state: TournamentState, round_: Round) -> dict[str, Any]:
    """{"everyone", "one", "other", "why"}: the question that the organiser asked by GET, and its answer."""
    everyone = sorted(selectors.player_names(round_.players()).items(), key=lambda item: item[1].casefold())
    one, other = request.GET.get("one", ""), request.GET.get("other", "")
    context: dict[str, Any] = {"everyone": everyone, "one": one, "other": other}
    if one and other and one != other:
        context["why"] = _why(state, round_, one, other)
    return context


def _why(state: TournamentState, round_: Round, one: str, other: str) -> list[str]:
    before = msgspec.structs.replace(state, rounds=state.rounds[:-1])
    try:
        return _answer(tournament.explain_pair(before, round_.seed, one, other))
    except (KeyError, Unpairable):
        return [_("One of the two is not to be drawn.")]


def _answer(answer: Answer) -> list[str]:
    if answer.meet:
        return [_("They meet in this draw: it has the least cost.")]
    if answer.prohibited:
        return [_("They must not meet: the event's options say so.")]
    if answer.with_pair is None:
        return [_("If they met, somebody else would have no legal opponent.")]
    if answer.decides is None:
        return [_("They could meet at the same cost; the lot decided.")]
    words = {
        "name": criteria()[answer.decides],
        "with": answer.with_pair[answer.decides],
        "without": answer.cost[answer.decides],
    }
    return [_("A draw with this pair is worse in %(name)s: %(with)s instead of %(without)s.") % words]
