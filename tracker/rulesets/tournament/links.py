"""What a match says that its tournament does not know yet. Pure: both states in, the event that closes the gap out.

Called by `tracker.after.reactions`, which logs it; by `tracker.proof.verify`, to which a gap is a contradiction; and by
the page that shows what a correction will change.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from games.match import FRAME_EVENTS, EventVoided
from games.replay import standing
from games.ruleset import Entry, Event, Outcome
from tracker.rulesets.tournament.events import ResultRecorded, ResultWithdrawn
from tracker.rulesets.tournament.state import Table, TournamentState
from tracker.standings.counted import COUNTED

CORRECTED = "the match is being corrected"
LINE = 200
"""The longest reason that an event of the tournament carries."""


class MatchNow(NamedTuple):
    """A match as far as its tournament asks: its outcome, the event that confirmed it, why it was corrected last."""

    match: str
    outcome: Outcome
    confirmed_at: int
    reason: str | None = None


def match_now(match: str, outcome: Outcome, entries: Sequence[Entry]) -> MatchNow:
    """The match of this log. `confirmed_at` is 0 as long as nobody confirmed."""
    confirmations = [entry.seq for entry in standing(entries) if isinstance(entry.event, FRAME_EVENTS)]
    reasons = [entry.event.reason for entry in entries if isinstance(entry.event, EventVoided)]
    reason = reasons[-1][:LINE] if reasons else None
    return MatchNow(match, outcome, confirmations[-1] if confirmations else 0, reason)


def news(state: TournamentState, round_: int, number: int, now: MatchNow) -> Event | None:
    """The event that brings the tournament up to the match at this table, or None when it knows."""
    drawn = state.round(round_)
    table = drawn.find(number) if drawn else None
    if table is None or table.match != now.match:
        return None
    if now.outcome.status != "confirmed":
        return _withdrawn(table, round_, now) if table.result is not None else None
    recorded = ResultRecorded(
        round=round_,
        table=number,
        match=now.match,
        match_seq=now.confirmed_at,
        vp=now.outcome.vp,
        winner=now.outcome.winner or "",
        turns=now.outcome.turn,
        figures=_ranked_by(state, now.outcome),
        reason=now.reason if table.result is not None or table.withdrawn is not None else None,
    )
    return None if _known(table, recorded) else recorded


def _ranked_by(state: TournamentState, outcome: Outcome) -> dict[str, dict[str, int]]:
    """The match's own figures that this tournament ranks by."""
    names = [name for name in state.options.tiebreaks if name in COUNTED and name in outcome.figures]
    return {name: outcome.figures[name] for name in names}


def _withdrawn(table: Table, round_: int, now: MatchNow) -> ResultWithdrawn:
    return ResultWithdrawn(round=round_, table=table.table, reason=now.reason or CORRECTED)


def _known(table: Table, recorded: ResultRecorded) -> bool:
    result = table.result
    return result is not None and (result.match_seq, result.vp, result.winner, result.figures) == (
        recorded.match_seq,
        recorded.vp,
        recorded.winner,
        recorded.figures,
    )
