"""Who sits at which table, once it is settled who meets: in their order, but for those who keep a table, and so that as
few as can be sit at one a second time. Called by `swiss`.

Up to `EXACT` tables the best seating is found; beyond, pairs change tables with near ones as long as that gains.
"""

from __future__ import annotations

from collections.abc import Sequence

import rustworkx

from tracker.pairing.structs import Field, Pairing

EXACT = 80
NEAR = 40
PASSES = 3
Pair = tuple[str, str]


def seated(field: Field, pairs: Sequence[Pair]) -> tuple[Pairing, ...]:
    """The pairs, best first, at the tables from 1 on; in the order of tables."""
    kept = _kept(field, pairs)
    taken = set(kept.values())
    free = [table for table in range(1, len(pairs) + 1) if table not in taken]
    moving = [at for at in range(len(pairs)) if at not in kept]
    places = dict(zip(moving, free, strict=True))
    if field.fresh:
        again = _Again(field, pairs)
        places = _best(again, moving, free) if len(moving) <= EXACT else _better(again, moving, places)
    found = {table: pairs[at] for at, table in {**places, **kept}.items()}
    return tuple(Pairing(table, found[table]) for table in sorted(found))


def _kept(field: Field, pairs: Sequence[Pair]) -> dict[int, int]:
    """Pair -> the table that one of its players keeps; who comes second to a table, or keeps none of these, moves."""
    fixed = {player: table for player, table in field.fixed if 1 <= table <= len(pairs)}
    found: dict[int, int] = {}
    for at, pair in enumerate(pairs):
        for player in pair:
            if player in fixed and at not in found and fixed[player] not in found.values():
                found[at] = fixed[player]
    return found


class _Again:
    """How many of a pair have played at a table."""

    def __init__(self, field: Field, pairs: Sequence[Pair]) -> None:
        tables = {player.id: frozenset(player.tables) for player in field.players}
        self.of = [(tables[one], tables[other]) for one, other in pairs]

    def __call__(self, at: int, table: int) -> int:
        one, other = self.of[at]
        return (table in one) + (table in other)


def _best(again: _Again, moving: list[int], free: list[int]) -> dict[int, int]:
    """Fewest repeats of all seatings; of these the one nearest to the order."""
    size = len(moving)
    if not size:
        return {}
    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(2 * size))
    far = size * size * size + 1
    graph.add_edges_from(
        [
            (node, size + place, -(again(at, table) * far + (node - place) ** 2))
            for node, at in enumerate(moving)
            for place, table in enumerate(free)
        ]
    )
    pairs = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return {moving[min(pair)]: free[max(pair) - size] for pair in pairs}


def _better(again: _Again, moving: list[int], places: dict[int, int]) -> dict[int, int]:
    """Pairs that sit at a table again change with a near pair where both together repeat less."""
    for _ in range(PASSES):
        changed = False
        for node, at in enumerate(moving):
            if again(at, places[at]) and (other := _partner(again, moving, places, node)) is not None:
                places[at], places[other] = places[other], places[at]
                changed = True
        if not changed:
            break
    return places


def _partner(again: _Again, moving: list[int], places: dict[int, int], node: int) -> int | None:
    """The pair with which a change gains most, the nearest of equals."""
    at = moving[node]
    best, found = 0, None
    near = range(max(0, node - NEAR), min(len(moving), node + NEAR + 1))
    for other in sorted((moving[one] for one in near if one != node), key=lambda one: abs(one - at)):
        now = again(at, places[at]) + again(other, places[other])
        gain = now - again(at, places[other]) - again(other, places[at])
        if gain > best:
            best, found = gain, other
    return found
