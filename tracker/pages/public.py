"""Pages for everyone: home, event, pairings, standings. They show what the public may know and nothing else."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tracker import selectors

FINISHED = "finished"


def home(request: HttpRequest) -> HttpResponse:
    """Find my event: by code, or in the list; running ones first."""
    events = list(selectors.tournaments()[:100])
    running = [event for event in events if event.status != FINISHED]
    finished = [event for event in events if event.status == FINISHED]
    return render(request, "home.html", {"running": running, "finished": finished})
