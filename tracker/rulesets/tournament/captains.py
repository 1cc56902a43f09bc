"""The captains' pairing: attackers and defenders, put forward in secret and shown when both captains have told theirs.

Both name a defender; both then send two attackers against the other's defender; both choose which of them their
defender plays, and the other one goes back. So two boards are paired at a time, until one player a side is
left, or two, whom the choice of defenders pairs. Called by `rules`.
"""

from __future__ import annotations

from msgspec.structs import replace

from tracker.rulesets.tournament.chapter import LEGAL, Check, Fold, Violations, broken
from tracker.rulesets.tournament.state import Round, Table, TeamTable, TournamentState
from tracker.rulesets.tournament.team_draws import boards
from tracker.rulesets.tournament.team_events import PutForward, Step
from tracker.rulesets.tournament.teams import captains_of, with_round, with_tables, with_team_table

Pair = tuple[str, str]


def step_of(state: TournamentState, table: TeamTable) -> Step | None:
    """What both captains tell now; None once all boards are paired."""
    if len(table.paired) >= state.team_plan.size:
        return None
    if not table.defenders:
        return "defender"
    return "choice" if table.attackers else "attackers"


def choices(state: TournamentState, table: TeamTable, side: str) -> tuple[tuple[str, ...], int]:
    """Whom a captain may name in this step, and how many of them."""
    step, other = step_of(state, table), next(one for one in table.sides if one != side)
    if step == "choice":
        return table.attackers[other], 1
    return table.left(side), 2 if step == "attackers" else 1


def unpaired(state: TournamentState, round_: Round) -> tuple[int, ...]:
    """The tables of teams whose captains still have boards to pair."""
    if not state.plays_in_teams or not state.team_plan.by_captains:
        return ()
    return tuple(table.table for table in round_.teams if step_of(state, table) is not None)


def _table(state: TournamentState, event: PutForward) -> TeamTable | None:
    round_ = state.round(event.round)
    if round_ is None or round_.status != "published":
        return None
    return next((table for table in round_.teams if table.table == event.table), None)


def side_of_captain(state: TournamentState, table: TeamTable, player: str) -> str | None:
    """The side whose captain this is."""
    return next((side for side, captain in captains_of(state, table).items() if captain == player), None)


def check_put_forward(state: TournamentState, event: PutForward) -> Violations:
    """TRN-TEAM-08, TRN-TEAM-12, TRN-TEAM-13: by a captain, in turn, and people who may be named now."""
    table = _table(state, event) if state.plays_in_teams else None
    if table is None or step_of(state, table) != event.step or not unpaired(state, state.rounds[-1]):
        return broken("TRN-TEAM-12", round=event.round, table=event.table)
    side = side_of_captain(state, table, event.player)
    if side is None:
        return broken("TRN-TEAM-08", table=event.table)
    if side in table.pending:
        return broken("TRN-TEAM-12", round=event.round, table=event.table)
    allowed, count = choices(state, table, side)
    told = event.players or ()
    if len(told) != count or len(set(told)) != count or not set(told) <= set(allowed):
        return broken("TRN-TEAM-13", count=count)
    return LEGAL


def on_put_forward(state: TournamentState, event: PutForward) -> TournamentState:
    table, round_ = _table(state, event), state.round(event.round)
    side = side_of_captain(state, table, event.player) if table is not None else None
    if table is None or round_ is None or side is None:
        return state
    pending = {**table.pending, side: event.players or ()}
    seals = {**table.seals, side: event.commitment}
    if len(pending) < len(table.sides):
        return with_round(state, with_team_table(round_, replace(table, pending=pending, seals=seals)))
    opened = (*state.opened_steps, *seals.values())
    done = _both_told(state, replace(table, pending={}, seals={}), event.step, pending)
    round_ = with_team_table(round_, done)
    if step_of(state, done) is None:
        drawn = boards(state, done.table, done.paired)
        round_ = with_tables(
            round_, done.table, (Table(b.table, b.sides, slot=b.slot, scenario=b.scenario) for b in drawn)
        )
    return replace(with_round(state, round_), opened_steps=opened)


def _both_told(
    state: TournamentState, table: TeamTable, step: Step, told: dict[str, tuple[str, ...]]
) -> TeamTable:
    one, other = state.options.sides
    if step == "attackers":
        return replace(table, attackers=told)
    if step == "choice":
        defenders = table.defenders
        new: tuple[Pair, ...] = ((defenders[one], told[one][0]), (told[other][0], defenders[other]))
        return _rest(state, replace(table, paired=(*table.paired, *new), defenders={}, attackers={}))
    named = replace(table, defenders={side: players[0] for side, players in told.items()})
    mine, theirs = named.left(one), named.left(other)
    if len(mine) > 1:
        return named
    forced = ((named.defenders[one], theirs[0]), (mine[0], named.defenders[other]))
    return replace(named, paired=(*named.paired, *forced), defenders={})


def _rest(state: TournamentState, table: TeamTable) -> TeamTable:
    """Where one player a side is left, these two meet."""
    mine, theirs = (table.left(side) for side in state.options.sides)
    if len(mine) != 1:
        return table
    return replace(table, paired=(*table.paired, (mine[0], theirs[0])))


CHAPTER: dict[type, tuple[Check, Fold]] = {PutForward: (check_put_forward, on_put_forward)}
