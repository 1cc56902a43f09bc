"""A whole simulated match at full detail. Called by `games.senjutsu.simulate`."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from games.ruleset import Setup
from games.senjutsu.play import opponents, runs, setup, turns
from games.senjutsu.play.table import Over, PlayTable
from games.senjutsu.simulate_end import finish, give_up
from games.senjutsu.simulate_table import Logged
from games.senjutsu.state import SenjutsuState

if TYPE_CHECKING:  # only `simulate` draws the dice
    from random import Random

TURNS = {"solo": 16, "horde": 90}
"""After so many turns somebody gives up."""
USUAL = 25


def play(
    rng: Random, seed: str, mode: str, sides: dict[str, tuple[str, ...]], limit: int | None = None
) -> tuple[Setup, list[Logged]]:
    """(setup, events in order) of a match; `limit`: about how many events are wanted, None: to the end."""
    table = PlayTable(SenjutsuState(), rng, seed, limit)
    with suppress(Over):
        _play(table, mode, sides)
    table.limit = None
    if limit is None:
        with suppress(Over):
            give_up(table)
        finish(table)
    return Setup(), table.logged


def _play(table: PlayTable, mode: str, sides: dict[str, tuple[str, ...]]) -> None:
    most = TURNS.get(mode, USUAL)
    setup.open_match(table, mode, sides)
    if mode == "horde":
        runs.build_decks(table)
        if table.state.options.fallen_lord:
            runs.place_lord(table)
    setup.set_up(table)
    if mode == "solo":
        opponents.join(table)
    if mode == "horde":
        runs.play_waves(table, most)
        return
    while table.state.turn < most:
        turns.play_turn(table)
