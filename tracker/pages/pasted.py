"""A pasted list of players before it is registered: who is in it, and which lines have a problem, in words."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tracker import commands, selectors
from tracker.commands import NewPlayer
from tracker.pages.console import staff_page


def preview(event: UUID, text: str) -> tuple[list[NewPlayer], list[dict[str, Any]]]:
    """The people, and problems {"where", "message", "stops"}: those that stop, and names that stand here already."""
    people, found = commands.parse_pasted_players(text)
    problems = [
        {
            "where": _("Line %(line)d") % {"line": problem.line},
            "message": words()[problem.what],
            "stops": True,
        }
        for problem in found
    ]
    here = {
        name.casefold()
        for name in selectors.player_names(selectors.current_state(event).state.entrants).values()
    }
    problems += [
        {"where": person.name, "message": _("a player of this name is already registered"), "stops": False}
        for person in people
        if person.name.casefold() in here
    ]
    return people, problems


def words() -> dict[str, str]:
    """What is wrong with a line."""
    return {
        "empty": _("there is a club but no name"),
        "too_long": _("a name or club of more than 80 characters"),
        "unseen": _("a name or club with characters that nobody sees"),
        "twice": _("this name is in the list twice"),
        "too_many": _("more than 2,000 players at once"),
    }


@require_POST
@staff_page
def preview_players(request: HttpRequest, event: UUID) -> HttpResponse:
    """A fragment under the text while it is typed. Stores nothing."""
    people, problems = preview(event, request.POST.get("text", ""))
    told = {"people": people, "problems": problems, "rated": any(person.rating for person in people)}
    return render(request, "console/_preview.html", told)
