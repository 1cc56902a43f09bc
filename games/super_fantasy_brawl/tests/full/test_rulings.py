"""A number that a ruling or the text of a card changes: the rule that gives it is lifted, and nothing else asks for it
(SFB-LOG-04, SFB-LOG-08)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from games.ruleset import Event
from games.super_fantasy_brawl import events as e
from games.super_fantasy_brawl.full import action_events as a
from games.super_fantasy_brawl.tests.full.position import (
    STAFF,
    A,
    X,
    attack,
    damage,
    declared,
    displaced,
    effect,
    hit,
    opened,
    passed,
    played,
    scene,
    struck,
    trap,
    walk,
)
from games.testing import Case, accepts, refuses

HEAVIER = a.AttackResolved(card="card", targets=(hit(damage=3),))


def pushed(*overrides: str) -> Case:
    """x could not be pushed: 2 damage are due."""
    card = attack(effect("push", 2, on="target", timing="post"), overrides=overrides)
    return played(struck(scene(at={"y": (2, 0)}, cards={"card": card})), displaced(X, "push", 2, missing=2))


def trapped(*overrides: str) -> Case:
    """a walked onto a trap: 3 damage are due."""
    case = scene(at={"a": (0, 2)}, cards={"card": attack(overrides=overrides)}, traps={(0, 3): None})
    return played(opened(case), walk(A, (0, 3)), trap(A, (0, 3), "damage_3"))


def aimed(*overrides: str) -> Case:
    """a attacks x: 2 damage follow."""
    return passed(declared(opened(scene(cards={"card": attack(overrides=overrides)}))))


AMOUNTS = [
    (pushed, damage(X, 1, "push"), "SFB-EFF-08"),
    (trapped, damage(A, 2, "trap", None), "SFB-TRAP-04"),
    (aimed, HEAVIER, "SFB-CMB-13"),
]


@refuses("SFB-LOG-08", "SFB-EFF-08", "SFB-TRAP-04", "SFB-CMB-13")
@pytest.mark.parametrize(("scene_of", "told", "rule"), AMOUNTS)
def test_another_amount_than_the_rules_give(scene_of: Callable[..., Case], told: Event, rule: str) -> None:
    scene_of().when(told, STAFF).then_refused(rule, "SFB-LOG-08")


@accepts("SFB-LOG-04", "SFB-LOG-08")
@pytest.mark.parametrize(("scene_of", "told", "rule"), AMOUNTS)
def test_a_card_or_a_ruling_that_lifts_the_rule_of_an_amount(
    scene_of: Callable[..., Case], told: Event, rule: str
) -> None:
    ruling = e.RulingRecorded(organiser="o", note="as the card says", rule=rule)
    scene_of().when(ruling, STAFF).when(told, STAFF).then_accepted()
    scene_of(rule).when(told, STAFF).then_accepted()


@refuses("SFB-LOG-08")
@pytest.mark.parametrize(("scene_of", "told", "rule"), AMOUNTS)
def test_another_rule_that_is_lifted_changes_no_amount(
    scene_of: Callable[..., Case], told: Event, rule: str
) -> None:
    scene_of("SFB-MOVE-01").when(told, STAFF).then_refused(rule, "SFB-LOG-08")
