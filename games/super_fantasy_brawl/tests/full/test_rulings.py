"""A number that a ruling or the text of a card changes: the rule that gives it is lifted, and nothing else asks for it
(SFB-LOG-04, SFB-LOG-08)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from games.consequences import following
from games.ruleset import REFEREE, Event
from games.super_fantasy_brawl import events as e
from games.super_fantasy_brawl.full import action_events as a
from games.super_fantasy_brawl.tests.full.position import (
    STAFF,
    A,
    R,
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
    replaced,
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


def offered(case: Case) -> set[str]:
    """What may come next, by name."""
    return {one.type for one in case.rules.next_events(case.then_accepted(), REFEREE)}


def sprung(kind: Any, *overrides: str) -> Case:
    """a walked onto a trap of this kind."""
    case = scene(at={"a": (0, 2)}, cards={"card": attack(overrides=overrides)}, traps={(0, 3): None})
    return played(opened(case), walk(A, (0, 3)), trap(A, (0, 3), kind))


@accepts("SFB-LOG-04", "SFB-TRAP-04", "SFB-TRAP-05")
@refuses("SFB-LOG-06")
@pytest.mark.parametrize("kind", ["damage_3", "stun", "immobilise"])
def test_a_trap_that_does_nothing_by_a_text_or_a_ruling_is_replaced_at_once(kind: str) -> None:
    ruling = e.RulingRecorded(organiser="o", note="as the card says", rule="SFB-TRAP-04")
    sprung(kind).when(replaced("r", (0, -3)), R).then_refused("SFB-LOG-06")
    sprung(kind, "SFB-MOVE-01").when(replaced("r", (0, -3)), R).then_refused("SFB-LOG-06")
    for case in (sprung(kind).when(ruling, STAFF), sprung(kind, "SFB-TRAP-04")):
        assert "trap_token_placed" in offered(case)
        after = case.when(replaced("r", (0, -3)), R).then_accepted()
        assert after.full.due == () and after.figures[A].damage == 0 and not after.figures[A].immobilised
        assert [slot.cell for slot in after.full.traps] == [(0, -3)] and after.full.turned is None
        case.when(walk(A, (0, 4), continues=True), R).then_refused("SFB-LOG-06")


@accepts("SFB-TRAP-04")
def test_a_text_that_spares_from_traps_obliges_nobody() -> None:
    """What the trap does is offered as before, and nothing of it follows by itself."""
    spared, bare = sprung("damage_3", "SFB-TRAP-04"), sprung("damage_3")
    assert "trap_token_placed" not in offered(bare)
    assert following(bare.rules, bare.state) is not None and following(spared.rules, spared.state) is None
    hurt = spared.when(damage(A, 3, "trap", None), R).then_accepted()
    assert hurt.figures[A].damage == 3
