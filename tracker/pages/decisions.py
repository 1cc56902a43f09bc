"""What the desk decided last, for a button that takes it back. Called by the console."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from games.ruleset import REFEREE
from tracker import selectors
from tracker.pages import lines

NO_DECISIONS = frozenset(
    "tournament_created match_opened result_recorded result_withdrawn judge_called sheet_disputed "
    "event_voided".split()
)
"""What nobody at the desk decided, or what has a way back of its own."""
DRAWN = "round_drawn"


def last_decision(event: UUID) -> dict[str, Any] | None:
    """{"seq", "text"}: what the desk did last and can take back in one step, None where there is nothing.

    A drawn round that waits to be published is discarded on its own page, and it was made of whatever was decided
    before it, so none of that can be taken back first.
    """
    current = selectors.current_state(event).state.current
    draft = current is not None and current.status == "draft"
    told = selectors.told_last(event, REFEREE, NO_DECISIONS if draft else NO_DECISIONS | {DRAWN})
    last = next((one for one in told if one.type == DRAWN or not selectors.is_lasting(event, one)), None)
    if last is not None and last.type == DRAWN:
        return None
    line = lines.as_known(event, REFEREE, [last])[0] if last is not None else None
    return {"seq": line["seq"], "text": line["text"]} if line is not None else None
