"""Large fields in runs: even pieces of the order, each matched on its own, and only where that costs something, wider.

Cutting at an even place loses nothing of the score criterion, and `arrange` cuts where the sides lose nothing either;
so most runs meet their own lower bound at once. A run that does not (its players have met, or are of one club) is
joined with its neighbours and matched again, whole while it is small enough, until that gains nothing.
Called by `swiss`.
"""

from __future__ import annotations

from typing import NamedTuple

from tracker.pairing.arrange import arrange
from tracker.pairing.bound import least
from tracker.pairing.cost import Costs
from tracker.pairing.match import Match, best_match

SHORTEST = 64
WIDER = (128, 256, 1024)
NEIGHBOURS = 16
WHOLE_RUN = 256


class Run(NamedTuple):
    """A piece of the order and its match. `settled`: it meets its bound, or a wider run was no cheaper."""

    places: list[int]
    match: Match
    settled: bool


def by_runs(costs: Costs) -> tuple[Match, int] | None:
    """A match without rematches and the longest run that it took; None where some run cannot be matched."""
    bye = costs.bye_order()[0] if len(costs.players) % 2 else None
    places = arrange(costs, bye)
    runs = [_matched(costs, places[at : at + SHORTEST], NEIGHBOURS) for at in range(0, len(places), SHORTEST)]
    for width in WIDER:
        if all(run.settled for run in runs):
            break
        runs = _widened(costs, runs, width)
    if any(run.match.left for run in runs):
        return None
    return Match([pair for run in runs for pair in run.match.pairs], bye), max(
        len(run.places) for run in runs
    )


def _matched(costs: Costs, places: list[int], near: int | None) -> Run:
    match = best_match(costs, places, [], rematches=False, near=near)
    return Run(places, match, not match.left and costs.total(match.pairs) == least(costs, places))


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
    """The runs as one; settled also when joining them gained nothing."""
    places = [place for run in group for place in run.places]
    joined = _matched(costs, places, None if len(places) <= WHOLE_RUN else NEIGHBOURS)
    apart = [pair for run in group for pair in run.match.pairs]
    stuck = len(apart) == len(joined.match.pairs) and costs.total(apart) == costs.total(joined.match.pairs)
    return joined._replace(settled=joined.settled or (stuck and not joined.match.left and len(group) > 1))


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
