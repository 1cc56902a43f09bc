"""Movement effects, and whether one must collide: against every execution that there is, on random boards."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from games.hexes import from_column
from games.senjutsu.movement import (
    Effect,
    Ground,
    Op,
    Stand,
    check_movement,
    end_of,
    executions,
    is_clean,
    may_collide,
)

BOARD = frozenset(from_column(column, row) for column in range(7) for row in range(7))
START = Stand(from_column(3, 3), 0)
OPEN = Ground(BOARD)
FORWARD = Effect(steps=2, directions=(0, 3), turns=1)


def broken(effect: Effect, *done: Op, ground: Ground = OPEN, to: Stand | None = None) -> list[str]:
    end = to or end_of(START, done)
    return [violation.rule for violation in check_movement(START, effect, done, end, ground)]


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
        ("SEN-MOVE-02", (("turn", 2),)),
        ("SEN-MOVE-04", (("step", 0),) * 3),
        ("SEN-MOVE-04", (("turn", 1),) * 2),
        ("SEN-MOVE-05", (("step", 0), ("step", 3))),
    ],
)
def test_movement_off_its_effect(rule: str, done: tuple[Op, ...]) -> None:
    assert broken(FORWARD, *done) == [rule]


def test_the_wako_mixes_directions_and_then_is_binding() -> None:
    free = Effect(steps=2, directions=(0, 3), free_directions=True)
    assert broken(free, ("step", 0), ("step", 3)) == []
    then = Effect(steps=1, directions=(0,), turns=1, order="turns_first")
    assert broken(then, ("turn", 1), ("step", 0)) == []
    assert broken(then, ("step", 0), ("turn", 1)) == ["SEN-MOVE-06"]


def test_closed_hexes() -> None:
    ahead = end_of(START, (("step", 0),)).hex
    further = end_of(START, (("step", 0), ("step", 0))).hex
    for ground in (Ground(BOARD, walls=frozenset({ahead})), Ground(BOARD, others=frozenset({ahead}))):
        assert broken(FORWARD, ("step", 0), ("step", 0), ground=ground) == ["SEN-MOVE-07"]
    assert broken(FORWARD, ("step", 0), ground=Ground(BOARD - {ahead})) == ["SEN-MOVE-07"]
    gate = Ground(BOARD, torii=frozenset({ahead}))
    assert broken(FORWARD, ("step", 0), ("step", 0), ground=gate) == []
    assert broken(FORWARD, ("step", 0), ground=gate) == ["SEN-MOVE-07"]
    assert broken(FORWARD, ("step", 0), ground=Ground(None, walls=frozenset({further}))) == []


def test_a_mandatory_effect_is_done_whole_if_it_can_be() -> None:
    must = Effect(steps=2, directions=(0,), turns=1, mandatory=True)
    assert broken(must, ("step", 0)) == ["SEN-MOVE-03"]
    boxed = Ground(frozenset({START.hex, end_of(START, (("step", 0),)).hex}))
    assert may_collide(START, must, boxed) and not may_collide(START, must, OPEN)
    assert broken(must, ("step", 0), ground=boxed) == []
    assert not may_collide(START, Effect(steps=2, directions=(0,)), boxed)


@pytest.mark.parametrize("seed", range(40))
def test_executions_are_all_that_there_are(seed: int) -> None:
    dice = Random(seed)
    effect = Effect(
        steps=dice.randint(0, 3),
        directions=tuple(sorted(dice.sample(range(6), dice.randint(1, 3)))),
        turns=dice.randint(0, 2),
        mandatory=True,
        order=dice.choice(("mixed", "steps_first", "turns_first")),
        free_directions=dice.random() < 0.3,
    )
    ops: list[Op] = [*(("step", direction) for direction in range(6)), ("turn", 1), ("turn", -1)]
    tried = product(ops, repeat=effect.steps + effect.turns)
    legal = {
        way
        for way in tried
        if sum(op == "step" for op, _ in way) == effect.steps
        and broken(effect, *way, ground=Ground(None)) == []
    }
    assert set(executions(effect)) == legal
    walls = frozenset(dice.sample(sorted(BOARD - {START.hex}), 25))
    ground = Ground(BOARD, walls)
    assert may_collide(START, effect, ground) == (not any(is_clean(START, way, ground) for way in legal))
