"""Swiss rounds by minimum-cost matching, with a certificate of the cost.

The order of the criteria is that of `structs.CRITERIA`: fewest rematches, the bye as low as possible, smallest
sum of squared level differences, then the organiser's soft wishes, then the order among equals. Ties between equal
draws go by lot from the seed.

A small field is weighed whole. A large one is matched in runs of neighbours (`runs`), and `bound` shows whether
anything was lost by that; if so, a field of middle size is weighed whole after all.
Called by the tournament rule set; the result is checked by `check`, which shares no code with this module but structs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tracker.pairing.bound import least, levels_that_meet, places_without
from tracker.pairing.columns import pairs_of
from tracker.pairing.cost import Costs
from tracker.pairing.match import Match, best_match
from tracker.pairing.runs import by_runs
from tracker.pairing.seating import seated
from tracker.pairing.structs import (
    ALGORITHM,
    BYE,
    ORDER,
    SOFT,
    Certificate,
    Draw,
    Field,
    Pairing,
    Proof,
    Reason,
    Unpairable,
)

WHOLE = 96
LARGEST_WHOLE = 600


def draw(field: Field) -> Draw:
    """The round of least cost. Raises `Unpairable` when no draw keeps the hard rules."""
    if not field.players:
        raise Unpairable(())
    costs = Costs(field)
    match, proof, window, cost, bound = _solve(costs)
    pairings = _tables(costs, match)
    certificate = Certificate(
        algorithm=ALGORITHM,
        seed=field.seed,
        cost=cost,
        bound=bound,
        proof=proof,
        window=window,
        reasons=_reasons(costs, pairings),
    )
    bye = None if match.bye is None else costs.ids[match.bye]
    return Draw(round=field.round, pairings=pairings, bye=bye, certificate=certificate)


class _Solved(NamedTuple):
    match: Match
    proof: Proof
    window: int
    cost: dict[str, int]
    bound: dict[str, int]


def _solve(costs: Costs) -> _Solved:
    size = len(costs.players)
    found = by_runs(costs) if size > WHOLE else None
    if found is None:
        return _complete(costs, _whole(costs))
    match, window = found
    cost, bound = total(costs, match), bound_of(costs, match)
    if cost == bound:
        return _Solved(match, "bound", window, cost, bound)
    if size > LARGEST_WHOLE:
        return _Solved(match, "window", window, cost, bound)
    if {**cost, SOFT: 0, ORDER: 0} == {**bound, SOFT: 0, ORDER: 0}:
        return _complete(costs, _of_these_levels(costs, match.bye))
    return _complete(costs, _whole(costs))


def _complete(costs: Costs, match: Match) -> _Solved:
    return _Solved(match, "complete", len(costs.players), total(costs, match), bound_of(costs, match))


def _of_these_levels(costs: Costs, bye: int | None) -> Match:
    """The best round among those with the least score and no rematch: the same levels meet in all of them."""
    places = places_without(costs, bye)
    match = best_match(costs, places, [], rematches=False, levels=levels_that_meet(costs, places))
    return Match(match.pairs, bye)


def _whole(costs: Costs) -> Match:
    places = list(range(len(costs.players)))
    match = best_match(costs, places, costs.bye_order if len(places) % 2 else [], rematches=True)
    if match.left:
        raise Unpairable(tuple(costs.ids[at] for at in match.left))
    return match


def total(costs: Costs, match: Match) -> dict[str, int]:
    """The cost of a match by criterion."""
    bye = 0 if match.bye is None else costs.bye_order.index(match.bye)
    return {BYE: bye, **costs.total(match.pairs)}


def bound_of(costs: Costs, match: Match) -> dict[str, int]:
    """What no match with this bye can cost less than."""
    return {BYE: 0, **least(costs, places_without(costs, match.bye))}


def _tables(costs: Costs, match: Match) -> tuple[Pairing, ...]:
    """Tables in order: highest level first, then the higher sum, then the better rank, then the lot; but for players
    who keep a table, and for tables that are not to be played at twice.
    """

    level, rank = costs.level, [player.rank for player in costs.players]

    def place(pair: tuple[int, int]) -> tuple[int, int, int, int]:
        one, other = pair
        high, low = level[one], level[other]
        return -max(high, low), -high - low, min(rank[one], rank[other]), min(one, other)

    ordered = sorted(match.pairs, key=place)
    return seated(costs.field, [_seats(costs, pair) for pair in ordered])


def _seats(costs: Costs, pair: tuple[int, int]) -> tuple[str, str]:
    first, second = costs.seats(*pair)
    return costs.ids[first], costs.ids[second]


def _reasons(costs: Costs, pairings: Sequence[Pairing]) -> tuple[Reason, ...]:
    pairs = costs.places_of(p.players for p in pairings)
    away = costs.columns.orders(*pairs_of(pairs)).tolist()
    return tuple(
        _reason(costs, pairing.table, one, other, order)
        for pairing, (one, other), order in zip(pairings, pairs, away, strict=True)
    )


def _reason(costs: Costs, table: int, one: int, other: int, order: int) -> Reason:
    sides, thirds = costs.seated(one, other)
    return Reason(
        table=table,
        met=costs.met[one].get(other, 0),
        difference=abs(costs.level[one] - costs.level[other]),
        club=costs.same_club(one, other),
        byes=costs.both_had_bye(one, other),
        sides=sides,
        thirds=thirds,
        town=costs.same_town(one, other),
        friends=other in costs.friends[one],
        order=order,
        downs=costs.down_again(one, other),
    )
