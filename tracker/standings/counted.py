"""Tie-breakers by figures that matches count themselves: each game publishes its own (`games.system.Tiebreak`).

Registered in `tiebreaks`; `words` has their words, `COUNTED` says which figures a result carries into its tournament.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from games.registry import SYSTEMS
from games.system import Tiebreak
from tracker.standings.book import Book
from tracker.standings.columns import Ints
from tracker.standings.shares import PerLine, Share, TieBreaker
from tracker.standings.single import Earliest, MeanTurn


def published() -> dict[str, Tiebreak]:
    """Figure -> its tie-breaker, of all games. Raises ValueError for one that two of them publish."""
    found: dict[str, Tiebreak] = {}
    for system in SYSTEMS.values():
        if twice := found.keys() & system.tiebreaks.keys():
            raise ValueError(f"{system.key}: another game has these tie-breakers: {', '.join(sorted(twice))}")
        found |= system.tiebreaks
    return found


COUNTED = tuple(published())


def counted() -> Iterator[TieBreaker]:
    """The tie-breakers that the games publish."""
    for id_, told in published().items():
        yield MADE[told.counts](id_, told)


def _own(id_: str) -> Share:
    return lambda book: book.columns.figure(id_)


def _difference(id_: str) -> Share:
    """What the player's side has in each game, minus what the other has."""

    def share(book: Book) -> Ints:
        difference: Ints = book.columns.figure(id_) - book.columns.figure(id_, against=True)
        return difference

    return share


MADE: dict[str, Callable[[str, Tiebreak], TieBreaker]] = {
    "sum": lambda id_, told: PerLine(id_, _own(id_)),
    "difference": lambda id_, told: PerLine(id_, _difference(id_)),
    "earliest": lambda id_, told: Earliest(id_, told.missing),
    "mean": lambda id_, told: MeanTurn(id_, _own(id_), missing=told.missing),
}
"""How a figure ranks -> what makes its tie-breaker."""
