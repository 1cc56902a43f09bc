"""Hex geometry against brute force: every answer is found a second time by trying everything, on random boards."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import pairwise
from random import Random

import pytest

from games.hexes import (
    DIRECTIONS,
    FORWARD,
    FORWARD_RIGHT,
    Hex,
    Point,
    axis,
    centre_point,
    corners,
    cut_off,
    distance,
    from_column,
    front_corners,
    moved,
    neighbours,
    pattern,
    pull_directions,
    pulled,
    push_directions,
    pushed,
    sees,
    stepped,
    touches,
    turned,
    within,
)

BOARD = frozenset(from_column(column, row) for column in range(9) for row in range(8))


def spread(start: Hex) -> dict[Hex, int]:
    """Distances by walking: no formula."""
    found, edge = {start: 0}, [start]
    for steps in range(1, 8):
        edge = [place for one in edge for place in neighbours(one) if place not in found]
        found |= dict.fromkeys(edge, steps)
    return found


def walks(start: Hex, target: Hex) -> list[list[Hex]]:
    """Every shortest way, written out."""
    if start == target:
        return [[start]]
    closer = [place for place in neighbours(start) if distance(place, target) < distance(start, target)]
    return [[start, *way] for place in closer for way in walks(place, target)]


def on_paper(point: Point) -> tuple[float, float]:
    """Real coordinates of a regular hex of side 2."""
    return point[0], point[1] * math.sqrt(3)


def crosses(start: Point, end: Point, place: Hex) -> bool:
    """The segment clipped by the hex's six half-planes, in exact fractions."""
    low, high = Fraction(0), Fraction(1)
    ring = corners(place)
    for (x1, y1), (x2, y2) in pairwise((*ring, ring[0])):
        inside = [(x2 - x1) * (y - y1) - (y2 - y1) * (x - x1) for x, y in (start, end)]
        if inside[0] < 0 and inside[1] < 0:
            return False
        if (inside[0] < 0) != (inside[1] < 0):
            at = Fraction(inside[0], inside[0] - inside[1])
            low, high = (max(low, at), high) if inside[0] < 0 else (low, min(high, at))
    return low <= high


def test_distance_is_the_number_of_steps() -> None:
    walked = spread((2, -1))
    assert len(walked) == 1 + 6 * sum(range(8))
    assert all(distance((2, -1), place) == steps for place, steps in walked.items())
    assert set(within((2, -1), 7)) == set(walked)


@pytest.mark.parametrize("facing", range(6))
def test_directions_lie_clockwise_60_degrees_apart(facing: int) -> None:
    x, y = on_paper(centre_point(DIRECTIONS[facing]))
    assert math.atan2(x, -y) % (2 * math.pi) == pytest.approx(math.radians(60 * facing))
    assert stepped((0, 0), facing, FORWARD) == DIRECTIONS[facing]
    assert stepped((5, 5), facing, FORWARD_RIGHT) == moved((5, 5), turned(facing, 1))
    assert turned(facing, -7) == (facing - 1) % 6


@pytest.mark.parametrize("turns", range(6))
def test_a_pattern_turns_like_paper(turns: int) -> None:
    angle = math.radians(60 * turns)
    for offset in within((0, 0), 3):
        x, y = on_paper(centre_point(offset))
        turned_point = x * math.cos(angle) - y * math.sin(angle), x * math.sin(angle) + y * math.cos(angle)
        ((q, r),) = pattern((0, 0), turns, [offset])
        assert on_paper(centre_point((q, r))) == pytest.approx(turned_point)
        assert pattern((3, 1), turns, [offset]) == ((3 + q, 1 + r),)


def test_odd_columns_stand_half_a_hex_lower() -> None:
    assert [from_column(column, 0) for column in range(4)] == [(0, 0), (1, 0), (2, -1), (3, -1)]
    assert centre_point(from_column(1, 0))[1] == centre_point(from_column(0, 0))[1] + 1


def test_the_front_side_looks_forward() -> None:
    for facing in range(6):
        (ax, ay), (bx, by) = front_corners((4, -2), facing)
        middle = centre_point((4, -2)), centre_point(moved((4, -2), facing))
        assert (ax + bx, ay + by) == (middle[0][0] + middle[1][0], middle[0][1] + middle[1][1])
        assert set(corners((4, -2))) & set(corners(moved((4, -2), facing))) == {(ax, ay), (bx, by)}


@pytest.mark.parametrize("seed", range(40))
def test_cut_off_as_if_every_way_were_walked(seed: int) -> None:
    dice = Random(seed)
    places = sorted(BOARD)
    for _ in range(25):
        start, target = dice.sample(places, 2)
        blocked = set(dice.sample(places, dice.randint(0, 30)))
        ways = [way[1:-1] for way in walks(start, target)]
        free = [way for way in ways if not set(way) & blocked]
        assert cut_off(start, target, blocked) == (not free)
        assert cut_off(start, target, blocked, BOARD) == (not [way for way in free if set(way) <= BOARD])


def test_neighbours_are_never_cut_off() -> None:
    assert not any(cut_off((0, 0), place, set(within((0, 0), 2))) for place in neighbours((0, 0)))
    assert not cut_off((0, 0), (0, 0), {(0, 0)})


@pytest.mark.parametrize("seed", range(40))
def test_touching_as_if_cut_with_scissors(seed: int) -> None:
    dice = Random(seed)
    for _ in range(200):
        start, end = [(dice.randint(-9, 9), dice.randint(-9, 9)) for _ in range(2)]
        place = dice.choice(list(within((0, 0), 3)))
        assert touches(start, end, place) == crosses(start, end, place)


@pytest.mark.parametrize("seed", range(30))
def test_sight_as_if_every_line_were_drawn(seed: int) -> None:
    dice = Random(seed)
    places = sorted(BOARD)
    for _ in range(20):
        start, target = dice.sample(places, 2)
        facing, walls = dice.randrange(6), dice.sample(places, dice.randint(0, 25))
        others = [wall for wall in walls if wall not in (start, target)]
        lines = [(c, e) for c in front_corners(start, facing) for e in corners(target)]
        free = [line for line in lines if not any(crosses(*line, wall) for wall in others)]
        assert sees(start, facing, target, walls) == bool(free)


def test_a_wall_in_front_hides_what_stands_behind_it() -> None:
    assert sees((0, 0), 0, (0, -3), [])
    assert not sees((0, 0), 0, (0, -3), neighbours((0, 0)))
    assert not sees((0, 0), 0, (0, -3), [(0, -1)])
    assert sees((0, 0), 0, (0, -3), [(0, -3), (0, 0), (5, 5)])


@pytest.mark.parametrize("source", [(0, 0), (3, -1)])
def test_pushes_lead_away_and_pulls_lead_nearer(source: Hex) -> None:
    for target in within(source, 5):
        far = distance(source, target)
        if not far:
            assert axis(source, target) is None
            continue
        away, nearer = push_directions(source, target), pull_directions(source, target)
        assert len(away) == len(nearer) == (2 if axis(source, target) is None else 1)
        for direction in away:
            path = pushed(target, direction, 3)
            assert [distance(source, place) for place in path] == [far + 1, far + 2, far + 3]
            assert all(distance(a, b) == 1 for a, b in pairwise((target, *path)))
        for direction in nearer:
            way = pulled(source, target, direction, 9)
            assert [distance(source, place) for place in way] == list(range(far - 1, -1, -1))
            assert way[0] == moved(target, direction) and way[-1] == source


def test_an_axis_is_a_straight_row() -> None:
    rows = {moved((1, 1), direction, n): direction for direction in range(6) for n in range(1, 5)}
    assert {
        place: axis((1, 1), place) for place in within((1, 1), 4) if axis((1, 1), place) is not None
    } == rows


def test_a_pull_keeps_its_direction_while_it_helps() -> None:
    assert pulled((0, 0), (2, 1), 0, 1) == ((2, 0),)
    assert pulled((0, 0), (2, 1), 0, 2) == ((2, 0), (1, 0))
    assert pulled((0, 0), (2, 1), 5, 2) == ((1, 1), (0, 1))
