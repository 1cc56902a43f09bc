"""What the desk decided last, for a button that takes it back. Called by the console."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from games.ruleset import REFEREE
from tracker import selectors
from tracker.pages import lines

LOOKED_BACK = 40
"""Events among which the last decision is looked for."""
NO_DECISIONS = frozenset(
    "tournament_created match_opened result_recorded result_withdrawn judge_called event_voided round_drawn "
    "round_discarded round_started".split()
)
"""What nobody at the desk decided, or what has a way back of its own."""


def last_decision(event: UUID, version: int) -> dict[str, Any] | None:
    """{"seq", "text"}: what the desk did last and can take back in one step, None where there is nothing."""
    page = selectors.events_page(event, REFEREE, max(0, version - LOOKED_BACK), LOOKED_BACK)
    events = [one for one in page.events if one.type not in NO_DECISIONS]
    events = [one for one in events if not selectors.is_lasting(event, one)]
    found = [line for line in lines.as_known(event, REFEREE, events[-8:]) if not line["voided_by"]]
    return {"seq": found[-1]["seq"], "text": found[-1]["text"]} if found else None
