"""Attacks and blocks on random boards, against every shortest path written out."""

from __future__ import annotations

from random import Random

import pytest

from games.hexes import distance, from_column, sees
from games.senjutsu.full.attacks.blocking import in_reach, is_blocked_by, is_ignored
from games.tests.test_hexes import walks

BOARD = sorted(from_column(column, row) for column in range(8) for row in range(7))


@pytest.mark.parametrize("seed", range(40))
def test_an_attack_is_ignored_as_if_every_path_were_walked(seed: int) -> None:
    dice = Random(seed)
    for _ in range(20):
        attacker, target = dice.sample(BOARD, 2)
        blocked = frozenset(dice.sample(BOARD, dice.randint(0, 12)))
        free = [way for way in walks(attacker, target) if not set(way) & blocked]
        assert is_ignored(attacker, target, blocked) == (not free)


def test_terrain_alone_is_nobodys_success() -> None:
    attacker, target, wall = (0, 0), (0, -2), frozenset({(0, -1)})
    assert is_blocked_by(attacker, target, [target], frozenset())
    assert is_blocked_by(attacker, target, wall, frozenset())
    assert not is_blocked_by(attacker, target, [target], wall)
    assert not is_blocked_by(attacker, target, [], wall)
    assert not is_blocked_by(attacker, (1, -1), [target], frozenset())


@pytest.mark.parametrize("seed", range(10))
def test_reach_is_distance_and_sight(seed: int) -> None:
    dice = Random(seed)
    for _ in range(30):
        attacker, target = dice.choices(BOARD, k=2)
        walls, facing = dice.sample(BOARD, 8), dice.randrange(6)
        near = 1 <= distance(attacker, target) <= 4
        assert in_reach(attacker, facing, target, 4, walls) == (
            near and sees(attacker, facing, target, walls)
        )
