"""Large fields in runs: even pieces of the order, each matched on its own, and only where that costs something, wider.

Cutting at an even place loses nothing of the score criterion, and `arrange` cuts where the sides lose nothing either;
so most runs meet their own lower bound at once. A run that does not (its players have met, or are of one club) is
joined with its neighbours and matched again, whole while it is small enough, until that gains nothing.
Called by `swiss`.
"""

from __future__ import annotations

from bisect import bisect
from typing import NamedTuple

from tracker.pairing.arrange import arrange
from tracker.pairing.bound import is_least
from tracker.pairing.cost import Costs
from tracker.pairing.match import Known, Match, best_match
from tracker.pairing.structs import ORDER, REMATCHES, SCORE, SOFT

SHORTEST = 64
WIDER = (128, 256, 1024)
NEIGHBOURS = 16
WHOLE_RUN = 256
HELPERS = 3
TRIED = 20
Pair = tuple[int, int]


class Run(NamedTuple):
    """A piece of the order and its match. `settled`: it meets its bound, or a wider run was no cheaper."""

    places: list[int]
    match: Match
    settled: bool


def by_runs(costs: Costs) -> tuple[Match, int] | None:
    """A match without rematches and the longest run that it took; None where some run cannot be matched."""
    bye = costs.bye_order[0] if len(costs.players) % 2 else None
    places = arrange(costs, bye)
    runs = [_matched(costs, places[at : at + SHORTEST], NEIGHBOURS) for at in range(0, len(places), SHORTEST)]
    for width in WIDER:
        if all(run.settled for run in runs):
            break
        runs = _widened(costs, runs, width)
    runs = _complete(costs, runs)
    if any(run.match.left for run in runs):
        return None
    pairs = _clubs_apart(costs, _exchanged(costs, [pair for run in runs for pair in run.match.pairs]))
    return Match(pairs, bye), max(len(run.places) for run in runs)


def _matched(costs: Costs, places: list[int], near: int | None, known: Known | None = None) -> Run:
    match = best_match(costs, places, [], rematches=False, near=near, known=known)
    return Run(places, match, not match.left and is_least(costs, places, costs.total(match.pairs)))


def _widened(costs: Costs, runs: list[Run], width: int) -> list[Run]:
    """Runs gathered to about `width` players; those gathered around one that is not settled are matched anew."""
    widened: list[Run] = []
    for group in _gathered(runs, width):
        if all(run.settled for run in group):
            widened += group
        else:
            widened.append(_joined(costs, group))
    return widened


def _joined(costs: Costs, group: list[Run]) -> Run:
    """The runs as one, matched anew or as they were, whichever costs less; settled also when that gained nothing."""
    places = [place for run in group for place in run.places]
    apart = Match(
        [pair for run in group for pair in run.match.pairs],
        None,
        tuple(place for run in group for place in run.match.left),
    )
    near = None if len(places) <= WHOLE_RUN else NEIGHBOURS
    joined = _matched(costs, places, near, None if apart.left else _known(costs, places, apart))
    if _price(costs, apart) > _price(costs, joined.match):
        return joined
    stuck = not apart.left and len(group) > 1
    return Run(places, apart, joined.settled or stuck)


def _known(costs: Costs, places: list[int], match: Match) -> Known:
    cost = costs.total(match.pairs)
    only_order = costs.ordered and is_least(costs, places, {**cost, ORDER: 0})
    return Known(cost[SCORE], cost[ORDER] if only_order else None)


def _price(costs: Costs, match: Match) -> tuple[int, ...]:
    """What decides between two matches of the same places."""
    total = costs.total(match.pairs)
    return len(match.left), total[REMATCHES], total[SCORE], total[SOFT], total.get(ORDER, 0)


def _complete(costs: Costs, runs: list[Run]) -> list[Run]:
    """Runs that left somebody over joined with a neighbour, until all are matched or there is one run."""
    while len(runs) > 1 and any(run.match.left for run in runs):
        at = next(at for at, run in enumerate(runs) if run.match.left)
        first = max(at - 1, 0)
        runs = [*runs[:first], _joined(costs, runs[first : first + 2]), *runs[first + 2 :]]
    return runs


def _clubs_apart(costs: Costs, pairs: list[Pair]) -> list[Pair]:
    """The pairs with fewer of one club: those are matched anew, with couples of their level that are of other clubs."""
    club = costs.club
    free: dict[int, list[Pair]] = {}
    for pair in pairs:
        for level in {costs.level[at] for at in pair}:
            free.setdefault(level, []).append(pair)
    again: set[Pair] = set()
    for pair in pairs:
        if not costs.same_club(*pair) or len(again) >= WHOLE_RUN // 2:
            continue
        helpers = [
            other
            for level in {costs.level[at] for at in pair}
            for other in free.get(level, ())
            if club[other[0]] != club[pair[0]] != club[other[1]] and other not in again
        ]
        again |= {pair, *sorted(helpers, key=lambda other: abs(min(other) - min(pair)))[:HELPERS]}
    if not again:
        return pairs
    apart = Match(sorted(again), None)
    places = sorted(at for pair in again for at in pair)
    joined = best_match(costs, places, [], rematches=False, known=_known(costs, places, apart))
    if _price(costs, joined) >= _price(costs, apart):
        return pairs
    return [*(pair for pair in pairs if pair not in again), *joined.pairs]


def _exchanged(costs: Costs, pairs: list[Pair]) -> list[Pair]:
    """The pairs in which those of one club change partners with pairs of their level that are of others, one by one.

    Cheap, and every change makes the round cheaper; what is left is for `_clubs_apart`, which has no room for hundreds.
    """
    found = list(pairs)
    of_level: dict[int, list[int]] = {}
    for at, pair in enumerate(found):
        for level in {costs.level[place] for place in pair}:
            of_level.setdefault(level, []).append(at)
    clubs = costs.club
    free: dict[tuple[int, int], list[int]] = {}
    for at, pair in enumerate(found):
        if not costs.same_club(*pair):
            continue
        level, club = costs.level[pair[0]], clubs[pair[0]]
        if (level, club) not in free:
            free[level, club] = [
                other for other in of_level[level] if clubs[found[other][0]] != club != clubs[found[other][1]]
            ]
        near = free[level, club]
        first = max(0, bisect(near, at) - TRIED // 2)
        used = _exchange(costs, found, at, near[first : first + TRIED])
        if used is not None:
            near.remove(used)
    return found


def _exchange(costs: Costs, pairs: list[Pair], at: int, others: list[int]) -> int | None:
    """Changes partners with the one of the others with which both pairs cost least, if that is less than now."""
    best: tuple[tuple[int, int], int, Pair, Pair] | None = None
    for other in others:
        (a, b), (c, d) = pairs[at], pairs[other]
        score, soft = _two(costs, pairs[at], pairs[other])
        for one, two in (((a, c), (b, d)), ((a, d), (b, c))):
            if _legal(costs, one) and _legal(costs, two):
                new = _two(costs, one, two)
                gain = new[0] - score, new[1] - soft
                if gain < (0, 0) and (best is None or gain < best[0]):
                    best = gain, other, one, two
    if best is None:
        return None
    _gain, other, pairs[at], pairs[other] = best
    return other


def _two(costs: Costs, one: Pair, other: Pair) -> tuple[int, int]:
    return (
        costs.score(*one) + costs.score(*other),
        costs.soft(*sorted(one)) + costs.soft(*sorted(other)),
    )


def _legal(costs: Costs, pair: Pair) -> bool:
    """Two who may meet and have not met."""
    return pair[1] not in costs.forbidden[pair[0]] and pair[1] not in costs.met[pair[0]]


def _gathered(runs: list[Run], width: int) -> list[list[Run]]:
    groups: list[list[Run]] = []
    size = width
    for run in runs:
        if size + len(run.places) > width:
            groups.append([])
            size = 0
        groups[-1].append(run)
        size += len(run.places)
    return groups
