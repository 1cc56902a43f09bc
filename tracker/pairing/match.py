"""One run of `rustworkx.max_weight_matching` with lexicographic integer weights. Called by `swiss` and `explain`."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from math import isqrt
from operator import neg
from typing import NamedTuple

import rustworkx

from tracker.pairing.cost import TIE_BITS, Costs

WEIGHT_BITS = 125


class Match:
    """Pairs of places, the place with the bye, and the places left without an opponent."""

    def __init__(self, pairs: list[tuple[int, int]], bye: int | None, left: tuple[int, ...] = ()) -> None:
        self.pairs, self.bye, self.left = pairs, bye, left


class Known(NamedTuple):
    """What a match costs that is there already: its score; and its distance from the order of seeds, told only where
    no match costs less in points and wishes."""

    score: int
    order: int | None


def best_match(
    costs: Costs,
    places: Sequence[int],
    byes: Sequence[int],
    rematches: bool,
    near: int | None = None,
    levels: set[tuple[int, int]] | None = None,
    known: Known | None = None,
) -> Match:
    """The cheapest match of `places`, as many as can be; `byes` are those who may sit out, best choice first.

    `near` limits a place to that many next neighbours; without `rematches` those who met are no pair at all. `levels`
    are those that may meet, the higher first. `known` is what another match of all places costs: pairs that no match
    as cheap can have are left out. With either `places` stand in the order of levels.
    """
    sits_out = len(places)
    edges = _edges(costs, places, rematches, near or len(places), levels, known)
    if byes:
        edges.to_bye({place: node for node, place in enumerate(places)}, byes, sits_out)
    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(len(places) + (1 if byes else 0)))
    graph.add_edges_from(edges.weighed(len(places)))
    found = sorted(
        sorted(pair) for pair in rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=neg)
    )
    pairs = [(places[one], places[other]) for one, other in found if other != sits_out]
    bye = next((places[one] for one, other in found if other == sits_out), None)
    used = {place for pair in pairs for place in pair} | {bye}
    return Match(pairs, bye, tuple(place for place in places if place not in used))


class _Edges:
    """Who may meet whom, by node, and what it costs: a column for each digit of the weight, empty where all are 0."""

    def __init__(self) -> None:
        self.ones: list[int] = []
        self.others: list[int] = []
        self.met: list[int] = []
        self.bye: list[int] = []
        self.score: list[int] = []
        self.soft: list[int] = []
        self.order: list[int] = []
        self.tie: list[int] = []

    def to_bye(self, nodes: dict[int, int], byes: Sequence[int], sits_out: int) -> None:
        """Whoever may sit out meets nobody, at the price of the rank in `byes`."""
        ranks = [(nodes[place], rank) for rank, place in enumerate(byes) if place in nodes]
        self.bye = [0] * len(self.ones) + [rank for _, rank in ranks]
        self.ones += [node for node, _ in ranks]
        self.others += [sits_out] * len(ranks)
        self.tie += [0] * len(ranks)
        for column in (self.met, self.score, self.soft, self.order):
            if column:
                column += [0] * len(ranks)

    def weighed(self, size: int) -> list[tuple[int, int, int]]:
        """Each cost becomes a digit wide enough that no sum of lower ones reaches it; the cheapest weighs least."""
        pairs = size // 2 + 1
        place, weights = TIE_BITS + pairs.bit_length(), self.tie
        for column in (self.order, self.soft, self.score, self.bye, self.met):
            if most := max(column, default=0):
                weights = [low + (digit << place) for low, digit in zip(weights, column, strict=True)]
                place += (most * pairs).bit_length()
        if place > WEIGHT_BITS:
            raise OverflowError(f"the costs of this field need {place} bits, {WEIGHT_BITS} are there")
        return list(zip(self.ones, self.others, weights, strict=True))


def _edges(
    costs: Costs,
    places: Sequence[int],
    rematches: bool,
    near: int,
    levels: set[tuple[int, int]] | None,
    known: Known | None,
) -> _Edges:
    edges = _Edges()
    reach = None if known is None else _Reach([costs.level[at] for at in places], known.score)
    for node, one in enumerate(places):
        met, never = costs.met[one], costs.forbidden[one]
        if not rematches and met:
            never = never.union(met)
        end = min(node + near + 1, len(places))
        if reach is not None:
            end = reach.end(node, end)
        nodes: Sequence[int] = range(node + 1, end)
        others = places[node + 1 : end]
        if never and not never.isdisjoint(others):
            nodes = [at for at in nodes if places[at] not in never]
            others = [places[at] for at in nodes]
        if levels is not None:
            nodes = [at for at in nodes if (costs.level[one], costs.level[places[at]]) in levels]
            others = [places[at] for at in nodes]
        order = costs.orders(one, others) if costs.ordered else []
        if known is not None and known.order is not None and max(order, default=0) > known.order:
            kept = [at for at, away in enumerate(order) if away <= known.order]
            nodes, others, order = ([column[at] for at in kept] for column in (nodes, others, order))
        edges.ones += [node] * len(nodes)
        edges.others += nodes
        edges.score += costs.scores(one, others)
        edges.soft += costs.softs(one, others)
        edges.tie += costs.ties(one, others)
        if rematches:
            edges.met += [met.get(at, 0) for at in others]
        edges.order += order
    return edges


class _Reach:
    """How far down a place may meet another, in a match whose score is at most `most`: the others cost something too,
    neighbours beside each other the least. `levels` stand in descending order and are even in number."""

    def __init__(self, levels: Sequence[int], most: int) -> None:
        self._most, self._depths = most, [-level for level in levels]
        pairs = zip(levels[::2], levels[1::2], strict=True)
        self._spent = [0, *accumulate((one - other) ** 2 for one, other in pairs)]

    def end(self, node: int, end: int) -> int:
        """The first node that `node` cannot meet, `end` at most. In any match that has the two, those in pairs above
        and below them cost what they cost side by side."""
        end = self._within(node, end, self._most)
        inside = self._spent[(end + 1) // 2] - self._spent[node // 2]
        return self._within(node, end, self._most - self._spent[-1] + inside)

    def _within(self, node: int, end: int, most: int) -> int:
        return bisect_right(self._depths, self._depths[node] + isqrt(most), node + 1, end)
