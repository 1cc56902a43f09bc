"""Players who are level in everything, and the form with which the organiser puts them in order. Staff alone."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse

from tracker import selectors
from tracker.pages.core.answers import Refusal, with_refusal
from tracker.pages.organiser.console import console_context, staff_page
from tracker.rulesets.tournament.scoring import level
from tracker.rulesets.tournament.state import TournamentState


@staff_page
def ties(request: HttpRequest, event: UUID) -> HttpResponse:
    return show_ties(request, event)


def show_ties(request: HttpRequest, event: UUID, refusal: Refusal | None = None) -> HttpResponse:
    """Each group of the level with their places, and the reason of an order that stands."""
    context = console_context(event, "now")
    state: TournamentState = context["state"]
    last = state.current
    open_ = last is not None and last.status == "closed" and not state.finished and not state.plays_in_teams
    context["groups"] = _groups(state) if open_ else []
    return with_refusal(request, "console/ties.html", context, refusal)


def _groups(state: TournamentState) -> list[dict[str, Any]]:
    found = []
    ordered = {frozenset(tie.players): tie for tie in state.ties if tie.round == len(state.rounds)}
    tied = level(state)
    names = selectors.called_among(state.entrants, {player for players in tied for player in players})
    for number, players in enumerate(tied, 1):
        tie = ordered.get(frozenset(players))
        shown = tie.players if tie is not None else sorted(players, key=lambda one: names[one])
        people = [{"player": one, "name": names[one]} for one in shown]
        found.append({"number": number, "people": people, "reason": tie.reason if tie is not None else ""})
    return found
