"""What one stream's news makes of another: a match's confirmed result goes into its tournament, once and in order.

`day_links` does the same between the tables of an event day, in both directions. Called after a match has been
projected; safe to run twice, late, or at the same time in two workers, because the tournament's own state tells what
it has already heard, and the key of each reaction stands on its log.
"""

from __future__ import annotations

from typing import Any
from uuid import UUID

from games.frame import FRAME_EVENTS
from games.replay import standing
from games.ruleset import SYSTEM, Event, Outcome
from tracker import day_links, warm
from tracker.handle import Command, CommandRejected, handle
from tracker.projections.source import Source, place_of
from tracker.rulesets.tournament.events import ResultRecorded, ResultWithdrawn
from tracker.rulesets.tournament.state import Table, TournamentState
from tracker.standings.tiebreaks import COUNTED
from tracker.systems import MATCH

CORRECTED = "the match is being corrected"


def react(source: Source) -> None:
    """Tells the tournament of a match, or the day and its tables each other, what they do not know yet."""
    day_links.react(source)
    place = place_of(source) if source.stream.kind == MATCH else None
    if place is None:
        return
    state = warm.current(place.tournament).state
    news = _news(source, state, place.round, place.table)
    if news is not None:
        _tell(place.tournament, news, source)


def _news(source: Source, state: TournamentState, round_: int, number: int) -> Event | None:
    """The event that brings the tournament up to the match, or None when it knows."""
    drawn = state.round(round_)
    table = drawn.find(number) if drawn else None
    if table is None or table.match != str(source.stream.id):
        return None
    outcome = source.rules.outcome(source.state)
    if outcome.status != "confirmed":
        return _withdrawn(table, round_) if table.result is not None else None
    recorded = ResultRecorded(
        round=round_,
        table=number,
        match=str(source.stream.id),
        match_seq=_confirmed_at(source),
        vp=outcome.vp,
        winner=outcome.winner or "",
        turns=outcome.turn,
        figures=_ranked_by(state, outcome),
    )
    return None if _known(table, recorded) else recorded


def _ranked_by(state: TournamentState, outcome: Outcome) -> dict[str, dict[str, int]]:
    """The match's own figures that this tournament ranks by."""
    names = [name for name in state.options.tiebreaks if name in COUNTED and name in outcome.figures]
    return {name: outcome.figures[name] for name in names}


def _withdrawn(table: Table, round_: int) -> ResultWithdrawn:
    return ResultWithdrawn(round=round_, table=table.table, reason=CORRECTED)


def _known(table: Table, recorded: ResultRecorded) -> bool:
    result = table.result
    return result is not None and (result.match_seq, result.vp, result.winner, result.figures) == (
        recorded.match_seq,
        recorded.vp,
        recorded.winner,
        recorded.figures,
    )


def _confirmed_at(source: Source) -> int:
    """The seq of the last standing confirmation: the event that made the result final."""
    confirmations = [entry.seq for entry in standing(source.entries) if isinstance(entry.event, FRAME_EVENTS)]
    return confirmations[-1]


def _tell(tournament: UUID, news: Any, source: Source) -> None:
    key = f"match:{source.stream.id}:{source.version}"
    try:
        handle(Command(stream=tournament, actor=SYSTEM, events=(news,), key=key))
    except CommandRejected:
        # The round is closed or gone: what stands there stays, and the organiser's console shows the difference.
        return
