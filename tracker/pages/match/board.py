"""The board of a match after any of its events: the frame that the match page shows, and the scrubber through them.

Public facts alone, whoever looks: phones lie open on tables. Called by the match page; `board_frame` answers the
scrubber's script.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from games.ruleset import EVERYONE
from tracker import selectors
from tracker.identity import VISITOR
from tracker.pages import lines
from tracker.pages.lines.runs import REACH
from tracker.pages.match.at_table import AtTable, as_person, sit_down
from tracker.selectors import EventView


def board_context(
    request: HttpRequest, table: AtTable, events: list[EventView], around: Sequence[EventView] = ()
) -> dict[str, Any]:
    """{"board", "scrub"} for `_board.html`, at `?at=` or as it stands; nothing for systems without. `around`: more of
    the log, by which the sentence of the event reads (`lines.of_events`)."""
    draw = table.pages.board
    if draw is None:
        return {"board": None}
    last = table.desk.version
    at = _at(request, last)
    who = VISITOR if table.pages.OPEN_BOARD else table.who
    then = (
        table if at >= last and who is table.who else as_person(who, table.match, at, table.row, opened=True)
    )
    board = draw(then.desk, [event for event in events if event.seq <= at])
    if board is None and at >= last:
        return {"board": board, "scrub": None}
    return {
        "board": board,
        "scrub": _scrub(table, then, events, around or events, at) | {"tally": _tally(then)},
    }


def _at(request: HttpRequest, last: int) -> int:
    """The event that is looked at, kept inside the log. Raises `Http404` for what is no number."""
    text = request.GET.get("at", "")
    if text and not (text.isdecimal() and len(text) < 10):
        raise Http404
    return max(1, min(int(text or last), last))


def _scrub(
    table: AtTable, then: AtTable, events: list[EventView], around: Sequence[EventView], at: int
) -> dict[str, Any]:
    last = table.desk.version
    shown = [event for event in events if event.seq == at]
    stream = table.row.stream if table.row else selectors.stream_of(table.match)
    stood = lines.Stands(table.system, then.desk.play, at)
    told = lines.of_events(stream, shown, "", table.names, table.names.players, around, stood)
    return {
        "at": at,
        "first": 1,
        "last": last,
        "back": max(1, at - 1),
        "on": min(last, at + 1),
        "text": told[0]["text"] if told else "",
        "url": reverse("pages:match", args=[table.match]),
        "frame": reverse("pages:match-board", args=[table.match]),
    }


def _tally(then: AtTable) -> dict[str, Any]:
    """What each side had at that moment: {"label", "numbers": (side, number)}; no numbers where a game counts none."""
    label, numbers = then.desk.scoreboard()
    return {"label": label, "numbers": numbers}


def board_frame(request: HttpRequest, match: UUID) -> HttpResponse:
    """GET `?at=SEQ`: the board after that event, as a part of a page. Raises `Http404` where there is no board."""
    table = sit_down(request, match, opened=True)
    if table.pages.board is None:
        raise Http404
    viewer = EVERYONE
    at = _at(request, table.desk.version)
    since = max(0, at - 1 - REACH)
    near = selectors.events_page(match, viewer, after=since, limit=at - since + REACH).events
    context = board_context(request, table, [event for event in near if event.seq == at], near)
    response = render(request, "games/generic/_board.html", context)
    response["Cache-Control"] = "private, no-store"
    return response
