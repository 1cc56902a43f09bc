"""Cards of turn reports held against the decks: of which deck, how often, and who learns of it."""

from __future__ import annotations

from typing import Any

import pytest

from games.ruleset import EVERYONE, REFEREE, NextEvent, Viewer
from games.senjutsu import RULES
from games.senjutsu import events as e
from games.senjutsu.opening import open_table
from games.senjutsu.tests.tables import (
    ORGANISER,
    B,
    R,
    cleared,
    created,
    deck,
    ready,
    recovered,
    side,
    turn,
    wave,
)
from games.testing import Case, accepts, refuses


def table(**told: Any) -> Case:
    """A duel of the student and the ronin with their printed decks, whose reports are held against them."""
    return ready(**{"decks": True, "played_from_decks": True, **told})


def playing(case: Case, *cards: str, **told: Any) -> Case:
    """Turns in which `r` reveals these cards, as `r` tells."""
    for card in cards:
        number = case.state.turn + 1
        case = case.when(turn(number, r={"played": card, **told}, b=0), R)
    return case


@accepts("SEN-SEL-01", "SEN-ZONE-02")
def test_the_deck_and_the_core_cards_are_revealed_as_often_as_there_are_copies() -> None:
    student = ("A-048", "A-048", "A-048", "A-040", "A-099", "A-099")
    case = playing(table(), *student)
    again = playing(case, "A-038", "A-038", "A-070", "A-070", "stun")
    assert again.then_accepted().fighters["r"].revealed == {"A-048": 3, "A-040": 1, "A-099": 2}


@refuses("SEN-SEL-01", "SEN-ZONE-02", "SEN-ROSTER-11")
@pytest.mark.parametrize("by", [R, ORGANISER])
def test_no_other_card_and_no_copy_too_many(by: Any) -> None:
    case = table()
    for card in ("A-041", "A-128", "A-025", "A-023", "A-071", "A-333"):
        case.when(turn(1, r={"played": card}, b=0), by).then_refused("SEN-SEL-01")
    for card in ("S-001", "C-002", "Rock Strike"):
        case.when(turn(1, r={"played": card}, b=0), by).then_refused("SEN-ROSTER-11")
    spent = playing(case, "A-040")
    spent.when(turn(2, r={"played": "A-040"}, b=0), by).then_refused("SEN-ZONE-02")


@accepts("SEN-ZONE-02")
def test_a_card_that_came_back_is_revealed_again() -> None:
    case = playing(table(), "A-040")
    case.when(turn(2, r={"played": "A-040", "returned": 1}, b=0), R).then_accepted()
    later = playing(case, "A-048", returned=1)
    again = playing(later, "A-040")
    again.when(turn(4, r={"played": "A-040"}, b=0), R).then_refused("SEN-ZONE-02")


@accepts("SEN-SEL-01")
@refuses("SEN-ROSTER-10", "SEN-ZONE-02")
def test_nobody_looks_into_a_deck_by_reports_about_it() -> None:
    """What is told of another's deck is measured by what everybody knows."""
    case = table()
    for card in ("A-041", "A-128", "A-040"):
        case.when(turn(1, r={"played": card}, b=0), B).then_accepted()
    case.when(turn(1, r={"played": "A-025"}, b=0), B).then_refused("SEN-ROSTER-10")
    for number in (1, 2, 3):
        case = case.when(turn(number, r={"played": "A-040"}, b=0), B)
    case.when(turn(4, r={"played": "A-040"}, b=0), B).then_refused("SEN-ZONE-02")
    for lists, refused in (("open", True), ("closed", False), ("after", False)):
        begun = table(deck_lists=lists).when(turn(1, r=0, b=0))
        told = begun.when(turn(2, r={"played": "A-041"}, b=0), B)
        told.then_refused("SEN-SEL-01") if refused else told.then_accepted()


def test_what_is_not_known_is_not_judged() -> None:
    """SEN-LOG-05: a deck that nobody registered, core cards of another box, weapons that nobody told."""
    bare = created(played_from_decks=True).when(side("r")).when(side("b"))
    for card in ("A-041", "A-128", "A-333"):
        bare.when(turn(1, r={"played": card}, b=0), R).then_accepted()
    hidden = created(played_from_decks=True).when(side("r", weapons=None, weapon_cards=None)).when(side("b"))
    hidden = hidden.when(deck("r"))
    for card in ("A-070", "A-077"):
        hidden.when(turn(1, r={"played": card}, b=0), R).then_accepted()
    hidden.when(turn(1, r={"played": "A-128"}, b=0), R).then_refused("SEN-SEL-01")


def test_older_logs_tell_what_they_told() -> None:
    case = ready(decks=True)
    for number in (1, 2, 3, 4):
        case = case.when(turn(number, r={"played": "A-025"}, b=0), R)
    assert case.then_accepted().fighters["r"].revealed == {}


def test_between_levels_of_a_horde_any_card_may_come_back() -> None:
    case = ready("horde", decks=True, played_from_decks=True)
    case = cleared(cleared(case, 3, played="A-048"), 1, played="A-050")
    assert case.state.fighters["r"].revealed == {"A-048": 3, "A-050": 1}
    case = recovered(case).when(wave(2, 1))
    case.when(turn(5, r={"played": "A-048"}), R).then_accepted()


def offered(case: Case, viewer: Any) -> NextEvent:
    (one,) = [one for one in RULES.next_events(case.state, viewer) if one.type == "turn_recorded"]
    return one


def test_the_next_turn_offers_the_cards_that_are_left_to_those_who_know_the_deck() -> None:
    case = playing(table(), "A-040")
    for viewer in (REFEREE, Viewer("player", "r", "red")):
        cards = offered(case, viewer).choices["characters.r.played"]
        assert {"A-038", "A-070", "A-048", "stun"} <= set(cards) and not {"A-040", "A-041"} & set(cards)
        for card in cards:
            case.when(turn(2, r={"played": card}, b=0), R).then_accepted()
    for viewer in (EVERYONE, Viewer("player", "b", "blue")):
        assert "characters.r.played" not in offered(case, viewer).choices
    assert not offered(ready(decks=True), REFEREE).choices


def test_a_match_that_is_opened_now_asks_for_it() -> None:
    (made,) = open_table({"red": ("r",), "blue": ("b",)}, None, {}, lambda cards, count: [])
    assert isinstance(made, e.MatchCreated) and made.played_from_decks
