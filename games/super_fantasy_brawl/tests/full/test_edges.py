"""Where two rules of the arena meet: ways that go on after a trap, offers between the points and the end."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from games.hexes import Hex
from games.rulebook import sentence
from games.ruleset import REFEREE, NextEvent, Setup, Viewer
from games.super_fantasy_brawl import RULES
from games.super_fantasy_brawl.full import action_events as a
from games.super_fantasy_brawl.full import events as f
from games.super_fantasy_brawl.full.legal.moves import MAKERS, moves
from games.super_fantasy_brawl.play.simulate import simulate
from games.super_fantasy_brawl.tests.full.position import (
    BB,
    END,
    STAFF,
    A,
    C,
    X,
    Y,
    aim,
    basic,
    damage,
    declared,
    displaced,
    effect,
    hit,
    moved,
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
    struck,
    trap,
    walk,
)
from games.super_fantasy_brawl.tests.full.position import attack as attack_card
from games.testing import Case, accepts, refuses


def offered(case: Case, kind: str) -> list[NextEvent]:
    """What may come next, as staff see it."""
    return [one for one in case.rules.next_events(case.state, Viewer("staff")) if one.type == kind]


def made(case: Case, kind: str) -> list[Any]:
    """The concrete events of it."""
    return [event for one in offered(case, kind) for event in moves(case.state, one, STAFF)]


def used(card: Any, *targets: str, **told: Any) -> Case:
    """The skill is used on these targets."""
    case = opened(scene(cards={"card": card}, **told))
    return played(case, a.SkillUsed(champion=A, card="card", targets=targets))


def interrupted(kind: Any, *path: Hex, toward: Hex | None = None) -> Case:
    """A champion's movement of 3 steps ends on a trap that hurts; the trap is replaced."""
    on, aimed = ("target", aim("indirect", 1, 6)) if toward else ("self", aim("none"))
    card = skill(effect(kind, 3, on), targeting=aimed)
    case = used(card, *((X,) if toward else ()), at={"x": (4, 0)}, traps={path[-1]: None})
    case = played(case, moved(A, kind, *path, x=3, toward=toward))
    hurt = (trap(A, path[-1], "damage_1"), damage(A, 1, "trap", None))
    return played(case, *hurt, replaced("r", (0, 3)))


@accepts("SFB-EFF-14", "SFB-EFF-15", "SFB-TRAP-02")
@refuses("SFB-EFF-14", "SFB-EFF-15", "SFB-TRAP-09")
@pytest.mark.parametrize(("kind", "rule"), [("fly", "SFB-EFF-14"), ("leap", "SFB-EFF-15")])
def test_a_swoop_and_a_jump_end_where_a_trap_is_triggered(kind: str, rule: str) -> None:
    case = interrupted(kind, (-1, 0))
    case.when(moved(A, kind, (-2, 0), x=3, continues=True), STAFF).then_refused("SFB-TRAP-09", rule)
    assert offered(case, "champion_moved") == []
    played(case, END)


@accepts("SFB-EFF-13", "SFB-TRAP-09")
def test_a_dash_after_a_trap_is_offered_along_its_row() -> None:
    case = interrupted("dash", (0, 1))
    told = made(case, "champion_moved")
    assert {one.path for one in told} == {((0, 2),), ((0, 2), (0, 3))}
    for event in told:
        case.when(event, STAFF).then_accepted()


@accepts("SFB-EFF-12", "SFB-TRAP-09")
def test_a_forced_way_after_a_trap_is_offered_to_its_player() -> None:
    card = skill(effect("compel", 2, "enemy"))
    case = played(used(card, traps={(1, 1): None}), displaced(X, "compel", 2, (1, 1)))
    case = played(case, trap(X, (1, 1), "damage_1", A), damage(X, 1, "trap"), replaced("b", (0, 3)))
    (one,) = offered(case, "champion_displaced")
    assert one.players == ("r",)
    told = made(case, "champion_displaced")
    assert told and all(event.continues and len(event.path) == 1 for event in told)


@accepts("SFB-MOVE-08", "SFB-TRAP-09")
@refuses("SFB-MOVE-08")
def test_an_approach_goes_on_towards_the_same_hex() -> None:
    case = interrupted("approach", (1, 0), toward=(4, 0))
    for way in ({}, {"toward": (4, 0)}):
        case.when(moved(A, "approach", (2, 0), x=3, continues=True, **way), STAFF).then_accepted()
        case.when(moved(A, "approach", (0, 1), x=3, continues=True, **way), STAFF).then_refused("SFB-MOVE-08")
    elsewhere = moved(A, "approach", (0, 1), x=3, continues=True, toward=(-4, 4))
    case.when(elsewhere, STAFF).then_refused("SFB-MOVE-08")
    told = made(case, "champion_moved")
    assert told and all(case.when(event, STAFF).then_accepted() for event in told)
    assert all(event.path[0] in ((2, 0), (2, -1)) for event in told)


@refuses("SFB-MOVE-09")
def test_a_retreat_goes_on_away_from_the_same_hex() -> None:
    case = interrupted("retreat", (-1, 0), toward=(4, 0))
    case.when(moved(A, "retreat", (-2, 0), x=3, continues=True), STAFF).then_accepted()
    case.when(moved(A, "retreat", (0, 0), x=3, continues=True), STAFF).then_refused("SFB-MOVE-09")


@accepts("SFB-END-02", "SFB-RES-13")
def test_with_the_points_nobody_is_asked_to_give_up_before_the_action_ends() -> None:
    case = struck(scene(cards={"card": attack_card(attack=9)}, vp=(4, 3)), hit(strength=9))
    assert offered(case, "match_conceded")
    case = played(case, out(X))
    assert offered(case, "match_conceded") == [] == offered(case, "game_ended")
    case = played(case, a.ChampionLevelledUp(champion=A), END)
    assert offered(case, "match_conceded") == [] and offered(case, "game_ended")


@accepts("SFB-DECK-02")
def test_the_upkeep_says_how_many_cards_are_drawn() -> None:
    case = scene()
    (one,) = offered(case, "refresh_completed")
    assert one.limits["count"] == (5, 5)
    case = few(case, deck=1, discard=0, hand=2)
    case = played(case, f.PersonalDeckReshuffled(player="r", size=2))
    (one,) = offered(case, "refresh_completed")
    assert one.limits["count"] == (3, 3)
    case.when(f.RefreshCompleted(player="r", count=3), STAFF).then_accepted()


def few(case: Case, **told: int) -> Case:
    """With other numbers of cards."""
    full = case.state.full
    seats = {**full.seats, "r": replace(full.seats["r"], **told)}
    return Case(case.rules, case.setup, replace(case.state, full=replace(full, seats=seats)))


@pytest.mark.parametrize("mode", ["duel", "superteams"])
def test_what_is_offered_of_an_action_can_be_done(mode: str) -> None:
    """But for cards of hands, of which no offer tells what is missing (SFB-HID-01, SFB-HID-08)."""
    state, rng, seen = RULES.initial(Setup()), Random(mode), 0
    for event, _ in simulate(5, "full", None, mode)[1]:
        if state.full is not None and state.full.action is not None and rng.random() < 0.5:
            for one in RULES.next_events(state, REFEREE):
                if one.type in MAKERS and one.type not in ("reaction_played", "champion_stunned"):
                    assert moves(state, one, STAFF), one
                    seen += 1
        if state.phase == "closed":
            break
        state = RULES.evolve(state, event)
    assert seen > 40


@accepts("SFB-ACT-05", "SFB-CORE-04", "SFB-KO-08")
def test_standard_actions_are_offered_by_their_cores_and_with_a_way_back() -> None:
    case = played(scene(at={"a": None}), basic(4, "manipulation", BB), END)
    (one,) = offered(case, "basic_action_started")
    assert one.choices["basic"] == (2, 3) and A in one.choices["champion"]
    full_up = {"a": None, "b": (0, 4), "c": (-1, 4), "x": (-2, 4), "y": (-3, 4)}
    (one,) = offered(scene(at=full_up), "basic_action_started")
    assert one.choices["champion"] == (BB, C)


@accepts("SFB-CMB-03", "SFB-CMB-17")
@refuses("SFB-CMB-03", "SFB-CMB-17")
def test_what_is_owed_is_offered_before_whatever_it_delays() -> None:
    card = attack_card(effect("push", 1, "enemy", "pre"), effect("push", 1, "target", "post"))
    case = opened(scene(at={"y": (0, 1)}, cards={"card": card}))
    assert offered(case, "card_declined") == [] == offered(case, "attack_declared")
    case.when(a.CardDeclined(card="card"), STAFF).then_refused("SFB-CMB-03")
    case = played(case, displaced(Y, "push", 1, (0, 2)))
    assert offered(case, "card_declined") and offered(case, "attack_declared")
    case = resolved(passed(declared(case)))
    assert offered(case, "action_ended") == []
    case.when(END, STAFF).then_refused("SFB-CMB-17")
    assert offered(played(case, displaced(X, "push", 1, (2, 0))), "action_ended")


@accepts("SFB-LOG-07")
@refuses("SFB-LOG-07")
def test_an_effect_is_not_offered_before_a_compulsory_one_above_it() -> None:
    effects = effect("immobilise", None, "target"), effect("damage", 1, "target")
    case = used(skill(*effects, targeting=aim("melee")), X)
    assert offered(case, "damage_dealt") == [] and offered(case, "champion_immobilised")
    case.when(damage(X, 1), STAFF).then_refused("SFB-LOG-07")
    case = played(case, a.ChampionImmobilised(champion=X, cause="effect"))
    assert made(case, "damage_dealt") == [damage(X, 1)]
    case.when(damage(X, 1), STAFF).then_accepted()


@accepts("SFB-ACT-07")
@refuses("SFB-ACT-07")
def test_a_standard_action_hurts_on_an_adjacent_hex_whatever_cause_is_told() -> None:
    case = played(scene(at={"x": (2, 0)}), basic(3, "destruction"))
    assert offered(case, "damage_dealt") == []
    for cause in ("basic", "effect"):
        case.when(damage(X, 1, cause), STAFF).then_refused("SFB-ACT-07")
        near = played(case, walk(A, (1, 0)))
        near.when(damage(X, 1, cause), STAFF).then_accepted()


@refuses("SFB-REACT-07")
def test_refusals_name_whom_and_what_they_mean() -> None:
    cards = {
        "card": attack_card(targeting=aim("area", 1, 1, (1, 0), (1, -1))),
        "answer": reaction(defence_mod=2),
    }
    case = reacted(declared(opened(scene(at={"y": (1, -1)}, cards=cards)), X, Y, direction=0))
    guard = (a.Modified(amount=2),)
    told = a.AttackResolved(card="card", targets=(hit(X, defence_mods=guard), hit(Y, defence_mods=guard)))
    found = {one.rule: one for one in case.when(told, STAFF).violations}
    assert found["SFB-REACT-07"].params["expected"] == X
    assert "blue:x" in sentence(found["SFB-REACT-07"], "en")


@accepts("SFB-LOG-05", "SFB-LOG-07")
@pytest.mark.parametrize("keyword", ["push", "damage", "fear"])
def test_an_effect_of_unknown_number_is_offered_and_owed_to_nobody(keyword: Any) -> None:
    case = used(skill(effect(keyword, None, "target"), targeting=aim("melee")), X)
    told = made(case, "damage_dealt" if keyword == "damage" else "champion_displaced")
    assert len({event.amount if keyword == "damage" else event.x for event in told} - {0}) >= 3
    assert all(not case.when(event, STAFF).violations for event in told)
    case = case.when(END, STAFF)
    assert "SFB-LOG-07" in case.then_accepted().full.unverified


@accepts("SFB-TRAP-09")
@refuses("SFB-TRAP-09")
def test_an_interrupted_way_does_not_go_on_in_a_later_step() -> None:
    card = attack_card(effect("dash", 3, timing="pre"))
    case = opened(scene(cards={"card": card}, traps={(0, 1): None}))
    case = played(case, moved(A, "dash", (0, 1), x=3), trap(A, (0, 1), "damage_1"))
    case = played(case, damage(A, 1, "trap", None), replaced("r", (3, 0)))
    on = moved(A, "dash", (0, 2), x=3, continues=True)
    case.when(on, STAFF).then_accepted()
    case = played(case, a.CardDeclined(card="card"))
    case.when(on, STAFF).then_refused("SFB-TRAP-09")
    assert offered(case, "champion_moved") == []
    answer = reaction(effect("compel", 2, "attacker", "pre"), defence_mod=0)
    case = scene(cards={"card": attack_card(), "answer": answer}, traps={(0, 1): None})
    case = played(reacted(declared(opened(case))), displaced(A, "compel", 2, (0, 1), by=X, source="answer"))
    case = played(case, trap(A, (0, 1), "damage_1", X), damage(A, 1, "trap", X), replaced("r", (3, 0)))
    forced = displaced(A, "compel", 2, (0, 2), by=X, source="answer", continues=True)
    case.when(forced, STAFF).then_accepted()
    case = resolved(case)
    case.when(forced, STAFF).then_refused("SFB-TRAP-09")
    assert offered(case, "champion_displaced") == []
