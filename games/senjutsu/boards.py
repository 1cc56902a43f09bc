"""Boards of our own for the named battlefields (`catalogue/boards.toml`): inventions, named so wherever they are shown.

Called where a match is opened at full detail, and by the pages that draw a battlefield.
"""

from __future__ import annotations

import msgspec

from games.catalogue import load
from games.hexes import Hex
from games.senjutsu.facts import FOLDER


class OwnBoard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Columns (q, first r, last r) of hexes without the `holes`, and the hexes where both sides may start."""

    columns: tuple[tuple[int, int, int], ...]
    starts: tuple[Hex, ...]
    holes: tuple[Hex, ...] = ()

    @property
    def hexes(self) -> tuple[Hex, ...]:
        """Every hex, in order."""
        every = ((q, r) for q, first, last in self.columns for r in range(first, last + 1))
        return tuple(sorted(set(every) - set(self.holes)))


OWN_BOARDS: dict[str, OwnBoard] = load(FOLDER / "boards.toml", dict[str, OwnBoard])
"""Battlefield -> its board."""
