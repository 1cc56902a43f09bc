"""Moments of a brawl as tables meet them: what somebody does, what follows, whose the points are."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from games.ruleset import REFEREE
from games.super_fantasy_brawl.definitions import Champion, ChampionSide, Effect
from games.super_fantasy_brawl.events import GameEnded
from games.super_fantasy_brawl.full import action_events as a
from games.super_fantasy_brawl.full.events import CardsDrawn
from games.super_fantasy_brawl.tests.full.position import (
    END,
    STAFF,
    A,
    B,
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
    out,
    passed,
    played,
    reacted,
    reaction,
    replaced,
    resolved,
    scene,
    struck,
    trap,
    walk,
)
from games.testing import Case, accepts, refuses

UP = a.ChampionLevelledUp(champion=A)
TRAPS: dict[tuple[int, int], str | None] = dict.fromkeys(((0, 3), (0, -3), (3, 0), (-3, 0)))
AREA = ((0, 4), (-1, 4), (-2, 4), (-3, 4))


@accepts("SFB-EFF-09", "SFB-KO-03", "SFB-LVL-04")
def test_whoever_is_pulled_from_next_door_is_hurt_for_every_step() -> None:
    card = attack(effect("pull", 2, on="target", timing="post"))
    case = played(struck(scene(cards={"card": card})), displaced(X, "pull", 2, missing=2))
    case = played(case, damage(X, 2, "pull"), out(X), UP, END)
    assert case.state.sides["red"].knockout == 1 and case.state.figures[A].levelled


@accepts("SFB-EFF-17")
@refuses("SFB-EFF-17")
def test_the_frightened_choose_among_the_farthest_ways() -> None:
    card = attack(effect("fear", 2, on="target", timing="post"))
    case = struck(scene(cards={"card": card}))
    case.when(displaced(X, "fear", 2, (2, 0)), STAFF).then_refused("SFB-EFF-17")
    for way in (((2, 0), (3, 0)), ((2, -1), (3, -2)), ((1, 1), (1, 2))):
        case.when(displaced(X, "fear", 2, *way), STAFF).then_accepted()
    rooted = scene(cards={"card": card}, figures={"x": {"immobilised": True}})
    played(struck(rooted), END)


@accepts("SFB-MOVE-10", "SFB-KO-02", "SFB-TRAP-11")
@refuses("SFB-MOVE-10")
def test_who_dies_on_the_own_way_strikes_no_more() -> None:
    case = scene({"a": (0, 2)}, {"card": attack()}, TRAPS, {"a": {"damage": 1}})
    case = played(opened(case), walk(A, (0, 3)), trap(A, (0, 3), "damage_3"), damage(A, 3, "trap", by=None))
    case = played(case, out(A, None), replaced("r", (3, -3)))
    declared(case).then_refused("SFB-MOVE-10")
    after = played(case, END).state
    assert (after.sides["blue"].knockout, after.figures[A].levelled) == (1, False)


@accepts("SFB-END-04", "SFB-KO-04", "SFB-KO-11")
@refuses("SFB-END-04")
def test_who_falls_by_the_own_blow_at_four_all_has_lost() -> None:
    card = attack(effect("damage", 3, on="self", timing="post"))
    hurt: dict[str, dict[str, Any]] = {"a": {"damage": 1}, "x": {"damage": 2}}
    case = played(struck(scene(cards={"card": card}, figures=hurt, vp=(4, 4))), out(X))
    case = played(case, damage(A, 3), out(A, None), UP, END)
    five = {"red": 5, "blue": 5}
    case.when(GameEnded(winner="red", vp=five, reason="mutual_knockout"), STAFF).then_refused("SFB-END-04")
    case.when(GameEnded(winner="blue", vp=five, reason="mutual_knockout"), STAFF).then_accepted()


@accepts("SFB-CMB-18", "SFB-REACT-09")
@refuses("SFB-CMB-18")
def test_an_attacker_that_falls_by_the_answer_deals_nothing() -> None:
    answer = reaction(effect("damage", 4, on="attacker", timing="pre"))
    case = reacted(declared(opened(scene(cards={"card": attack(), "answer": answer}, vp=(4, 4)))))
    case = played(case, damage(A, 4, by=X, source="answer"), out(A, X, "reaction"))
    resolved(case, hit()).then_refused("SFB-CMB-18")
    state = played(case, a.ChampionLevelledUp(champion=X), END).state
    assert (state.phase, state.sides["blue"].vp, state.figures[X].damage) == ("over", 5, 0)


@accepts("SFB-ACT-08", "SFB-LVL-01")
@pytest.mark.parametrize("worn", [2, 3])
def test_a_standard_action_counts_like_any_other(worn: int) -> None:
    case = played(
        scene(figures={"x": {"damage": worn}}).when(basic(3, "destruction"), STAFF), damage(X, 1, "basic")
    )
    fell = worn == 3
    case = played(case, *((out(X, A, "basic"), UP) if fell else ()), END)
    assert case.state.figures[A].levelled is fell


@accepts("SFB-KO-08")
@refuses("SFB-KO-08")
def test_nobody_comes_back_to_a_full_area() -> None:
    full = dict(zip("bcxy", AREA, strict=True))
    cards = {"card": attack()}
    opened(scene({"a": None, **full}, cards)).then_refused("SFB-KO-08")
    back = a.ChampionReturned(champion=A, cell=AREA[3])
    case = played(opened(scene({"a": None, **full, "y": (0, 0)}, cards)), back)
    played(case, walk(A, (-4, 4)))


@accepts("SFB-EFF-01", "SFB-CMB-15")
@refuses("SFB-EFF-01", "SFB-CMB-15")
def test_lifesteal_is_as_much_as_was_dealt_and_as_hurts() -> None:
    card = attack(effect("vampirism", timing="damage"), targeting=aim("melee"))

    def heals(amount: int) -> a.ChampionHealed:
        return a.ChampionHealed(champion=A, amount=amount, cause="vampirism")

    for worn, amount in ((1, 1), (3, 2)):
        case = struck(scene(cards={"card": card}, figures={"a": {"damage": worn}}))
        case.when(heals(amount + 1), STAFF).then_refused("SFB-EFF-01")
        case.when(END, STAFF).then_refused("SFB-CMB-15")
        played(case, heals(amount), END)


WIDE = aim("area", 1, 1, (1, 0), (2, 0))


@accepts("SFB-EFF-08", "SFB-CMB-10")
@refuses("SFB-EFF-08", "SFB-CMB-17")
def test_of_two_in_a_row_whoever_is_pushed_first_decides_who_is_hurt() -> None:
    card = attack(effect("push", 2, on="target", timing="post"), attack=2, targeting=WIDE)
    case = declared(opened(scene({"y": (2, 0)}, {"card": card})), X, Y, direction=0)
    case = resolved(passed(case), hit(X, 2), hit(Y, 2))
    near, far = displaced(X, "push", 2, missing=2), displaced(Y, "push", 2, (3, 0), (4, 0))
    played(case, near, damage(X, 2, "push"), far, END)
    case = played(case, far)
    case.when(END, STAFF).then_refused("SFB-CMB-17")
    case.when(near, STAFF).then_refused("SFB-EFF-08")
    played(case, displaced(X, "push", 2, (2, 0), (3, 0)), END)


@accepts("SFB-CMB-18", "SFB-CORE-05", "SFB-ACT-10", "SFB-REACT-10", "SFB-KO-03")
@refuses("SFB-CMB-18", "SFB-KO-03", "SFB-LVL-01")
def test_an_attacker_that_a_reaction_drives_into_a_trap_has_attacked_for_nothing() -> None:
    push = effect("push", 3, on="attacker", timing="pre")
    cards = {"card": attack(), "answer": reaction(push, champion="x")}
    case = reacted(declared(opened(scene(None, cards, TRAPS, {"a": {"damage": 1}}))))
    way = displaced(A, "push", 3, (-1, 0), (-2, 0), (-3, 0), by=X, source="answer")
    case = played(case, way, trap(A, (-3, 0), "damage_3", X, slot="s"))
    case.when(damage(A, 3, "trap", None), STAFF).then_refused("SFB-KO-03")
    case = played(case, damage(A, 3, "trap", X), out(A, X, "reaction"), replaced("r", (3, -3)))
    resolved(case).then_refused("SFB-CMB-18")
    case.when(END, STAFF).then_refused("SFB-LVL-01")
    after = played(case, a.ChampionLevelledUp(champion=X), END).state
    red, blue = after.full.seats["r"], after.full.seats["b"]
    assert (red.exhausted, red.open) == (("destruction",), ("card",))
    assert (blue.exhausted, blue.open) == (("manipulation",), ("answer",))


@accepts("SFB-CMB-19", "SFB-KO-02", "SFB-END-03")
@refuses("SFB-CMB-19", "SFB-END-03")
def test_a_reaction_that_fells_its_own_champion_leaves_the_attack_without_targets() -> None:
    cards = {
        "card": attack(),
        "answer": reaction(effect("damage", 4, on="self", timing="pre"), champion="x"),
    }
    case = reacted(declared(opened(scene(None, cards, vp=(4, 4)))))
    case = played(case, damage(X, 4, by=None, source="answer"), out(X, None, "reaction"))
    resolved(case).then_refused("SFB-CMB-19")
    case = played(case, a.AttackResolved(card="card", targets=()), END)
    assert not case.state.figures[A].levelled
    wrong = GameEnded(winner="blue", vp={"red": 5, "blue": 4})
    case.when(wrong, STAFF).then_refused("SFB-END-03")
    played(case, GameEnded(winner="red", vp={"red": 5, "blue": 4}))


@accepts("SFB-LVL-07", "SFB-END-04")
@refuses("SFB-LVL-07", "SFB-END-04", "SFB-KO-04")
def test_who_does_not_survive_its_own_levelling_up_at_four_all_has_lost() -> None:
    frail = Champion(base=ChampionSide(defence=1, health=4), levelled=ChampionSide(defence=1, health=3))
    case = scene(None, {"card": attack(attack=9)}, None, {"a": {"damage": 3}}, vp=(4, 4))
    full = replace(case.state.full, champions={**case.state.full.champions, "a": frail})
    case = Case(case.rules, case.setup, replace(case.state, full=full))
    case = played(struck(case, hit(X, 9)), out(X), UP)
    case.when(END, STAFF).then_refused("SFB-LVL-07")
    case.when(out(A, X), STAFF).then_refused("SFB-KO-03")
    case = played(case, out(A, None), END)
    for winner, rule in (("red", "SFB-END-04"), ("blue", "")):
        told = case.when(GameEnded(winner=winner, vp={"red": 5, "blue": 5}, reason="mutual_knockout"), STAFF)
        assert [one.rule for one in told.violations[:1]] == ([rule] if rule else [])


def answered(*effects: Effect) -> Case:
    """The attacker has fallen to the first effect of a reaction for x, which is hurt."""
    answer = reaction(effect("damage", 4, on="attacker", timing="pre"), *effects)
    case = scene(cards={"card": attack(), "answer": answer}, figures={"x": {"damage": 2}})
    case = reacted(declared(opened(case)))
    return played(case, damage(A, 4, by=X, source="answer"), out(A, X, "reaction"))


@accepts("SFB-REACT-08", "SFB-CMB-18", "SFB-CMB-22")
@refuses("SFB-REACT-08", "SFB-CMB-18")
def test_a_reaction_to_which_the_attacker_fell_is_carried_out_to_its_end() -> None:
    """What is compulsory on its card is owed, what is "up to" may be left; the attack itself is cancelled."""
    up_to = answered(effect("heal", 2, timing="pre"), effect("draw", 1, timing="pre"))
    healing = a.ChampionHealed(champion=X, amount=2, cause="effect", source="answer")
    drawing = CardsDrawn(player="b", declared=1, drawn=1, source="answer")
    offers = {one.type for one in up_to.rules.next_events(up_to.state, REFEREE)}
    assert {"champion_healed", "cards_drawn", "champion_levelled_up"} <= offers
    assert "attack_resolved" not in offers
    resolved(up_to, hit()).then_refused("SFB-CMB-18")
    level = a.ChampionLevelledUp(champion=X)
    done = played(up_to, (healing, B), (drawing, B), level, END)
    assert (done.state.figures[X].damage, done.state.sides["blue"].knockout) == (0, 1)
    played(up_to, level, END)
    owed = answered(effect("immobilise", on="self", timing="pre"))
    owed.when(level, STAFF).then_refused("SFB-LVL-01")
    rooted = a.ChampionImmobilised(champion=X, cause="effect", source="answer")
    played(owed, (rooted, B), level, END)
    away = answered(
        effect("stun", on="attacker", timing="pre"), effect("push", 2, on="attacker", timing="pre")
    )
    played(away, level, END)


@refuses("SFB-ACT-11")
def test_what_comes_after_a_cancelled_attack_was_not_declined() -> None:
    answer = reaction(
        effect("damage", 4, on="attacker", timing="pre"), effect("heal", 2, on="self", timing="post")
    )
    case = scene(cards={"card": attack(), "answer": answer}, figures={"x": {"damage": 2}})
    case = reacted(declared(opened(case)))
    case = played(case, damage(A, 4, by=X, source="answer"), out(A, X, "reaction"))
    healing = a.ChampionHealed(champion=X, amount=2, cause="effect", source="answer")
    for later in (case, played(case, a.ChampionLevelledUp(champion=X))):
        told = {one.rule for one in later.when(healing, B).then_refused("SFB-ACT-11")}
        assert "SFB-CMB-04" not in told
