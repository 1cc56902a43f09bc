"""Swaps in a draft, and pairs kept apart, as the round's page shows them: with what a swap makes worse, in words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from django.http import HttpRequest
from django.utils.translation import gettext as _

from tracker import commands, identity, selectors
from tracker.commands.warned import criteria
from tracker.commands.warned import worse as worse_than
from tracker.messages import spoken
from tracker.rulesets.tournament.state import TournamentState


def swap_view(request: HttpRequest, event: UUID, state: TournamentState) -> dict[str, Any]:
    """{"seated", "everybody"} [(id, name)], {"kept_apart"} [(name, name, ids, only a wish)], and the
    swap that was asked about.
    """
    names = selectors.all_names(state)
    current = state.current
    here = [entrant.player for entrant in state.entrants.values() if not entrant.dropped]
    seated: Iterable[str] = current.players() if current is not None else ()
    if state.plays_in_teams:
        here = [team.team for team in state.teams.values() if not team.dropped]
        tables = current.teams if current is not None else ()
        seated = [team for table in tables for team in table.sides.values()]
        seated += [current.team_bye] if current is not None and current.team_bye else []
    context: dict[str, Any] = {
        "everybody": _sorted(here, names),
        "seated": _sorted(seated, names),
        "kept_apart": [
            (names.get(one, "?"), names.get(other, "?"), (one, other), wish)
            for pairs, wish in ((state.prohibited, False), (state.friends, True))
            for one, other in pairs
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
            told.append(worse_than(words[name], now, before))
        else:
            told.append(_("Better: %(name)s, %(now)s instead of %(before)s.") % what)
    return {"told": told or [_("Nothing gets worse.")], "worse": worse}
