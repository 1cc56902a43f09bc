"""Statistics as numbers: how often, of how many, and how sure that is. Pure.

A share comes with its Wilson interval at 95 %; of fewer than `SURE` trials it is not told, as if it were known.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from games.statistics import FIRST, Statistic

SURE = 10
"""Trials from which on a share is shown."""
Z = 1.959963984540054


class Row(NamedTuple):
    """A confirmed match: places by side, and facts [statistic, side, value, hit]."""

    places: Mapping[str, int]
    facts: Iterable[Any]


class Line(NamedTuple):
    """One value of a statistic: chosen `picks` times of `of`; `hits` of `trials` (without draws and mirrors)."""

    value: str
    picks: int
    of: int
    hits: int = 0
    trials: int = 0

    @property
    def is_sure(self) -> bool:
        return self.trials >= SURE

    @property
    def interval(self) -> tuple[float, float]:
        return wilson(self.hits, self.trials)


def wilson(hits: int, trials: int) -> tuple[float, float]:
    """The interval in which the true share lies with 95 % certainty."""
    if trials == 0:
        return 0.0, 1.0
    share, z2 = hits / trials, Z * Z / trials
    middle = (share + z2 / 2) / (1 + z2)
    half = Z * math.sqrt(share * (1 - share) / trials + z2 / (4 * trials)) / (1 + z2)
    return max(0.0, middle - half), min(1.0, middle + half)


def tally(kinds: Mapping[str, Statistic], rows: Iterable[Row]) -> dict[str, list[Line]]:
    """Statistic -> its values, the most frequent first."""
    picks: dict[str, dict[str, int]] = {key: {} for key in kinds}
    asked: dict[str, dict[str, list[int]]] = {key: {} for key in kinds}
    for row in rows:
        facts = [one for one in row.facts if one[0] in kinds]
        for key, _side, value, _hit in facts:
            picks[key][value] = picks[key].get(value, 0) + 1
        for key, value, hit in _trials(kinds, row, facts):
            asked[key].setdefault(value, []).append(hit)
    return {key: _lines(picks[key], asked[key]) for key in kinds if picks[key]}


def _lines(picks: dict[str, int], asked: dict[str, list[int]]) -> list[Line]:
    of = sum(picks.values())
    found = [
        Line(value, count, of, sum(asked.get(value, ())), len(asked.get(value, ())))
        for value, count in picks.items()
    ]
    return sorted(found, key=lambda one: (-one.picks, one.value))


def _trials(kinds: Mapping[str, Statistic], row: Row, facts: list[Any]) -> Iterable[tuple[str, str, int]]:
    """(statistic, value, 1 or 0) of whatever can be asked of a match."""
    best = [side for side, place in row.places.items() if place == 1]
    decided = len(row.places) > 1 and len(best) == 1
    first = next((side for key, side, value, _ in facts if key == FIRST and value == FIRST), None)
    told: dict[tuple[str, str], set[str]] = {}
    for key, side, value, _hit in facts:
        told.setdefault((key, value), set()).add(side)
    for key, side, value, hit in facts:
        kind = kinds[key]
        if kind.counts == "scores":
            yield key, value, int(hit)
        elif kind.counts == "wins" and decided:
            if kind.of == "match" and first is not None:
                yield key, value, int(first in best)
            elif kind.of == "side" and told[key, value] != set(row.places):
                yield key, value, int(side in best)
