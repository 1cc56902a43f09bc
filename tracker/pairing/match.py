"""One run of `rustworkx.max_weight_matching` with lexicographic integer weights. Called by `swiss` and `explain`."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from math import isqrt
from operator import neg
from typing import NamedTuple

import numpy as np
import rustworkx

from tracker.pairing.columns import TIE_BITS, Ints
from tracker.pairing.cost import Costs

WEIGHT_BITS, MACHINE_BITS = 125, 62


class Match:
    """Pairs of places, the place with the bye, and the places left without an opponent; how many pairs were weighed."""

    def __init__(
        self, pairs: list[tuple[int, int]], bye: int | None, left: tuple[int, ...] = (), weighed: int = 0
    ) -> None:
        self.pairs, self.bye, self.left, self.weighed = pairs, bye, left, weighed


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
        edges = edges.to_bye({place: node for node, place in enumerate(places)}, byes, sits_out)
    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(len(places) + (1 if byes else 0)))
    graph.add_edges_from(edges.weighed(len(places)))
    found = sorted(
        sorted(pair) for pair in rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=neg)
    )
    pairs = [(places[one], places[other]) for one, other in found if other != sits_out]
    bye = next((places[one] for one, other in found if other == sits_out), None)
    used = {place for pair in pairs for place in pair} | {bye}
    return Match(pairs, bye, tuple(place for place in places if place not in used), len(edges.ones))


class _Edges(NamedTuple):
    """Who may meet whom, by node, and the columns of what it costs, from the least weighty on."""

    ones: Ints
    others: Ints
    columns: tuple[Ints, ...]

    def to_bye(self, nodes: dict[int, int], byes: Sequence[int], sits_out: int) -> _Edges:
        """Whoever may sit out meets nobody, at the price of the rank in `byes`, which goes before all but rematches."""
        ranks = [(nodes[place], rank) for rank, place in enumerate(byes) if place in nodes]
        nodes_out, prices = np.array(ranks, dtype=np.int64).reshape(-1, 2).T
        *wishes, met = (np.append(column, np.zeros_like(nodes_out)) for column in self.columns)
        bye = np.append(np.zeros_like(self.ones), prices)
        others = np.append(self.others, np.full_like(nodes_out, sits_out))
        return _Edges(np.append(self.ones, nodes_out), others, (*wishes, bye, met))

    def weighed(self, size: int) -> list[tuple[int, int, int]]:
        """Each cost becomes a digit wide enough that no sum of lower ones reaches it; the cheapest weighs least."""
        pairs = size // 2 + 1
        weights, *columns = self.columns
        place = TIE_BITS + pairs.bit_length()
        for column in columns:
            most = int(column.max(initial=0))
            width = (most * pairs).bit_length()
            if place + width > WEIGHT_BITS:
                raise OverflowError(
                    f"the costs of this field need {place + width} bits, {WEIGHT_BITS} are there"
                )
            if place + width > MACHINE_BITS:
                weights, column = weights.astype(object), column.astype(object)
            if most:
                weights = weights + (column << place)
            place += width
        return list(zip(self.ones.tolist(), self.others.tolist(), weights.tolist(), strict=True))


def _edges(
    costs: Costs,
    places: Sequence[int],
    rematches: bool,
    near: int,
    levels: set[tuple[int, int]] | None,
    known: Known | None,
) -> _Edges:
    columns, place = costs.columns, np.array(places, dtype=np.int64)
    ones, others = _near(_ends(costs, places, near, known))
    kept = columns.may_meet(place[ones], place[others], rematches)
    if levels is not None:
        level = [costs.level[at] for at in places]
        pairs = zip(ones.tolist(), others.tolist(), strict=True)
        kept &= np.fromiter(((level[one], level[other]) in levels for one, other in pairs), bool, len(ones))
    ones, others = ones[kept], others[kept]
    order = columns.orders(place[ones], place[others])
    if known is not None and known.order is not None:
        kept = order <= known.order
        ones, others, order = ones[kept], others[kept], order[kept]
    pair = place[ones], place[others]
    met = columns.met(*pair) if rematches else np.zeros_like(ones)
    return _Edges(
        ones, others, (columns.ties(*pair), order, columns.softs(*pair), columns.scores(*pair), met)
    )


def _ends(costs: Costs, places: Sequence[int], near: int, known: Known | None) -> list[int]:
    """By node the first one after it that it cannot meet."""
    size = len(places)
    ends = [min(node + near + 1, size) for node in range(size)]
    if known is None:
        return ends
    reach = _Reach([costs.level[at] for at in places], known.score)
    return [reach.end(node, end) for node, end in enumerate(ends)]


def _near(ends: Sequence[int]) -> tuple[Ints, Ints]:
    """Each node with all after it up to its end."""
    nodes = np.arange(len(ends))
    counts = np.array(ends, dtype=np.int64) - nodes - 1
    ones = np.repeat(nodes, counts)
    before = np.cumsum(counts) - counts
    return ones, np.arange(len(ones)) - before[ones] + ones + 1


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
