"""Examples of what may come next, and the forms that they are made of: whole events, each of them accepted."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from games.codec import tag
from games.moves import examples_of, offered
from games.ruleset import REFEREE, Actor, NextEvent
from games.simulated import ORGANISER, Table
from games.super_fantasy_brawl.facts import MODES
from games.super_fantasy_brawl.full import action_events as a
from games.super_fantasy_brawl.full import events as f
from games.super_fantasy_brawl.full.state import Seat
from games.super_fantasy_brawl.pages.forms import options
from games.super_fantasy_brawl.play.examples import MADE, event_of
from games.super_fantasy_brawl.play.simulate import LEVELS, simulate
from games.super_fantasy_brawl.system import RULES, SYSTEM
from games.super_fantasy_brawl.tests import tables
from games.super_fantasy_brawl.tests.full.position import (
    A,
    B,
    R,
    X,
    aim,
    effect,
    opened,
    played,
    reaction,
    scene,
    skill,
)
from games.testing import Case


def offer(case: Case, kind: str, player: str) -> NextEvent:
    told = case.rules.next_events(case.state, REFEREE)
    return next(one for one in told if one.type == kind and one.players == (player,))


def using(keyword: str, x: int | None = 2, on: str = "self", **told: Any) -> Case:
    """A skill of r with one effect is being used; r has one card left, b as well."""
    card = skill(effect(keyword, x, on), targeting=aim("none"))
    case = opened(scene(cards={"card": card}, **told), core="creation")
    return played(case, a.SkillUsed(champion=A, card="card"))


@pytest.mark.parametrize("level", LEVELS)
def test_whatever_the_table_alone_knows_has_an_example(level: str) -> None:
    seen = set()
    for seed in range(30 if level == "summary" else 6):
        setup, logged = simulate(seed, level)
        state = RULES.initial(setup)
        for event, _by in logged:
            for one in RULES.next_events(state, REFEREE):
                if one.type == tag(type(event)) and one.type in MADE:
                    assert examples_of(SYSTEM, state, one, ORGANISER, Random, 1), one
                    seen.add(one.type)
            state = RULES.evolve(state, event)
    assert len(seen) > 2


def test_an_example_notes_cards_and_may_leave_them_out() -> None:
    """SFB-HID-01: nobody has to note what is drawn."""
    state = tables.trapped().state
    one = next(one for one in RULES.next_events(state, REFEREE) if one.type == "opening_hand_drawn")
    made: list[Any] = [event_of(Table(RULES, state, Random(seed), ""), one) for seed in range(20)]
    assert all(not RULES.check(state, event, ORGANISER) for event in made)
    assert {event.cards and len(event.cards) for event in made} == {None, one.limits["count"][0]}


def test_who_draws_by_the_card_of_another_is_asked_for_as_many_as_it_allows() -> None:
    """SFB-EFF-02, SFB-TURN-04: the number of the effect, whoever's deck it concerns."""
    case = using("draw", 2, "enemy")
    one = offer(case, "cards_drawn", "b")
    assert options(case.state, one)["declared"] == (0, 1, 2)
    for number in range(3):
        case.when(f.CardsDrawn(player="b", declared=number, drawn=number), B).then_accepted()


def test_nobody_is_asked_to_plan_more_cards_than_the_hand_holds() -> None:
    """SFB-EFF-10."""
    case = using("plan", 2)
    assert options(case.state, offer(case, "cards_planned", "r"))["count"] == (0, 1)
    case.when(f.CardsPlanned(player="r", count=2)).then_refused("SFB-EFF-10")


def test_what_somebody_looks_at_is_shown_to_that_player_alone() -> None:
    """SFB-EFF-23: also where the hand is another's."""
    case = using("look", None)
    for player in ("r", "b"):
        one = offer(case, "information_shown", player)
        assert options(case.state, one)["viewer"] == ("r",)
        found = examples_of(SYSTEM, case.state, one, ORGANISER, Random)
        assert found and {(event.owner, event.viewer) for event in found} == {(player, "r")}  # type: ignore[attr-defined]


@pytest.mark.parametrize("mode", MODES)
def test_a_pool_of_a_competitive_draft_says_how_many_champions_it_holds(mode: Any) -> None:
    """SFB-ROSTER-09, SFB-MODE-06."""
    case = tables.method(tables.ordered(mode), "tournament_draft")
    offers = case.rules.next_events(case.state, REFEREE)
    size = MODES[mode].tournament_pool
    counted = [one.counts for one in offers if one.type == "draft_pool_set"]
    assert counted and all(one == {"champions": (size, size)} for one in counted)


def test_of_a_hand_that_was_noted_in_part_any_other_card_may_be_played() -> None:
    """SFB-LOG-05: what is offered is no smaller than what is accepted."""
    cards = {"card": skill(), "more": skill()}
    own = Seat(hand=2, held=("card",), cards=("card", "more"), deck=16, built=True, mulliganed=True)
    case = scene(cards=cards, seats={"r": own, "b": Seat(hand=1, deck=17)})
    assert "card" not in offer(case, "action_card_played", "r").choices
    case.when(a.ActionCardPlayed(player="r", champion=A, card="more", core="creation")).then_accepted()


def test_a_stun_is_offered_to_whoever_answers_it() -> None:
    """SFB-EFF-07, SFB-MODE-19: the player of the champion."""
    case = using("stun", None, "enemy")
    offers = case.rules.next_events(case.state, REFEREE)
    assert {one.players for one in offers if one.type == "champion_stunned"} == {("b",)}
    shown = a.ChampionStunned(champion=X, shown=("y-1",))
    case.when(shown, R).then_refused("SFB-MODE-19", "SFB-LOG-02")
    case.when(shown, B).then_accepted()


def plays(case: Case) -> list[list[Any]]:
    """What r may log of each play of an action card on offer."""
    offers = offered(SYSTEM, case.state, case.rules.next_events(case.state, REFEREE), R, Random)
    return [
        events or examples_of(SYSTEM, case.state, one, R, Random) or []
        for one, events in offers
        if one.type == "action_card_played"
    ]


def test_a_card_that_nobody_listed_is_played_by_a_name_that_is_made_up() -> None:
    (found,) = plays(scene())
    assert found and found[0].card == "card 1"


def test_whoever_knows_that_no_card_of_the_hand_can_be_played_is_offered_none() -> None:
    case = scene(cards={"card": reaction(champion="a")})
    own = case.state.full.seats["r"]
    seats = {**case.state.full.seats, "r": replace(own, hand=1)}
    assert plays(scene(cards={"card": reaction(champion="a")}, seats=seats)) == []
    assert plays(scene(cards={"card": skill()}, seats=seats)) != []


def of_an_unknown_card(case: Case, by: Actor, kind: str) -> list[Any]:
    """What `by` may log of a kind while a card is played that nobody imported."""
    offers = offered(SYSTEM, case.state, case.rules.next_events(case.state, REFEREE), by, Random)
    return [
        event
        for one, events in offers
        if one.type == kind
        for event in events or examples_of(SYSTEM, case.state, one, by, Random) or ()
    ]


def test_whatever_a_card_that_nobody_imported_does_has_an_example() -> None:
    """SFB-LOG-05: also a stun and a dash, which no list of moves guesses; what cannot be is no offer."""
    case = scene().when(a.ActionCardPlayed(player="r", champion=A, card="card 1", core="creation"), R)
    for kind in ("champion_stunned", "champion_moved"):
        found = of_an_unknown_card(case, ORGANISER, kind)
        assert found and all(not case.rules.check(case.state, one, ORGANISER) for one in found)
    own = {one.champion for one in of_an_unknown_card(case, R, "champion_stunned")}
    assert own == {key for key, one in case.state.figures.items() if one.player == "r"}
    told = offered(SYSTEM, case.state, case.rules.next_events(case.state, REFEREE), ORGANISER, Random)
    assert "champion_healed" in {one.type for one in case.rules.next_events(case.state, REFEREE)}
    assert "champion_healed" not in {one.type for one, _ in told}, "nobody has any damage"
