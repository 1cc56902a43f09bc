"""Refusals name the fact that decides: the distance that was left, the price, whose points are due."""

from __future__ import annotations

from typing import Any

import pytest

from games.last_battle import events as e
from games.last_battle.full import events as f
from games.last_battle.pages import sentences
from games.last_battle.tests import tables
from games.last_battle.tests.full.board import (
    HAND,
    active,
    all_of,
    blow,
    draw,
    exhausted,
    figure,
    flip,
    going,
    noted,
    ready,
    resolved,
)
from games.last_battle.tests.full.plots import claim, killed, marker, plotted, shown
from games.last_battle.tests.full.test_situations import quiet
from games.rulebook import sentence
from games.testing import Case, refuses


def told(case: Case, rule: str) -> tuple[str, str]:
    """What a person reads of this rule in the refusal of the last event, in both languages."""
    case.then_refused()
    found = next(one for one in case.violations if one.rule == rule)
    return sentence(found, "en"), sentence(found, "ru")


def moved(battlefield: str, action: str, ap: int, cm: float) -> Case:
    """The figure a1 goes so far."""
    base: dict[str, Any] = {"target": None if action == "move" else "s1", "engaged": False, "los": True}
    act = f.ActionDeclared(figure="a1", action=action, ap=ap, **base)
    return active(battlefield).when(act).when(f.FigureMoved(figure="a1", distance_cm=cm, final_reach_ok=True))


@refuses("LB-ACT-04", "LB-ACT-05", "LB-SEA-04", "LB-HEAV-04")
@pytest.mark.parametrize(
    ("battlefield", "action", "ap", "limit", "rule"),
    [
        ("camp", "move", 1, 12, "LB-ACT-04"),
        ("camp", "charge", 2, 24, "LB-ACT-05"),
        ("sea", "move", 1, 6, "LB-SEA-04"),
        ("heaven", "falcon_strike", 2, 24, "LB-HEAV-04"),
    ],
)
def test_too_far_is_told_with_both_distances(
    battlefield: str, action: str, ap: int, limit: int, rule: str
) -> None:
    english, russian = told(moved(battlefield, action, ap, limit + 0.1), rule)
    if rule == "LB-SEA-04":
        assert english.endswith(f"; here at most {limit} cm; entered: {limit}.1 cm.")
        assert russian.endswith(f"; здесь не больше {limit} см; указано: {limit},1 см.")
    else:
        assert english == f"a1 moves at most {limit} cm; entered: {limit}.1 cm."
        assert russian == f"a1: движение не больше {limit} см; указано: {limit},1 см."


@refuses("LB-ACT-02")
def test_a_wrong_price_is_told_with_the_printed_one() -> None:
    english, russian = told(active().when(blow(ap=2)), "LB-ACT-02")
    assert english == "Action points that blow costs: 1; entered: 2."
    assert russian == "«blow» стоит очков действий: 1; указано: 2."
    both = all_of(active(), blow(), flip("attack", "alliance", "C-1"), flip("defence", "serpent", "P-4"))
    spent = both.when(resolved(False)).when(f.ActionDeclared(figure="a1", action="defend", ap=2))
    assert told(spent, "LB-ACT-02")[0] == "Action points left to a1: 1; needed: 2."
    assert told(spent, "LB-ACT-09")[1].endswith(
        "осталось очков действий 1, на действие «Защита» тратят от 1 до всех; указано: 2."
    )


@refuses("LB-INIT-02")
def test_who_won_the_initiative_does_not_flip_again() -> None:
    case = ready().when(f.TurnStarted(turn=1))
    equal = case.when(f.InitiativeFlipped(serpent_card="C-5", alliance_card="P-5"))
    early = equal.when(f.FirstSideChosen(by_side="alliance", first_side="alliance"))
    assert told(early, "LB-INIT-02")[0].startswith("The values are equal")
    won = case.when(f.InitiativeFlipped(serpent_card="C-5", alliance_card="P-6"))
    again = won.when(f.InitiativeFlipped(serpent_card="C-6", alliance_card="P-7"))
    english, russian = told(again, "LB-INIT-02")
    assert english == "Alliance won the initiative of this turn already: nobody flips again."
    assert russian == "Инициативу этого хода уже выиграла сторона «Альянс»: больше не тянут."


@refuses("LB-HAND-01", "LB-DECK-01")
def test_cards_of_a_hand_and_a_deck_are_counted_out() -> None:
    case = noted(more={"a": (figure("a9", hand_bonus=1, cost=3),)})
    english, russian = told(case.when(f.DeckPrepared(side="alliance", size=54)), "LB-DECK-01")
    assert english == "A deck of this profile has 58 cards; entered: 54."
    assert russian == "В такой колоде карт: 58; указано: 54."
    case = case.when(f.DeckPrepared(side="alliance", size=58)).when(draw("alliance", HAND))
    english, russian = told(case, "LB-HAND-01")
    assert english == (
        "The first hand of Alliance has exactly so many cards: 7 (6 and the hand bonuses of its figures)."
        " With this draw it would have 6."
    )
    assert russian == (
        "В первой руке стороны «Альянс» карт должно быть ровно 7: 6 и прибавки её фигур. С этим добором их стало бы 6."
    )


@refuses("LB-SEA-02")
def test_who_was_left_in_the_water_is_named() -> None:
    case = exhausted(going("sea")).when(f.EndEffectsApplied(turn=1, figures=("a1", "a2", "a3", "a-lead")))
    english, russian = told(case, "LB-SEA-02")
    assert english.startswith("Left out: s-lead, s1, s2, s3.") and "Not in danger" not in english
    assert russian.startswith("Пропущены: s-lead, s1, s2, s3.")


@refuses("LB-SCH-06", "LB-SCH-01")
def test_a_second_claim_in_a_turn_is_told_with_its_own_points() -> None:
    case = all_of(
        marker(plotted("camp", "gravediggers"), "m1", "a2"), *quiet("s2"), f.FigureActivated(figure="a1")
    )
    case = killed(case, "s1", "a1").when(shown("gravediggers"))
    english, russian = told(case.when(f.ActivationEnded(figure="a1")), "LB-SCH-01")
    assert english == "Gravediggers is revealed: what is logged next must give it 1 VP or more."
    assert russian == "Схема «Гробокопатели» раскрыта: следующая запись должна дать ей не меньше 1 ПО."
    case = killed(case.when(claim("gravediggers", 1, event="s1", marker="m1", cm=9.0)), "s3", "a1")
    again = case.when(claim("gravediggers", 1, event="s3", marker="m1", cm=9.0))
    assert told(again, "LB-SCH-06")[0].startswith("Gravediggers does not give 1 VP now")
    assert told(again, "LB-SCH-06")[0].endswith("It has scored in turn 1 already, once in each turn.")
    assert told(again, "LB-COMM-01")[1].startswith("ПО за эту схему уже получены на ходу 1.")


@refuses("LB-SETUP-02", "LB-SETUP-03")
def test_a_deal_is_told_with_its_number_and_schemes_by_their_names() -> None:
    case = tables.opened(scheme_draw_count=3)
    english, russian = told(
        case.when(e.SchemesDealt(player="a", schemes=("trap", "vendetta"))), "LB-SETUP-02"
    )
    assert english == "Schemes to deal: 3; dealt: 2." and russian == "Выдать нужно схем: 3; выдано: 2."
    case = case.when(e.SchemesDealt(player="a", schemes=("trap", "vendetta", "scapegoat")))
    russian = told(case.when(e.SchemeChosen(player="a", scheme="loophole")), "LB-SETUP-03")[1]
    assert "«Лазейка в обороне»" in russian and "loophole" not in russian


@refuses("LB-LINK-06", "LB-TRIG-05", "LB-DMG-01")
def test_what_an_arcanum_waits_for_and_what_it_leaves_of_an_attack() -> None:
    case = all_of(
        plotted("camp"),
        f.ArcanaGranted(arcana="M-fool", side="alliance", zone="deck"),
        f.FigureActivated(figure="a1"),
        blow(),
        flip("attack", "alliance", "M-fool"),
        flip("defence", "serpent", "P-4"),
    )
    early = case.when(f.ArcanaGranted(arcana="M-magician", side="alliance", zone="deck"))
    assert told(early, "LB-LINK-06")[0] == "Magician waits until the open check is finished."
    case = all_of(case, resolved(True), f.ArcanaResolved(card="M-fool", figures=("s1",)))
    case = case.when(f.FigureRemoved(figure="s1", how="withdrawn"))
    english, russian = told(case.when(flip("damage", "alliance", "C-5")), "LB-TRIG-05")
    assert english == "s1, the target, has left the table: no damage flip follows."
    assert russian == "s1: цели на столе уже нет, карту урона не тянут."
    missed = all_of(active(), blow(), flip("attack", "alliance", "C-1"), flip("defence", "serpent", "P-4"))
    english, russian = told(missed.when(resolved(False)).when(flip("damage", "alliance", "C-5")), "LB-DMG-01")
    assert english == "Now no damage flip is due." and russian == "Сейчас карту урона не тянут."


@refuses("LB-TURN-02", "LB-ACT-15", "LB-CHK-03")
def test_whose_activation_it_is_and_which_card_was_chosen() -> None:
    english, russian = told(going().when(f.FigureActivated(figure="s1")), "LB-TURN-02")
    assert english.startswith("Now a figure is activated by: Alliance.")
    assert russian.startswith("Сейчас активирует сторона: Альянс.")
    english, russian = told(active().when(f.FigureActivated(figure="s1")), "LB-ACT-15")
    assert english.startswith("a1 is active") and russian.startswith("a1: фигура активна")
    covered = active().when(blow(cover=True))
    high = flip("attack", "alliance", "C-2", "C-10", minuses=1, chosen="C-10")
    english, russian = told(covered.when(high), "LB-CHK-03")
    assert english.endswith("counts: 2 of Cups; entered: 10 of Cups.") and russian.endswith(
        "указано: 10 чаш."
    )


def test_the_margin_of_a_check_follows_from_the_totals_that_were_entered() -> None:
    data = {"check_id": "c1", "success": True, "attack_total": 16, "defence_total": 5}
    said = sentences.told("check_resolved", data)
    assert (said["case"], said["margin"]) == ("hit", 11)
