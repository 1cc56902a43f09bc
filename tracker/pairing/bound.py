"""A lower bound of the cost that no draw can pass, cheap to compute: a draw that meets it is proven best.

Called by `swiss` and `runs`. The bound of each criterion supposes that the earlier ones are at their bounds:
- rematches: 0;
- score: neighbours in the order of levels; pairing sorted numbers side by side has the least sum of squares, and
  every round with that sum has the same levels meet;
- soft: the sides alone, balanced as well as those levels allow (`balance`); clubs and byes cost nothing at best.
"""

from __future__ import annotations

from collections import Counter
from itertools import groupby

from tracker.pairing.balance import Plan, plan
from tracker.pairing.cost import Costs
from tracker.pairing.structs import REMATCHES, SCORE, SOFT


def least(costs: Costs, places: list[int]) -> dict[str, int]:
    """The bound by criterion for an even number of places in order of level; whoever has the bye is not among them."""
    levels = [costs.level[at] for at in places]
    score = sum((one - other) ** 2 for one, other in zip(levels[::2], levels[1::2], strict=True))
    return {REMATCHES: 0, SCORE: score, SOFT: costs.field.weights.sides * side_plan(costs, places).cost}


def places_without(costs: Costs, bye: int | None) -> list[int]:
    """All places but the bye's, in order of level."""
    return [at for at in range(len(costs.players)) if at != bye]


def side_plan(costs: Costs, places: list[int]) -> Plan:
    """The best that the sides can be balanced, and who leaves each level for it."""
    groups = groupby(places, key=costs.level.__getitem__)
    return plan([Counter(costs.balance[at] for at in group) for _, group in groups])
