"""Edges of a fight where two rules of the book meet: allies in an area, bonuses, root, traps and cores over a turn."""

from __future__ import annotations

from typing import Any

from games.super_fantasy_brawl.definitions import Champion, ChampionSide
from games.super_fantasy_brawl.events import GameEnded
from games.super_fantasy_brawl.full import action_events as a
from games.super_fantasy_brawl.full.events import ChallengesScored, RefreshCompleted, TurnEnded, TurnStarted
from games.super_fantasy_brawl.tests.full.position import (
    BASE,
    BB,
    END,
    SLUGS,
    STAFF,
    A,
    R,
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
from games.testing import Case, accepts, refuses

WIDE = aim("area", 1, 1, (1, 0), (2, 0))
UP = a.ChampionLevelledUp(champion=A)
ROOTED = a.ChampionImmobilised(champion=X)


def swept(figures: dict[str, dict[str, Any]], *effects: Any, **told: Any) -> Case:
    """An attack on an area with an enemy and an ally in it; 2 damage to each."""
    card = attack(*effects, targeting=WIDE)
    case = declared(opened(scene({"b": (2, 0)}, {"card": card}, None, figures, **told)), X, BB, direction=0)
    return resolved(passed(case), hit(X), hit(BB))


@accepts("SFB-EFF-01", "SFB-CMB-10")
@refuses("SFB-EFF-01")
def test_lifesteal_counts_the_damage_to_allies_of_the_area() -> None:
    case = swept({"a": {"damage": 3}}, effect("vampirism", timing="damage"))
    heals = a.ChampionHealed(champion=A, amount=2, cause="vampirism")
    case.when(heals, STAFF).then_refused("SFB-EFF-01")
    played(case, a.ChampionHealed(champion=A, amount=3, cause="vampirism"), END)


@accepts("SFB-KO-04", "SFB-KO-10", "SFB-END-04")
@refuses("SFB-KO-04", "SFB-END-04")
def test_an_area_that_fells_an_enemy_and_an_ally_at_four_all_loses() -> None:
    case = swept({"x": {"damage": 2}, "b": {"damage": 2}}, vp=(4, 4))
    case = played(case, out(X))
    case.when(out(BB, A), STAFF).then_refused("SFB-KO-04")
    case = played(case, out(BB, None), UP, END)
    five = {"red": 5, "blue": 5}
    case.when(GameEnded(winner="red", vp=five, reason="mutual_knockout"), STAFF).then_refused("SFB-END-04")
    played(case, GameEnded(winner="blue", vp=five, reason="mutual_knockout"))


@accepts("SFB-CMB-17", "SFB-CMB-10")
@refuses("SFB-CMB-17")
def test_an_effect_on_the_targets_is_owed_to_an_ally_among_them() -> None:
    case = swept({}, effect("immobilise", on="target", timing="post"))
    case = played(case, ROOTED)
    case.when(END, STAFF).then_refused("SFB-CMB-17")
    played(case, a.ChampionImmobilised(champion=BB), END)


@accepts("SFB-CMB-17")
@refuses("SFB-CMB-17")
def test_what_follows_an_attack_follows_one_that_did_no_damage() -> None:
    card = attack(effect("push", 1, on="target", timing="post"), attack=1)
    case = struck(scene(cards={"card": card}), hit(X, 1))
    case.when(END, STAFF).then_refused("SFB-CMB-17")
    played(case, displaced(X, "push", 1, (2, 0)), END)


@accepts("SFB-EFF-06", "SFB-MOVE-06", "SFB-TRAP-09")
@refuses("SFB-MOVE-06")
def test_who_is_rooted_by_a_trap_on_the_way_still_strikes() -> None:
    case = scene({"a": (0, 2), "x": (1, 2)}, {"card": attack()}, {(0, 3): None})
    case = played(opened(case), walk(A, (0, 3)), trap(A, (0, 3), "immobilise"))
    case = played(case, a.ChampionImmobilised(champion=A, cause="trap"), replaced("r", (3, -3)))
    case.when(walk(A, (0, 2)), STAFF).then_refused("SFB-MOVE-06")
    played(resolved(passed(declared(case))), END)


def turn_over(case: Case) -> Case:
    """r's upkeep; b's turn begins, in which nobody scores."""
    return played(
        case,
        RefreshCompleted(player="r", count=5),
        TurnEnded(player="r"),
        TurnStarted(round=2, player="b"),
        ChallengesScored(player="b"),
    )


@accepts("SFB-TURN-05")
def test_root_ends_with_the_turn_in_which_it_came() -> None:
    card = attack(effect("immobilise", on="target", timing="post"))
    case = played(struck(scene(cards={"card": card})), ROOTED, END)
    assert case.state.figures[X].immobilised
    case = played(turn_over(case), basic(4, "creation", X, "b"))
    played(case, walk(X, (2, 0), (3, 0)))


@accepts("SFB-CORE-07")
@refuses("SFB-CORE-07")
def test_the_core_of_a_reaction_is_missing_in_the_next_turn_of_its_own() -> None:
    cards = {"card": attack(), "answer": reaction(defence_mod=2)}
    case = reacted(declared(opened(scene(cards=cards))))
    case = played(resolved(case, hit(X, defence_mods=(a.Modified(amount=2, source="answer"),))), END)
    case = turn_over(case)
    case.when(basic(1, "manipulation", X, "b"), STAFF).then_refused("SFB-CORE-04", "SFB-CORE-07")
    played(case, basic(2, "creation", X, "b"), END)


def nimble(card: Any) -> Case:
    """A levelled-up champion that moves 1 farther plays the card."""
    fast = Champion(base=BASE, levelled=ChampionSide(defence=2, health=6, move_bonus=1, effects=()))
    known = {slug: Champion(base=BASE, levelled=BASE) for slug in SLUGS}
    return opened(
        scene({"x": (4, 0)}, {"card": card}, None, {"a": {"levelled": True}}, champions={**known, "a": fast})
    )


@accepts("SFB-ACT-13", "SFB-EFF-13")
@refuses("SFB-EFF-13", "SFB-MOVE-01")
def test_a_bonus_to_movement_lengthens_the_walk_and_no_dash() -> None:
    case = nimble(attack(effect("dash", 2, timing="pre")))
    case.when(walk(A, (0, 1), (0, 2), (0, 3), (0, 4)), STAFF).then_refused("SFB-MOVE-01")
    case = played(case, walk(A, (0, 1), (0, 2), (0, 3)))
    case.when(moved(A, "dash", (0, 2), (0, 1), (0, 0)), STAFF).then_refused("SFB-EFF-13")
    played(case, moved(A, "dash", (0, 2), (0, 1)))


@accepts("SFB-ACT-12")
@refuses("SFB-MOVE-01")
def test_a_card_without_movement_gets_none_by_a_bonus() -> None:
    nimble(attack(move=None, moves=False)).when(walk(A, (0, 1)), STAFF).then_refused("SFB-MOVE-01")
    played(nimble(attack(move=0)), walk(A, (0, 1)))


@accepts("SFB-CMB-08")
@refuses("SFB-CMB-08")
def test_a_trap_is_no_cover_and_an_ally_is() -> None:
    line = {"card": attack(targeting=aim("direct", 1, 3))}
    away: dict[str, tuple[int, int] | None] = {"x": (-4, 4), "y": (3, 0)}
    declared(opened(scene(away, line, {(1, 0): None})), Y).then_accepted()
    declared(opened(scene({**away, "b": (1, 0)}, line)), Y).then_refused("SFB-CMB-08")
    declared(opened(scene({**away, "b": None}, line)), Y).then_accepted()


@accepts("SFB-KO-03", "SFB-TRAP-02", "SFB-EFF-16")
@refuses("SFB-TRAP-11")
def test_who_places_itself_on_a_trap_fell_to_nobody() -> None:
    cards = {"card": skill(effect("place", timing="main"))}
    case = opened(scene(None, cards, {(0, 3): None}, {"a": {"damage": 1}}))
    case = played(case, a.SkillUsed(champion=A, card="card"), a.ChampionPlaced(champion=A, cell=(0, 3)))
    case.when(trap(A, (0, 3), "damage_3", A), R).then_refused("SFB-TRAP-11")
    case = played(case, trap(A, (0, 3), "damage_3"), damage(A, 3, "trap", None), out(A, None))
    case = played(case, replaced("r", (3, -3)), END)
    assert case.state.sides["blue"].knockout == 1
