"""Results of tables that were played under another tool, before the event moved here. Called by `rules`.

What a match of ours says is never typed into the event's stream; a table that has no match here has nothing else that
could say it. So it is told, by staff, with the source from which anybody may check it.
"""

from __future__ import annotations

from msgspec.structs import replace

from games.ruleset import DRAW
from tracker.rulesets.tournament.chapter import LEGAL, Check, Fold, Violations, broken
from tracker.rulesets.tournament.desk_events import ResultBrought
from tracker.rulesets.tournament.rounds import with_table
from tracker.rulesets.tournament.state import Result, Table, TournamentState


def takes_brought(state: TournamentState, number: int) -> tuple[Table, ...]:
    """The tables of a round at which a result may be told: of a round made by hand that is played, without a match."""
    round_ = state.round(number)
    if round_ is None or round_.method != "manual" or round_.status not in ("started", "closed"):
        return ()
    return tuple(table for table in round_.pairings if table.match is None)


def _table(state: TournamentState, event: ResultBrought) -> Table | None:
    return next((table for table in takes_brought(state, event.round) if table.table == event.table), None)


def _result(state: TournamentState, event: ResultBrought) -> Result:
    return Result(
        match="",
        match_seq=0,
        vp=event.vp or dict.fromkeys(state.options.sides, 0),
        winner=event.winner,
        reason=event.reason,
        source=event.source,
        tp=event.tp,
        untold=not event.vp,
    )


def check_brought(state: TournamentState, event: ResultBrought) -> Violations:
    """TRN-MOVE-01 to -03: a table without a match, numbers of both sides that fit the winner, why it is another."""
    table = _table(state, event)
    if table is None:
        return broken("TRN-MOVE-01", round=event.round, table=event.table)
    if not _fits(state, event):
        return broken("TRN-MOVE-02", table=event.table, sides=list(state.options.sides))
    if table.result is None:
        return LEGAL
    same = replace(_result(state, event), reason=table.result.reason) == table.result
    return broken("TRN-MOVE-03", table=event.table) if same or event.reason is None else LEGAL


def _fits(state: TournamentState, event: ResultBrought) -> bool:
    sides = state.options.sides
    if event.winner not in (*sides, DRAW):
        return False
    if any(told and told.keys() != set(sides) for told in (event.vp, event.tp)):
        return False
    return event.winner == DRAW or not event.tp or event.tp[event.winner] == max(event.tp.values())


def on_brought(state: TournamentState, event: ResultBrought) -> TournamentState:
    table = _table(state, event)
    if table is None:
        return state
    return with_table(state, event.round, replace(table, result=_result(state, event)))


CHAPTER: dict[type, tuple[Check, Fold]] = {ResultBrought: (check_brought, on_brought)}
