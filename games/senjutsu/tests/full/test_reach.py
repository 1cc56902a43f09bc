"""Where an opponent's movement can lead: against every sequence of steps and turns written out, on random boards."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random

import pytest

from games.hexes import from_column
from games.senjutsu.full.definitions import Move
from games.senjutsu.full.foes.reach import ends
from games.senjutsu.full.movement.steps import Ground, Op, Stand, places

BOARD = frozenset(from_column(column, row) for column in range(6) for row in range(6))
ORDERS = ("mixed", "steps_first", "turns_first")


def sequences(effect: Move, free: bool) -> Iterator[tuple[Op, ...]]:
    """Everything that the effect lets somebody do, from nothing to all of it."""
    moves: list[Op] = [("step", one) for one in effect.directions]
    turns: list[Op] = [("turn", 1), ("turn", -1)]
    for length in range(effect.steps + effect.turns + 1):
        for way in product((*moves, *turns), repeat=length):
            steps = [amount for op, amount in way if op == "step"]
            spins = [amount for op, amount in way if op == "turn"]
            one_way = len(set(spins)) < 2 and (free or len(set(steps)) < 2)
            if (
                len(steps) <= effect.steps
                and len(spins) <= effect.turns
                and one_way
                and in_order(effect, way)
            ):
                yield way


def in_order(effect: Move, way: tuple[Op, ...]) -> bool:
    ops = [op for op, _ in way]
    first = {"steps_first": "step", "turns_first": "turn"}.get(effect.order)
    return first is None or ops == sorted(ops, key=lambda op: op != first)


def by_hand(start: Stand, effect: Move, ground: Ground, free: bool) -> set[Stand]:
    """The ends of all sequences that meet nothing; a mandatory effect is done whole."""
    found: set[Stand] = set()
    for way in sequences(effect, free):
        stands = [start, *places(start, way)]
        walked = [now.hex for (op, _), now in zip(way, stands[1:], strict=True) if op == "step"]
        whole = len(way) == effect.steps + effect.turns
        if all(ground.is_free(place) for place in walked) and stands[-1].hex not in ground.torii:
            found |= {stands[-1]} if whole or not effect.mandatory else set()
    return found or {start}


@pytest.mark.parametrize("seed", range(30))
def test_every_end_and_no_other(seed: int) -> None:
    dice = Random(seed)
    for _ in range(8):
        here, *rest = dice.sample(sorted(BOARD), 13)
        ground = Ground(BOARD, frozenset(rest[:6]), frozenset(rest[6:9]), frozenset(rest[9:]))
        effect = Move(
            steps=dice.randint(0, 3),
            directions=tuple(sorted(dice.sample(range(6), dice.randint(1, 3)))),
            turns=dice.randint(0, 2),
            mandatory=dice.random() < 0.5,
            order=dice.choice(ORDERS),  # type: ignore[arg-type]
        )
        start, free = Stand(here, dice.randrange(6)), dice.random() < 0.3
        assert ends(start, effect, ground, free) == by_hand(start, effect, ground, free), (effect, free)
