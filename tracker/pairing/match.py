"""One run of `rustworkx.max_weight_matching` with lexicographic integer weights. Called by `swiss` and `explain`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import rustworkx

from tracker.pairing.cost import TIE_BITS, Costs

WEIGHT_BITS = 125
Edge = tuple[int, int, tuple[int, int, int, int, int, int]]


class Match:
    """Pairs of places, the place with the bye, and the places left without an opponent."""

    def __init__(self, pairs: list[tuple[int, int]], bye: int | None, left: tuple[int, ...] = ()) -> None:
        self.pairs, self.bye, self.left = pairs, bye, left


def best_match(
    costs: Costs,
    places: Sequence[int],
    byes: Sequence[int],
    rematches: bool,
    near: int | None = None,
    levels: set[tuple[int, int]] | None = None,
) -> Match:
    """The cheapest match of `places`, as many as can be; `byes` are those who may sit out, best choice first.

    `near` limits a place to that many next neighbours; without `rematches` those who met are no pair at all. `levels`
    are those that may meet, the higher first; `places` stand in the order of levels then.
    """
    at = {place: node for node, place in enumerate(places)}
    sits_out = len(places)
    edges = list(_edges(costs, places, rematches, near or len(places), levels))
    edges += [(at[place], sits_out, (0, rank, 0, 0, 0, 0)) for rank, place in enumerate(byes) if place in at]
    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(len(places) + (1 if byes else 0)))
    graph.add_edges_from(_weighed(edges, len(places)))
    found = sorted(
        sorted(pair) for pair in rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    )
    pairs = [(places[one], places[other]) for one, other in found if other != sits_out]
    bye = next((places[one] for one, other in found if other == sits_out), None)
    used = {place for pair in pairs for place in pair} | {bye}
    return Match(pairs, bye, tuple(place for place in places if place not in used))


def _edges(
    costs: Costs,
    places: Sequence[int],
    rematches: bool,
    near: int,
    levels: set[tuple[int, int]] | None,
) -> Iterator[Edge]:
    for node, one in enumerate(places):
        met, forbidden = costs.met[one], costs.forbidden[one]
        for other_node in range(node + 1, min(node + near + 1, len(places))):
            other = places[other_node]
            if other in forbidden or (other in met and not rematches):
                continue
            if levels is not None and (costs.level[one], costs.level[other]) not in levels:
                continue
            yield (
                node,
                other_node,
                (
                    met.get(other, 0),
                    0,
                    costs.score(one, other),
                    costs.soft(one, other),
                    costs.order(one, other),
                    costs.tie(one, other),
                ),
            )


def _weighed(edges: list[Edge], size: int) -> list[tuple[int, int, int]]:
    """Each cost becomes a digit wide enough that no sum of lower ones reaches it; the cheapest weighs most."""
    pairs = size // 2 + 1
    widths = [max((edge[2][digit] for edge in edges), default=0) * pairs for digit in range(5)]
    bits = [width.bit_length() for width in widths]
    order = TIE_BITS + pairs.bit_length()
    soft = order + bits[4]
    score = soft + bits[3]
    bye = score + bits[2]
    met = bye + bits[1]
    if met + bits[0] > WEIGHT_BITS:
        raise OverflowError(f"the costs of this field need {met + bits[0]} bits, {WEIGHT_BITS} are there")
    return [
        (
            one,
            other,
            -((c[0] << met) + (c[1] << bye) + (c[2] << score) + (c[3] << soft) + (c[4] << order) + c[5]),
        )
        for one, other, c in edges
    ]
