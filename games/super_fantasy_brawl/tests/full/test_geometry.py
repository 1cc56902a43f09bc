"""Distances, rows, shots, patterns and ways on random arenas, against a geometry that shares nothing with them."""

from __future__ import annotations

from itertools import pairwise, product
from random import Random

import pytest

from games.hexes import Hex, moved
from games.super_fantasy_brawl.full.board import geometry, paths
from games.super_fantasy_brawl.full.board.paths import Field
from games.super_fantasy_brawl.tests.full.boards import (
    SEEDS,
    SIDES,
    arena,
    in_line,
    some,
    step,
    steps_apart,
    walks,
)
from games.testing import accepts, refuses


def scene(seed: int, radius: int = 3) -> tuple[Random, Field, Hex]:
    """An arena with statues, enemies and allies of the champion who stands on the last of the three."""
    random = Random(seed)
    cells = arena(random, radius)
    statues = some(random, cells, 0.08)
    enemies = some(random, cells - statues, 0.1)
    allies = some(random, cells - statues - enemies, 0.12)
    start = random.choice(sorted(cells - statues - enemies - allies))
    return random, Field(cells, statues, enemies, allies), start


@accepts("SFB-HEX-02")
@pytest.mark.parametrize("seed", SEEDS[:8])
def test_distance_is_the_shortest_way_over_arena_cells(seed: int) -> None:
    cells = arena(Random(seed), 2)
    for one, other in product(sorted(cells), repeat=2):
        assert geometry.distance(cells, one, other) == steps_apart(cells, one, other)


def test_distance_without_holes_is_that_of_cubes() -> None:
    cells = arena(Random(1), 3, holes=0)
    for (q, r), (u, v) in product(cells, repeat=2):
        expected = max(abs(q - u), abs(r - v), abs(q + r - u - v))
        assert geometry.distance(cells, (q, r), (u, v)) == expected


@accepts("SFB-HEX-03", "SFB-HEX-04")
@refuses("SFB-HEX-03")
@pytest.mark.parametrize("seed", SEEDS)
def test_a_row_is_an_unbroken_line(seed: int) -> None:
    cells = arena(Random(seed))
    for one, other in product(sorted(cells), repeat=2):
        found = geometry.row(cells, one, other)
        side = in_line(cells, one, other) if one != other else None
        assert (found is None) == (side is None)
        if found is not None and side is not None:
            assert step(one, side) == moved(one, found)


def test_x5_a_bend_or_a_gap_is_no_row() -> None:
    cells = frozenset({(0, 0), (1, 0), (3, 0), (2, -1)})
    assert geometry.row(cells, (0, 0), (1, 0)) is not None
    assert geometry.row(cells, (0, 0), (3, 0)) is None
    assert geometry.row(cells, (0, 0), (2, -1)) is None


@accepts("SFB-CMB-08")
@pytest.mark.parametrize("seed", SEEDS[:10])
def test_a_shot_is_stopped_by_what_stands_between(seed: int) -> None:
    _, ground, start = scene(seed)
    for end in sorted(ground.cells - {start}):
        side = in_line(ground.cells, start, end)
        if side is None:
            continue
        place, hit = step(start, side), False
        while place != end:
            hit, place = hit or place in ground.taken, step(place, side)
        assert geometry.shot_is_free(start, end, ground.taken) == (not hit)


@accepts("SFB-HEX-05")
@pytest.mark.parametrize("seed", SEEDS[:10])
def test_a_pattern_keeps_its_shape_in_six_directions(seed: int) -> None:
    random, ground, origin = scene(seed)
    offsets = [(1, 0), (random.randint(1, 3), random.randint(-2, 0)), (2, random.randint(-2, 1))]
    for turns in range(6):
        expected = set()
        for q, r in offsets:
            ahead, left = SIDES[-turns % 6], SIDES[(-turns + 1) % 6]
            place = step(step(origin, ahead, q + r), left, -r)
            expected.add(place)
        expected = (expected & ground.cells) - {origin}
        assert geometry.area(ground.cells, origin, offsets, turns) == expected
        assert geometry.areas(ground.cells, origin, offsets)[turns] == expected


@accepts("SFB-MOVE-01", "SFB-MOVE-02", "SFB-MOVE-03")
@pytest.mark.parametrize("seed", SEEDS[:12])
def test_walks_are_those_that_the_rules_allow(seed: int) -> None:
    _, ground, start = scene(seed)
    open_cells = ground.cells - ground.statues - ground.enemies
    for count in (1, 2, 3):
        legal = {path for path in walks(open_cells, start, count) if path[-1] not in ground.allies}
        for path in walks(ground.cells, start, count):
            assert (not list(paths.walk_faults(ground, start, path, 3))) == (path in legal)
            assert list(paths.walk_faults(ground, start, path, count - 1))


@accepts("SFB-EFF-13", "SFB-EFF-14")
@pytest.mark.parametrize("seed", SEEDS[:12])
def test_dashes_and_flights_are_straight(seed: int) -> None:
    _, ground, start = scene(seed)
    for count in (1, 2, 3):
        lines = [tuple(step(start, side, n + 1) for n in range(count)) for side in SIDES]
        for path in walks(ground.cells, start, count):
            free = path[-1] not in ground.taken
            straight = path in lines
            clear = not set(path) & (ground.statues | ground.enemies)
            assert (not list(paths.dash_faults(ground, start, path, 3))) == (straight and free and clear)
            assert (not list(paths.fly_faults(ground, start, path, 3))) == (straight and free)


@accepts("SFB-EFF-15", "SFB-MOVE-07")
@pytest.mark.parametrize("seed", SEEDS[:8])
def test_leaps_end_on_a_free_cell_within_reach(seed: int) -> None:
    _, ground, start = scene(seed, 2)
    for end in sorted(ground.cells - {start}):
        far = steps_apart(ground.cells, start, end)
        legal = far is not None and far <= 2 and end not in ground.taken
        assert (not list(paths.leap_faults(ground, start, (end,), 2))) == legal
        assert (not list(paths.place_faults(ground, end))) == (end not in ground.taken)


@accepts("SFB-MOVE-08", "SFB-MOVE-09")
@pytest.mark.parametrize("seed", SEEDS[:8])
def test_each_step_comes_nearer_or_leads_away(seed: int) -> None:
    random, ground, start = scene(seed, 2)
    target = random.choice(sorted(ground.cells - {start}))
    far = {cell: steps_apart(ground.cells, target, cell) for cell in ground.cells}
    for path in walks(ground.cells, start, 2):
        whole = [far[place] for place in (start, *path)]
        walk = not list(paths.walk_faults(ground, start, path, 2)) and None not in whole
        nearer = all((a or 0) - (b or 0) == 1 for a, b in pairwise(whole))
        away = all((b or 0) - (a or 0) == 1 for a, b in pairwise(whole))
        assert (not list(paths.nearing_faults(ground, start, path, 2, target))) == (walk and nearer)
        assert (not list(paths.nearing_faults(ground, start, path, 2, target, away=True))) == (walk and away)


@accepts("SFB-EFF-08", "SFB-EFF-09")
@pytest.mark.parametrize("seed", SEEDS)
def test_pushes_and_pulls_go_as_far_as_they_can(seed: int) -> None:
    random, ground, target = scene(seed)
    other = random.choice(sorted(ground.cells - ground.statues - {target}))
    ground = ground._replace(enemies=ground.enemies | {other})
    away, home = in_line(ground.cells, other, target), in_line(ground.cells, target, other)
    for direction, side in (
        (paths.push_direction(ground, other, target), away),
        (paths.pull_direction(ground, other, target), home),
    ):
        assert (direction is None) == (side is None)
        if direction is None or side is None:
            continue
        walked: list[Hex] = []
        place = step(target, side)
        while len(walked) < 3 and place in ground.cells and place not in ground.taken:
            walked.append(place)
            place = step(place, side)
        assert paths.slide(ground, target, direction, 3) == tuple(walked)


@accepts("SFB-EFF-17")
@pytest.mark.parametrize("seed", SEEDS)
def test_fear_runs_as_far_as_possible_in_the_best_directions(seed: int) -> None:
    random, ground, start = scene(seed)
    source = random.choice(sorted(ground.cells - {start}))
    far = {cell: steps_apart(ground.cells, source, cell) or 0 for cell in ground.cells}
    lengths: dict[Hex, int] = {}
    for side in SIDES:
        for count in range(4):
            line = [step(start, side, n) for n in range(count + 1)]
            inside = ground.cells.issuperset(line) and not set(line[1:]) & (ground.statues | ground.enemies)
            if not inside or (count and line[-1] in ground.allies):
                continue
            if all(far[b] > far[a] for a, b in pairwise(line)):
                lengths[side] = count
    best = max(lengths.values())
    expected = {
        tuple(step(start, side, n + 1) for n in range(best))
        for side, n in lengths.items()
        if n == best and best
    }
    assert set(paths.fear_paths(ground, source, start, 3).values()) == expected
