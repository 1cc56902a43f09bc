"""What decides between two matches of the same places, and what one tells about those that may cost less. Called by
`runs`, `clubs` and `evening`."""

from __future__ import annotations

from tracker.pairing.bound import is_least
from tracker.pairing.cost import Costs
from tracker.pairing.match import Known, Match, best_match
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


def rematched(
    costs: Costs, pairs: list[tuple[int, int]], again: set[tuple[int, int]]
) -> list[tuple[int, int]]:
    """The pairs with those of `again` matched anew, if that costs less."""
    if not again:
        return pairs
    apart = Match(sorted(again), None)
    places = sorted(at for pair in again for at in pair)
    joined = best_match(costs, places, [], rematches=False, known=known_of(costs, places, apart))
    if price(costs, joined) >= price(costs, apart):
        return pairs
    return [*(pair for pair in pairs if pair not in again), *joined.pairs]
