"""Ids as people read them: players by the database, figures by the imported edition. Called by every system's pages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

LETTERS = "abcdef"
"""Marks of the sides, in the order in which every page shows them."""


class Names(NamedTuple):
    """Names of players and figures, and the reader's language; an id that has no name reads as itself.

    `seats`: side -> the player who alone plays it, by id; a team has the name of its side. `match`: what the sentences
    of a match depend on besides what its events tell (`Faces.of_match`).
    """

    players: Mapping[str, str]
    figures: Mapping[str, str]
    language: str
    seats: Mapping[str, str] = {}
    match: Mapping[str, Any] = {}

    def alone(self, side: str) -> str:
        """The name of the one player of a side; empty for a team, and where nobody knows who sits there."""
        return self.players.get(self.seats.get(side, ""), "")

    def player(self, id_: str | None) -> str:
        return self.players.get(id_ or "", id_ or "")

    def figure(self, id_: str | None) -> str:
        return self.figures.get(id_ or "", id_ or "")

    def some(self, figures: Iterable[str]) -> str:
        """`Guard ×2, Archer`: several figures in one line."""
        count = Counter(figures)
        return ", ".join(
            self.figure(id_) + (f" ×{number}" if number > 1 else "") for id_, number in count.items()
        )
