"""A whole simulated match at full detail. Called by `games.super_fantasy_brawl.simulate`."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from games.ruleset import Setup
from games.simulated import Logged
from games.super_fantasy_brawl.play.choices import step
from games.super_fantasy_brawl.play.table import Over, PlayTable
from games.super_fantasy_brawl.simulate_setup import seats
from games.super_fantasy_brawl.simulate_turns import finish
from games.super_fantasy_brawl.training import ARENAS, opening

if TYPE_CHECKING:  # only `simulate` draws the dice
    from random import Random

LONGEST = 14
"""Rounds after which the match is given up or ended by the organisers."""


def play(rng: Random, seed: str, mode: str, limit: int | None = None) -> tuple[Setup, list[Logged]]:
    """(setup, events in order) of a match; `limit`: about how many events are wanted, None: to the end."""
    table = PlayTable(rng, seed, limit)
    with suppress(Over):
        arena, mirrors = rng.choice(tuple(ARENAS)), rng.choice((None, None, True))
        table.log(opening(mode, seats(mode), arena, mirrors_allowed=mirrors))
        while table.state.round <= LONGEST:
            step(table)
    table.limit = None
    if limit is None:
        with suppress(Over):
            finish(table)
    return Setup(), table.logged
