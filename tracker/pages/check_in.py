"""What the code on the poster at the door leads to: one tap for whoever is registered, for others what to do instead.

The address is no secret and gives nobody anything: who may check in is decided by who is signed in, or by the player
whom this device plays for.
"""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tracker import identity, selectors
from tracker.identity import Identity
from tracker.pages.events import event_context
from tracker.rulesets.tournament.state import Entrant, TournamentState


def check_in(request: HttpRequest, event: UUID) -> HttpResponse:
    """The person's own players at this event, each with the button or with what stands in its way."""
    context = event_context(request, event, "event")
    state: TournamentState = selectors.current_state(event).state
    who = identity.of_request(request)
    context |= {
        "known": who.is_known,
        "without": not state.options.check_in,
        "over": state.finished,
        "joinable": state.registration.open and not state.finished,
        "seats": _seats(who, state),
    }
    return render(request, "check_in.html", context)


def _seats(who: Identity, state: TournamentState) -> list[dict[str, Any]]:
    """{"player", "step"} of the person's players who are registered, by name."""
    own = {name: entrant for name, entrant in state.entrants.items() if name in who.players}
    people = selectors.players_named(own) if own else ()
    seats = [{"player": one, "step": _step(own[str(one.pk)])} for one in people]
    return sorted(seats, key=lambda seat: seat["player"].name.casefold())


def _step(entrant: Entrant) -> str:
    """Where the player stands: "left", "waiting" for a place, "here", or "due" to check in."""
    if entrant.dropped:
        return "left"
    if entrant.waiting:
        return "waiting"
    return "here" if entrant.checked_in else "due"
