"""Reactions: when, by whom, for whom; their effects; what an attacker that falls to one leaves behind."""

from __future__ import annotations

from typing import Any

import pytest

from games.hexes import Hex
from games.super_fantasy_brawl.definitions import ActionCard
from games.super_fantasy_brawl.full import action_events as a
from games.super_fantasy_brawl.tests.full.position import (
    BB,
    END,
    A,
    B,
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
    reacted,
    reaction,
    replaced,
    resolved,
    scene,
    skill,
    trap,
)
from games.testing import Case, accepts, refuses

AREA: tuple[Hex, ...] = ((1, 0), (1, -1))
PASSED = a.ReactionPassed(side="blue")


def attacked(answer: ActionCard | None = None, card: ActionCard | None = None, **told: Any) -> Case:
    """The attack of champion a on x waits for a reaction."""
    cards = {"card": card or attack(), "answer": answer or reaction()}
    return declared(opened(scene(cards=cards, **told)))


def answer(
    card: str = "answer", on: str = X, core: Any = "manipulation", player: str = "b"
) -> a.ReactionPlayed:
    """A reaction."""
    return a.ReactionPlayed(player=player, card=card, core=core, on_champion=on)


@accepts(
    "SFB-REACT-01",
    "SFB-REACT-02",
    "SFB-REACT-05",
    "SFB-REACT-10",
    "SFB-CORE-03",
    "SFB-CORE-07",
    "SFB-TURN-04",
)
def test_a_reaction_of_any_champion_for_the_attacked_one() -> None:
    case = played(attacked(at={"y": None}), (answer(), B))
    case = played(resolved(case), END)
    seat = case.state.full.seats["b"]
    assert seat.exhausted == ("manipulation",) and seat.open == ("answer",) and seat.hand == 1


@refuses("SFB-REACT-01", "SFB-REACT-02", "SFB-REACT-03", "SFB-REACT-10", "SFB-LOG-02")
def test_when_a_reaction_may_be_played() -> None:
    case = attacked()
    case.when(answer(player="r", on=BB), R).then_refused("SFB-REACT-01")
    case.when(a.ReactionPassed(side="red"), R).then_refused("SFB-REACT-01")
    case.when(answer(), R).then_refused("SFB-LOG-02")
    case.when(PASSED, R).then_refused("SFB-LOG-02")
    case = played(case, (answer(), B))
    case.when(answer(), B).then_refused("SFB-REACT-03")
    case.when(PASSED, B).then_refused("SFB-REACT-03")
    opened(scene(cards={"card": attack(), "answer": reaction()})).when(answer(), B).then_refused(
        "SFB-REACT-02"
    )
    passed(attacked()).when(answer(), B).then_refused("SFB-REACT-02")
    used = played(
        opened(scene(cards={"card": skill(), "answer": reaction()})), a.SkillUsed(champion=A, card="card")
    )
    used.when(answer(), B).then_refused("SFB-REACT-02")


@accepts("SFB-REACT-04", "SFB-REACT-03")
@refuses("SFB-REACT-04")
def test_for_one_own_champion_that_is_a_target() -> None:
    card = attack(targeting=aim("area", 1, 1, *AREA))
    at: dict[str, Hex | None] = {"x": (1, 0), "y": (1, -1), "b": (0, -1)}
    case = declared(opened(scene(at=at, cards={"card": card, "answer": reaction()})), X, Y, direction=0)
    case.when(answer(on=Z), B).then_refused("SFB-REACT-04")
    case.when(answer(on=BB), B).then_refused("SFB-REACT-04")
    played(case, (answer(on=Y), B))


@refuses("SFB-REACT-05", "SFB-CORE-03")
@pytest.mark.parametrize("card", ["swing", "foreign", "spent"])
def test_only_a_reaction_of_an_own_champion_from_the_hand(card: str) -> None:
    cards = {
        "card": attack(),
        "answer": reaction(),
        "swing": attack(champion="x"),
        "foreign": reaction(champion="b"),
    }
    cards["spent"] = reaction(champion="b")
    case = declared(opened(scene(cards=cards)))
    case.when(answer("answer", core="creation"), B).then_refused("SFB-CORE-03")
    case.when(answer(card), B).then_refused("SFB-REACT-05")


@accepts("SFB-REACT-07", "SFB-CMB-13", "SFB-CMB-21")
@refuses("SFB-REACT-07", "SFB-CMB-13")
def test_its_defence_is_for_the_chosen_champion_alone() -> None:
    card = attack(targeting=aim("area", 1, 1, *AREA))
    at: dict[str, Hex | None] = {"x": (1, 0), "y": (1, -1)}
    case = declared(
        opened(scene(at=at, cards={"card": card, "answer": reaction(defence_mod=2)})), X, Y, direction=0
    )
    case = played(case, (answer(on=X), B))
    more = (a.Modified(2, "answer"),)
    both = a.AttackResolved(card="card", targets=(hit(X, defence_mods=more), hit(Y, defence_mods=more)))
    case.when(both, R).then_refused("SFB-CMB-13", "SFB-REACT-07")
    case.when(a.AttackResolved(card="card", targets=(hit(X), hit(Y))), R).then_refused("SFB-CMB-13")
    case = resolved(case, hit(X, defence_mods=more), hit(Y))
    assert (case.state.figures[X].damage, case.state.figures[Y].damage) == (0, 2)


@accepts("SFB-REACT-06", "SFB-REACT-08", "SFB-CMB-16", "SFB-KO-03")
@refuses("SFB-REACT-06", "SFB-REACT-08", "SFB-CMB-16")
def test_its_effects_come_from_the_chosen_champion_before_and_after() -> None:
    told = reaction(effect("push", 1, "attacker", "pre"), effect("damage", 1, "attacker", "post"))
    case = played(attacked(told), (answer(), B))
    result = a.AttackResolved(card="card", targets=(hit(),))
    case.when(result, R).then_refused("SFB-REACT-08")
    push = displaced(A, "push", 1, (-1, 0), by=X, source="answer")
    case.when(displaced(A, "push", 1, (-1, 0), by=Y, source="answer"), B).then_refused("SFB-REACT-06")
    case.when(push, R).then_refused("SFB-LOG-02")
    case.when(damage(A, 1, by=X, source="answer"), B).then_refused("SFB-ACT-11")
    case = played(case, (push, B), (result, R))
    case.when(END, R).then_refused("SFB-REACT-08")
    case.when(damage(A, 1, by=Y, source="answer"), B).then_refused("SFB-KO-03")
    case = played(case, (damage(A, 1, by=X, source="answer"), B), END)
    assert case.state.figures[A].damage == 1 and case.state.figures[A].cell == (-1, 0)
    fallen = played(played(attacked(told, attack(attack=9)), (answer(), B)), push)
    fallen = played(resolved(fallen, hit(X, 9)), out(X))
    fallen.when(damage(A, 1, by=X, source="answer"), B).then_refused("SFB-ACT-11", "SFB-CMB-16")
    played(fallen, a.ChampionLevelledUp(champion=A), END)


@accepts("SFB-CMB-19")
@refuses("SFB-CMB-19")
def test_targets_are_judged_when_they_are_named() -> None:
    told = reaction(effect("leap", 3, timing="pre"))
    case = played(attacked(told), (answer(), B))
    leap = a.ChampionMoved(champion=X, kind="leap", path=((3, 1),), source="answer")
    case = played(case, (leap, B))
    case.when(a.AttackResolved(card="card", targets=()), R).then_refused("SFB-CMB-19")
    assert resolved(case).state.figures[X].damage == 2


KILLER = reaction(effect("damage", 4, "attacker", "pre"))
REVENGE = reaction(effect("damage", 4, "attacker", "post"))


@accepts("SFB-CMB-18", "SFB-REACT-09", "SFB-LVL-01", "SFB-CMB-22")
@refuses("SFB-CMB-18", "SFB-REACT-09")
def test_x13_an_attacker_that_falls_to_the_reaction_strikes_no_more() -> None:
    case = played(attacked(KILLER), (answer(), B), (damage(A, 4, by=X, source="answer"), B))
    case.when(out(A, Y, "reaction"), B).then_refused("SFB-KO-03")
    case.when(out(A, X, "card"), B).then_refused("SFB-LOG-08")
    case = played(case, (out(A, X, "reaction"), B))
    case.when(a.AttackResolved(card="card", targets=(hit(),)), R).then_refused("SFB-CMB-18")
    case.when(END, R).then_refused("SFB-LVL-01")
    case = played(case, (a.ChampionLevelledUp(champion=X), B), (END, R))
    assert case.state.figures[X].levelled and case.state.sides["blue"].vp == 1
    assert case.state.figures[X].damage == 0


@accepts("SFB-CMB-18", "SFB-TRAP-11", "SFB-KO-03", "SFB-REACT-06")
@refuses("SFB-TRAP-11")
def test_a_reaction_may_push_the_attacker_onto_a_trap() -> None:
    told = reaction(effect("push", 2, "attacker", "pre"))
    traps: dict[Hex, str | None] = {(-1, 0): None}
    case = played(attacked(told, traps=traps, figures={"a": {"damage": 2}}), (answer(), B))
    case = played(case, (displaced(A, "push", 2, (-1, 0), by=X, source="answer"), B))
    case.when(trap(A, (-1, 0), "damage_3"), R).then_refused("SFB-TRAP-11")
    case = played(case, (trap(A, (-1, 0), "damage_3", X), R), damage(A, 3, "trap", X), out(A, X, "reaction"))
    case = played(case, (replaced("r", (0, 3)), R))
    case.when(a.AttackResolved(card="card", targets=(hit(),)), R).then_refused("SFB-CMB-18")
    case = played(case, (a.ChampionLevelledUp(champion=X), B), END)
    assert case.state.figures[X].levelled and case.state.sides["blue"].vp == 1


@accepts("SFB-CMB-22", "SFB-CMB-17", "SFB-REACT-09")
@refuses("SFB-CMB-17", "SFB-CMB-22")
def test_after_the_attack_the_reaction_is_finished_but_nothing_of_the_attacker() -> None:
    revenge = reaction(effect("damage", 4, "attacker", "post"), effect("heal", 1, timing="post"))
    case = attacked(revenge, attack(effect("stun", on="target", timing="post")))
    case = resolved(played(case, (answer(), B)))
    stun = a.ChampionStunned(champion=X, discarded=None, shown=("unknown",))
    case = played(case, damage(A, 4, by=X, source="answer"), out(A, X, "reaction"))
    case.when(stun, B).then_refused("SFB-ACT-11", "SFB-CMB-22")
    case = played(case, (a.ChampionHealed(champion=X, amount=1, source="answer"), B))
    case = played(case, a.ChampionLevelledUp(champion=X), END)
    assert case.state.figures[X].damage == 1


@accepts("SFB-KO-11", "SFB-END-04", "SFB-LVL-05", "SFB-KO-10")
@refuses("SFB-KO-11", "SFB-END-04")
def test_x14_mutual_knock_out_at_four_all() -> None:
    area = attack(targeting=aim("area", 1, 1, *AREA), attack=5)
    at: dict[str, Hex | None] = {"x": (1, 0), "y": (1, -1)}
    figures = {"x": {"damage": 0, "levelled": True}, "y": {"damage": 0}}
    case = declared(
        opened(scene(at=at, cards={"card": area, "answer": REVENGE}, vp=(4, 4), figures=figures)),
        X,
        Y,
        direction=0,
    )
    case = resolved(played(case, (answer(on=X), B)), hit(X, 5, 2), hit(Y, 5))
    case = played(case, out(Y), damage(A, 4, by=X, source="answer"), out(A, X, "reaction"))
    case.when(a.ChampionLevelledUp(champion=X), B).then_refused("SFB-LVL-03")
    case = played(case, a.ChampionLevelledUp(champion=A), END)
    assert (
        case.state.phase == "over" and case.state.figures[A].levelled and case.state.figures[A].cell is None
    )
    assert (case.state.sides["red"].vp, case.state.sides["blue"].vp) == (5, 5)
    assert case.state.ender == "r"


def test_the_reacting_player_ended_it_alone() -> None:
    case = played(attacked(KILLER, vp=(4, 4)), (answer(), B), damage(A, 4, by=X, source="answer"))
    case = played(case, out(A, X, "reaction"), a.ChampionLevelledUp(champion=X), END)
    assert case.state.phase == "over" and case.state.ender == "b"


@accepts("SFB-REACT-11", "SFB-HID-08")
def test_a_reaction_in_every_attack_of_the_turn() -> None:
    cards = {
        "card": attack(core="creation"),
        "more": attack(attack=1),
        "answer": reaction(),
        "again": reaction(core="creation"),
    }
    case = resolved(reacted(declared(opened(scene(cards=cards)))))
    case = declared(opened(played(case, END), "more"), card="more")
    case = resolved(reacted(case, "again"), hit(X, 1), card="more")
    played(case, END)
