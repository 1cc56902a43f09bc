"""How a simulated match ends: what its last event tells, and somebody who gives up.

Called by `made_events.py` and `match.py`.
"""

from __future__ import annotations

from typing import Any

from msgspec import to_builtins

from games.ruleset import NextEvent
from games.senjutsu.chapters.results import is_decided, is_untold, winner_of
from games.senjutsu.events import Defeat, Final, HordeResult, SideConceded
from games.senjutsu.ladder.rank import wave_size
from games.senjutsu.pages.fills import entailed
from games.senjutsu.play.table import PlayTable
from games.senjutsu.state import DRAWN, Fighter, sides_of, standing

Told = dict[str, Any]


def ended(table: PlayTable, one: NextEvent) -> Told:
    """The report of a whole match, from which the winner follows; else what was played says how it ended."""
    if "reason" in one.choices:
        return {}
    if is_untold(table.state):
        return entailed(table.state, one.type, _report(table))
    finals = {p: Final(f.wounds, f.bleeding, f.stuns) for p, f in table.state.fighters.items()}
    return {"finals": finals} if table.chance(0.5) else {}


def _report(table: PlayTable) -> Told:
    """Who fell, what the characters had in the end, and how far a run came."""
    state, turns = table.state, table.rng.randint(3, 25)
    beaten = _beaten(table)
    early = beaten[:-1] if len(beaten) < len(standing(state)) else ()
    defeats = [_defeat(table, player, turns, player in early) for player in beaten]
    causes = {player: fighter.defeated for player, fighter in state.fighters.items()}
    causes |= {defeat.player: defeat.cause for defeat in defeats}
    told = {
        "turns": turns,
        "defeats": defeats,
        "finals": {p: _final(table, fighter, causes[p]) for p, fighter in state.fighters.items()},
        "horde": _run(table, turns) if state.mode == "horde" else None,
    }
    plain: Told = to_builtins(told)
    return plain


def _beaten(table: PlayTable) -> tuple[str, ...]:
    """Everybody of a run, and all but one side of a match; of those who fell together nobody wins."""
    state = table.state
    if state.mode in ("solo", "horde"):
        return standing(state) if state.mode == "horde" or table.chance(0.5) else ()
    winner = winner_of(state) or table.rng.choice((*sides_of(state), DRAWN))
    return tuple(p for p in standing(state) if state.fighters[p].side != winner)


def _defeat(table: PlayTable, player: str, turns: int, early: bool) -> Defeat:
    """Somebody falls in the last turn; `early`: others fell after it, so it may be one before."""
    cause = table.rng.choice(("wounds", "wounds", "stun", "execution"))
    return Defeat(player, cause, table.rng.randint(1, turns) if early and table.chance(0.5) else turns)  # type: ignore[arg-type]


def _final(table: PlayTable, fighter: Fighter, cause: str | None) -> Final:
    """Numbers that fit the cause: at the limit for it, below both limits otherwise."""
    wound_limit, hand_limit = fighter.wound_limit or 6, fighter.hand_limit or 5
    wounds = wound_limit if cause == "wounds" else table.rng.randint(0, wound_limit - 1)
    stuns = hand_limit if cause == "stun" else table.rng.randint(0, hand_limit - 1)
    return Final(wounds, min(wounds, table.rng.randint(0, 2)), stuns)


def _run(table: PlayTable, turns: int) -> HordeResult:
    cleared = min(turns, table.rng.choice((0, 1, 2, 3, 3, 4, 6, 8, 11, 12, 14)))
    return HordeResult(
        waves_cleared=cleared,
        vos_in_wave=table.rng.randrange(wave_size(cleared)),
        last_clear_turn=table.rng.randint(cleared, turns) if cleared else 0,
    )


def give_up(table: PlayTable) -> None:
    """Somebody concedes, or retires from a run, if the match is not decided yet and nothing else ends it."""
    state = table.state
    share = 0.1 if state.detail == "summary" else 0.3
    ends_anyway = state.detail == "summary" or (state.full is None and state.options.time_limit)
    if not is_decided(state) and (not ends_anyway or table.chance(share)):
        player = table.rng.choice(standing(state))
        table.log(SideConceded(player=player), table.player(player))
