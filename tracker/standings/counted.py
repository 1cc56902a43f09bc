"""Tie-breakers by figures that matches count themselves: each game publishes its own (`games.tiebreaks`).

Registered in `tiebreaks`; `words` has their words, `COUNTED` says which figures a result carries into its tournament.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from games.tiebreaks import Tiebreak, files, published
from tracker.standings.book import Book
from tracker.standings.columns import Ints
from tracker.standings.shares import PerLine, Share, TieBreaker
from tracker.standings.single import Earliest, MeanTurn

PUBLISHED = published(files())
COUNTED = tuple(PUBLISHED)
"""Figures that a match counts itself (`Outcome.figures`), so that its result carries them into the tournament."""


def counted() -> Iterator[TieBreaker]:
    """The tie-breakers that the games publish."""
    for id_, told in PUBLISHED.items():
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
