"""Pushes, pulls and collisions on random fields, against a walk that asks one hex at a time."""

from __future__ import annotations

from random import Random

import pytest

from games.hexes import Hex, distance, from_column, pull_directions, pulled, push_directions, pushed
from games.senjutsu.facts import FACTS
from games.senjutsu.full.movement.forced import Collision, Field, forced, markers

BOARD = frozenset(from_column(column, row) for column in range(7) for row in range(7))
MARKERS = {
    "rock": 1,
    "bamboo": 2,
    "burning_cart": 2,
    "shrine": 1,
    "boat": 0,
    "torii": 1,
    "sakura": 1,
    "corpse": 1,
}
HERE: Hex = (3, 1)
NEXT: Hex = (3, 0)


def field(terrain: dict[Hex, str] | None = None, actors: dict[Hex, str] | None = None) -> Field:
    return Field(BOARD, terrain or {}, {place: (actor,) for place, actor in (actors or {}).items()})


@pytest.mark.parametrize("terrain", MARKERS)
def test_the_number_of_markers_is_the_printed_one(terrain: str) -> None:
    counts = markers(terrain).values()
    assert sum(counts) == MARKERS[terrain] and max(counts) <= 1


def test_who_is_pushed_into_somebody_stops_there() -> None:
    walk = forced(HERE, [NEXT], field(actors={NEXT: "b", HERE: "a"}), "a")
    assert walk.end == HERE
    assert walk.collision == Collision("character", NEXT, others=("b",))


def test_edges_walls_and_corpses() -> None:
    assert forced((0, 0), [(0, -1)], field(), "a").collision == Collision("edge", (0, -1))
    assert forced((0, 0), [(0, -1)], Field(None, {}, {}), "a").end == (0, -1)
    gate = forced(HERE, [NEXT], field({NEXT: "torii"}), "a")
    assert gate.end == HERE and gate.collision is not None and gate.collision.kind == "terrain"
    body = forced(HERE, [NEXT], field({NEXT: "corpse"}), "a")
    assert (body.end, body.corpses, body.collision) == (NEXT, 1, None)


@pytest.mark.parametrize("seed", range(40))
def test_forced_moves_end_where_a_walk_by_hand_ends(seed: int) -> None:
    dice = Random(seed)
    for _ in range(20):
        source, target, *rest = dice.sample(sorted(BOARD), 14)
        terrain = {place: dice.choice(sorted(FACTS.terrain)) for place in rest[:8]}
        actors = {source: "s", target: "t", **{place: f"o{n}" for n, place in enumerate(rest[8:])}}
        ground, cells = field(terrain, actors), dice.randint(1, 4)
        away = pushed(target, dice.choice(push_directions(source, target)), cells)
        nearer = pulled(source, target, dice.choice(pull_directions(source, target)), cells)
        for path in (away, nearer):
            walk, by_hand = forced(target, path, ground, "t"), [target]
            for place in path:
                closed = place in terrain and FACTS.terrain[terrain[place]].blocks
                if place not in BOARD or closed or place in actors:
                    break
                by_hand.append(place)
            assert (walk.end, walk.entered) == (by_hand[-1], tuple(by_hand[1:]))
            assert (walk.collision is None) == (len(by_hand) == len(path) + 1)
            assert walk.corpses == sum(terrain.get(place) == "corpse" for place in by_hand[1:])
            assert distance(walk.end, target) <= cells
