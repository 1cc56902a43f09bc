"""What the wishes cost more than they must, in a round whose clubs are apart: a run evens its own sides, and whoever is
lent to another level may be of the wrong one. Called by `runs`.
"""

from __future__ import annotations

from bisect import bisect

from tracker.pairing.bound import least_soft
from tracker.pairing.columns import pairs_of
from tracker.pairing.cost import Costs
from tracker.pairing.prices import rematched

HELPING = (3, 20)
"""So many couples help each one that offends, at the first try and at the next."""
TOGETHER = 128
"""So many couples are matched anew at most."""
Pair = tuple[int, int]


def evened(costs: Costs, pairs: list[Pair]) -> list[Pair]:
    """The pairs that cost no more, and less where couples beside those that offend can help."""
    for beside in HELPING:
        if is_soft_least(costs, pairs):
            break
        pairs = rematched(costs, pairs, _together(costs, pairs, beside))
    return pairs


def is_soft_least(costs: Costs, pairs: list[Pair]) -> bool:
    """Whether the wishes meet their bound."""
    ones, others = pairs_of(pairs)
    places = sorted(ones.tolist() + others.tolist())
    return int(costs.columns.softs(ones, others).sum()) == least_soft(costs, places)


def _together(costs: Costs, pairs: list[Pair], beside: int) -> set[Pair]:
    """Those who play across levels or break a wish other than that of clubs, and couples near them of their levels."""
    of_level: dict[int, list[Pair]] = {}
    for pair in sorted(pairs, key=min):
        for level in {costs.level[at] for at in pair}:
            of_level.setdefault(level, []).append(pair)
    found = [
        pair for pair in pairs if costs.score(*pair) or (costs.soft(*pair) and not costs.same_club(*pair))
    ]
    if len(found) > TOGETHER:
        return set()
    together = set(found)
    for pair in found:
        for level in {costs.level[at] for at in pair}:
            there = of_level[level]
            first = max(0, bisect(there, min(pair), key=min) - beside // 2 - 1)
            for other in there[first : first + beside + 1]:
                if len(together) < TOGETHER:
                    together.add(other)
    return together
