"""The parts of an event of teams that its options, its draws and its state share. Pure data.

A team's result against another is made of its boards (`boards`), or of the one table at which all of both sit
(`doubles`).
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

Id = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
Size = Annotated[int, msgspec.Meta(ge=1, le=12)]
Spare = Annotated[int, msgspec.Meta(ge=0, le=12)]
Count = Annotated[int, msgspec.Meta(ge=0, le=1_000)]
Worth = Annotated[int, msgspec.Meta(ge=0, le=100)]


class TeamPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How teams play. `size`: boards, or players a side. `substitutes`: members beyond them.

    `pairing`: board 1 meets board 1 and so on, or the captains pair them, with attackers and defenders put forward in
    secret. `win`, `draw` and `loss` are match points; a match whose board points differ by no more than `draw_within`
    is drawn. `tiebreaks` rank the teams: `points` are the match points, `vp` the board points (tournament points of
    the boards; of doubles the table's victory points).
    """

    size: Size
    kind: Literal["boards", "doubles"] = "boards"
    pairing: Literal["order", "captains"] = "order"
    substitutes: Spare = 2
    win: Worth = 2
    draw: Worth = 1
    loss: Worth = 0
    draw_within: Count = 0
    tiebreaks: tuple[Id, ...] = ("points", "vp", "sos", "vp_diff")

    @property
    def by_captains(self) -> bool:
        """Whether captains have boards to pair."""
        return self.pairing == "captains" and self.kind == "boards" and self.size > 1

    def tables(self, slot: int) -> range:
        """The numbers of the tables of two teams that meet at `slot` (from 1), in the order of boards."""
        each = 1 if self.kind == "doubles" else self.size
        return range((slot - 1) * each + 1, slot * each + 1)


class TeamPairing(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Two teams that meet: side -> team, and who of it sits at board 1, 2, ... On even boards the sides change.

    `slot`: the place in the bracket, or the group.
    """

    table: int
    sides: dict[str, Id]
    lineups: dict[str, tuple[Id, ...]]
    slot: Id | None = None
