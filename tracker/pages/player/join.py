"""Entering oneself at an event: a name, a club, the code where there is one. This device then plays for them."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from tracker import commands, identity, selectors
from tracker.pages.core.answers import attempt
from tracker.pages.event.events import event_context
from tracker.rulesets.tournament.state import TournamentState


def join(request: HttpRequest, event: UUID) -> HttpResponse:
    """GET: the form, or that registration is closed. POST: registered, or on the waiting list."""
    context = event_context(request, event, "event")
    state: TournamentState = selectors.current_state(event).state
    told = state.registration
    context |= {
        "open": told.open and not state.finished,
        "coded": bool(told.code),
        "full": state.is_full,
        "typed": request.POST or _as_before(request),
        "key": uuid4().hex,
    }
    if request.method != "POST":
        return render(request, "player/join.html", context)
    return _enter(request, event, context)


def _as_before(request: HttpRequest) -> dict[str, str]:
    """The name and the club of the one player whom this device or account plays for."""
    known = list(selectors.players_named(identity.of_request(request).players)[:2])
    return {"name": known[0].name, "club": known[0].club} if len(known) == 1 else {}


def _enter(request: HttpRequest, event: UUID, context: dict[str, Any]) -> HttpResponse:
    sent = request.POST
    person = commands.NewPlayer(sent.get("name", ""), sent.get("club", ""))
    own = identity.of_request(request).players
    answered = attempt(lambda: commands.enter_event(event, person, code=sent.get("code", ""), own=own))
    if answered.value is None:
        told = answered.refusal.context if answered.refusal else {}
        return render(request, "player/join.html", context | told, status=answered.status)
    if str(answered.value.pk) not in own:
        commands.claim(request, str(answered.value.claim_code))
    if context["full"]:
        messages.success(request, _("You are on the waiting list; the organisers give places."))
    else:
        messages.success(request, _("You are registered. This device plays for you."))
    return redirect("pages:my-day")
