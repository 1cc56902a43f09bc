"""Large fields in runs: even pieces of the order, each matched on its own, and only where that costs something, wider.

Cutting at an even place loses nothing of the score criterion, and `arrange` cuts where the sides lose nothing either;
so most runs meet their own lower bound at once. A run that does not (its players have met, or are of one club) is
joined with its neighbours and matched again, whole while it is small enough, until that gains nothing.
Called by `swiss`.
"""

from __future__ import annotations

from typing import NamedTuple

from tracker.pairing.arrange import arrange
from tracker.pairing.bound import is_least
from tracker.pairing.clubs import clubs_apart
from tracker.pairing.cost import Costs
from tracker.pairing.evening import evened
from tracker.pairing.match import Known, Match, best_match
from tracker.pairing.prices import known_of, price

SHORTEST = 64
WIDER = (128, 256, 1024)
NEIGHBOURS = 16
WHOLE_RUN = 256
PAIRS, PAIRS_A_PLAYER = 900_000, 80
"""So many pairs are weighed anew at most, fewer in a field whose first runs take long: a draw takes about a second."""


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
    left = PAIRS - PAIRS_A_PLAYER * len(places)
    for width in WIDER:
        if all(run.settled for run in runs):
            break
        runs, left = _widened(costs, runs, width, left)
    runs = _complete(costs, runs)
    if any(run.match.left for run in runs):
        return None
    pairs = evened(costs, clubs_apart(costs, [pair for run in runs for pair in run.match.pairs]))
    return Match(pairs, bye), max(len(run.places) for run in runs)


def _matched(costs: Costs, places: list[int], near: int | None, known: Known | None = None) -> Run:
    match = best_match(costs, places, [], rematches=False, near=near, known=known)
    return Run(places, match, not match.left and is_least(costs, places, costs.total(match.pairs)))


def _widened(costs: Costs, runs: list[Run], width: int, left: int) -> tuple[list[Run], int]:
    """Runs gathered to about `width` players; those gathered around one that is not settled are matched anew, from the
    first table on, while pairs to be weighed are `left`; and how many are then."""
    widened: list[Run] = []
    for group in _gathered(runs, width):
        complete = not any(run.match.left for run in group)
        if all(run.settled for run in group) or (complete and left <= 0):
            widened += group
        else:
            joined = _joined(costs, group)
            left -= joined.match.weighed
            widened.append(joined)
    return widened, left


def _joined(costs: Costs, group: list[Run]) -> Run:
    """The runs as one, matched anew or as they were, whichever costs less; settled also when that gained nothing."""
    places = [place for run in group for place in run.places]
    apart = Match(
        [pair for run in group for pair in run.match.pairs],
        None,
        tuple(place for run in group for place in run.match.left),
    )
    near = None if len(places) <= WHOLE_RUN else NEIGHBOURS
    joined = _matched(costs, places, near, None if apart.left else known_of(costs, places, apart))
    if price(costs, apart) > price(costs, joined.match):
        return joined
    stuck = not apart.left and len(group) > 1
    apart.weighed = joined.match.weighed
    return Run(places, apart, joined.settled or stuck)


def _complete(costs: Costs, runs: list[Run]) -> list[Run]:
    """Runs that left somebody over joined with a neighbour, until all are matched or there is one run."""
    while len(runs) > 1 and any(run.match.left for run in runs):
        at = next(at for at, run in enumerate(runs) if run.match.left)
        first = max(at - 1, 0)
        runs = [*runs[:first], _joined(costs, runs[first : first + 2]), *runs[first + 2 :]]
    return runs


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
