"""The fair as it stands."""

from __future__ import annotations

import msgspec

LOTS, HAND, BEST = 4, 4, 6
"""Lots of a match, lanterns of a hand, points of the best lot."""


class State(msgspec.Struct, frozen=True):
    """`hands`: player -> lanterns in hand, None for those who must not know. `offered`: player -> lantern of this lot,
    likewise. `lot`: value of what lies open, 0 for none."""

    sides: dict[str, str] = {}
    detail: str = "full"
    hands: dict[str, tuple[int, ...] | None] = {}
    number: int = 0
    lot: int = 0
    offered: dict[str, int | None] = {}
    shown: tuple[dict[str, int], ...] = ()
    won: tuple[dict[str, int], ...] = ()
    reported: dict[str, int] | None = None
    closed: str | None = None

    @property
    def players(self) -> tuple[str, ...]:
        return tuple(self.sides.values())

    @property
    def over(self) -> bool:
        return len(self.won) == LOTS or self.reported is not None or self.closed is not None

    def side_of(self, player: str) -> str:
        return next((side for side, one in self.sides.items() if one == player), "")
