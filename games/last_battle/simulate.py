"""Random legal matches from a seed: for property tests, load and the demo event. The same seed, the same bytes.

Every event passes the rules on its way in, and an event that the rules should accept raises `Rejected` if they do
not. Called by the command line `simulate`, the demo, the benchmarks and tests.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from contextlib import suppress
from random import Random

from games.last_battle import events as e
from games.last_battle import simulate_end, simulate_setup, simulate_turns
from games.last_battle.facts import BATTLEFIELDS, COMMON_SCHEMES, LIMITS
from games.last_battle.play import match
from games.last_battle.play.table import Enough, PlayTable
from games.last_battle.simulate_table import Logged, SimulatedTable
from games.last_battle.state import LastBattleState
from games.ruleset import Setup

LEVELS = ("summary", "turns", "full")
CORNERS = {
    "north-west": "serpent",
    "north-east": "serpent",
    "south-west": "alliance",
    "south-east": "alliance",
}
PROFILES = ("full58", "full58", "kingless54", "listed")


def simulate(seed: int, level: str, players_per_side: int = 1) -> tuple[Setup, list[Logged]]:
    """A whole match: its setup, and (event, actor) in order, sealed with salts drawn from the seed."""
    rng = Random(f"{seed}:{level}:{players_per_side}")
    table = SimulatedTable(LastBattleState(), rng, str(seed))
    table.log(_opened(rng, level, players_per_side))
    return Setup(), table.logged + play_out(table.state, seed, level)


def _opened(rng: Random, level: str, players: int) -> e.TableOpened:
    full = level == "full"
    return e.TableOpened(
        battlefield=rng.choice(tuple(BATTLEFIELDS)),  # type: ignore[arg-type]
        sides={side: tuple(f"{side}-{n + 1}" for n in range(players)) for side in ("serpent", "alliance")},
        detail=level,  # type: ignore[arg-type]
        scheme_draw_count=rng.choice((None, 3, 4, len(COMMON_SCHEMES))),
        scheme_cap_scope=rng.choice(("scheme", "scheme", "scheme", "side")),
        deck_profile=rng.choice(PROFILES) if full else "full58",  # type: ignore[arg-type]
        corner_zones=CORNERS if full and rng.random() < 0.8 else None,
    )


def play_out(
    state: LastBattleState, seed: int, level: str = "turns", limit: int | None = None
) -> list[Logged]:
    """The rest of a match from any state of an open table to its end, at the level at which it was opened.

    At full detail `limit` stops it between two actions, when so many events are logged: to go on, ask again from
    the state after them, with another seed.
    """
    digest = hashlib.sha256(f"{seed}:rest".encode()).hexdigest()
    rng = Random(f"{seed}:{level}:rest")
    if level == "full":
        return _play_full(PlayTable(state, rng, digest), limit)
    table = SimulatedTable(state, rng, digest)
    if level == "summary":
        simulate_end.report_match(table)
        return table.logged
    simulate_setup.prepare(table)
    _play_turns(table)
    return table.logged


def _play_turns(table: SimulatedTable) -> None:
    """By turn reports, now and then to an early end or a report of the whole match."""
    thin_out = table.rng.random() < 0.05
    last = table.rng.randint(0, 5) if thin_out or table.rng.random() < 0.05 else 99
    simulate_turns.play_turns(table, last)
    simulate_end.finish(table, thin_out)


def _play_full(table: PlayTable, limit: int | None) -> list[Logged]:
    """Figure by figure. One match in twelve ends early, one goes on by turn reports, one by a report of the whole."""
    table.limit = limit
    with suppress(Enough):
        match.prepare(table)
        turn = table.rng.randint(0, LIMITS.regular_turns - 1)
        way = table.rng.randrange(12) if limit is None else len(WAYS)
        match.play(table, turn if way < len(WAYS) else 99)
        WAYS.get(way, match.finish)(table)
    return table.logged


def _thin_out(table: PlayTable) -> None:
    """Goes on by turn reports."""
    if table.state.phase == "turns":
        _play_turns(table)
    else:
        match.finish(table)


WAYS: dict[int, Callable[[PlayTable], None]] = {
    0: match.finish,
    1: _thin_out,
    2: simulate_end.report_match,
}
