"""How well the sides can be balanced at best, level by level, when the levels of all pairs are settled.

Players of one level and one balance are alike here. A level of odd size lends one player downwards; choosing whom to
lend is a walk along the levels, so the least cost is found exactly and fast, whatever the number of players.
Called by `bound` (the least cost) and `arrange` (who is best lent).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

Counts = Counter[int]
"""Balance -> how many players of a level have it."""


class Lent(NamedTuple):
    """The balance of the player who plays upwards, and of the one who plays downwards; None if nobody does."""

    up: int | None
    down: int | None


class Plan(NamedTuple):
    """The least sum of side costs, and who leaves each level for it, from the highest level on."""

    cost: int
    lent: tuple[Lent, ...]


class _Way(NamedTuple):
    """The cheapest way to a level: what it cost so far, who left the last level, and the way to there."""

    cost: int
    lent: Lent
    before: _Way | None


def plan(levels: list[Counts]) -> Plan:
    """The best plan for levels in descending order; together they are even."""
    open_: dict[int | None, _Way | None] = {None: None}
    for counts in levels:
        found: dict[int | None, _Way] = {}
        for above, before in open_.items():
            spent = 0 if before is None else before.cost
            for lent, cost in _choices(counts, above):
                total = spent + cost
                if lent.down not in found or total < found[lent.down].cost:
                    found[lent.down] = _Way(total, lent, before)
        open_ = {**found}
    lents: list[Lent] = []
    way = open_[None]
    cost = 0 if way is None else way.cost
    while way is not None:
        lents.append(way.lent)
        way = way.before
    return Plan(cost, tuple(reversed(lents)))


def _choices(counts: Counts, above: int | None) -> Iterator[tuple[Lent, int]]:
    """Every way in which a level can lend, with its cost; `above` is the balance that waits for an opponent."""
    if len(counts) == 1 and counts.total() == 1:
        (alone,) = counts
        yield (Lent(None, alone), 0) if above is None else (Lent(alone, None), pair_cost(above, alone))
        return
    ups = [None] if above is None else sorted(counts)
    for up in ups:
        left = _without(counts, up)
        meeting = 0 if above is None or up is None else pair_cost(above, up)
        downs = [None] if left.total() % 2 == 0 else sorted(left)
        for down in downs:
            yield Lent(up, down), meeting + _within(_without(left, down))


def _without(counts: Counts, balance: int | None) -> Counts:
    if balance is None:
        return counts
    left = counts.copy()
    left[balance] -= 1
    if not left[balance]:
        del left[balance]
    return left


def pair_cost(one: int, other: int) -> int:
    """How far one of the two must lead further in a side played more already; 0 if both can even out."""
    return min(abs(one), abs(other)) if one * other > 0 else 0


def _within(counts: Counts) -> int:
    """The least cost inside a level of even size: half of the majority's surplus pays, the least unbalanced."""
    more = {balance: count for balance, count in counts.items() if balance > 0}
    less = {-balance: count for balance, count in counts.items() if balance < 0}
    many = max(more, less, key=lambda side: sum(side.values()))
    pay = (2 * sum(many.values()) - counts.total()) // 2
    cost = 0
    for balance in sorted(many):
        payers = min(max(pay, 0), many[balance])
        cost, pay = cost + payers * balance, pay - payers
    return cost
