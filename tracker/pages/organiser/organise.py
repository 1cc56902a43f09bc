"""An organiser's events, and a new one from a preset."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from games.registry import usual
from tracker import commands, identity, selectors
from tracker.pages.core.answers import attempt
from tracker.pages.forms.organiser import NewDayForm, NewEventForm
from tracker.pages.organiser.next_step import next_step
from tracker.selectors import ladders


@login_required
def organise(request: HttpRequest) -> HttpResponse:
    """The events of which the reader is staff. POST creates one and opens the page of its next step."""
    if request.method == "POST" and request.POST.get("kind") == "day":
        return _new_day(request)
    form = NewEventForm(request.POST or None, initial=_initial())
    if request.method != "POST":
        return _page(request, form=form)
    if not form.is_valid():
        return _page(request, form=form, status=400)
    data = form.cleaned_data
    who = identity.of_request(request)
    answered = attempt(
        lambda: commands.create_tournament(
            who, name=data["name"], preset=data["preset"], options=form.told(), key=data["key"] or None
        )
    )
    if answered.refusal is not None:
        return _page(request, form=form, status=answered.status, **answered.refusal.context)
    return redirect(_begins(answered.value))


def _begins(event: UUID | None) -> str:
    """Where a tournament goes on: to the names of its players or teams; where it is further by now, to its console."""
    assert event is not None
    step = next_step(selectors.current_state(event).state)
    return step.address(event) if step.page else reverse("pages:console", args=[event])


def _new_day(request: HttpRequest) -> HttpResponse:
    form = NewDayForm(request.POST)
    if not form.is_valid():
        return _page(request, day_form=form, status=400)
    data, who = form.cleaned_data, identity.of_request(request)
    options = {"detail": data["detail"], "check_in": data["check_in"]}
    answered = attempt(
        lambda: commands.create_campaign(who, name=data["name"], options=options, key=data["key"] or None)
    )
    if answered.refusal is not None:
        return _page(request, day_form=form, status=answered.status, **answered.refusal.context)
    return redirect("pages:day-players", day=answered.value)


def _initial(detail: str = "") -> dict[str, str]:
    """What both forms open with. A tournament's `detail` is its preset's unless somebody chooses another."""
    return {"preset": usual(commands.PRESETS), "key": uuid4().hex, "detail": detail}


def _page(request: HttpRequest, status: int = 200, **context: Any) -> HttpResponse:
    """The page with both forms, one of them perhaps as it was sent."""
    shown = {
        "form": NewEventForm(initial=_initial()),
        "day_form": NewDayForm(initial=_initial("turns"), auto_id="day_%s"),
        "events": list(selectors.tournaments_of(request.user)),
        "days": list(selectors.campaigns_of(request.user)),
        "seasons": list(ladders.seasons_of(request.user)),
        "chronicles": list(selectors.chronicles_of(request.user)),
        **context,
    }
    return render(request, "console/organise.html", shown, status=status)
