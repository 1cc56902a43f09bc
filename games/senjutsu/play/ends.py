"""How simulated matches end: the report of a whole match, and the end that follows from the turns.

Called by `match.py`, and by `told.py` for examples.
"""

from __future__ import annotations

from games.consequences import following
from games.senjutsu import events as e
from games.senjutsu.ladder import rank_of, wave_size
from games.senjutsu.play.table import RULES, PlayTable
from games.senjutsu.results import is_decided, is_untold, may_end_by_contracts, winner_by_time, winner_of
from games.senjutsu.state import DRAWN, OPPONENTS, Fighter, sides_of, standing, standing_sides
from games.simulated import ORGANISER

CLOSED = "The hall closes."


def _report(table: PlayTable) -> e.MatchFinished:
    """A whole match in one event, at summary detail."""
    state, rng = table.state, table.rng
    turns = rng.randint(3, 25)
    if state.mode in ("solo", "horde"):
        lost = state.mode == "horde" or table.chance(0.5)
        beaten = standing(state) if lost else ()
    else:
        winner = winner_of(state) or rng.choice((*sides_of(state), DRAWN))
        beaten = tuple(p for p in standing(state) if state.fighters[p].side != winner)
    early = beaten[:-1] if len(beaten) < len(standing(state)) else ()
    defeats = tuple(_defeat(table, player, turns, player in early) for player in beaten)
    causes = {defeat.player: defeat.cause for defeat in defeats}
    return e.MatchFinished(
        winner=_winner(table, set(causes)),
        turns=turns,
        defeats=defeats,
        finals={
            player: _final(table, fighter, causes.get(player) or fighter.defeated)
            for player, fighter in state.fighters.items()
        },
        horde=_run(table, turns) if state.mode == "horde" else None,
    )


def _winner(table: PlayTable, beaten: set[str]) -> str:
    state = table.state
    left = [
        side for side in standing_sides(state) if set(sides_of(state)[side]) & set(standing(state)) - beaten
    ]
    if state.mode in ("solo", "horde"):
        return left[0] if left else OPPONENTS
    return left[0] if len(left) == 1 else DRAWN


def _defeat(table: PlayTable, player: str, turns: int, early: bool) -> e.Defeat:
    """Somebody falls in the last turn; `early`: others fell after it, so it may be one before."""
    cause = table.rng.choice(("wounds", "wounds", "stun", "execution"))
    return e.Defeat(player, cause, table.rng.randint(1, turns) if early and table.chance(0.5) else turns)  # type: ignore[arg-type]


def _final(table: PlayTable, fighter: Fighter, cause: str | None) -> e.Final:
    """Numbers that fit the cause: at the limit for it, below both limits otherwise."""
    wound_limit, hand_limit = fighter.wound_limit or 6, fighter.hand_limit or 5
    wounds = wound_limit if cause == "wounds" else table.rng.randint(0, wound_limit - 1)
    stuns = hand_limit if cause == "stun" else table.rng.randint(0, hand_limit - 1)
    return e.Final(wounds, min(wounds, table.rng.randint(0, 2)), stuns)


def _run(table: PlayTable, turns: int) -> e.HordeResult:
    cleared = min(turns, table.rng.choice((0, 1, 2, 3, 3, 4, 6, 8, 11, 12, 14)))
    return e.HordeResult(
        waves_cleared=cleared,
        vos_in_wave=table.rng.randrange(wave_size(cleared)),
        last_clear_turn=table.rng.randint(cleared, turns) if cleared else 0,
        rank=rank_of(cleared) if table.chance(0.5) else None,  # type: ignore[arg-type]
    )


def finish(table: PlayTable) -> None:
    """The end of a match; rarely staff annul it. A wave that fell with the character before it is cleared first."""
    owed = following(RULES, table.state) if is_decided(table.state) else None
    if owed is not None:
        table.log(owed, table.anybody())
    told = ending(table)
    by_staff = isinstance(told, e.MatchAnnulled) or told.reason == "time"
    table.log(told, ORGANISER if by_staff else table.anybody())


def ending(table: PlayTable) -> e.MatchFinished | e.MatchAnnulled:
    """The report of the whole match; else its end by the defeats, by contracts, by time."""
    state = table.state
    if is_untold(state):
        return _report(table)
    turns = state.turn if state.full is None else state.full.turn
    winner = winner_of(state)
    if winner is not None:
        finals = _finals(table) if table.chance(0.5) else None
        return e.MatchFinished(winner=winner, turns=turns, finals=finals)
    if may_end_by_contracts(state):
        return e.MatchFinished(winner=OPPONENTS, reason="contracts")
    if state.options.time_limit and state.mode not in ("solo", "horde"):
        winner = winner_by_time(state) or standing_sides(state)[0]
        return e.MatchFinished(winner=winner, reason="time", turns=turns)
    return e.MatchAnnulled(reason=CLOSED)


def _finals(table: PlayTable) -> dict[str, e.Final]:
    return {p: e.Final(f.wounds, f.bleeding, f.stuns) for p, f in table.state.fighters.items()}


def give_up(table: PlayTable) -> None:
    """Somebody concedes, or retires from a run, if the match is not decided yet and nothing else ends it."""
    state = table.state
    share = 0.1 if state.detail == "summary" else 0.3
    ends_anyway = state.detail == "summary" or (state.full is None and state.options.time_limit)
    if not is_decided(state) and (not ends_anyway or table.chance(share)):
        player = table.rng.choice(standing(state))
        table.log(e.SideConceded(player=player), table.player(player))
