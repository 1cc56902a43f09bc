"""A whole simulated match at full detail. Called by `games.senjutsu.simulate`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from games.ruleset import Setup
from games.senjutsu.facts import FACTS
from games.senjutsu.full import training, training_foes
from games.senjutsu.full.setup import NO_TRACK
from games.senjutsu.play.steps import play_one
from games.senjutsu.play.table import PlayTable
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
    """(setup, events in order) of a match; `limit`: about how many events are wanted, None: to the end.

    With a limit it stops between two actions where nothing is owed.
    """
    table = PlayTable(SenjutsuState(), rng, seed)
    _opened(table, mode, sides)
    while table.state.turn < TURNS.get(mode, USUAL) and not _enough(table, limit) and play_one(table):
        pass
    if limit is None:
        give_up(table)
        finish(table)
    return Setup(), table.logged


def _enough(table: PlayTable, limit: int | None) -> bool:
    owed = table.full.due or table.full.strike is not None
    return limit is not None and len(table.logged) >= limit and not owed


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
