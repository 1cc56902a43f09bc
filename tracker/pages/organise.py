"""An organiser's events, and a new one from a preset."""

from __future__ import annotations

from uuid import uuid4

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from tracker import commands, identity, selectors
from tracker.pages.answers import attempt
from tracker.pages.forms.organiser import NewEventForm


@login_required
def organise(request: HttpRequest) -> HttpResponse:
    """The events of which the reader is staff. POST creates one and opens its console."""
    form = NewEventForm(
        request.POST or None, initial={"preset": next(iter(commands.PRESETS)), "key": uuid4().hex}
    )
    context = {
        "form": form,
        "events": list(selectors.tournaments_of(request.user)),
    }
    if request.method != "POST":
        return render(request, "organise.html", context)
    if not form.is_valid():
        return render(request, "organise.html", context, status=400)
    data = form.cleaned_data
    who = identity.of_request(request)
    answered = attempt(
        lambda: commands.create_tournament(
            who, name=data["name"], preset=data["preset"], options=form.options(), key=data["key"] or None
        )
    )
    if answered.refusal is not None:
        return render(request, "organise.html", context | answered.refusal.context, status=answered.status)
    return redirect("pages:console", event=answered.value)
