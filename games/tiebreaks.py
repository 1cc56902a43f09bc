"""Tie-breakers by the figures that matches of a game count: each game's own `tiebreaks.toml`, found by its place.

Read without the games themselves: how a tournament folds depends on these words and on no rule of a game. Called by the
tracker's standings.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Literal

import msgspec

from games.catalogue import load
from games.rulebook import Text

NAME = "tiebreaks.toml"
GAMES = Path(__file__).parent


class Tiebreak(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A tie-breaker by the figure of the same name that matches of the game count (`Outcome.figures`): its title, the
    head of its column, one sentence. More ranks first, fewer or earlier turns where they are counted.

    `counts`: the `sum` over a player's games; the `difference` to what the opponents have in them; the `earliest` of
    the numbers, or the `mean` of them, both with a minus, where 0 is no number and whoever has none stands behind.
    `missing`: the kind of row that says so.
    """

    title: Text
    short: Text
    about: Text
    counts: Literal["sum", "difference", "earliest", "mean"] = "sum"
    missing: Literal["none", "no_vim"] = "none"


def files() -> list[Path]:
    """The file of every game that has one."""
    return sorted(GAMES.glob(f"*/{NAME}"))


def of_file(path: Path) -> dict[str, Tiebreak]:
    """Figure -> its tie-breaker. Raises `BadCatalogue`."""
    return load(path, dict[str, Tiebreak])


def published(paths: Iterable[Path]) -> dict[str, Tiebreak]:
    """Figure -> its tie-breaker, of all these files. Raises ValueError for one that two of them have."""
    found: dict[str, Tiebreak] = {}
    for path in paths:
        own = of_file(path)
        if twice := found.keys() & own.keys():
            raise ValueError(f"{path}: another game has these tie-breakers: {', '.join(sorted(twice))}")
        found |= own
    return found
