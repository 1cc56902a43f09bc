"""Random legal matches from a seed: for property tests, load and demos. The same seed, the same bytes.

Duels and Superteams at every level of detail, each event judged on its way in. Called by the command line `simulate`,
the benchmarks and tests.
"""

from __future__ import annotations

from random import Random

from games.ruleset import Setup
from games.simulated import Logged
from games.super_fantasy_brawl import events as e
from games.super_fantasy_brawl import simulate_setup, simulate_turns
from games.super_fantasy_brawl.facts import MODES
from games.super_fantasy_brawl.play.match import play
from games.super_fantasy_brawl.simulate_table import SimulatedTable

LEVELS = ("summary", "turns", "full")


def simulate(
    seed: int, level: str, players_per_side: int | None = None, mode: str | None = None
) -> tuple[Setup, list[Logged]]:
    """A whole match: its setup, and (event, actor) in order, sealed with salts drawn from the seed.

    One player a side plays a duel, more play Superteams; None: either.
    """
    rng = Random(f"{seed}:{level}:{players_per_side}:{mode}")
    played = mode or _mode(rng, players_per_side)
    if level == "full":
        return play(rng, str(seed), played)
    table = SimulatedTable(rng, str(seed))
    PLAY[level](table, played)
    return Setup(), table.logged


def _mode(rng: Random, players_per_side: int | None) -> str:
    if players_per_side is None:
        return rng.choice(("duel", "duel", "superteams"))
    return "duel" if players_per_side < 2 else "superteams"


def _opened(table: SimulatedTable, mode: str, level: str) -> None:
    """The opening; the values of the track are mostly known."""
    created = e.MatchCreated(
        mode=mode,  # type: ignore[arg-type]
        sides=simulate_setup.seats(mode),
        detail=level,  # type: ignore[arg-type]
        track=simulate_setup.TRACKS[mode],
        mirrors_allowed=table.rng.choice((None, None, True, False)),
    )
    table.log(created)


def _turns(table: SimulatedTable, mode: str) -> None:
    _opened(table, mode, "turns")
    simulate_setup.set_up(table)
    simulate_turns.play(table)


def _summary(table: SimulatedTable, mode: str) -> None:
    """What a match by turn reports came to, told at once."""
    inner = SimulatedTable(table.rng, table.seed)
    _turns(inner, mode)
    _opened(table, mode, "summary")
    simulate_setup.set_up(table, table.rng.choice((0, 2, 4, 99)))
    table.log(_result(table, inner), table.anybody())


def _result(table: SimulatedTable, inner: SimulatedTable) -> e.MatchResultRecorded:
    state = inner.state
    sides = state.sides
    return e.MatchResultRecorded(
        winner=str(state.winner),
        vp={name: side.vp for name, side in sides.items()},
        challenge_vp={name: side.challenge for name, side in sides.items()},
        knockout_vp={name: side.knockout for name, side in sides.items()},
        rounds=max(1, state.round),
        reason=state.reason,  # type: ignore[arg-type]
    )


PLAY = {"summary": _summary, "turns": _turns}
assert set(simulate_setup.TRACKS) == set(MODES)
