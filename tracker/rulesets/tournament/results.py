"""Results: what the matches' confirmed outcomes make of the tables. Only the system logs them. Called by `rules`.

A result is never typed into this stream: a wrong one is corrected in its match, and the match's new outcome, being
later in the match's log, replaces the old one here, also in a round that is closed already and after the end: places
are always those of the matches.
"""

from __future__ import annotations

from msgspec.structs import replace

from games.ruleset import DRAW
from tracker.rulesets.tournament.chapter import LEGAL, Check, Fold, Violations, broken
from tracker.rulesets.tournament.events import ResultRecorded, ResultWithdrawn
from tracker.rulesets.tournament.rounds import table_in_play, with_table
from tracker.rulesets.tournament.state import Result, TournamentState


def check_recorded(state: TournamentState, event: ResultRecorded) -> Violations:
    """TRN-RES-01 to -04: the table's own match, numbers for both sides, later than what is known."""
    pairing = table_in_play(state, event.round, event.table)
    if pairing is None:
        return broken("TRN-RES-01", round=event.round, table=event.table)
    if pairing.match != event.match:
        return broken("TRN-RES-02", round=event.round, table=event.table)
    sides = state.options.sides
    if event.vp.keys() != set(sides) or event.winner not in (*sides, DRAW):
        return broken("TRN-RES-03", table=event.table, sides=list(sides))
    if pairing.result is not None and event.match_seq <= pairing.result.match_seq:
        return broken("TRN-RES-04", table=event.table, seq=event.match_seq)
    return LEGAL


def on_recorded(state: TournamentState, event: ResultRecorded) -> TournamentState:
    pairing = table_in_play(state, event.round, event.table)
    if pairing is None:
        return state
    result = Result(
        event.match, event.match_seq, event.vp, event.winner, event.turns, event.figures, event.reason
    )
    return with_table(state, event.round, replace(pairing, result=result, withdrawn=None))


def check_withdrawn(state: TournamentState, event: ResultWithdrawn) -> Violations:
    """TRN-RES-01, TRN-RES-05: a table in play or played that has a result, in whatever round."""
    pairing = table_in_play(state, event.round, event.table)
    if pairing is None:
        return broken("TRN-RES-01", round=event.round, table=event.table)
    return LEGAL if pairing.result is not None else broken("TRN-RES-05", round=event.round, table=event.table)


def on_withdrawn(state: TournamentState, event: ResultWithdrawn) -> TournamentState:
    pairing = table_in_play(state, event.round, event.table)
    if pairing is None:
        return state
    return with_table(state, event.round, replace(pairing, result=None, withdrawn=event.reason))


CHAPTER: dict[type, tuple[Check, Fold]] = {
    ResultRecorded: (check_recorded, on_recorded),
    ResultWithdrawn: (check_withdrawn, on_withdrawn),
}
