"""The sheet of two teams: a captain says that it is wrong, staff settle it. Called by `rules`."""

from __future__ import annotations

from msgspec.structs import replace

from tracker.rulesets.tournament.captains import side_of_captain
from tracker.rulesets.tournament.chapter import LEGAL, Check, Fold, Violations, broken
from tracker.rulesets.tournament.state import Protest, Round, TeamTable, TournamentState
from tracker.rulesets.tournament.team_events import SheetDisputed, SheetSettled
from tracker.rulesets.tournament.team_results import boards_of
from tracker.rulesets.tournament.teams import with_round, with_team_table


def disputable(state: TournamentState, round_: Round) -> tuple[TeamTable, ...]:
    """The tables of teams of a round in play whose sheet holds a result and is not disputed yet.

    Doubles sit at one table together and dispute its result there.
    """
    if round_.status != "started" or not state.plays_in_teams or state.team_plan.kind == "doubles":
        return ()
    return tuple(
        table
        for table in round_.teams
        if table.disputed is None and any(board.counted() is not None for board in boards_of(round_, table))
    )


def _table(state: TournamentState, number: int, table: int) -> TeamTable | None:
    round_ = state.round(number)
    if round_ is None or round_.status != "started":
        return None
    return next((one for one in round_.teams if one.table == table), None)


def check_disputed(state: TournamentState, event: SheetDisputed) -> Violations:
    """TRN-TEAM-08, TRN-TEAM-15: by a captain of the two teams, of a round in play, once until it is settled."""
    table, round_ = _table(state, event.round, event.table), state.round(event.round)
    if table is None or round_ is None or table not in disputable(state, round_):
        return broken("TRN-TEAM-15", round=event.round, table=event.table)
    if side_of_captain(state, table, event.player) is None:
        return broken("TRN-TEAM-08", table=event.table)
    return LEGAL


def on_disputed(state: TournamentState, event: SheetDisputed) -> TournamentState:
    return _with(state, event.round, event.table, Protest(event.player, event.reason))


def check_settled(state: TournamentState, event: SheetSettled) -> Violations:
    """TRN-TEAM-16: a sheet that is disputed."""
    table = _table(state, event.round, event.table)
    if table is None or table.disputed is None:
        return broken("TRN-TEAM-16", round=event.round, table=event.table)
    return LEGAL


def on_settled(state: TournamentState, event: SheetSettled) -> TournamentState:
    return _with(state, event.round, event.table, None)


def _with(state: TournamentState, number: int, at: int, protest: Protest | None) -> TournamentState:
    round_, table = state.round(number), _table(state, number, at)
    if round_ is None or table is None:
        return state
    return with_round(state, with_team_table(round_, replace(table, disputed=protest)))


CHAPTER: dict[type, tuple[Check, Fold]] = {
    SheetDisputed: (check_disputed, on_disputed),
    SheetSettled: (check_settled, on_settled),
}
