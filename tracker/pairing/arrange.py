"""The order in which a large field is cut into runs: by level, and inside a level so that sides can be balanced.

Inside a level those who owe the first side stand beside those who owe the second; whoever finds no counterpart
stands beside those who owe neither, and only the least unbalanced remain among themselves. Called by `swiss`.
"""

from __future__ import annotations

from itertools import chain, groupby, zip_longest

from tracker.pairing.cost import Costs


def arrange(costs: Costs, bye: int | None) -> list[int]:
    """All places but the bye's, in the order to be cut."""
    places = [at for at in range(len(costs.players)) if at != bye]
    if not costs.field.weights.sides:
        return places
    groups = groupby(places, key=costs.level.__getitem__)
    return [at for _, group in groups for at in _balanced(costs, list(group))]


def _balanced(costs: Costs, group: list[int]) -> list[int]:
    more = sorted((at for at in group if costs.balance[at] > 0), key=lambda at: -costs.balance[at])
    less = sorted((at for at in group if costs.balance[at] < 0), key=costs.balance.__getitem__)
    even = [at for at in group if costs.balance[at] == 0]
    few, many = sorted((more, less), key=len)
    beside = list(zip(few, many, strict=False))
    rest = many[len(few) :]
    return [*chain.from_iterable(beside), *_alternate(rest, even)]


def _alternate(rest: list[int], even: list[int]) -> list[int]:
    both = chain.from_iterable(zip_longest(rest, even))
    return [at for at in both if at is not None]
