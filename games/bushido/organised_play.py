"""What organised play makes of results: tournament points and strength of schedule.

Called by `outcome.py` and by whoever ranks the players of an event.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from games.rulebook import Text
from games.system import Preset

BYE = 7
"""The tournament points of a bye in the Masters format."""
MASTERS_VP = 3
"""The victory points of a match that the tables below are about."""
MASTERS = {
    (3, 0): 9,
    (2, 0): 8,
    (2, 1): 7,
    (1, 0): 6,
    (1, 1): 5,
    (0, 0): 4,
    (0, 1): 3,
    (1, 2): 2,
    (0, 2): 1,
    (0, 3): 0,
}
"""Masters format: (own, opponent's) victory points -> tournament points."""
TRUNCATED = {
    (3, 0): 5,
    (2, 0): 4,
    (2, 1): 4,
    (1, 0): 4,
    (1, 1): 3,
    (0, 0): 3,
    (0, 1): 2,
    (1, 2): 2,
    (0, 2): 2,
    (0, 3): 1,
}
"""The same with truncated points."""


TABLES = {"masters": MASTERS, "truncated": TRUNCATED, "none": {}}


class Kind(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A kind of tournament as `presets.toml` has it: its own options over those of the kind that it is `like`."""

    name: Text
    like: str | None = None
    points: Literal["masters", "truncated", "none"] | None = None
    options: dict[str, Any] = {}


def presets_of(kinds: Mapping[str, Kind]) -> dict[str, Preset]:
    """Every kind with all of its options, and its table of points. Raises KeyError for a `like` of nothing."""
    return {key: Preset(name=kind.name, options=_options(kinds, kind)) for key, kind in kinds.items()}


def _options(kinds: Mapping[str, Kind], kind: Kind) -> dict[str, Any]:
    base = kinds[kind.like] if kind.like else kind
    table = TABLES[kind.points or base.points or "none"]
    options = {**base.options, **kind.options}
    by_vp = {f"{own}-{other}": points for (own, other), points in table.items()}
    return {**options, "tp": {**options["tp"], "by_vp": by_vp}} if by_vp else options


def tournament_points(own: int, opponent: int, truncated: bool = False) -> int:
    """From victory points. Raises KeyError for victory points that no match of three can end with."""
    return (TRUNCATED if truncated else MASTERS)[own, opponent]
