"""Events that belong together, told together beside the log (`games.faces.Threads`). Called by the board of a match."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tracker.pages.match_forms.generic.desk import Desk

TURN_BEGINS = "turn_started"


def threads(desk: Desk, events: Iterable[Any]) -> list[dict[str, Any]]:
    """The newest first: [{"seq", "turn", "title", "lines"}]; voided events are left out. `events` is the log as the
    viewer may see it."""
    told, reader = desk.system.faces.threads, desk.reader
    if told is None:
        return []
    found: dict[Any, dict[str, Any]] = {}
    turn, first = 0, None
    for event in events:
        if event.voided_by:
            continue
        if event.type == TURN_BEGINS:
            turn = event.data["turn"]
        elif event.type == told.begins:
            first = event
        elif event.type in told.parts:
            opened = first or event
            title = reader.option(opened.type, opened.data)
            made = {"seq": opened.seq, "turn": turn, "title": title, "lines": []}
            whole = found.setdefault(event.data[told.parts[event.type]], made)
            whole["lines"].append(reader.sentence(event.type, event.data))
    return list(found.values())[::-1]
