"""What decides between two matches of the same places, and what one tells about those that may cost less. Called by
`runs` and `clubs`."""

from __future__ import annotations

from tracker.pairing.bound import is_least
from tracker.pairing.cost import Costs
from tracker.pairing.match import Known, Match
from tracker.pairing.structs import ORDER, REMATCHES, SCORE, SOFT


def price(costs: Costs, match: Match) -> tuple[int, ...]:
    """What decides between two matches of the same places."""
    total = costs.total(match.pairs)
    return len(match.left), total[REMATCHES], total[SCORE], total[SOFT], total.get(ORDER, 0)


def known_of(costs: Costs, places: list[int], match: Match) -> Known:
    """How much no pair of a match of `places` that costs less than this one can cost; nobody is left over here."""
    cost = costs.total(match.pairs)
    only_order = costs.ordered and is_least(costs, places, {**cost, ORDER: 0})
    return Known(cost[SCORE], cost[ORDER] if only_order else None)
