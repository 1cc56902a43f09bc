"""Swaps in a draft, and pairs kept apart, as the round's page shows them: with what a swap makes worse, in words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from django.http import HttpRequest
from django.utils.translation import gettext as _

from tracker import commands, identity, selectors
from tracker.pages.certificates import criteria
from tracker.pages.spoken import spoken
from tracker.rulesets.tournament.state import TournamentState


def swap_view(request: HttpRequest, event: UUID, state: TournamentState) -> dict[str, Any]:
    """{"seated", "everybody"} [(id, name)], {"kept_apart"} [(name, name, ids)], and the swap that was asked about."""
    names = selectors.player_names(state.entrants)
    current = state.current
    here = [entrant.player for entrant in state.entrants.values() if not entrant.dropped]
    context: dict[str, Any] = {
        "everybody": _sorted(here, names),
        "seated": _sorted(current.players() if current is not None else (), names),
        "kept_apart": [
            (names.get(one, "?"), names.get(other, "?"), (one, other)) for one, other in state.prohibited
        ],
    }
    if request.GET.get("swap"):
        one, other = request.GET.get("one", ""), request.GET.get("other", "")
        context |= {"swap_one": one, "swap_other": other, "swap": _looked(request, event, one, other)}
    return context


def _sorted(players: Iterable[str], names: dict[str, str]) -> list[tuple[str, str]]:
    return sorted(((id_, names.get(id_, "?")) for id_ in players), key=lambda pair: pair[1].casefold())


def _looked(request: HttpRequest, event: UUID, one: str, other: str) -> dict[str, Any]:
    """{"told": sentences, "worse"}: what the swap changes."""
    try:
        plan = commands.plan_swap(identity.of_request(request), event, one=one, other=other)
    except commands.BadInput as error:
        return {"told": [spoken(error.message)], "worse": True}
    words = criteria()
    told, worse = [], False
    for name, now in plan.after.items():
        before = plan.before[name]
        if now == before:
            continue
        worse |= now > before
        what = {"name": words[name], "now": now, "before": before}
        if now > before:
            told.append(_("Worse: %(name)s, %(now)s instead of %(before)s.") % what)
        else:
            told.append(_("Better: %(name)s, %(now)s instead of %(before)s.") % what)
    return {"told": told or [_("Nothing gets worse.")], "worse": worse}
