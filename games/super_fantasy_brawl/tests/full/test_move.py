"""Walking, returning and being moved by an effect of one's side, on the arena."""

from __future__ import annotations

from typing import Any

import pytest

from games.hexes import Hex
from games.super_fantasy_brawl.full import action_events as a
from games.super_fantasy_brawl.full.state import Ground
from games.super_fantasy_brawl.tests.full.position import (
    BB,
    CELLS,
    END,
    NORTH,
    SOUTH,
    TRAP_CELLS,
    A,
    B,
    R,
    X,
    attack,
    basic,
    damage,
    declared,
    effect,
    moved,
    opened,
    out,
    played,
    replaced,
    scene,
    skill,
    trap,
    walk,
)
from games.testing import Case, accepts, refuses

STATUES = Ground("statues", CELLS, frozenset({(0, 1)}), TRAP_CELLS, {"north": NORTH, "south": SOUTH})


def using(card: Any, **told: Any) -> Case:
    """The skill of champion a is being applied."""
    case = opened(scene(cards={"card": card}, **told))
    return played(case, a.SkillUsed(champion=A, card="card"))


@accepts("SFB-MOVE-01", "SFB-MOVE-03", "SFB-CMB-02", "SFB-HEX-06")
def test_a_walk_of_up_to_its_movement_points_also_through_allies() -> None:
    case = opened(scene(at={"b": (0, 1)}, cards={"card": attack()}))
    assert played(case, (walk(A, (0, 1), (0, 2)), R)).state.figures[A].cell == (0, 2)
    case = played(case, (walk(A, (-1, 0)), R), (walk(A, (-1, 1)), R))
    assert case.state.full.action.mp == 0


@refuses("SFB-MOVE-01", "SFB-MOVE-02", "SFB-MOVE-03", "SFB-HEX-01", "SFB-HEX-06")
@pytest.mark.parametrize(
    ("path", "rule"),
    [
        (((-1, 0), (-2, 0), (-3, 1)), "SFB-MOVE-01"),
        (((-2, 0),), "SFB-MOVE-01"),
        (((1, 0),), "SFB-MOVE-02"),
        (((0, 1),), "SFB-MOVE-02"),
        (((0, -1),), "SFB-MOVE-03"),
        (((9, 9),), "SFB-HEX-01"),
    ],
)
def test_walks_that_the_rules_forbid(path: tuple[Hex, ...], rule: str) -> None:
    case = opened(scene(at={"b": (0, -1)}, cards={"card": attack()}, ground=STATUES))
    case.when(walk(A, *path), R).then_refused(rule)


@refuses("SFB-MOVE-05", "SFB-CMB-02")
@accepts("SFB-MOVE-05")
def test_movement_points_are_used_first() -> None:
    case = scene(cards={"card": attack(effect("heal", 1, timing="pre"))}, figures={"a": {"damage": 1}})
    case = played(opened(case), walk(A, (0, 1)), a.ChampionHealed(champion=A, amount=1))
    case.when(walk(A, (0, 2)), R).then_refused("SFB-MOVE-05")
    case = declared(played(opened(scene(cards={"card": attack()}))))
    case.when(walk(A, (0, 2)), R).then_refused("SFB-MOVE-05")


@accepts("SFB-MOVE-06", "SFB-EFF-06")
@refuses("SFB-MOVE-06", "SFB-EFF-06")
def test_a_rooted_champion_fights_but_stays() -> None:
    rooted = {"a": {"immobilised": True}}
    cards = {"card": attack(effect("dash", 2, timing="post")), "more": skill(effect("place"))}
    case = opened(scene(cards=cards, figures=rooted))
    case.when(walk(A, (0, 1)), R).then_refused("SFB-MOVE-06")
    case = played(declared(case), a.ReactionPassed(side="blue"))
    case = played(
        case, a.AttackResolved(card="card", targets=(a.Hit(champion=X, strength=3, defence=1, damage=2),))
    )
    case.when(moved(A, "dash", (0, 1)), R).then_refused("SFB-MOVE-06")
    case = played(case, END)
    case = played(opened(case, "more"), a.SkillUsed(champion=A, card="more"))
    case = played(case, a.ChampionPlaced(champion=A, cell=(-4, 0)))
    assert case.state.figures[A].cell == (-4, 0)


@accepts("SFB-EFF-13", "SFB-EFF-16")
@refuses("SFB-EFF-13")
def test_x4_a_dash_of_two_along_any_row() -> None:
    case = using(skill(effect("dash", 2)))
    for path in ((), ((0, 1),), ((0, 1), (0, 2)), ((-1, 0), (-2, 0)), ((1, -1), (2, -2)), ((-1, 1),)):
        played(case, (moved(A, "dash", *path, x=2), R))
    for bent in (((0, 1), (1, 1)), ((-1, 0), (-1, -1)), ((0, 1), (0, 2), (-1, 3))):
        case.when(moved(A, "dash", *bent, x=2), R).then_refused("SFB-EFF-13")


@accepts("SFB-EFF-14", "SFB-EFF-15")
@refuses("SFB-EFF-14", "SFB-EFF-15")
def test_swoops_and_jumps_go_over_anything_and_end_on_a_free_hex() -> None:
    case = using(skill(effect("fly", 3), effect("leap", 2)), at={"y": (2, 0)})
    case.when(moved(A, "fly", (1, 0)), R).then_refused("SFB-EFF-14")
    case.when(moved(A, "fly", (1, 0), (2, 0), (3, 0), (4, 0)), R).then_refused("SFB-EFF-14")
    case.when(moved(A, "fly", (1, 0), (1, 1)), R).then_refused("SFB-EFF-14")
    case = played(case, (moved(A, "fly", (1, 0), (2, 0), (3, 0)), R))
    case.when(moved(A, "leap", (2, 0)), R).then_refused("SFB-EFF-15")
    case.when(moved(A, "leap", (0, 0)), R).then_refused("SFB-EFF-15")
    played(case, (moved(A, "leap", (1, 1)), R), END)


@accepts("SFB-MOVE-08", "SFB-MOVE-09")
@refuses("SFB-MOVE-08", "SFB-MOVE-09")
def test_approach_and_retreat_count_every_step() -> None:
    case = using(skill(effect("approach", 2, "enemy"), effect("retreat", 2, "enemy")), at={"x": (3, 0)})
    case.when(moved(A, "approach", (0, 1), toward=(3, 0)), R).then_refused("SFB-MOVE-08")
    case.when(moved(A, "approach", (1, 0), toward=(4, 0)), R).then_refused("SFB-MOVE-08")
    case.when(moved(A, "approach", (1, 0)), R).then_refused("SFB-MOVE-08")
    case = played(case, (moved(A, "approach", (1, 0), (2, 0), toward=(3, 0)), R))
    case.when(moved(A, "retreat", (2, 1), toward=(3, 0)), R).then_refused("SFB-MOVE-09")
    played(case, (moved(A, "retreat", (1, 0), (0, 0), toward=(3, 0)), R))


@accepts("SFB-EFF-16", "SFB-MOVE-07")
@refuses("SFB-EFF-16", "SFB-MOVE-07")
def test_placing_ends_on_a_free_hex() -> None:
    case = using(skill(effect("place", on="ally")))
    case.when(a.ChampionPlaced(champion=BB, cell=(1, 0)), R).then_refused("SFB-MOVE-07")
    case.when(a.ChampionPlaced(champion=BB, cell=(8, 0)), R).then_refused("SFB-HEX-01")
    case.when(a.ChampionPlaced(champion=X, cell=(0, 2)), R).then_refused("SFB-ACT-15")
    played(case, (a.ChampionPlaced(champion=BB, cell=(0, 1)), R))


@accepts("SFB-KO-08")
@refuses("SFB-KO-08")
def test_a_champion_returns_first_of_all_onto_a_free_start_hex() -> None:
    case = opened(scene(at={"a": None, "b": (0, 4)}, cards={"card": attack()}))
    case.when(walk(A, (0, 3)), R).then_refused("SFB-LOG-06")
    case.when(a.ChampionReturned(champion=A, cell=(0, 4)), R).then_refused("SFB-KO-08")
    case.when(a.ChampionReturned(champion=A, cell=(0, -4)), R).then_refused("SFB-KO-08")
    case = played(case, (a.ChampionReturned(champion=A, cell=(-1, 4)), R))
    case.when(walk(A, (-1, 3), (-1, 2)), R).then_refused("SFB-MOVE-01")
    case.when(a.ChampionReturned(champion=A, cell=(-2, 4)), R).then_refused("SFB-KO-08")
    played(case, (walk(A, (-1, 3)), R))


@refuses("SFB-KO-08")
def test_no_free_start_hex_no_activation() -> None:
    full = Ground("small", CELLS, frozenset(), TRAP_CELLS, {"south": frozenset({(0, 4)}), "north": NORTH})
    case = scene(at={"a": None, "b": (0, 4)}, cards={"card": attack()}, ground=full)
    told = a.ActionCardPlayed(player="r", champion=A, card="card", core="destruction")
    case.when(told, R).then_refused("SFB-KO-08")


@accepts("SFB-MOVE-04", "SFB-TRAP-02", "SFB-TRAP-09")
@refuses("SFB-MOVE-04", "SFB-TRAP-02", "SFB-TRAP-09", "SFB-LOG-06")
def test_a_walk_stops_at_a_trap_and_goes_on() -> None:
    case = opened(scene(cards={"card": attack()}, traps={(0, 1): None, (3, 0): None}))
    case.when(walk(A, (0, 1), (0, 2)), R).then_refused("SFB-TRAP-02", "SFB-MOVE-04")
    case.when(walk(A, (-1, 0), continues=True), R).then_refused("SFB-TRAP-09")
    case = played(case, (walk(A, (0, 1)), R))
    case.when(walk(A, (0, 2)), R).then_refused("SFB-LOG-06")
    case = played(
        case, (trap(A, (0, 1), "damage_1"), R), damage(A, 1, "trap", None), (replaced("r", (0, 3)), R)
    )
    case = played(case, (walk(A, (0, 2), continues=True), R))
    assert case.state.figures[A].cell == (0, 2)
    case.when(walk(A, (-1, 3)), R).then_refused("SFB-MOVE-01")


@accepts("SFB-EFF-14", "SFB-TRAP-02")
def test_swoops_and_jumps_pass_over_traps_but_not_onto_them() -> None:
    case = using(skill(effect("fly", 3), effect("leap", 2)), traps={(0, 1): None, (0, 2): None})
    case = played(case, moved(A, "fly", (0, 1), (0, 2)))
    assert case.state.full.due[0].kind == "trap_triggered"
    assert case.state.full.due[0].told["slot"] == "q"


@accepts("SFB-EFF-13")
@refuses("SFB-EFF-13")
def test_a_dash_goes_on_after_a_trap_in_its_row() -> None:
    case = using(skill(effect("dash", 3)), traps={(0, 1): None})
    case = played(case, moved(A, "dash", (0, 1)), trap(A, (0, 1), "damage_1"), damage(A, 1, "trap", None))
    case = played(case, replaced("r", (0, 3)))
    case.when(moved(A, "dash", (1, 1), continues=True), R).then_refused("SFB-EFF-13")
    case.when(moved(A, "dash", (0, 2), (0, 3), (0, 4), continues=True), R).then_refused("SFB-EFF-13")
    case.when(moved(A, "dash", (0, 2)), R).then_refused("SFB-ACT-11")
    played(case, moved(A, "dash", (0, 2), continues=True), END)


@accepts("SFB-MOVE-10", "SFB-CMB-22", "SFB-TRAP-11", "SFB-KO-02", "SFB-KO-04")
@refuses("SFB-MOVE-10")
def test_who_falls_on_the_way_ends_the_action() -> None:
    case = opened(scene(cards={"card": attack()}, traps={(0, 1): None}, figures={"a": {"damage": 3}}))
    case = played(case, walk(A, (0, 1)), trap(A, (0, 1), "damage_2"), damage(A, 2, "trap", None))
    case.when(out(A, X), R).then_refused("SFB-KO-03")
    case = played(case, out(A, None), replaced("r", (0, 3)))
    assert case.state.sides["blue"].vp == 1
    told = a.AttackDeclared(attacker=A, card="card", targets=(X,))
    case.when(told, R).then_refused("SFB-MOVE-10")
    case.when(walk(A, (0, 2)), R).then_refused("SFB-MOVE-10")
    case.when(a.ChampionReturned(champion=A, cell=(0, 4)), R).then_refused("SFB-MOVE-10")
    case = played(case, END)
    assert case.state.figures[A].damage == 0 and case.state.figures[X].levelled is False


def test_without_an_arena_the_number_of_steps_is_still_checked() -> None:
    case = opened(scene(cards={"card": attack()}, ground=None))
    case.when(walk(A, (0, 1), (0, 2), (0, 3)), R).then_refused("SFB-MOVE-01")
    case = played(case, walk(A, (7, 7)))
    assert "SFB-HEX-01" in case.state.full.unverified


def test_a_stranger_moves_nothing() -> None:
    case = opened(scene(cards={"card": attack()}))
    case.when(walk(A, (0, 1)), B).then_refused("SFB-LOG-02")
    case.when(walk(BB, (-4, 1)), R).then_refused("SFB-LOG-08")
    case = played(scene(), basic(4, "creation"))
    case.when(moved(A, "dash", (0, 1)), R).then_refused("SFB-ACT-11")


@accepts("SFB-LOG-04")
@refuses("SFB-LOG-04", "SFB-MOVE-01", "SFB-MOVE-03")
def test_a_card_that_lifts_one_rule_leaves_the_others() -> None:
    ghost = attack(overrides=("SFB-MOVE-02",))
    case = opened(scene(at={"y": (2, 0)}, cards={"card": ghost}))
    played(case, (walk(A, (1, 0), (1, 1)), R))
    case.when(walk(A, (1, 0), (2, 0), (3, 0)), R).then_refused("SFB-MOVE-01")
    case.when(walk(A, (1, 0), (9, 0)), R).then_refused("SFB-HEX-01")
    case = opened(scene(at={"b": (0, 1)}, cards={"card": ghost}))
    case.when(walk(A, (0, 1)), R).then_refused("SFB-MOVE-03")


@accepts("SFB-MOVE-03", "SFB-LOG-04")
@refuses("SFB-MOVE-03")
@pytest.mark.parametrize("blocked", [(1, 0), (0, 1)])
def test_who_may_pass_through_anything_ends_on_a_free_hex(blocked: Hex) -> None:
    """An enemy stands on the one hex, a statue on the other."""
    case = opened(scene(cards={"card": attack(overrides=("SFB-MOVE-02",))}, ground=STATUES))
    case.when(walk(A, blocked), R).then_refused("SFB-MOVE-03")
    case.when(walk(A, blocked, (1, 1)), R).then_accepted()
