"""Movement effects, and whether one must collide: against every execution that there is, on random boards."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from games.hexes import from_column
from games.senjutsu.full.movement.steps import (
    Ground,
    Op,
    Printed,
    Stand,
    end_of,
    faults,
    hit_of,
    may_collide,
    places,
    shape_faults,
)

BOARD = frozenset(from_column(column, row) for column in range(7) for row in range(7))
START = Stand(from_column(3, 3), 0)
OPEN = Ground(BOARD)
FORWARD = Printed(steps=2, directions=(0, 3), turns=1)


def broken(effect: Printed, *done: Op, ground: Ground = OPEN, to: Stand | None = None) -> list[str]:
    end = to or end_of(START, done)
    return [rule for rules, _ in faults(START, effect, done, end, ground) for rule in rules]


def test_steps_and_turns_lead_where_they_lead() -> None:
    done: tuple[Op, ...] = (("step", 0), ("turn", 1), ("step", 0))
    q, r = START.hex
    assert end_of(START, done) == Stand((q + 1, r - 2), 1)
    assert broken(FORWARD, *done) == []
    assert broken(FORWARD) == []
    assert broken(FORWARD, *done, to=Stand((q, r - 2), 1)) == ["SEN-MOVE-09"]


@pytest.mark.parametrize(
    ("rule", "done"),
    [
        ("SEN-MOVE-02", (("step", 1),)),
        ("SEN-MOVE-01", (("turn", 2),)),
        ("SEN-MOVE-01", (("step", 6),)),
        ("SEN-MOVE-04", (("step", 0),) * 3),
        ("SEN-MOVE-04", (("turn", 1),) * 2),
        ("SEN-MOVE-05", (("step", 0), ("step", 3))),
    ],
)
def test_movement_off_its_effect(rule: str, done: tuple[Op, ...]) -> None:
    assert broken(FORWARD, *done) == [rule]


def test_the_wako_mixes_directions_and_then_is_binding() -> None:
    free = Printed(steps=2, directions=(0, 3), free_directions=True)
    assert broken(free, ("step", 0), ("step", 3)) == []
    then = Printed(steps=1, directions=(0,), turns=1, order="turns_first")
    assert broken(then, ("turn", 1), ("step", 0)) == []
    assert broken(then, ("step", 0), ("turn", 1)) == ["SEN-MOVE-06"]


def test_closed_hexes() -> None:
    ahead = end_of(START, (("step", 0),)).hex
    further = end_of(START, (("step", 0), ("step", 0))).hex
    through = broken(FORWARD, ("step", 0), ("step", 0), ground=Ground(BOARD, others=frozenset({ahead})))
    assert through == ["SEN-MOVE-07", "SEN-MOVE-11"]
    walled = Ground(BOARD, walls=frozenset({ahead}))
    assert broken(FORWARD, ("step", 0), ground=walled) == ["SEN-MOVE-07", "SEN-TER-01"]
    assert broken(FORWARD, ("step", 0), ground=Ground(BOARD - {ahead})) == ["SEN-MOVE-07"]
    gate = Ground(BOARD, torii=frozenset({ahead}))
    assert broken(FORWARD, ("step", 0), ("step", 0), ground=gate) == []
    assert broken(FORWARD, ("step", 0), ground=gate) == ["SEN-MOVE-07", "SEN-TER-01"]
    assert broken(FORWARD, ("step", 0), ground=Ground(None, walls=frozenset({further}))) == []


def test_a_mandatory_effect_is_done_whole_or_to_its_collision() -> None:
    must = Printed(steps=2, directions=(0,), turns=1, mandatory=True)
    assert broken(must, ("step", 0)) == ["SEN-MOVE-03"]
    ahead = end_of(START, (("step", 0),))
    boxed = Ground(frozenset({START.hex, ahead.hex}))
    assert may_collide(START, must, boxed) and not may_collide(START, must, OPEN)
    assert broken(must, ("step", 0), ground=boxed) == ["SEN-MOVE-03"]
    assert broken(must, ("step", 0), ("step", 0), to=ahead, ground=boxed) == []
    assert broken(must, ("step", 0), ("step", 0), ("turn", 1), to=ahead, ground=boxed) == ["SEN-MOVE-11"]
    assert not may_collide(START, Printed(steps=2, directions=(0,)), boxed)
    around = Printed(steps=1, directions=(0, 3), mandatory=True)
    walled = Ground(BOARD, walls=frozenset({ahead.hex}))
    assert broken(around, ("step", 0), to=START, ground=walled) == ["SEN-MOVE-08", "SEN-TER-01"]


def test_who_passes_a_torii_and_collides_stays_in_front_of_it() -> None:
    must = Printed(steps=2, directions=(0,), mandatory=True)
    gate, behind = (now.hex for now in (end_of(START, (("step", 0),) * n) for n in (1, 2)))
    for ground in (
        Ground(BOARD, walls=frozenset({behind}), torii=frozenset({gate})),
        Ground(BOARD, torii=frozenset({gate, behind})),
    ):
        hit = hit_of(START, must, (("step", 0), ("step", 0)), ground)
        assert hit is not None and (hit.hex, hit.stay) == (behind, START)


def executions(effect: Printed) -> set[tuple[Op, ...]]:
    """Every complete execution, tried out."""
    ops: list[Op] = [*(("step", direction) for direction in range(6)), ("turn", 1), ("turn", -1)]
    return {
        way
        for way in product(ops, repeat=effect.steps + effect.turns)
        if sum(op == "step" for op, _ in way) == effect.steps and not [*shape_faults(effect, way)]
    }


def is_clean(start: Stand, done: tuple[Op, ...], ground: Ground) -> bool:
    """SEN-MOVE-07: no hex on the way is closed, and the last one is no torii."""
    way = [now.hex for (op, _), now in zip(done, places(start, done), strict=True) if op == "step"]
    return all(ground.is_free(place) for place in way) and (not way or way[-1] not in ground.torii)


@pytest.mark.parametrize("seed", range(60))
def test_a_collision_is_legal_where_every_execution_meets_something(seed: int) -> None:
    dice = Random(seed)
    effect = Printed(
        steps=dice.randint(0, 3),
        directions=tuple(sorted(dice.sample(range(6), dice.randint(1, 3)))),
        turns=dice.randint(0, 2),
        mandatory=True,
        order=dice.choice(("mixed", "steps_first", "turns_first")),
        free_directions=dice.random() < 0.3,
    )
    closed = dice.sample(sorted(BOARD - {START.hex}), 34)
    ground = Ground(BOARD, frozenset(closed[:20]), frozenset(closed[20:26]), frozenset(closed[26:]))
    ways = executions(effect)
    clean = {way for way in ways if is_clean(START, way, ground)}
    assert may_collide(START, effect, ground) == (not clean)
    for way in ways:
        hit = hit_of(START, effect, way, ground)
        assert (hit is None) == (way in clean)
        made = way if hit is None else way[: hit.index + 1]
        to = end_of(START, way) if hit is None else hit.stay
        legal = not [*faults(START, effect, made, to, ground)]
        assert legal == (way in clean or not clean)
