"""Random legal matches from a seed: for property tests, load and demos. The same seed, the same bytes.

Duels and Superteams at every level of detail, each event judged on its way in. Called by the command line `simulate`,
the benchmarks and tests.
"""

from __future__ import annotations

from random import Random
from typing import Any

from games.ruleset import Setup
from games.simulated import Logged, Table, seats
from games.super_fantasy_brawl.events import MatchCreated
from games.super_fantasy_brawl.facts import MODES
from games.super_fantasy_brawl.play.examples import RULES
from games.super_fantasy_brawl.play.matches import play
from games.super_fantasy_brawl.play.training import ARENAS, opening
from games.super_fantasy_brawl.state import SfbState

LEVELS = ("summary", "turns", "full")
TRACKS = {"duel": (0, 1, 1, 2), "superteams": (0, 0, 1, 1, 2)}
"""Invented values."""
LONGEST = 14
"""Rounds after which the match is given up or ended by the organisers."""


def simulate(
    seed: int, level: str, players_per_side: int | None = None, mode: str | None = None
) -> tuple[Setup, list[Logged]]:
    """A whole match: its setup, and (event, actor) in order, sealed with salts drawn from the seed.

    One player a side plays a duel, more play Superteams; None: either.
    """
    rng = Random(f"{seed}:{level}:{players_per_side}:{mode}")
    table = Table(RULES, SfbState(), rng, str(seed))
    table.log(_created(rng, mode or _mode(rng, players_per_side), level))
    early = level == "turns" and rng.random() < 0.25
    play(table, rng.randint(1, 6) if early else LONGEST)
    return Setup(), table.logged


def _mode(rng: Random, players_per_side: int | None) -> str:
    if players_per_side is None:
        return rng.choice(("duel", "duel", "superteams"))
    return "duel" if players_per_side < 2 else "superteams"


def _created(rng: Random, mode: str, level: str) -> MatchCreated:
    """Two sides with their players; the training edition at full detail."""
    count = len(MODES[mode].seats) // 2  # type: ignore[index]
    sides = seats(("red", "blue"), count)
    if level == "full":
        mirrors = rng.choice((None, None, True))
        return opening(mode, sides, rng.choice(tuple(ARENAS)), mirrors_allowed=mirrors)
    told: Any = {"mode": mode, "detail": level, "mirrors_allowed": rng.choice((None, None, True, False))}
    return MatchCreated(sides=sides, track=TRACKS[mode], **told)


assert set(TRACKS) == set(MODES)
