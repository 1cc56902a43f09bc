"""What is due and what a card does are often of one kind: neither stands for the other, and each has its own source."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from games.ruleset import Actor, Event
from games.super_fantasy_brawl.full import action_events as a
from games.super_fantasy_brawl.full import events as f
from games.super_fantasy_brawl.tests.full.position import (
    END,
    A,
    B,
    R,
    X,
    aim,
    attack,
    basic,
    damage,
    declared,
    displaced,
    effect,
    hit,
    opened,
    out,
    played,
    reacted,
    reaction,
    replaced,
    scene,
    skill,
    struck,
    trap,
    walk,
)
from games.testing import Case, accepts, refuses

ROOTED = {"x": {"immobilised": True}}


def used(*effects: Any, **told: Any) -> Case:
    """A skill on the adjacent x is used."""
    case = opened(scene(cards={"card": skill(*effects, targeting=aim("melee"))}, **told))
    return played(case, a.SkillUsed(champion=A, card="card", targets=(X,)))


def sprung(kind: Any, *effects: Any) -> Case:
    """x was forced onto a trap of this kind, which is turned over; the other effects of the card are open."""
    case = used(effect("compel", 2, "target"), *effects, traps={(2, 0): None})
    return played(case, displaced(X, "compel", 2, (2, 0)), trap(X, (2, 0), kind, A))


def other(case: Case, wrong: Event, rule: str, right: Event, *by: Actor) -> None:
    """`wrong` is refused by `rule`, `right` is what is due."""
    case.when(wrong, *(by or (R,))).then_refused(rule)
    case.when(right, *(by or (R,))).then_accepted()


@accepts("SFB-LOG-06", "SFB-EFF-22")
@refuses("SFB-LOG-06")
def test_the_rest_of_a_push_is_no_new_displacement() -> None:
    case = used(effect("push", 3, "target"), effect("compel", 2, "target"), traps={(2, 0): None})
    case = played(case, displaced(X, "push", 3, (2, 0)), trap(X, (2, 0), "damage_1", A))
    case = played(case, damage(X, 1, "trap"), replaced("b", (0, 3)))
    rest = displaced(X, "push", 3, (3, 0), (4, 0), continues=True)
    other(case, displaced(X, "compel", 2, (2, 1)), "SFB-LOG-06", rest)
    played(case, rest, displaced(X, "compel", 2, (3, 1)), END)


@accepts("SFB-EFF-21", "SFB-TRAP-04", "SFB-EFF-18")
@refuses("SFB-LOG-06", "SFB-CMB-15")
def test_damage_of_the_card_is_not_the_damage_that_is_due() -> None:
    case = used(effect("push", 2, "target"), effect("damage", 1, "target"), figures=ROOTED)
    case = played(case, displaced(X, "push", 2, missing=2))
    other(case, damage(X, 1), "SFB-LOG-06", damage(X, 2, "push"))
    other(sprung("damage_2", effect("damage", 1, "target")), damage(X, 1), "SFB-LOG-06", damage(X, 2, "trap"))
    card = attack(
        effect("double", on="target", timing="damage"), effect("damage", 1, "target", "post"), attack=2
    )
    case = struck(scene(cards={"card": card}), hit(strength=2))
    other(case, damage(X, 1), "SFB-CMB-15", damage(X, 1, "double"))


@accepts("SFB-TRAP-04", "SFB-EFF-01")
@refuses("SFB-LOG-06", "SFB-CMB-15")
@pytest.mark.parametrize("keyword", ["stun", "immobilise"])
def test_a_stun_or_a_root_of_the_card_is_not_that_of_the_trap(keyword: str) -> None:
    case = sprung(keyword, effect(keyword, None, "target"))
    if keyword == "stun":
        shown: dict[str, Any] = {"champion": X, "shown": ("unknown",)}
        other(case, a.ChampionStunned(**shown), "SFB-LOG-06", a.ChampionStunned(**shown, cause="trap"), B)
    else:
        wrong, right = a.ChampionImmobilised(champion=X), a.ChampionImmobilised(champion=X, cause="trap")
        other(case, wrong, "SFB-LOG-06", right)


@accepts("SFB-EFF-01")
@refuses("SFB-CMB-15")
def test_healing_of_the_card_is_no_lifesteal() -> None:
    card = attack(effect("vampirism", timing="damage"), effect("heal", 1, "self", "post"))
    case = struck(scene(cards={"card": card}, figures={"a": {"damage": 3}}), hit())
    stolen = a.ChampionHealed(champion=A, amount=2, cause="vampirism")
    other(case, a.ChampionHealed(champion=A, amount=1), "SFB-CMB-15", stolen)


@accepts("SFB-REACT-06", "SFB-KO-03")
@refuses("SFB-LOG-02", "SFB-LOG-08")
def test_what_goes_on_after_a_trap_is_of_the_card_that_began_it() -> None:
    cards = {"card": attack(), "answer": reaction(effect("push", 2, "attacker", "pre"), defence_mod=0)}
    case = scene(cards=cards, traps={(-1, 0): None}, figures={"a": {"damage": 3}})
    case = played(reacted(declared(opened(case))), displaced(A, "push", 2, (-1, 0), by=X, source="answer"))
    case = played(case, trap(A, (-1, 0), "immobilise", X), a.ChampionImmobilised(champion=A, cause="trap"))
    case = played(case, replaced("r", (0, 3)))
    rest = displaced(A, "push", 2, by=X, missing=1, continues=True)
    case.when(rest, R).then_refused("SFB-LOG-02")
    case = played(case, (rest, B), damage(A, 1, "push", X))
    case.when(out(A, X), B).then_refused("SFB-LOG-08")
    case.when(out(A, X, "reaction"), B).then_accepted()


@refuses("SFB-EFF-07", "SFB-DECK-07")
def test_a_planned_card_is_neither_in_the_hand_nor_drawn_before_its_turn() -> None:
    case = scene(cards={"plan": attack(champion="b")}, traps={(0, 1): None})
    case = played(case, basic(1, "manipulation"), f.CardsPlanned(player="r", count=1, cards=("plan",)), END)
    case = played(case, basic(4, "creation"), walk(A, (0, 1)), trap(A, (0, 1), "stun"))
    stunned = a.ChampionStunned(champion=A, cause="trap", shown=("plan",))
    case.when(stunned, R).then_refused("SFB-EFF-07")
    case.when(replace(stunned, shown=("another",)), R).then_accepted()
    case = drawing(top=(None, "second"))
    for cards, rule in ((("second",), "SFB-DECK-07"), (("first",), None)):
        told = case.when(f.CardsDrawn(player="r", declared=1, drawn=1, cards=cards), R)
        assert [one.rule for one in told.violations] == ([rule] if rule else [])


def drawing(**seat: Any) -> Case:
    """A skill lets its player draw a card, of a deck with these planned cards on top."""
    case = played(
        opened(scene(cards={"card": skill(effect("draw", 1))})), a.SkillUsed(champion=A, card="card")
    )
    full = case.state.full
    seats = {**full.seats, "r": replace(full.seats["r"], **seat)}
    return Case(case.rules, case.setup, replace(case.state, full=replace(full, seats=seats)))
