"""What the code on the poster at the door leads to: one tap for whoever is registered, for others what to do instead.

The address is no secret and gives nobody anything: who may check in is decided by who is signed in, or by the player
whom this device plays for.
"""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from tracker import identity, selectors
from tracker.identity import Identity
from tracker.pages.day.day import public_context
from tracker.pages.event.events import event_context
from tracker.rulesets.campaign.state import CampaignState
from tracker.rulesets.tournament.state import TournamentState


def check_in(request: HttpRequest, event: UUID) -> HttpResponse:
    """The person's own players at this tournament, each with the button or with what stands in its way."""
    context = event_context(request, event, "event")
    state: TournamentState = selectors.current_state(event).state
    context |= {
        "page": "event/event_base.html",
        "without": not state.options.check_in,
        "over": state.finished,
        "joinable": state.registration.open and not state.finished,
        "then": _("You then play in the next draw; My day shows your table."),
    }
    return _shown(request, event, state, context)


def check_in_at_day(request: HttpRequest, day: UUID) -> HttpResponse:
    """The same of an event day, where everybody may check in who is registered."""
    context = public_context(request, day, "day")
    state: CampaignState = selectors.current_state(day).state
    context |= {
        "page": "day/day_base.html",
        "over": state.finished is not None,
        "then": _("My day then shows your table."),
    }
    return _shown(request, day, state, context)


def _shown(
    request: HttpRequest, event: UUID, state: TournamentState | CampaignState, context: dict[str, Any]
) -> HttpResponse:
    who = identity.of_request(request)
    told = {"at": event, "known": who.is_known, "seats": _seats(who, state)}
    return render(request, "player/check_in.html", context | told)


def _seats(who: Identity, state: TournamentState | CampaignState) -> list[dict[str, Any]]:
    """{"player", "step"} of the person's players who are registered, by name."""
    steps = {player: step for player in who.players if (step := step_of(state, player))}
    people = selectors.players_named(steps) if steps else ()
    seats = [{"player": one, "step": steps[str(one.pk)]} for one in people]
    return sorted(seats, key=lambda seat: seat["player"].name.casefold())


def step_of(state: TournamentState | CampaignState, player: str) -> str:
    """Where somebody stands: "left", "waiting" for a place, "here", "due" to check in; empty: not registered."""
    if isinstance(state, CampaignState):
        registered, here = player in state.players, player in state.here
    else:
        entrant = state.entrants.get(player)
        registered, here = entrant is not None, entrant is not None and entrant.checked_in
        if entrant is not None and (entrant.dropped or entrant.waiting):
            return "left" if entrant.dropped else "waiting"
    return "here" if here else "due" if registered else ""
