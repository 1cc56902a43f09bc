"""What happens in the hall beside the matches: tables given, pairs kept apart, the clock, judges. Called by `rules`."""

from __future__ import annotations

from msgspec.structs import replace

from tracker.rulesets.moments import is_moment, seconds_between
from tracker.rulesets.tournament.chapter import (
    LEGAL,
    Check,
    Fold,
    OfEntrant,
    Violations,
    broken,
    drawn_alone,
    known,
)
from tracker.rulesets.tournament.desk_events import (
    AwardLifted,
    ClockExtended,
    ClockPaused,
    ClockResumed,
    ClockStarted,
    JudgeCalled,
    JudgeCame,
    PairAllowed,
    PairKeptApart,
    PlayerDescribed,
    TableAwarded,
    TableFixed,
)
from tracker.rulesets.tournament.rounds import table_in_play, with_table
from tracker.rulesets.tournament.state import Award, Call, Clock, Entrant, TournamentState

# --- Tables given


def check_awarded(state: TournamentState, event: TableAwarded) -> Violations:
    """TRN-TAB-01, TRN-TAB-02, TRN-NOTE-02: a table in play or played, a winner where one is due, and a reason."""
    if table_in_play(state, event.round, event.table) is None:
        return broken("TRN-TAB-01", round=event.round, table=event.table)
    fits = event.winner is None if event.kind == "double_loss" else event.winner in state.options.sides
    if not fits and not (event.kind == "no_show" and event.winner is None):
        return broken("TRN-TAB-02", table=event.table)
    return LEGAL if event.reason or event.commitment else broken("TRN-NOTE-02")


def on_awarded(state: TournamentState, event: TableAwarded) -> TournamentState:
    table = table_in_play(state, event.round, event.table)
    if table is None:
        return state
    award = Award(event.kind, event.winner, event.reason)
    calls = tuple(call for call in state.calls if call.table != event.table)
    return replace(with_table(state, event.round, replace(table, award=award)), calls=calls)


def check_lifted(state: TournamentState, event: AwardLifted) -> Violations:
    """TRN-TAB-03, TRN-NOTE-02: a table that was given, and a reason."""
    table = table_in_play(state, event.round, event.table)
    if table is None or table.award is None:
        return broken("TRN-TAB-03", round=event.round, table=event.table)
    return LEGAL if event.reason or event.commitment else broken("TRN-NOTE-02")


def on_lifted(state: TournamentState, event: AwardLifted) -> TournamentState:
    table = table_in_play(state, event.round, event.table)
    return state if table is None else with_table(state, event.round, replace(table, award=None))


# --- Pairs kept apart


def check_apart(state: TournamentState, event: PairKeptApart) -> Violations:
    """TRN-REG-02, TRN-CRE-06, TRN-APART-01: two players, or two teams, who might still meet."""
    one, other = event.players
    if one == other:
        return broken("TRN-CRE-06", players=[one])
    for name in (one, other):
        if name not in state.teams and (found := known(state, name)):
            return found
    kept = {frozenset(pair) for pair in (state.friends if event.wish else state.prohibited)}
    return broken("TRN-APART-01", players=[one, other]) if frozenset(event.players) in kept else LEGAL


def on_apart(state: TournamentState, event: PairKeptApart) -> TournamentState:
    pair = frozenset(event.players)
    if event.wish:
        return replace(state, friends=(*state.friends, event.players))
    allowed = tuple(other for other in state.allowed if frozenset(other) != pair)
    return replace(state, allowed=allowed, apart=(*state.apart, event.players))


def check_allowed(state: TournamentState, event: PairAllowed) -> Violations:
    """TRN-APART-02: two who are kept apart, or wished it."""
    kept = {frozenset(pair) for pair in (*state.prohibited, *state.friends)}
    return LEGAL if frozenset(event.players) in kept else broken("TRN-APART-02", players=list(event.players))


def on_allowed(state: TournamentState, event: PairAllowed) -> TournamentState:
    pair = frozenset(event.players)
    apart = tuple(other for other in state.apart if frozenset(other) != pair)
    friends = tuple(other for other in state.friends if frozenset(other) != pair)
    return replace(state, apart=apart, friends=friends, allowed=(*state.allowed, event.players))


# --- Where players are from, and the tables that they keep


def check_described(state: TournamentState, event: PlayerDescribed) -> Violations:
    """TRN-REG-02, TRN-REG-10: not what stands already."""
    if found := known(state, event.player):
        return found
    now = state.entrants[event.player]
    same = (now.club, now.town) == (event.club, event.town)
    return broken("TRN-REG-10", player=event.player) if same else LEGAL


@OfEntrant
def on_described(state: TournamentState, event: PlayerDescribed) -> Entrant:
    return replace(state.entrants[event.player], club=event.club, town=event.town)


def check_fixed(state: TournamentState, event: TableFixed) -> Violations:
    """TRN-REG-02, TRN-REG-10, TRN-TEAM-14: not what stands already, nobody else's, and for members of teams only taken
    back.
    """
    if found := known(state, event.player):
        return found
    taken = {one.table for one in state.entrants.values() if one.player != event.player and not one.dropped}
    same = state.entrants[event.player].table == event.table
    if same or (event.table is not None and event.table in taken):
        return broken("TRN-REG-10", player=event.player)
    return LEGAL if event.table is None else drawn_alone(state, event.player)


@OfEntrant
def on_fixed(state: TournamentState, event: TableFixed) -> Entrant:
    return replace(state.entrants[event.player], table=event.table)


# --- The clock


def check_clock_started(state: TournamentState, event: ClockStarted) -> Violations:
    """TRN-CLK-01: of the round that is being played, at a moment that exists."""
    last = state.current
    plays = last is not None and last.round == event.round and last.status == "started"
    return LEGAL if plays and is_moment(event.at) else broken("TRN-CLK-01", round=event.round)


def on_clock_started(state: TournamentState, event: ClockStarted) -> TournamentState:
    return replace(state, clock=Clock(event.round, event.at, event.minutes))


def _clock(state: TournamentState, round_: int) -> Clock | None:
    return state.clock if state.clock is not None and state.clock.round == round_ else None


def check_paused(state: TournamentState, event: ClockPaused) -> Violations:
    """TRN-CLK-02: of a clock that runs."""
    clock = _clock(state, event.round)
    runs = clock is not None and clock.paused is None and clock.started <= event.at and is_moment(event.at)
    return LEGAL if runs else broken("TRN-CLK-02", round=event.round)


def on_paused(state: TournamentState, event: ClockPaused) -> TournamentState:
    clock = _clock(state, event.round)
    return state if clock is None else replace(state, clock=replace(clock, paused=event.at))


def check_resumed(state: TournamentState, event: ClockResumed) -> Violations:
    """TRN-CLK-03: of a clock that stands still."""
    clock = _clock(state, event.round)
    stands = clock is not None and clock.paused is not None and clock.paused <= event.at
    return LEGAL if stands and is_moment(event.at) else broken("TRN-CLK-03", round=event.round)


def on_resumed(state: TournamentState, event: ClockResumed) -> TournamentState:
    clock = _clock(state, event.round)
    if clock is None or clock.paused is None:
        return state
    lost = clock.lost + seconds_between(clock.paused, event.at)
    return replace(state, clock=replace(clock, lost=lost, paused=None))


def check_extended(state: TournamentState, event: ClockExtended) -> Violations:
    """TRN-CLK-04: of a clock that was started, by some minutes, for all or for a table of the round."""
    clock, round_ = _clock(state, event.round), state.round(event.round)
    if clock is None or round_ is None or event.minutes == 0:
        return broken("TRN-CLK-04", round=event.round)
    sits = event.table is None or round_.find(event.table) is not None
    lasts = event.table is not None or clock.minutes + event.minutes > 0
    return LEGAL if sits and lasts else broken("TRN-CLK-04", round=event.round)


def on_extended(state: TournamentState, event: ClockExtended) -> TournamentState:
    clock = _clock(state, event.round)
    if clock is None:
        return state
    if event.table is None:
        return replace(state, clock=replace(clock, minutes=clock.minutes + event.minutes))
    name = str(event.table)
    tables = {**clock.tables, name: clock.tables.get(name, 0) + event.minutes}
    return replace(state, clock=replace(clock, tables=tables))


# --- Judges


def check_called(state: TournamentState, event: JudgeCalled) -> Violations:
    """TRN-CALL-01, TRN-CALL-02: from the player's table of the round in play, once until somebody comes."""
    last = state.current
    table = last.find(event.table) if last is not None and last.round == event.round else None
    seated = table is not None and any(event.player in players for players in table.sides.values())
    if last is None or last.status != "started" or not seated or not is_moment(event.at):
        return broken("TRN-CALL-01", table=event.table)
    waits = any(call.table == event.table for call in state.calls)
    return broken("TRN-CALL-02", table=event.table) if waits else LEGAL


def on_called(state: TournamentState, event: JudgeCalled) -> TournamentState:
    call = Call(event.round, event.table, event.player, event.at, event.about)
    return replace(state, calls=(*state.calls, call))


def check_came(state: TournamentState, event: JudgeCame) -> Violations:
    """TRN-CALL-03: where somebody called."""
    waits = any((call.round, call.table) == (event.round, event.table) for call in state.calls)
    return LEGAL if waits else broken("TRN-CALL-03", table=event.table)


def on_came(state: TournamentState, event: JudgeCame) -> TournamentState:
    calls = tuple(call for call in state.calls if (call.round, call.table) != (event.round, event.table))
    return replace(state, calls=calls)


CHAPTER: dict[type, tuple[Check, Fold]] = {
    TableAwarded: (check_awarded, on_awarded),
    AwardLifted: (check_lifted, on_lifted),
    PairKeptApart: (check_apart, on_apart),
    PairAllowed: (check_allowed, on_allowed),
    PlayerDescribed: (check_described, on_described),
    TableFixed: (check_fixed, on_fixed),
    ClockStarted: (check_clock_started, on_clock_started),
    ClockPaused: (check_paused, on_paused),
    ClockResumed: (check_resumed, on_resumed),
    ClockExtended: (check_extended, on_extended),
    JudgeCalled: (check_called, on_called),
    JudgeCame: (check_came, on_came),
}
