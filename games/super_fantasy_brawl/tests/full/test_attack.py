"""Attacks and skills: the order of their steps, targets, strength against defence, what comes in the damage step."""

from __future__ import annotations

from typing import Any

import pytest

from games.hexes import Hex
from games.super_fantasy_brawl.definitions import Champion, ChampionSide
from games.super_fantasy_brawl.full import action_events as a
from games.super_fantasy_brawl.full.state import Ground
from games.super_fantasy_brawl.tests.full.position import (
    BASE,
    BB,
    CELLS,
    END,
    SLUGS,
    TRAP_CELLS,
    A,
    B,
    C,
    R,
    X,
    Y,
    Z,
    aim,
    attack,
    damage,
    declared,
    displaced,
    effect,
    hit,
    opened,
    out,
    passed,
    played,
    reaction,
    resolved,
    scene,
    skill,
    struck,
    walk,
)
from games.testing import Case, accepts, refuses

PATTERN: tuple[Hex, ...] = ((1, 0), (1, -1), (0, 1))


def aimed(card: Any, at: dict[str, Hex | None] | None = None, **told: Any) -> Case:
    """The card of champion a is played and asks for targets."""
    return opened(scene(at=at, cards={"card": card}, **told))


def targets(*names: str, direction: int | None = None) -> a.AttackDeclared:
    """Named targets."""
    return a.AttackDeclared(attacker=A, card="card", targets=names, direction=direction)


@accepts("SFB-CMB-01", "SFB-CMB-05", "SFB-CMB-12", "SFB-CMB-13", "SFB-LOG-08")
@refuses("SFB-CMB-01", "SFB-CMB-12")
def test_an_attack_goes_through_its_steps() -> None:
    case = aimed(attack(effect("heal", 1, timing="post")), figures={"a": {"damage": 1}})
    heal = a.ChampionHealed(champion=A, amount=1)
    result = a.AttackResolved(card="card", targets=(hit(),))
    case.when(result, R).then_refused("SFB-CMB-01")
    case.when(a.ReactionPassed(side="blue"), B).then_refused("SFB-REACT-02")
    case = played(case, (walk(A, (0, 1)), R), (targets(X), R))
    case.when(targets(X), R).then_refused("SFB-CMB-01")
    case.when(result, R).then_refused("SFB-CMB-12")
    case.when(END, R).then_refused("SFB-CMB-01")
    case = played(case, (a.ReactionPassed(side="blue"), B))
    case.when(heal, R).then_refused("SFB-ACT-11")
    case = played(case, (result, R))
    case.when(result, R).then_refused("SFB-CMB-01")
    case = played(case, (heal, R), (END, R))
    assert case.state.figures[X].damage == 2


@accepts("SFB-CMB-06", "SFB-HEX-01")
@refuses("SFB-CMB-06", "SFB-ACT-14", "SFB-CMB-05", "SFB-LOG-02")
def test_melee_hits_one_adjacent_enemy() -> None:
    case = aimed(attack(), at={"b": (0, 1), "y": (2, 0), "z": (0, -1)})
    case.when(targets(Y), R).then_refused("SFB-CMB-06")
    case.when(targets(X, Z), R).then_refused("SFB-CMB-06")
    case.when(targets(), R).then_refused("SFB-CMB-06")
    case.when(targets(X, X), R).then_refused("SFB-CMB-05")
    case.when(targets(BB), R).then_refused("SFB-ACT-14")
    case.when(targets("blue:q"), R).then_refused("SFB-LOG-02")
    case.when(targets(X), B).then_refused("SFB-LOG-02")
    played(case, (targets(X), R))


@accepts("SFB-CMB-07", "SFB-CMB-09", "SFB-HEX-02")
@refuses("SFB-CMB-07", "SFB-CMB-09")
@pytest.mark.parametrize(
    ("cell", "legal"), [((1, 0), False), ((2, -1), True), ((3, -1), True), ((4, -2), False)]
)
def test_x1_fireball_reaches_two_to_three(cell: Hex, legal: bool) -> None:
    case = aimed(
        attack(targeting=aim("indirect", 2, 3)), at={"x": cell, "y": (1, -1), "b": (1, 1), "z": (-3, 0)}
    )
    if legal:
        played(case, (targets(X), R))
    else:
        case.when(targets(X), R).then_refused("SFB-CMB-07", "SFB-CMB-09")


@accepts("SFB-CMB-08")
@refuses("SFB-CMB-08")
@pytest.mark.parametrize(
    ("cell", "between", "legal"),
    [
        ((1, 0), (2, 0), True),
        ((2, 0), (0, 2), True),
        ((2, 0), (1, 0), False),
        ((3, 0), (0, 2), False),
        ((1, 1), (0, 2), False),
    ],
)
def test_x2_ordeal_shoots_straight_up_to_two(cell: Hex, between: Hex, legal: bool) -> None:
    for blocker in ("y", "b"):
        case = aimed(attack(targeting=aim("direct", 1, 2)), at={"x": cell, blocker: between})
        if legal:
            played(case, (targets(X), R))
        else:
            case.when(targets(X), R).then_refused("SFB-CMB-08")


@refuses("SFB-CMB-08", "SFB-HEX-03")
def test_a_statue_or_a_hole_stops_a_direct_shot() -> None:
    statue = Ground("s", CELLS, frozenset({(1, 0)}), TRAP_CELLS)
    hole = Ground("h", CELLS - {(1, 0)}, frozenset(), TRAP_CELLS)
    for ground in (statue, hole):
        case = aimed(attack(targeting=aim("direct", 1, 3)), at={"x": (2, 0)}, ground=ground)
        case.when(targets(X), R).then_refused("SFB-CMB-08")
        played(
            aimed(attack(targeting=aim("indirect", 1, 3)), at={"x": (2, 0)}, ground=ground), (targets(X), R)
        )


@accepts("SFB-CMB-10", "SFB-HEX-05")
@refuses("SFB-CMB-10", "SFB-HEX-05")
def test_an_area_hits_everybody_on_it_in_one_of_six_directions() -> None:
    area = attack(targeting=aim("area", 1, 1, *PATTERN))
    at: dict[str, Hex | None] = {"x": (1, 0), "y": (1, -1), "b": (0, 1)}
    case = aimed(area, at=at)
    for names in ((X,), (X, Y), (BB,), (X, Y, BB, Z), (A, X, Y, BB)):
        case.when(targets(*names, direction=0), R).then_refused("SFB-CMB-10")
    case.when(targets(X, Y, BB, direction=1), R).then_refused("SFB-CMB-10", "SFB-HEX-05")
    case.when(targets(Y, Z), R).then_refused("SFB-CMB-10")
    played(case, (targets(X, Y, BB, direction=0), R))
    played(case, (targets(X, Y, BB), R))
    played(case, (targets(X, BB, direction=1), R))
    case.when(targets(BB, direction=2), R).then_refused("SFB-CMB-10")


@accepts("SFB-CMB-11", "SFB-HEX-07")
@refuses("SFB-CMB-11", "SFB-HEX-07")
def test_nobody_at_the_gates_is_a_target() -> None:
    case = aimed(attack(targeting=aim("indirect", 1, 9)), at={"x": None})
    case.when(targets(X), R).then_refused("SFB-CMB-11")
    played(case, (targets(Y), R))


@accepts("SFB-CMB-03")
@refuses("SFB-CMB-03")
def test_x10_effects_before_the_attack_are_compulsory_and_stay() -> None:
    case = aimed(attack(effect("push", 1, "target", "pre"), effect("stun", timing="post", on="target")))
    case.when(targets(X), R).then_refused("SFB-CMB-03")
    case.when(a.CardDeclined(card="card"), R).then_refused("SFB-CMB-03")
    case = played(case, (displaced(X, "push", 1, (2, 0)), R))
    case.when(targets(X), R).then_refused("SFB-CMB-06")
    case = played(case, (a.CardDeclined(card="card"), R))
    case.when(a.ChampionStunned(champion=X, shown=()), B).then_refused("SFB-ACT-11")
    assert played(case, END).state.figures[X].cell == (2, 0)


@accepts("SFB-CMB-13", "SFB-CMB-14", "SFB-ACT-12")
@refuses("SFB-CMB-13", "SFB-CMB-14", "SFB-LOG-08")
@pytest.mark.parametrize(
    "told",
    [
        {"strength": 4},
        {"defence": 0},
        {"damage": 3},
        {"strength_mods": (a.Modified(1),)},
        {"defence_mods": (a.Modified(-1),)},
    ],
)
def test_damage_is_strength_minus_defence(told: dict[str, Any]) -> None:
    case = passed(declared(aimed(attack())))
    case.when(a.AttackResolved(card="card", targets=(hit(**told),)), R).then_refused("SFB-CMB-13")
    if "defence" in told:
        case.when(a.AttackResolved(card="card", targets=(hit(**told),)), R).then_refused(
            "SFB-CMB-13", "SFB-CMB-14"
        )
    if "damage" in told:
        case.when(a.AttackResolved(card="card", targets=(hit(**told),)), R).then_refused(
            "SFB-CMB-13", "SFB-LOG-08"
        )
    assert resolved(case).state.figures[X].damage == 2


def sides(**told: Any) -> dict[str, Champion]:
    """Everybody with other values on the side that lies up."""
    side = ChampionSide(**{"defence": 1, "health": 4, **told})
    return {slug: Champion(base=side, levelled=side) for slug in SLUGS}


@accepts("SFB-CMB-13", "SFB-ACT-12")
@refuses("SFB-ACT-12")
def test_x16_modifiers_apply_to_a_printed_nought() -> None:
    weak = attack(effect("defence_mod", -3, "target", "pre"), attack=0)
    case = passed(declared(aimed(weak, champions=sides(defence=0))))
    mods = (a.Modified(-3),)
    case.when(a.AttackResolved(card="card", targets=(hit(strength=0, defence=0),)), R).then_refused(
        "SFB-CMB-13"
    )
    played(
        case,
        a.AttackResolved(card="card", targets=(hit(strength=0, defence=0, defence_mods=mods, damage=0),)),
    )
    strong = attack(effect("strength_mod", 2, timing="pre"), attack=0)
    case = passed(declared(aimed(strong, champions=sides(defence=0))))
    told = hit(strength=0, defence=0, strength_mods=(a.Modified(2),))
    assert resolved(case, told).state.figures[X].damage == 2
    none = attack(attack=None, strikes=False)
    case = passed(declared(aimed(none)))
    for wrong in (hit(strength=2), hit(strength=0, strength_mods=(a.Modified(2),))):
        case.when(a.AttackResolved(card="card", targets=(wrong,)), R).then_refused("SFB-ACT-12")
    resolved(case, hit(strength=0)).then_accepted()


@accepts("SFB-CMB-21", "SFB-LVL-02")
@refuses("SFB-CMB-21", "SFB-LVL-02")
def test_abilities_and_texts_modify_for_one_attack() -> None:
    brave = sides(defence=2, health=6, effects=(effect("defence_mod", 1),))
    case = passed(declared(aimed(attack(), champions=brave, figures={"x": {"levelled": True}})))
    case.when(a.AttackResolved(card="card", targets=(hit(defence=1),)), R).then_refused("SFB-CMB-13")
    wrong = a.AttackResolved(card="card", targets=(hit(defence=2),))
    case.when(wrong, R).then_refused("SFB-CMB-13", "SFB-CMB-21")
    resolved(case, hit(defence=2, defence_mods=(a.Modified(1),))).then_accepted()
    told = effect("strength_mod", 2, timing="pre", text="If it moved.")
    case = passed(declared(aimed(attack(told))))
    resolved(case, hit(strength_mods=(a.Modified(2),))).then_accepted()
    resolved(case, hit()).then_accepted()
    case.when(a.AttackResolved(card="card", targets=(hit(strength_mods=(a.Modified(1),)),)), R).then_refused(
        "SFB-CMB-13"
    )


@accepts("SFB-CMB-15", "SFB-KO-10", "SFB-CMB-23")
@refuses("SFB-CMB-15", "SFB-CMB-19", "SFB-CMB-23")
def test_all_targets_take_their_damage_at_the_same_time() -> None:
    area = attack(targeting=aim("area", 1, 1, *PATTERN), attack=6)
    case = passed(declared(aimed(area, at={"y": (1, -1), "b": (0, 1)}), X, Y, BB, direction=0))
    hits = tuple(hit(name, 6) for name in (X, Y, BB))
    case.when(a.AttackResolved(card="card", targets=hits[:2]), R).then_refused("SFB-CMB-19", "SFB-LOG-08")
    case = resolved(case, *hits)
    case.when(END, R).then_refused("SFB-LOG-06")
    case.when(out(BB, A), R).then_refused("SFB-KO-04")
    case = played(case, out(Y), out(BB, None), out(X), a.ChampionLevelledUp(champion=A), END)
    assert (case.state.sides["red"].vp, case.state.sides["blue"].vp) == (2, 1)


@accepts("SFB-EFF-01", "SFB-CMB-15")
@refuses("SFB-EFF-01", "SFB-CMB-15")
@pytest.mark.parametrize(("wounds", "healed"), [(1, 1), (3, 2)])
def test_lifesteal_heals_by_the_attack_damage(wounds: int, healed: int) -> None:
    case = struck(
        scene(cards={"card": attack(effect("vampirism", timing="damage"))}, figures={"a": {"damage": wounds}})
    )
    case.when(END, R).then_refused("SFB-CMB-15")
    told = a.ChampionHealed(champion=A, amount=healed + 1, cause="vampirism")
    case.when(told, R).then_refused("SFB-EFF-01")
    case = played(case, (a.ChampionHealed(champion=A, amount=healed, cause="vampirism"), R), END)
    assert case.state.figures[A].damage == wounds - healed


@refuses("SFB-EFF-01")
def test_no_lifesteal_without_the_keyword_or_without_wounds() -> None:
    told = a.ChampionHealed(champion=A, amount=1, cause="vampirism")
    struck(scene(cards={"card": attack()}, figures={"a": {"damage": 1}})).when(told, R).then_refused(
        "SFB-EFF-01"
    )
    played(struck(scene(cards={"card": attack(effect("vampirism", timing="damage"))})), END)


BITTER = (effect("double", timing="damage", on="target"), effect("poison", 1, "target", "damage"))


@accepts("SFB-EFF-18", "SFB-EFF-19", "SFB-CMB-15")
@refuses("SFB-EFF-18", "SFB-EFF-19", "SFB-CMB-15")
def test_double_then_poison() -> None:
    case = struck(scene(cards={"card": attack(*BITTER, attack=2)}, figures={"x": {"damage": 0}}), hit(X, 2))
    case.when(damage(X, 1, "poison"), R).then_refused("SFB-CMB-15")
    case.when(damage(X, 2, "double"), R).then_refused("SFB-EFF-18", "SFB-LOG-08")
    case = played(case, (damage(X, 1, "double"), R))
    case.when(damage(X, 2, "poison"), R).then_refused("SFB-EFF-19")
    case = played(case, (damage(X, 1, "poison"), R), END)
    assert case.state.figures[X].damage == 3


@accepts("SFB-EFF-18", "SFB-EFF-19", "SFB-CMB-23", "SFB-CMB-17")
@refuses("SFB-CMB-23", "SFB-EFF-19", "SFB-EFF-18")
def test_nothing_more_for_who_is_out_of_action_or_unhurt() -> None:
    case = struck(scene(cards={"card": attack(*BITTER, attack=9)}), hit(X, 9))
    case = played(case, out(X))
    case.when(damage(X, 8, "double"), R).then_refused("SFB-KO-06")
    played(case, a.ChampionLevelledUp(champion=A), END)
    case = struck(scene(cards={"card": attack(*BITTER, attack=1)}), hit(X, 1))
    case.when(damage(X, 1, "poison"), R).then_refused("SFB-EFF-19")
    case.when(damage(X, 1, "double"), R).then_refused("SFB-EFF-18")
    played(case, END)


@accepts("SFB-CMB-23")
def test_double_may_finish_a_target() -> None:
    case = struck(scene(cards={"card": attack(*BITTER)}), hit())
    case = played(case, damage(X, 2, "double"))
    case.when(damage(X, 1, "poison"), R).then_refused("SFB-LOG-06")
    played(case, out(X), a.ChampionLevelledUp(champion=A), END)


@accepts("SFB-SKILL-01", "SFB-SKILL-03", "SFB-SKILL-05", "SFB-SKILL-06", "SFB-CMB-20")
@refuses("SFB-SKILL-01", "SFB-SKILL-03", "SFB-SKILL-05", "SFB-CMB-20")
def test_x3_a_skill_moves_decides_aims_and_takes_effect() -> None:
    near = skill(effect("damage", 1, "target"), targeting=aim("area", 1, 1, *PATTERN, (-1, 1)))
    at: dict[str, Hex | None] = {"a": (-2, 0), "x": (1, 0), "y": (1, -1), "z": (0, 1)}
    case = aimed(near, at=at)
    case.when(damage(X, 1), R).then_refused("SFB-ACT-11")
    used = a.SkillUsed(champion=A, card="card", targets=(X, Y, Z), direction=0)
    case.when(used, R).then_refused("SFB-CMB-10", "SFB-SKILL-03")
    case = played(case, (walk(A, (-1, 0), (0, 0)), R))
    case.when(a.AttackDeclared(attacker=A, card="card", targets=(X,)), R).then_refused("SFB-CMB-01")
    case = played(case, (used, R))
    case.when(used, R).then_refused("SFB-SKILL-01")
    case.when(walk(A, (0, -1)), R).then_refused("SFB-MOVE-05")
    case.when(damage(X, 2), R).then_refused("SFB-CMB-20")
    case = played(case, damage(X, 1), damage(Z, 1))
    case.when(damage(X, 1), R).then_refused("SFB-ACT-11")
    case.when(END, R).then_refused("SFB-LOG-07")
    case = played(case, damage(Y, 1), END)
    assert [case.state.figures[name].damage for name in (X, Y, Z)] == [1, 1, 1]


@accepts("SFB-SKILL-04", "SFB-SKILL-06", "SFB-LVL-04")
@refuses("SFB-SKILL-04", "SFB-SKILL-06")
def test_a_skill_is_no_attack_but_counts() -> None:
    cards = {"card": skill(effect("damage", 4, "target"), targeting=aim("melee")), "answer": reaction()}
    case = opened(scene(cards=cards))
    case.when(a.AttackDeclared(attacker=A, card="card", targets=(X,)), R).then_refused("SFB-CMB-01")
    case = played(case, a.SkillUsed(champion=A, card="card", targets=(X,)))
    told = a.ReactionPlayed(player="b", card="answer", core="manipulation", on_champion=X)
    case.when(told, B).then_refused("SFB-REACT-02")
    case = played(case, damage(X, 4))
    case.when(out(X, C), R).then_refused("SFB-KO-03")
    case = played(case, out(X), a.ChampionLevelledUp(champion=A), END)
    assert case.state.figures[A].levelled and case.state.sides["red"].vp == 1


def test_unknown_values_are_taken_as_told_and_named() -> None:
    unknown = {slug: Champion() for slug in SLUGS}
    case = struck(scene(cards={"card": attack(attack=None)}, champions=unknown), hit(X, 7, 2))
    assert case.state.figures[X].damage == 5
    assert {"SFB-CMB-13", "SFB-KO-01"} <= set(case.state.full.unverified)
    played(case, out(X), a.ChampionLevelledUp(champion=A), END)
    wrong = a.AttackResolved(card="card", targets=(a.Hit(champion=X, strength=7, defence=2, damage=6),))
    case = passed(declared(opened(scene(cards={"card": attack(attack=None)}, champions=unknown))))
    case.when(wrong, R).then_refused("SFB-CMB-13")


def test_effects_of_an_unknown_card_pass_in_their_place() -> None:
    card = attack().__class__(
        type="attack", champion="a", core="destruction", attack=3, targeting=aim("melee")
    )
    case = struck(scene(cards={"card": card}, figures={"a": {"damage": 1}}))
    case = played(case, a.ChampionHealed(champion=A, amount=1, cause="vampirism"), damage(X, 1, "poison"))
    case.when(damage(X, 3, "double"), R).then_refused("SFB-EFF-18")
    assert played(case, END).state.figures[X].damage == 3
    assert BASE.health == 4


def test_an_area_without_a_pattern_still_needs_an_enemy() -> None:
    case = aimed(attack(targeting=aim("area")), at={"b": (0, 1)})
    case.when(targets(BB, direction=0), R).then_refused("SFB-CMB-10")
    case = played(case, (targets(X, BB, direction=0), R))
    assert "SFB-CMB-05" in case.state.full.unverified
