"""Knock-outs and levelling up: who gets the point and the credit, what stays and what is lost."""

from __future__ import annotations

from typing import Any

import pytest

from games.super_fantasy_brawl import events as e
from games.super_fantasy_brawl.definitions import Champion, ChampionSide
from games.super_fantasy_brawl.full import action_events as a
from games.super_fantasy_brawl.tests.full.position import (
    BASE,
    BB,
    END,
    SLUGS,
    A,
    B,
    R,
    X,
    Y,
    aim,
    attack,
    basic,
    damage,
    declared,
    effect,
    hit,
    opened,
    out,
    passed,
    played,
    reacted,
    reaction,
    resolved,
    scene,
    skill,
    struck,
)
from games.testing import accepts, refuses

STRONG = ChampionSide(defence=1, health=20, move_bonus=0, effects=())
LEVEL = a.ChampionLevelledUp(champion=A)


@accepts("SFB-KO-01", "SFB-KO-02", "SFB-KO-05", "SFB-EFF-05", "SFB-LVL-02", "SFB-HEX-07")
@refuses("SFB-KO-01", "SFB-EFF-05", "SFB-KO-05")
@pytest.mark.parametrize(("wounds", "falls"), [(1, False), (2, True), (3, True)])
def test_damage_as_high_as_the_health(wounds: int, falls: bool) -> None:
    figures = {"x": {"damage": wounds, "immobilised": True}, "a": {"damage": 3}}
    case = struck(scene(cards={"card": attack()}, figures=figures))
    if not falls:
        case.when(out(X), R).then_refused("SFB-KO-01", "SFB-EFF-05")
        return
    case = played(case, out(X))
    one = case.state.figures[X]
    assert (one.cell, one.damage, one.immobilised, one.levelled) == (None, 0, False, False)
    case.when(a.ChampionHealed(champion=X, amount=1), R).then_refused("SFB-KO-06", "SFB-KO-05")
    case = played(case, LEVEL, END)
    assert case.state.figures[A].levelled and case.state.figures[A].damage == 3
    assert case.state.sides["red"].knockout == 1


@accepts("SFB-KO-12", "SFB-LVL-03", "SFB-KO-05")
@refuses("SFB-LVL-03")
def test_levels_change_neither_the_point_nor_the_level() -> None:
    figures: dict[str, dict[str, Any]] = {"x": {"levelled": True, "damage": 5}, "a": {"levelled": True}}
    case = played(struck(scene(cards={"card": attack()}, figures=figures), hit(defence=2)), out(X))
    case.when(LEVEL, R).then_refused("SFB-LVL-03")
    case = played(case, END)
    assert case.state.sides["red"].vp == 1 and not case.state.figures[X].levelled


@accepts("SFB-KO-02", "SFB-KO-04", "SFB-KO-11")
@refuses("SFB-KO-04", "SFB-LVL-04", "SFB-KO-03")
def test_x15_who_fells_an_ally_or_itself_gives_the_point_away() -> None:
    card = skill(effect("damage", 4, "ally"), effect("damage", 4, "self"))
    case = played(opened(scene(cards={"card": card})), a.SkillUsed(champion=A, card="card"))
    case = played(case, damage(BB, 4, by=None))
    case.when(out(BB, A), R).then_refused("SFB-KO-04")
    case.when(out(BB, X), R).then_refused("SFB-KO-03")
    case = played(case, out(BB, None), damage(A, 4))
    case.when(out(A, A), R).then_refused("SFB-KO-04")
    case = played(case, out(A, None))
    case.when(LEVEL, R).then_refused("SFB-LVL-04")
    case = played(case, END)
    assert (case.state.sides["blue"].vp, case.state.sides["red"].vp) == (2, 0)


@refuses("SFB-KO-03", "SFB-KO-04", "SFB-KO-06", "SFB-KO-07", "SFB-LVL-04")
@accepts("SFB-KO-07")
def test_the_credit_belongs_to_who_dealt_the_damage() -> None:
    case = played(
        opened(scene(cards={"card": skill(effect("damage", 1, "enemy"))})),
        a.SkillUsed(champion=A, card="card"),
    )
    case.when(damage(X, 1, by=None), R).then_refused("SFB-KO-03")
    case.when(damage(X, 1, by=Y), R).then_refused("SFB-KO-04")
    case.when(damage(X, 1, by=BB), R).then_refused("SFB-KO-03")
    case = struck(scene(cards={"card": attack(attack=9)}), hit(X, 9))
    case.when(out(X, BB), R).then_refused("SFB-KO-03")
    case = played(case, out(X))
    case.when(out(X), R).then_refused("SFB-KO-07")
    case.when(a.ChampionLevelledUp(champion=BB), R).then_refused("SFB-LVL-04")


@accepts("SFB-LVL-01", "SFB-LVL-06")
@refuses("SFB-LVL-01", "SFB-LVL-06")
def test_levelling_up_once_when_everything_else_is_done() -> None:
    area = attack(
        effect("stun", on="target", timing="post"),
        targeting=aim("area", 1, 1, (1, 0), (1, -1), (0, 1)),
        attack=9,
    )
    at: dict[str, Any] = {"x": (1, 0), "y": (1, -1), "z": (0, 1)}
    figures = {"z": {"levelled": True, "damage": 0}}
    champions = {
        slug: Champion(base=BASE, levelled=ChampionSide(defence=9, health=9, effects=())) for slug in SLUGS
    }
    case = opened(scene(at=at, cards={"card": area}, figures=figures, champions=champions))
    case = passed(declared(case, X, Y, "blue:z", direction=0))
    case = resolved(case, hit(X, 9), hit(Y, 9), hit("blue:z", 9, 9))
    case = played(case, out(X), out(Y))
    case.when(LEVEL, R).then_refused("SFB-LVL-01")
    case = played(case, a.ChampionStunned(champion="blue:z", shown=("unseen",)))
    case.when(END, R).then_refused("SFB-LVL-01")
    case = played(case, (LEVEL, R))
    case.when(LEVEL, R).then_refused("SFB-LVL-03", "SFB-LVL-06")
    case = played(case, END)
    assert case.state.sides["red"].vp == 2 and case.state.figures[A].levelled_up == 1


@accepts("SFB-LVL-05", "SFB-KO-11")
@refuses("SFB-LVL-05")
@pytest.mark.parametrize("levelled", [False, True])
def test_who_falls_with_a_credit_levels_up_at_the_gates(levelled: bool) -> None:
    area = attack(targeting=aim("area", 1, 1, (1, 0), (1, -1)), attack=9)
    revenge = reaction(effect("damage", 9, "attacker", "post"))
    places: dict[str, Any] = {"x": (1, 0), "y": (1, -1)}
    champions = {slug: Champion(base=ChampionSide(defence=1, health=9), levelled=STRONG) for slug in SLUGS}
    wounds = 11 if levelled else 0
    figures: dict[str, dict[str, Any]] = {"a": {"levelled": levelled, "damage": wounds}, "y": {"damage": 1}}
    case = scene(at=places, cards={"card": area, "answer": revenge}, champions=champions, figures=figures)
    case = reacted(declared(opened(case), X, Y, direction=0))
    case = resolved(case, hit(X, 9), hit(Y, 9))
    case = played(case, out(Y), damage(A, 9, by=X, source="answer"), out(A, X, "reaction"))
    case = played(case, (a.ChampionLevelledUp(champion=X), B))
    if levelled:
        case.when(LEVEL, R).then_refused("SFB-LVL-05")
    else:
        case = played(case, (LEVEL, R))
    case = played(case, END)
    assert case.state.figures[A].levelled is not levelled and case.state.figures[A].cell is None


@accepts("SFB-LVL-07", "SFB-LVL-02")
@refuses("SFB-LVL-07")
def test_too_much_damage_for_the_new_side() -> None:
    weak = {
        slug: Champion(base=BASE, levelled=ChampionSide(defence=1, health=2, effects=())) for slug in SLUGS
    }
    case = struck(
        scene(cards={"card": attack(attack=9)}, champions=weak, figures={"a": {"damage": 2}}), hit(X, 9)
    )
    case = played(case, out(X), LEVEL)
    case.when(END, R).then_refused("SFB-LVL-07")
    case = played(case, out(A, None), END)
    assert (case.state.sides["red"].vp, case.state.sides["blue"].vp) == (1, 1)
    assert not case.state.figures[A].levelled and case.state.figures[A].cell is None


@accepts("SFB-LVL-04", "SFB-ACT-08")
def test_a_standard_action_counts_fully() -> None:
    case = played(scene(figures={"x": {"damage": 3}}), basic(3, "destruction"), damage(X, 1, "basic"))
    case = played(case, out(X, A, "basic"), LEVEL, END)
    assert case.state.figures[A].levelled and case.state.sides["red"].vp == 1


@accepts("SFB-KO-09", "SFB-KO-08")
def test_back_in_the_same_turn() -> None:
    card = skill(effect("damage", 4, "self"))
    case = played(opened(scene(cards={"card": card})), a.SkillUsed(champion=A, card="card"), damage(A, 4))
    case = played(
        case, out(A, None), END, basic(4, "destruction"), a.ChampionReturned(champion=A, cell=(0, 4))
    )
    assert case.state.figures[A].cell == (0, 4) and case.state.full.action.mp == 1


@accepts("SFB-END-02", "SFB-TURN-08")
@refuses("SFB-END-02", "SFB-TURN-08")
def test_the_end_is_checked_when_the_action_is_complete() -> None:
    case = played(struck(scene(cards={"card": attack(attack=9)}, vp=(4, 0)), hit(X, 9)), out(X))
    assert case.state.phase == "activation"
    early = e.GameEnded(winner="red", vp={"red": 5, "blue": 0})
    assert [one.rule for one in case.when(early, R).violations] == ["SFB-END-02"]
    case = played(case, LEVEL, END)
    assert case.state.phase == "over"
    case.when(basic(4, "creation"), R).then_refused("SFB-END-02")
