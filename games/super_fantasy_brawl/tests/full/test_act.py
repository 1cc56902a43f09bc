"""Actions: cards and standard actions played, paid for, declined and closed."""

from __future__ import annotations

import pytest

from games.super_fantasy_brawl.full import action_events as a
from games.super_fantasy_brawl.tests.full.position import (
    BB,
    END,
    STAFF,
    A,
    B,
    C,
    R,
    X,
    Y,
    attack,
    basic,
    damage,
    declared,
    effect,
    opened,
    passed,
    played,
    reaction,
    resolved,
    scene,
    skill,
    walk,
)
from games.testing import accepts, refuses

DECLINED = a.CardDeclined(card="card")


def card_played(
    card: str = "card", champion: str = A, core: str = "destruction", player: str = "r"
) -> a.ActionCardPlayed:
    return a.ActionCardPlayed(player=player, champion=champion, card=card, core=core)  # type: ignore[arg-type]


@accepts("SFB-ACT-01", "SFB-ACT-02", "SFB-ACT-03", "SFB-ACT-10", "SFB-CORE-02", "SFB-TURN-03")
def test_cards_are_played_paid_for_and_discarded() -> None:
    case = scene(cards={"card": attack(), "more": skill()})
    case = played(case, (card_played(), R), DECLINED, END)
    case = played(case, (card_played("more", core="creation"), R), a.CardDeclined(card="more"), END)
    seat = case.state.full.seats["r"]
    assert seat.open == ("card", "more") and seat.exhausted == ("destruction", "creation")
    assert (seat.hand, seat.discard, seat.play) == (1, 2, ())


@refuses("SFB-ACT-02")
@pytest.mark.parametrize(("card", "champion"), [("other", A), ("card", BB), ("answer", A)])
def test_only_an_attack_or_skill_of_the_champion_from_the_hand(card: str, champion: str) -> None:
    cards = {"card": attack(), "answer": reaction(champion="a")}
    full = scene(cards=cards).state.full.seats["r"]
    seats = {"r": type(full)(hand=2, held=("card", "answer"), cards=("card", "answer")), "b": full}
    scene(cards=cards, seats=seats).when(card_played(card, champion), R).then_refused("SFB-ACT-02")


@refuses("SFB-TURN-03", "SFB-LOG-02")
def test_only_own_champions_in_the_own_turn() -> None:
    case = scene(cards={"card": attack()})
    case.when(card_played(champion=X), R).then_refused("SFB-TURN-03")
    case.when(basic(4, "creation", Y, "b"), B).then_refused("SFB-TURN-03")
    case.when(card_played(), B).then_refused("SFB-LOG-02")
    case.when(card_played(champion="red:q"), R).then_refused("SFB-LOG-02")


@refuses("SFB-CORE-02")
@accepts("SFB-CORE-05")
def test_the_core_of_the_card_and_ready() -> None:
    case = scene(cards={"card": attack(), "twin": attack(champion="b")})
    case.when(card_played(core="creation"), R).then_refused("SFB-CORE-02")
    case = played(case, card_played(), DECLINED, END)
    case.when(card_played("twin", BB), R).then_refused("SFB-CORE-02")


@refuses("SFB-ACT-04")
def test_one_action_at_a_time() -> None:
    case = scene(cards={"card": attack(), "more": skill()})
    case.when(END, R).then_refused("SFB-ACT-04")
    case.when(walk(A, (0, 1)), R).then_refused("SFB-ACT-04")
    case = opened(case)
    case.when(card_played("more", core="creation"), R).then_refused("SFB-ACT-04")
    case.when(basic(4, "creation"), R).then_refused("SFB-ACT-04")


@accepts("SFB-ACT-05", "SFB-CORE-04", "SFB-CORE-08")
@refuses("SFB-ACT-05", "SFB-CORE-04")
def test_standard_actions_once_each_for_their_core() -> None:
    case = scene()
    case.when(basic(1, "creation"), R).then_refused("SFB-CORE-04")
    case = played(case, (basic(4, "manipulation"), R), walk(A, (0, 1), (0, 2)), END)
    case.when(basic(4, "creation", BB), R).then_refused("SFB-ACT-05")
    case.when(basic(1, "manipulation", BB), R).then_refused("SFB-CORE-04")
    case = played(case, (basic(3, "destruction", BB), R), END, (basic(2, "creation", C), R), END)
    case.when(basic(1, "manipulation"), R).then_refused("SFB-CORE-04")


@accepts("SFB-ACT-06", "SFB-ACT-07", "SFB-ACT-08", "SFB-ACT-16")
@refuses("SFB-ACT-06", "SFB-ACT-07")
def test_a_standard_action_moves_then_hurts_an_adjacent_enemy() -> None:
    case = played(scene(at={"x": (2, 0)}), (basic(3, "destruction"), R))
    case.when(damage(X, 1, "basic"), R).then_refused("SFB-ACT-07")
    case = played(case, (walk(A, (1, 0)), R))
    case.when(walk(A, (1, 1)), R).then_refused("SFB-MOVE-01")
    case.when(damage(BB, 1, "basic"), R).then_refused()
    case.when(damage(X, 2, "basic"), R).then_refused("SFB-ACT-08")
    case = played(case, (damage(X, 1, "basic"), R))
    assert case.state.figures[X].damage == 1
    case.when(walk(A, (1, 1)), R).then_refused("SFB-ACT-06")
    case.when(damage(X, 1, "basic"), R).then_refused("SFB-ACT-11")
    played(case, (END, R))


@refuses("SFB-ACT-08", "SFB-REACT-02")
def test_nobody_reacts_to_a_standard_action() -> None:
    case = played(scene(cards={"answer": reaction()}), (basic(3, "destruction"), R))
    told = a.ReactionPlayed(player="b", card="answer", core="manipulation", on_champion=X)
    case.when(told, B).then_refused("SFB-REACT-02")
    case.when(damage(X, 2, "basic"), R).then_refused("SFB-ACT-08")


@accepts("SFB-ACT-07")
@refuses("SFB-ACT-07")
def test_a_standard_action_heals_its_champion() -> None:
    case = played(scene(figures={"a": {"damage": 2}, "b": {"damage": 2}}), (basic(2, "creation"), R))
    case.when(a.ChampionHealed(champion=BB, amount=1, cause="basic"), R).then_refused("SFB-EFF-04")
    case.when(a.ChampionHealed(champion=A, amount=2, cause="basic"), R).then_refused("SFB-ACT-16")
    case = played(case, (a.ChampionHealed(champion=A, amount=1, cause="basic"), R), END)
    assert case.state.figures[A].damage == 1
    case = played(case, (basic(4, "destruction"), R))
    case.when(a.ChampionHealed(champion=A, amount=1, cause="basic"), R).then_refused("SFB-ACT-07")
    case.when(damage(X, 1, "basic"), R).then_refused("SFB-ACT-07")


@accepts("SFB-ACT-09", "SFB-KO-08", "SFB-KO-09")
@refuses("SFB-ACT-09")
def test_a_champion_at_its_gates_needs_movement() -> None:
    cards = {"still": attack(moves=False, move=None), "zero": attack(move=0), "card": attack()}
    case = scene(at={"a": None}, cards=cards)
    case.when(card_played("still"), R).then_refused("SFB-ACT-09")
    case.when(card_played("zero"), R).then_refused("SFB-ACT-09")
    played(case, (card_played(), R), (a.ChampionReturned(champion=A, cell=(0, 4)), R))
    played(case, (basic(2, "creation"), R), (a.ChampionReturned(champion=A, cell=(0, 4)), R))


@accepts("SFB-ACT-12", "SFB-ACT-13")
@refuses("SFB-ACT-13", "SFB-ACT-12")
def test_a_movement_bonus_needs_a_printed_value() -> None:
    levelled = {"a": {"levelled": True}}
    cards = {"card": attack(), "still": attack(moves=False, move=None)}
    case = scene(cards=cards, figures=levelled)
    champions = dict(case.state.full.champions)
    from msgspec.structs import replace

    fast = replace(champions["a"], levelled=replace(champions["a"].levelled, move_bonus=1))
    case = scene(cards=cards, figures=levelled, champions={**champions, "a": fast})
    played(case, card_played(), walk(A, (0, 1), (0, 2), (0, 3)))
    played(case, basic(4, "creation"), walk(A, (0, 1), (0, 2), (0, 3)))
    case.when(card_played(), R).when(walk(A, (0, 1), (0, 2), (-1, 3), (-1, 4)), R).then_refused("SFB-MOVE-01")
    case.when(card_played("still"), R).when(walk(A, (0, 1)), R).then_refused("SFB-MOVE-01")


@accepts("SFB-ACT-11", "SFB-ACT-15", "SFB-ACT-16", "SFB-LOG-07")
@refuses("SFB-ACT-11", "SFB-ACT-15", "SFB-LOG-07")
def test_effects_come_from_top_to_bottom() -> None:
    effects = (effect("heal", 2, "ally"), effect("damage", 1, "self"), effect("dash", 1))
    case = scene(cards={"card": skill(*effects)}, figures={"a": {"damage": 1}, "b": {"damage": 1}})
    heal = a.ChampionHealed(champion=BB, amount=1)
    case = opened(case)
    case.when(heal, R).then_refused("SFB-ACT-11")
    case = played(case, a.SkillUsed(champion=A, card="card"))
    case.when(a.ChampionHealed(champion=A, amount=1), R).then_refused("SFB-ACT-15")
    case.when(END, R).then_refused("SFB-LOG-07")
    dash = a.ChampionMoved(champion=A, kind="dash", path=((0, 1),), x=1)
    case.when(dash, R).then_refused("SFB-LOG-07")
    after = played(case, damage(A, 1), dash)
    after.when(heal, R).then_refused("SFB-ACT-11")
    played(case, heal, damage(A, 1), END)


@accepts("SFB-CMB-04", "SFB-SKILL-02")
@refuses("SFB-CMB-04", "SFB-CMB-01", "SFB-SKILL-01")
def test_what_is_declined_has_no_effect() -> None:
    cards = {"card": attack(effect("heal", 1, timing="post")), "more": skill(effect("heal", 1))}
    case = scene(cards=cards, figures={"a": {"damage": 1}})
    heal = a.ChampionHealed(champion=A, amount=1)
    case = opened(case)
    case.when(END, R).then_refused("SFB-CMB-01")
    case = played(case, walk(A, (0, 1)), DECLINED)
    case.when(heal, R).then_refused("SFB-ACT-11")
    case.when(DECLINED, R).then_refused("SFB-CMB-01")
    case = opened(played(case, END), "more")
    case.when(END, R).then_refused("SFB-SKILL-01")
    case = played(case, a.CardDeclined(card="more"))
    case.when(heal, R).then_refused("SFB-ACT-11")
    played(case, END)


def test_x9_up_to_x_may_be_nothing() -> None:
    case = scene(cards={"card": skill(effect("dash", 2), effect("heal", 2), effect("compel", 2, "enemy"))})
    played(opened(case), a.SkillUsed(champion=A, card="card"), END)


@accepts("SFB-LOG-08")
@refuses("SFB-LOG-08")
def test_another_card_than_the_open_one() -> None:
    case = opened(scene(cards={"card": attack(), "more": attack()}))
    case.when(a.CardDeclined(card="more"), R).then_refused("SFB-LOG-08")
    case = passed(declared(case))
    case.when(a.AttackResolved(card="more", targets=()), R).then_refused("SFB-LOG-08")
    resolved(case).then_accepted()


def test_an_unknown_card_lets_everything_pass_and_says_so() -> None:
    case = scene(cards={})
    case = played(case, (card_played("mystery"), R), walk(A, (0, 1), (0, 2), (-1, 3), (-1, 4)))
    assert {"SFB-ACT-02", "SFB-MOVE-01"} <= set(case.state.full.unverified)
    case = played(case, (a.SkillUsed(champion=A, card="mystery", targets=(X,)), R), damage(X, 2), END)
    assert case.state.figures[X].damage == 2


def test_staff_may_log_for_anyone() -> None:
    played(scene(cards={"card": attack()}), (card_played(), STAFF), (DECLINED, STAFF), (END, STAFF))
