"""The order in which a large field is cut into runs: by level, and inside a level so that sides can be balanced.

First stands who plays upwards, last who plays downwards, as `balance` found best. Between them those who owe the first
side stand beside those who owe the second; whoever finds no counterpart stands beside those who owe neither; only the
least unbalanced remain, each beside one who is more so. Called by `runs`.
"""

from __future__ import annotations

from itertools import chain, groupby

from tracker.pairing.balance import Lent
from tracker.pairing.bound import places_without, side_plan
from tracker.pairing.cost import Costs


def arrange(costs: Costs, bye: int | None) -> list[int]:
    """All places but the bye's, in the order to be cut."""
    places = places_without(costs, bye)
    if not costs.field.weights.sides:
        return places
    groups = [list(group) for _, group in groupby(places, key=costs.level.__getitem__)]
    lent = side_plan(costs, places).lent
    return [at for group, leave in zip(groups, lent, strict=True) for at in _ordered(costs, group, leave)]


def _ordered(costs: Costs, group: list[int], lent: Lent) -> list[int]:
    up, group = _taken(costs, group, lent.up)
    down, group = _taken(costs, group, lent.down)
    return [*up, *_balanced(costs, group), *down]


def _taken(costs: Costs, group: list[int], balance: int | None) -> tuple[list[int], list[int]]:
    """The first of the group with that balance, and the rest."""
    if balance is None:
        return [], group
    one = next(at for at in group if costs.balance[at] == balance)
    return [one], [at for at in group if at != one]


def _balanced(costs: Costs, group: list[int]) -> list[int]:
    """Couples that cost as little as can be, one after the other."""
    owing = sorted((at for at in group if costs.balance[at]), key=lambda at: abs(costs.balance[at]))
    more, less = ([at for at in owing if costs.balance[at] * sign > 0] for sign in (1, -1))
    few, many = sorted((more, less), key=len)
    even = [at for at in group if not costs.balance[at]]
    partners = [*few, *even]
    helped = min(len(many), len(partners))
    paying = many[: len(many) - helped]
    half = len(paying) // 2
    couples = [
        *zip(partners, many[len(paying) :], strict=False),
        *zip(paying[:half], paying[half:], strict=False),
    ]
    return [*chain.from_iterable(couples), *paying[2 * half :], *partners[helped:]]
