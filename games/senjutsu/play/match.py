"""Simulated matches played to their end. Called by `simulate.py`; the demo goes on with a run by it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from games.ruleset import Setup
from games.senjutsu.chapters.results import is_decided
from games.senjutsu.facts import FACTS
from games.senjutsu.full.setup import NO_TRACK
from games.senjutsu.play import training, training_foes
from games.senjutsu.play.ends import give_up
from games.senjutsu.play.steps import play_end, play_one
from games.senjutsu.play.table import PlayTable
from games.senjutsu.state import SenjutsuState, missing_sides
from games.simulated import Logged

if TYPE_CHECKING:  # only `simulate` draws the dice
    from random import Random

TURNS = {"solo": 16, "horde": 90}
"""After so many turns somebody gives up."""
USUAL = 25


def play(
    rng: Random, seed: str, mode: str, sides: dict[str, tuple[str, ...]], limit: int | None = None
) -> tuple[Setup, list[Logged]]:
    """(setup, events in order) of a match at full detail; `limit`: about how many events are wanted, None: to the end.

    With a limit it stops between two actions where nothing is owed.
    """
    table = PlayTable(SenjutsuState(), rng, seed)
    _opened(table, mode, sides)
    play_on(table, TURNS.get(mode, USUAL), limit)
    return Setup(), table.logged


def play_on(table: PlayTable, last: int, limit: int | None = None) -> None:
    """Plays from where the match stands to its end; after turn `last` somebody gives up. `limit`: as above."""
    while table.state.turn < last and not _enough(table, limit) and play_one(table):
        pass
    if limit is None:
        give_up(table)
        play_end(table)


def _enough(table: PlayTable, limit: int | None) -> bool:
    """Whether the play stops here; at summary detail some never show their decks."""
    if limit is None:
        state = table.state
        hidden = state.detail == "summary" and not missing_sides(state) and table.chance(0.15)
        return hidden or is_decided(state)
    owed = table.full.due or table.full.strike is not None
    return len(table.logged) >= limit and not owed


def _opened(table: PlayTable, mode: str, sides: dict[str, tuple[str, ...]]) -> None:
    terrain = tuple(table.rng.choices(tuple(FACTS.terrain), k=table.rng.randint(0, 5)))
    options: dict[str, Any] = {
        "terrain": terrain if table.chance(0.8) else None,
        "terrain_profile": "unknown" if table.chance(0.1) else "assumed-1",
        "difficulty": "custom" if mode == "solo" and table.chance(0.3) else "standard",
    }
    if mode == "horde":
        # SEN-HORDE-13: rarely one slot holds an opponent of another type
        odd = {"k1": table.rng.choice(("yari", "yumi"))} if table.chance(0.2) else {}
        options |= {"nightmare": odd, "fallen_lord": table.chance(0.4)}
    opening = training_foes.opening if mode in NO_TRACK else training.opening
    table.log(opening(mode, sides, **options))
