"""Pushes, pulls, force and fear: the way is computed, missing steps become damage, traps interrupt."""

from __future__ import annotations

from typing import Any

import pytest

from games.hexes import Hex
from games.super_fantasy_brawl.definitions import Champion, ChampionSide
from games.super_fantasy_brawl.full import action_events as a
from games.super_fantasy_brawl.tests.full.position import (
    BASE,
    BB,
    END,
    SLUGS,
    STAFF,
    A,
    B,
    R,
    X,
    Y,
    attack,
    damage,
    displaced,
    effect,
    out,
    played,
    replaced,
    rules,
    scene,
    struck,
    trap,
)
from games.testing import Case, accepts, refuses


def after(keyword: str, x: int, **told: Any) -> Case:
    """The attack of champion a on x was made; its effect on the target comes next."""
    return struck(
        scene(cards={"card": attack(effect(keyword, x, "target", "post"), attack=1)}, **told), hit0()
    )


def hit0() -> a.Hit:
    """An attack that does nothing."""
    return a.Hit(champion=X, strength=1, defence=1, damage=0)


@accepts("SFB-EFF-08", "SFB-HEX-04", "SFB-CMB-17", "SFB-CMB-20")
@refuses("SFB-EFF-08", "SFB-CMB-17")
def test_a_push_goes_straight_away_as_far_as_it_can() -> None:
    case = after("push", 2)
    case.when(END, R).then_refused("SFB-CMB-17")
    for path, missing in (
        ((), 0),
        (((2, 0),), 0),
        (((2, 0),), 1),
        (((1, 1), (1, 2)), 0),
        (((2, 0), (3, 0)), 1),
    ):
        case.when(displaced(X, "push", 2, *path, missing=missing), R).then_refused("SFB-EFF-08")
    assert played(case, (displaced(X, "push", 2, (2, 0), (3, 0)), R), END).state.figures[X].cell == (3, 0)


@accepts("SFB-EFF-08", "SFB-LOG-06")
@refuses("SFB-EFF-08", "SFB-LOG-06", "SFB-LOG-08")
@pytest.mark.parametrize(
    ("at", "path"), [({"y": (3, 0)}, ((2, 0),)), ({"b": (2, 0)}, ()), ({"a": (3, 0), "x": (4, 0)}, ())]
)
def test_missing_steps_of_a_push_become_damage(at: dict[str, Hex], path: tuple[Hex, ...]) -> None:
    case = after("push", 2, at=at)
    missing = 2 - len(path)
    case.when(displaced(X, "push", 2, *path), R).then_refused("SFB-EFF-08")
    case = played(case, (displaced(X, "push", 2, *path, missing=missing), R))
    case.when(END, R).then_refused("SFB-LOG-06")
    case.when(damage(X, 3, "push"), R).then_refused("SFB-EFF-08", "SFB-LOG-08")
    case.when(damage(X, missing, "pull"), R).then_refused("SFB-CMB-15")
    case = played(case, (damage(X, missing, "push"), R), END)
    assert case.state.figures[X].damage == missing


@accepts("SFB-EFF-09")
@refuses("SFB-EFF-09")
def test_a_pull_ends_before_the_puller() -> None:
    case = after("pull", 2)
    case.when(displaced(X, "pull", 2), R).then_refused("SFB-EFF-09")
    case = played(case, displaced(X, "pull", 2, missing=2))
    case.when(damage(X, 1, "pull"), R).then_refused("SFB-EFF-09")
    assert played(case, damage(X, 2, "pull"), END).state.figures[X].damage == 2
    shot = attack(effect("pull", 2, "target", "post"), attack=1, targeting=None)
    case = struck(scene(cards={"card": shot}, at={"x": (4, 0)}), hit0())
    played(case, displaced(X, "pull", 2, (3, 0), (2, 0)), END)


@accepts("SFB-EFF-08", "SFB-LOG-07", "SFB-HEX-03")
@refuses("SFB-HEX-03", "SFB-HEX-04")
def test_off_the_row_nothing_happens() -> None:
    shot = attack(effect("push", 2, "target", "post"), attack=1, targeting=None)
    case = struck(scene(cards={"card": shot}, at={"x": (1, 1)}), hit0())
    case.when(displaced(X, "push", 2, (2, 1), (3, 1)), R).then_refused("SFB-EFF-08")
    case.when(displaced(X, "push", 2, missing=2), R).then_refused("SFB-EFF-08")
    played(case, displaced(X, "push", 2), END)
    played(case, END)


@accepts("SFB-EFF-12")
@refuses("SFB-EFF-12")
def test_force_moves_up_to_x_by_any_way() -> None:
    case = after("compel", 2, at={"y": (2, 0)})
    case.when(displaced(X, "compel", 2, (1, -1), (1, -2), (1, -3)), R).then_refused("SFB-EFF-12")
    case.when(displaced(X, "compel", 2, (3, 0)), R).then_refused("SFB-EFF-12")
    case.when(displaced(X, "compel", 2, (2, 0)), R).then_refused("SFB-MOVE-03")
    case.when(displaced(X, "compel", 2, (0, 0)), R).then_refused("SFB-MOVE-02")
    case.when(displaced(X, "compel", 2, (1, -1), missing=1), R).then_refused("SFB-EFF-12")
    played(case, (displaced(X, "compel", 2, (2, 0), (3, 0)), R), END)
    played(case, END)


@accepts("SFB-EFF-17", "SFB-MODE-19")
@refuses("SFB-EFF-17", "SFB-MODE-19")
def test_fear_runs_as_far_as_it_can_and_its_owner_chooses_where() -> None:
    case = after("fear", 2)
    case.when(displaced(X, "fear", 2, (2, 0), (3, 0)), R).then_refused("SFB-MODE-19", "SFB-LOG-02")
    for path in ((), ((2, 0),), ((1, -1),), ((0, 1), (0, 2))):
        case.when(displaced(X, "fear", 2, *path), B).then_refused("SFB-EFF-17")
    for path in (((2, 0), (3, 0)), ((2, -1), (3, -2)), ((1, 1), (1, 2))):
        case = after("fear", 2)
        played(case, (displaced(X, "fear", 2, *path), B), END)
    case.when(END, R).then_refused("SFB-CMB-17")


@refuses("SFB-EFF-17", "SFB-LOG-02")
def test_fear_prefers_the_longest_way() -> None:
    case = after("fear", 3, at={"a": (3, 0), "x": (4, 0), "y": (4, -1)})
    assert rules(case.when(displaced(X, "fear", 3, (4, 0)), B)) == ["SFB-EFF-17"]
    case.when(displaced(X, "push", 3, (4, 0), by=BB), B).then_refused("SFB-LOG-02")


@accepts("SFB-EFF-21")
@refuses("SFB-EFF-21")
def test_x12_a_rooted_target_stays_and_takes_damage_by_push_and_pull_alone() -> None:
    rooted = {"x": {"immobilised": True}}
    case = after("push", 2, figures=rooted)
    case.when(displaced(X, "push", 2, (2, 0), (3, 0)), R).then_refused("SFB-EFF-21")
    case.when(displaced(X, "push", 2, missing=1), R).then_refused("SFB-EFF-21")
    case = played(case, displaced(X, "push", 2, missing=2), damage(X, 2, "push"), END)
    assert case.state.figures[X].cell == (1, 0)
    played(after("pull", 2, figures=rooted), displaced(X, "pull", 2, missing=2), damage(X, 2, "pull"), END)
    for keyword in ("compel", "fear"):
        case = after(keyword, 2, figures=rooted)
        case.when(displaced(X, keyword, 2, (2, 0), (3, 0)), STAFF).then_refused("SFB-EFF-21")
        played(case, END)
        played(case, displaced(X, keyword, 2), END)


@accepts("SFB-EFF-20", "SFB-LVL-02")
@refuses("SFB-EFF-20")
def test_protection_from_displacement_protects_from_its_damage() -> None:
    shield = ChampionSide(defence=1, health=4, effects=(effect("protect_displacement"),))
    champions = {slug: Champion(base=BASE, levelled=shield) for slug in SLUGS}
    case = after("push", 2, champions=champions, figures={"x": {"levelled": True}})
    case.when(displaced(X, "push", 2, (2, 0), (3, 0)), R).then_refused("SFB-EFF-20")
    case.when(displaced(X, "push", 2, missing=2), R).then_refused("SFB-EFF-20")
    played(case, END)


@accepts("SFB-TRAP-02", "SFB-TRAP-09", "SFB-EFF-22", "SFB-TRAP-03")
@refuses("SFB-TRAP-02", "SFB-EFF-22", "SFB-LOG-06")
def test_a_push_stops_at_a_trap_and_goes_on_or_becomes_damage() -> None:
    case = after("push", 3, traps={(2, 0): None})
    case.when(displaced(X, "push", 3, (2, 0), (3, 0), (4, 0)), R).then_refused("SFB-EFF-08")
    case = played(case, displaced(X, "push", 3, (2, 0)))
    told = trap(X, (2, 0), "immobilise", A)
    case.when(told, R).then_refused("SFB-TRAP-03")
    case = played(case, (told, B), (a.ChampionImmobilised(champion=X, cause="trap"), B))
    case.when(displaced(X, "push", 3, (3, 0), (4, 0), continues=True), R).then_refused("SFB-TRAP-05")
    case = played(case, (replaced("b", (0, 3)), B))
    case.when(END, R).then_refused("SFB-LOG-06")
    case.when(displaced(X, "push", 3, missing=1, continues=True), R).then_refused("SFB-EFF-21")
    case = played(case, displaced(X, "push", 3, missing=2, continues=True), damage(X, 2, "push"), END)
    assert case.state.figures[X].cell == (2, 0)


@accepts("SFB-EFF-22", "SFB-TRAP-09")
@refuses("SFB-EFF-22", "SFB-TRAP-09")
def test_a_push_goes_on_in_its_direction() -> None:
    case = after("push", 3, traps={(2, 0): None}, at={"y": (4, 0)})
    case = played(case, displaced(X, "push", 3, (2, 0)), trap(X, (2, 0), "damage_1", A), damage(X, 1, "trap"))
    case = played(case, replaced("b", (0, 3)))
    case.when(displaced(X, "push", 3, (3, 0), continues=True), R).then_refused("SFB-EFF-22")
    case.when(displaced(X, "push", 2, (3, 0), missing=1, continues=True), R).then_refused("SFB-TRAP-09")
    case = played(case, displaced(X, "push", 3, (3, 0), missing=1, continues=True), damage(X, 1, "push"), END)
    assert case.state.figures[X].damage == 2


@accepts("SFB-TRAP-11", "SFB-KO-03", "SFB-LVL-04", "SFB-LVL-01")
@refuses("SFB-TRAP-11", "SFB-KO-03")
def test_x11_a_push_onto_a_trap_is_dealt_by_the_pusher() -> None:
    case = after("push", 3, traps={(2, 0): None}, figures={"x": {"damage": 2}})
    case = played(case, displaced(X, "push", 3, (2, 0)))
    case.when(trap(X, (2, 0), "damage_2"), B).then_refused("SFB-TRAP-11")
    case = played(case, trap(X, (2, 0), "damage_2", A))
    case.when(damage(X, 2, "trap", None), R).then_refused("SFB-KO-03")
    case = played(case, damage(X, 2, "trap"))
    case.when(out(X, None), R).then_refused("SFB-KO-03")
    case.when(replaced("b", (0, 3)), B).then_refused("SFB-LOG-06")
    case = played(case, out(X), (replaced("b", (0, 3)), B))
    case.when(END, R).then_refused("SFB-LVL-01")
    case = played(case, a.ChampionLevelledUp(champion=A), END)
    assert case.state.sides["red"].vp == 1 and case.state.figures[A].levelled
    assert case.state.figures[X].cell is None and case.state.figures[X].damage == 0


@accepts("SFB-EFF-17", "SFB-EFF-22")
def test_fear_runs_on_after_a_trap() -> None:
    case = after("fear", 3, traps={(2, 0): None})
    case = played(case, displaced(X, "fear", 3, (2, 0)), trap(X, (2, 0), "damage_1", A), damage(X, 1, "trap"))
    case = played(case, replaced("b", (0, 3)))
    case.when(END, R).then_refused("SFB-LOG-06")
    case.when(displaced(X, "fear", 3, (3, 0), continues=True), B).then_refused("SFB-EFF-17")
    case.when(displaced(X, "fear", 3, (3, -1), (4, -2), continues=True), B).then_refused("SFB-EFF-17")
    played(case, (displaced(X, "fear", 3, (3, 0), (4, 0), continues=True), B), END)


def test_fear_ends_with_root() -> None:
    case = after("fear", 3, traps={(2, 0): None})
    case = played(case, displaced(X, "fear", 3, (2, 0)), trap(X, (2, 0), "immobilise", A))
    played(case, a.ChampionImmobilised(champion=X, cause="trap"), replaced("b", (0, 3)), END)


@accepts("SFB-KO-06")
@refuses("SFB-KO-06", "SFB-LOG-08")
def test_nothing_is_done_to_a_champion_at_its_gates() -> None:
    case = struck(
        scene(cards={"card": attack(effect("push", 1, "target", "post"), attack=9)}),
        a.Hit(champion=X, strength=9, defence=1, damage=8),
    )
    case = played(case, out(X))
    case.when(displaced(X, "push", 1), R).then_refused("SFB-KO-06")
    case.when(damage(X, 1), R).then_refused("SFB-KO-06")
    played(case, a.ChampionLevelledUp(champion=A), END)
    after("push", 2).when(displaced(X, "push", 2, (2, 0), (3, 0), by=BB), R).then_refused("SFB-LOG-08")


def test_without_an_arena_steps_and_missing_steps_make_up_the_number() -> None:
    case = after("push", 2, ground=None)
    case.when(displaced(X, "push", 2, (2, 0), missing=2), R).then_refused("SFB-EFF-08")
    case.when(displaced(X, "push", 2, (2, 0), (3, 0), (4, 0)), R).then_refused("SFB-EFF-08")
    case = played(case, displaced(X, "push", 2, (2, 0), missing=1), damage(X, 1, "push"))
    assert "SFB-EFF-08" in case.state.full.unverified
    assert rules(case.when(damage(Y, 1, "push"), R)) == ["SFB-EFF-08"]
