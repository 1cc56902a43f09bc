"""Tie-breakers that come with a number: the limit of Koya moved by so many half wins, so many first rounds left out.

`Numbered` is a dictionary that also makes those which nobody wrote down one by one. Called by `tiebreaks` and `words`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import NamedTuple, TypeVar

import numpy as np

from tracker.standings.book import Book
from tracker.standings.columns import Ints
from tracker.standings.fide import Koya
from tracker.standings.forfeits import AsPlayed
from tracker.standings.shares import PerLine, TieBreaker

T = TypeVar("T")
LISTED = (2, 3)
"""The numbers that forms offer; any other up to the family's last one is known by its id."""


class Member(NamedTuple):
    """The family of an id, and its number."""

    family: str
    number: int


class Numbered(dict[str, T]):
    """A dictionary of tie-breakers by id; asked for another member of a family it makes that one."""

    def __init__(self, fixed: Iterable[tuple[str, T]], make: Callable[[Member], T]) -> None:
        super().__init__(fixed)
        self._make = make

    def __missing__(self, id: str) -> T:
        found = member(id)
        if found is None:
            raise KeyError(id)
        return self._make(found)

    def __contains__(self, id: object) -> bool:
        return super().__contains__(id) or (isinstance(id, str) and member(id) is not None)


def without_first(id: str, cut: int) -> TieBreaker:
    """The sum of the totals after each round but the first `cut` ones (FIDE C.07, 7.5 with 14.1)."""

    def share(book: Book) -> Ints:
        first = np.maximum(book.columns.round, book.beside.begins + cut)
        times: Ints = np.maximum(book.last_round - first + 1, 0)
        return book.columns.tp * times

    return PerLine(id, share)


Making = Callable[[str, int], TieBreaker]
FAMILIES: dict[str, tuple[int, Making]] = {
    "progressive_cut": (20, without_first),
    "koya_up": (99, Koya),
    "koya_down": (99, lambda id, n: Koya(id, -n)),
    "koya_played_up": (99, lambda id, n: AsPlayed(id, Koya(id, n))),
    "koya_played_down": (99, lambda id, n: AsPlayed(id, Koya(id, -n))),
}
"""Family -> its last number, and what makes a member; without a number the id means 1."""

NAMED = re.compile(rf"({'|'.join(FAMILIES)})([1-9]\d?)")


def member(id: str) -> Member | None:
    """The family and the number, from 2, that an id names."""
    found = NAMED.fullmatch(id)
    if found is None or not 2 <= int(found[2]) <= FAMILIES[found[1]][0]:
        return None
    return Member(found[1], int(found[2]))


def made(found: Member) -> TieBreaker:
    """The tie-breaker of a member."""
    return FAMILIES[found.family][1](f"{found.family}{found.number}", found.number)


def listed() -> Iterable[TieBreaker]:
    """Those without a number and the ones that forms offer."""
    for family, (_last, make) in FAMILIES.items():
        yield make(family, 1)
        yield from (made(Member(family, number)) for number in LISTED)
