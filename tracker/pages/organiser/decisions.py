"""What the desk decided last, for a button that takes it back. Called by the console."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from games.ruleset import REFEREE
from tracker import selectors
from tracker.pages import lines

NO_DECISIONS = frozenset(
    "tournament_created match_opened result_recorded result_withdrawn judge_called sheet_disputed "
    "event_voided".split()
)
"""What nobody at the desk decided, or what has a way back of its own."""
DRAWN = "round_drawn"
AT_ONCE = ("player_checked_in", "player_dropped")
"""What the desk tells of many players by one button."""
WITH_THEM = ("team_dropped",)
"""What the same button tells of their teams, before it tells of the players."""


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
    if last is None:
        return None
    if last.type in AT_ONCE and (count := _how_many(event, last.seq)) > 1:
        return {"seq": last.seq, "text": _many(last.type, count)}
    line = lines.as_known(event, REFEREE, [last])[0]
    return {"seq": line["seq"], "text": line["text"]}


def told_of_many(event: UUID) -> dict[str, Any] | None:
    """The same of what was told of many players at once, if nothing was decided since."""
    last = next(iter(selectors.told_last(event, REFEREE, NO_DECISIONS, 1)), None)
    if last is None or last.type not in AT_ONCE or (count := _how_many(event, last.seq)) < 2:
        return None
    return {"seq": last.seq, "text": _many(last.type, count)}


def seqs_of(event: UUID, seq: int) -> list[int]:
    """The events that are one decision with this one."""
    return selectors.told_together(event, seq, AT_ONCE + WITH_THEM)


def _how_many(event: UUID, seq: int) -> int:
    """The players of that decision."""
    return len(selectors.told_together(event, seq, AT_ONCE))


def _many(type_: str, count: int) -> str:
    if type_ == "player_dropped":
        return _("Players dropped at once: %(count)d.") % {"count": count}
    return _("Players checked in at once: %(count)d.") % {"count": count}
