"""The desk of a page of staff: a tournament's, an event day's, a season's or a campaign's. Called by shared pages."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from tracker import selectors
from tracker.messages import language
from tracker.pages.campaign.chronicle_desk import chronicle_context
from tracker.pages.day.day_console import day_context
from tracker.pages.ladder.seasons import season_context
from tracker.pages.match_forms import pages_of
from tracker.pages.organiser.console import console_context
from tracker.systems import CAMPAIGN, CHRONICLE, SEASON


def desk_context(event: UUID, tab: str) -> dict[str, Any]:
    """The context of the event's console, whatever kind of event it is."""
    contexts = {CAMPAIGN: day_context, SEASON: season_context, CHRONICLE: chronicle_context}
    return contexts.get(selectors.kind_of(event), console_context)(event, tab)


def place_name(event: UUID, match: UUID) -> str:
    """The table of an event day that a match is played at, in words; empty for a tournament's."""
    if selectors.kind_of(event) != CAMPAIGN:
        return ""
    now = selectors.current_state(event)
    found = [key for key, table in now.state.tables.items() if table.match == str(match)]
    words: str = pages_of(now.system).battlefield_name(found[0], language()) if found else ""
    return words
