"""Refusals at full detail name the fact that decides: whom, how much, which of two reasons."""

from __future__ import annotations

from typing import Any

import pytest

from games.rulebook import sentence
from games.ruleset import RuleViolation
from games.super_fantasy_brawl.full import action_events as a
from games.super_fantasy_brawl.full.events import ChallengesScored, TurnStarted
from games.super_fantasy_brawl.tests.full.position import (
    BB,
    STAFF,
    A,
    X,
    Y,
    aim,
    attack,
    basic,
    damage,
    declared,
    displaced,
    effect,
    hit,
    opened,
    passed,
    played,
    replaced,
    resolved,
    scene,
    skill,
    trap,
    walk,
)
from games.super_fantasy_brawl.tests.tables import (
    R,
    built,
    claimed,
    dealt,
    deployed,
    full_round,
    trapped,
    turn_begun,
)
from games.testing import Case, refuses

WIDE = aim("area", 1, 1, (1, 0), (2, 0))
TRAPS: dict[tuple[int, int], str | None] = dict.fromkeys(((0, 1), (0, -3), (3, 0), (-3, 0)))


def told(case: Case, rule: str) -> tuple[str, str]:
    """What a person reads of this rule in the refusal of the last event, in both languages."""
    found: RuleViolation = next(one for one in case.then_refused(rule) if one.rule == rule)
    return sentence(found, "en"), sentence(found, "ru")


def rules(case: Case) -> list[str]:
    return [one.rule for one in case.violations]


@refuses("SFB-ACT-08")
def test_the_damage_of_a_standard_action_is_one() -> None:
    english, russian = told(
        played(scene(), basic(3, "destruction")).when(damage(X, 2, "basic"), STAFF), "SFB-ACT-08"
    )
    assert english.endswith("it is 1, you entered 2.") and russian.endswith("урон 1, указано 2.")


@refuses("SFB-EFF-04")
@pytest.mark.parametrize("worn", [0, 2])
def test_a_standard_action_heals_whom_it_activated(worn: int) -> None:
    case = played(scene(figures={"a": {"damage": 1}, "b": {"damage": worn}}), basic(2, "creation"))
    case = case.when(a.ChampionHealed(champion=BB, amount=1, cause="basic"), STAFF)
    english, russian = told(case, "SFB-EFF-04")
    assert english == "red:b heals at most 0; this healing is for red:a."
    assert russian == "red:b: лечение не больше 0; это лечение получает red:a."
    assert "SFB-ACT-11" not in rules(case)


@refuses("SFB-CMB-07")
def test_of_an_indirect_shot_at_two_both_are_named() -> None:
    card = attack(targeting=aim("indirect", 2, 3))
    case = declared(opened(scene({"x": (2, 0), "y": (0, 2)}, {"card": card})), X, Y)
    english, russian = told(case, "SFB-CMB-07")
    assert english.endswith("2–3; named: blue:x, blue:y.") and russian.endswith(
        "2–3; указаны: blue:x, blue:y."
    )


@refuses("SFB-MOVE-01", "SFB-EFF-12")
def test_where_no_hex_is_wrong_none_is_named() -> None:
    case = opened(scene(cards={"card": attack()}, ground=None))
    english, russian = told(case.when(walk(A, (0, 1), (0, 2), (0, 3)), R), "SFB-MOVE-01")
    assert english.endswith("at most 2; entered: 3.") and russian.endswith("не больше 2; указано: 3.")
    card = attack(effect("compel", 2, "target", "post"), attack=1)
    nothing = a.Hit(champion=X, strength=1, defence=1, damage=0)
    case = resolved(passed(declared(opened(scene(cards={"card": card})), X)), nothing)
    forced = displaced(X, "compel", 2, (1, -1), missing=1)
    english, russian = told(case.when(forced, R), "SFB-EFF-12")
    assert english.endswith("along a legal way; it lacks none, entered: 1.") and russian.endswith(": 1.")


@refuses("SFB-CMB-10")
def test_an_area_without_an_enemy_expects_nothing_unknown() -> None:
    case = declared(
        opened(scene({"x": (4, 0), "b": (2, 0)}, {"card": attack(targeting=WIDE)})), BB, direction=0
    )
    english, russian = told(case, "SFB-CMB-10")
    assert "unknown" not in english and "неизвестно" not in russian and "red:b" in english


@refuses("SFB-CMB-19")
def test_who_is_left_out_of_the_damage_is_named() -> None:
    card = attack(targeting=WIDE)
    case = passed(declared(opened(scene({"b": (2, 0)}, {"card": card})), X, BB, direction=0))
    english, russian = told(resolved(case, hit(X)), "SFB-CMB-19")
    assert english.endswith("left out: red:b.") and "gate" not in english
    assert russian.endswith("пропущены: red:b.") and "ворот" not in russian


@refuses("SFB-CMB-01", "SFB-SKILL-01")
def test_a_skill_is_not_declared_as_an_attack() -> None:
    cards = {"card": attack(), "craft": skill()}
    english, russian = told(declared(opened(scene(cards=cards), "craft"), card="craft"), "SFB-CMB-01")
    assert english == "The open action is a skill: there is no attack in it."
    assert russian == "Начатое действие — навык, атаки в нём нет."
    used = opened(scene(cards=cards)).when(a.SkillUsed(champion=A, card="card"), STAFF)
    assert told(used, "SFB-SKILL-01")[0] == "The open action is an attack: there is no skill in it."


@refuses("SFB-TRAP-05", "SFB-LOG-06")
def test_what_is_due_for_somebody_else_is_told_with_whose_it_was() -> None:
    case = opened(scene({"b": (-1, 3)}, {"card": attack()}, TRAPS))
    case = played(case, walk(A, (0, 1)), trap(A, (0, 1), "damage_1"))
    english, russian = told(case.when(damage(X, 1, "trap", None), STAFF), "SFB-LOG-06")
    assert "for red:a" in english and english.endswith("blue:x.") and russian.endswith("blue:x.")
    case = played(case, damage(A, 1, "trap", None)).when(replaced("b", (-3, 3)), STAFF)
    english, russian = told(case, "SFB-TRAP-05")
    assert english.endswith("you entered: side B.") and russian.endswith("указано: сторона Б.")


@refuses("SFB-SCORE-03")
@pytest.mark.parametrize(
    ("challenge", "items", "english", "russian"),
    [
        ("t_raid", (claimed(1),), "not met, so it gives no points, not 1.", "ПО за него нет; указано 1."),
        ("t_guard", (), "met, and what is met is scored: 1.", "ПО за него обязательны: 1."),
    ],
)
def test_points_of_a_challenge_taken_and_left_out(
    challenge: str, items: tuple[Any, ...], english: str, russian: str
) -> None:
    case = full_round(deployed(dealt(trapped(built(challenges=(challenge,))))))
    case = case.when(TurnStarted(round=2, player="r")).when(ChallengesScored(player="r", items=items))
    found = told(case, "SFB-SCORE-03")
    assert found[0].endswith(english) and found[1].endswith(russian)


@refuses("SFB-TURN-03", "SFB-MODE-15")
def test_a_champion_of_somebody_else_is_told_with_its_player() -> None:
    foe = scene().when(basic(4, "creation", X), STAFF)
    english, russian = told(foe, "SFB-TURN-03")
    assert english == "blue:x belongs to side B: nobody else activates it."
    assert russian == "blue:x: чемпион игрока сторона Б, другим его не активировать."
    four = turn_begun(
        deployed(dealt(trapped(built("superteams", challenges=("t_rout", "t_rise", "t_blood")))))
    )
    mate = four.when(basic(4, "creation", "red:cinder"), STAFF)
    assert told(mate, "SFB-TURN-03")[0] == "red:cinder belongs to s: nobody else activates it."
    assert "SFB-MODE-15" in rules(mate)
