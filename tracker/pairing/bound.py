"""A lower bound of the cost that no draw can pass, cheap to compute: a draw that meets it is proven best.

Called by `swiss`. The bound of each criterion supposes that the earlier ones are at their bounds:
- rematches and bye: 0, the first choice;
- score: neighbours in the order of levels; pairing sorted numbers side by side has the least sum of squares;
- soft: with the score at its bound the levels of all pairs are settled, so in each level only so many can leave it;
  the rest must be paired among themselves, and a majority that owes one side meets itself.
"""

from __future__ import annotations

from itertools import pairwise

from tracker.pairing.cost import Costs
from tracker.pairing.structs import BYE, REMATCHES, SCORE, SOFT


def least(costs: Costs, bye: int | None) -> dict[str, int]:
    """The bound by criterion, for the field without the place `bye`."""
    places = [at for at in range(len(costs.players)) if at != bye]
    levels = [costs.level[at] for at in places]
    couples = list(zip(levels[::2], levels[1::2], strict=True))
    score = sum((one - other) ** 2 for one, other in couples)
    return {
        REMATCHES: 0,
        BYE: 0,
        SCORE: score,
        SOFT: costs.field.weights.sides * _sides(costs, places, couples),
    }


def _sides(costs: Costs, places: list[int], couples: list[tuple[int, int]]) -> int:
    leavers: dict[int, int] = {}
    for one, other in couples:
        if one != other:
            leavers[one] = leavers.get(one, 0) + 1
            leavers[other] = leavers.get(other, 0) + 1
    groups: dict[int, list[int]] = {}
    for at in places:
        groups.setdefault(costs.level[at], []).append(costs.balance[at])
    return sum(_forced(group, leavers.get(level, 0)) for level, group in groups.items())


def _forced(balances: list[int], leavers: int) -> int:
    """The least that a level must pay: the majority's surplus meets itself, the least unbalanced first."""
    more = sorted(balance for balance in balances if balance > 0)
    less = sorted(-balance for balance in balances if balance < 0)
    many, others = (
        (more, len(balances) - len(more)) if len(more) > len(less) else (less, len(balances) - len(less))
    )
    surplus = len(many) - others - leavers
    pairs = max(0, (surplus + 1) // 2)
    return sum(one for one, _ in list(pairwise(many[: 2 * pairs]))[::2])
