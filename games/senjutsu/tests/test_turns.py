"""Turn by turn: who takes part, wounds and stuns, the cards of a deck, and when a character is defeated."""

from __future__ import annotations

from typing import Any

import pytest

from games.senjutsu import events as e
from games.senjutsu.pages.fills import entailed
from games.senjutsu.tests.tables import (
    STRANGER,
    R,
    created,
    fallen,
    foe,
    offered_types,
    over,
    ready,
    side,
    solo,
    turn,
)
from games.testing import Case, accepts, refuses, why

THREE = {"red": ("r",), "blue": ("b",), "green": ("g",)}


def quiet(case: Case, turns: int, **r: Any) -> Case:
    """Turns in which nothing happens, with what is told of `r`."""
    for number in range(case.state.turn + 1, case.state.turn + turns + 1):
        case = case.when(turn(number, r=r, b=0))
    return case


@accepts("SEN-TURN-02", "SEN-TURN-05", "SEN-SETUP-12", "SEN-FOC-01", "SEN-KAM-01", "SEN-HEX-01", "SEN-EFF-02")
def test_a_turn_tells_of_everybody() -> None:
    told = {"wounds": 2, "bleeding": 1, "focus": 3, "kamae": "balance", "hex": (1, 2), "facing": 5}
    state = ready().when(turn(1, r=told, b=1), R).then_accepted()
    fighter = state.fighters["r"]
    assert (state.turn, fighter.wounds, fighter.focus, fighter.hex) == (1, 2, 3, (1, 2))


@refuses("SEN-SETUP-12")
def test_the_first_turn_waits_for_everybody() -> None:
    created().when(side("r")).when(turn(1, r=0, b=0)).then_refused("SEN-SETUP-12")
    ready("solo").when(turn(1, r=0)).then_refused("SEN-SETUP-12")


@refuses("SEN-TURN-02", "SEN-TURN-05", "SEN-LOG-04")
def test_turns_in_order_and_complete() -> None:
    case = ready("multi", sides=THREE).when(turn(1, r=fallen(), b=0, g=0))
    case.when(turn(1, b=0, g=0)).then_refused("SEN-TURN-02")
    case.when(turn(3, b=0, g=0)).then_refused("SEN-TURN-02")
    case.when(turn(2, b=0)).then_refused("SEN-TURN-05")
    case.when(turn(2, r=7, b=0, g=0)).then_refused("SEN-TURN-05")
    case.when(turn(2, b=0, g=0), STRANGER).then_refused("SEN-LOG-04")
    case.when(turn(2, {"vo": e.OpponentTurn(wounds=0)}, b=0, g=0)).then_refused("SEN-LOG-04")
    case.when(turn(2, b=0, g=0)).then_accepted()


@refuses("SEN-FOC-01", "SEN-KAM-01", "SEN-HEX-01", "SEN-EFF-02")
@pytest.mark.parametrize(
    ("rule", "told"),
    [
        ("SEN-FOC-01", {"focus": 4}),
        ("SEN-FOC-01", {"focus": -1}),
        ("SEN-KAM-01", {"kamae": "fury"}),
        ("SEN-HEX-01", {"facing": 6}),
        ("SEN-EFF-02", {"wounds": 1, "bleeding": 2}),
    ],
)
def test_numbers_that_cannot_be(rule: str, told: dict[str, Any]) -> None:
    ready().when(turn(1, r=told, b=0)).then_refused(rule)


@accepts("SEN-EFF-01", "SEN-EFF-04")
def test_wounds_heal_and_stuns_are_played() -> None:
    case = ready().when(turn(1, r={"wounds": 3, "stuns": 2}, b=0))
    case.when(turn(2, r={"wounds": 1, "healed": 2, "stuns": 1, "played": "stun"}, b=0)).then_accepted()
    case.when(turn(2, r={"wounds": 4, "healed": 1, "stuns": 1}, b=0)).then_accepted()


@refuses("SEN-EFF-01", "SEN-EFF-04")
def test_wounds_and_stuns_do_not_vanish() -> None:
    case = ready().when(turn(1, r={"wounds": 3, "stuns": 2}, b=0))
    case.when(turn(2, r={"wounds": 2, "stuns": 2}, b=0)).then_refused("SEN-EFF-01")
    case.when(turn(2, r={"wounds": 3, "stuns": 0}, b=0)).then_refused("SEN-EFF-04")
    told = {"wounds": 3, "stuns": 1, "played": "A-048"}
    case.when(turn(2, r=told, b=0)).then_refused("SEN-EFF-04")


@accepts("SEN-EFF-02")
@refuses("SEN-EFF-02")
def test_a_wound_keeps_its_kind_until_it_is_healed() -> None:
    case = ready().when(turn(1, r={"wounds": 3, "bleeding": 2}, b=0))
    for told in ({"wounds": 3}, {"wounds": 3, "bleeding": 3}, {"wounds": 3, "healed": 1}):
        case.when(turn(2, r=told, b=0)).then_refused("SEN-EFF-02")
    closed = {"wounds": 3, "bleeding": 1, "healed": 1}
    for told in (closed, {"wounds": 2, "bleeding": 2, "healed": 1}, {"wounds": 4, "bleeding": 3}):
        case.when(turn(2, r=told, b=0)).then_accepted()
    foes = solo("katana").when(turn(1, {"vo-1": foe(2, bleeding=1)}, r=0))
    foes.when(turn(2, {"vo-1": foe(2)}, r=0)).then_refused("SEN-EFF-02")
    foes.when(turn(2, {"vo-1": foe(2, healed=1)}, r=0)).then_accepted()


def emptied() -> Case:
    """`r` has no card left in the deck of its five."""
    case = created(deck_size=5).when(side("r", hand_limit=3)).when(side("b"))
    deck = e.DeckRegistered(player="r", cards={"A-048": 3, "A-049": 2})
    return quiet(case.when(deck), 2)


def test_a_pad_counts_the_wounds_of_each_kind_that_were_healed() -> None:
    hurt = ready().when(turn(1, r={"wounds": 3, "bleeding": 2}, b=0)).state
    for wounds, bleeding, healed in ((3, 2, None), (3, 1, 1), (2, 2, 1), (1, 0, 2), (4, 1, 1)):
        told = {"r": {"wounds": wounds, "bleeding": bleeding, "stuns": 0}, "b": {"wounds": 0, "stuns": 0}}
        filled = entailed(hurt, "turn_recorded", {"turn": 2, "characters": told})
        assert filled["characters"]["r"].get("healed") == healed
    told = {"r": {"wounds": 0, "stuns": 0}, "b": {"wounds": 0, "stuns": 0}}
    filled = entailed(emptied().state, "turn_recorded", {"turn": 3, "characters": told})
    assert filled["characters"]["r"]["healed"] == 1, "the wound of the empty deck"
    told["r"] = {"wounds": 1, "stuns": 0, "extra_drawn": 1, "returned": 1}
    filled = entailed(emptied().state, "turn_recorded", {"turn": 3, "characters": told})
    one = filled["characters"]["r"]
    assert (one["deckout_wounds"], one.get("healed")) == (1, None), "the card that came back was drawn"


@accepts("SEN-DRAW-02", "SEN-EFF-01")
@refuses("SEN-DRAW-02", "SEN-EFF-01", "SEN-EFF-02")
def test_a_missed_draw_is_a_normal_wound_that_may_be_healed_in_its_turn() -> None:
    case, missed = emptied(), {"deckout_wounds": 1}
    case.when(turn(3, r={"wounds": 1, **missed}, b=0)).then_accepted()
    case.when(turn(3, r={"wounds": 0, "healed": 1, **missed}, b=0)).then_accepted()
    case.when(turn(3, r={"wounds": 0, **missed}, b=0)).then_refused("SEN-EFF-01")
    case.when(turn(3, r={"wounds": 1, "bleeding": 1, **missed}, b=0)).then_refused("SEN-EFF-02")
    case.when(turn(3, r=1, b=0)).then_refused("SEN-DRAW-02")


@accepts("SEN-ZONE-01")
@refuses("SEN-ZONE-01")
def test_no_place_holds_more_cards_than_the_deck() -> None:
    """Also where the hand limit is not known, and what lies elsewhere is not told."""
    case = created(deck_size=5).when(side("r", hand_limit=None)).when(side("b"))
    case = case.when(e.DeckRegistered(player="r", cards={"A-048": 3, "A-049": 2}))
    for told in ({"deck": 6}, {"discard": 6}, {"hand": 7, "stuns": 1}, {"deck": 3, "discard": 3}):
        case.when(turn(1, r=told, b=0)).then_refused("SEN-ZONE-01")
    for told in ({"deck": 5}, {"hand": 6, "stuns": 1}, {"deck": 3, "discard": 1}):
        case.when(turn(1, r=told, b=0)).then_accepted()


@accepts("SEN-END-01", "SEN-END-02")
@pytest.mark.parametrize(
    "told",
    [
        {"wounds": 7, "defeated": "wounds"},
        {"wounds": 9, "defeated": "wounds"},
        {"stuns": 5, "defeated": "stun"},
        {"wounds": 7, "stuns": 5, "defeated": "stun"},
        {"defeated": "execution"},
        {"wounds": 6, "stuns": 4},
    ],
)
def test_defeats(told: dict[str, Any]) -> None:
    state = ready().when(turn(1, r=told, b=0)).then_accepted()
    assert state.fighters["r"].defeated == told.get("defeated")


@refuses("SEN-END-01", "SEN-END-02")
@pytest.mark.parametrize(
    ("rule", "told"),
    [
        ("SEN-END-01", {"wounds": 7}),
        ("SEN-END-01", {"wounds": 6, "defeated": "wounds"}),
        ("SEN-END-02", {"stuns": 5}),
        ("SEN-END-02", {"stuns": 4, "defeated": "stun"}),
    ],
)
def test_a_limit_defeats_and_nothing_below_it(rule: str, told: dict[str, Any]) -> None:
    ready().when(turn(1, r=told, b=0)).then_refused(rule)


def test_unknown_limits_are_not_judged() -> None:
    case = created().when(side("r", wound_limit=None, hand_limit=None)).when(side("b"))
    case.when(turn(1, r={"wounds": 30, "stuns": 30}, b=0)).then_accepted()
    case.when(turn(1, r=fallen(1), b=0)).then_accepted()


@accepts("SEN-END-04")
@refuses("SEN-END-04")
def test_a_decided_match_is_not_played_on() -> None:
    case = ready().when(turn(1, r=fallen(), b=0))
    case.when(turn(2, b=0)).then_refused("SEN-END-04")
    case.when(e.SideConceded(player="b")).then_refused("SEN-END-04")
    case.when(over("blue")).then_accepted()


@accepts(
    "SEN-ZONE-01", "SEN-ZONE-03", "SEN-ZONE-04", "SEN-DRAW-02", "SEN-DRAW-03", "SEN-DRAW-04", "SEN-DISC-04"
)
def test_the_cards_of_a_deck_turn_by_turn() -> None:
    case = ready(decks=True).when(turn(1, r={"deck": 24, "hand": 5, "discard": 1}, b=0))
    case = case.when(turn(2, r={"wounds": 1, "bleeding": 1, "deck": 22, "extra_drawn": 1}, b=0))
    case = case.when(turn(3, r={"wounds": 1, "bleeding": 1, "deck": 20}, b=0))
    case = case.when(turn(4, r={"wounds": 1, "deck": 20, "returned": 2, "healed": 1}, b=0))
    told = {"wounds": 1, "deck": 19, "hand": 5, "stuns": 1, "discard": 6, "removed": 1}
    state = case.when(turn(5, r=told, b=0)).then_accepted()
    assert (state.fighters["r"].deck, state.fighters["b"].deck) == (19, 20)


@accepts("SEN-DRAW-02")
def test_an_empty_deck_costs_wounds() -> None:
    case = quiet(ready(decks=True), 12, extra_drawn=1)
    assert case.state.fighters["r"].deck == 1
    told = {"wounds": 2, "extra_drawn": 2, "deckout_wounds": 2, "deck": 0}
    told = {**told, "wounds": 3, "bleeding": 1}
    case = case.when(turn(13, r=told, b=0))
    case.when(turn(14, r={"wounds": 4, "bleeding": 1, "deckout_wounds": 1, "deck": 0}, b=0)).then_accepted()


@accepts("SEN-DRAW-02", "SEN-ZONE-04")
@refuses("SEN-DRAW-02", "SEN-ZONE-04")
def test_what_came_back_to_an_empty_deck_can_be_drawn() -> None:
    """The phase draw and the first draw by an effect find nothing, or the second as well: the log says how many."""
    case = quiet(ready(decks=True), 12, extra_drawn=1)
    case = case.when(turn(13, r={"deck": 0}, b=0))
    moved = {"extra_drawn": 2, "returned": 2}
    for missed, deck in ((1, 0), (2, 1), (3, 2)):
        told = {**moved, "wounds": missed, "deckout_wounds": missed}
        case.when(turn(14, r={**told, "deck": deck}, b=0)).then_accepted()
        assert case.when(turn(14, r=told, b=0)).then_accepted().fighters["r"].deck == deck
        case.when(turn(14, r={**told, "deck": deck + 1}, b=0)).then_refused("SEN-DRAW-03", "SEN-ZONE-04")
    for missed in (0, 4):
        told = {**moved, "wounds": missed, "deckout_wounds": missed}
        wrong = case.when(turn(14, r=told, b=0)).then_refused("SEN-DRAW-02", "SEN-ZONE-04")
        assert wrong[0].params["expected"] == "1–3"


@refuses("SEN-DRAW-02", "SEN-ZONE-04", "SEN-EFF-01")
def test_missed_draws_are_computed() -> None:
    case = quiet(ready(decks=True), 12, extra_drawn=1)
    case.when(turn(13, r={"wounds": 2, "extra_drawn": 2}, b=0)).then_refused("SEN-DRAW-02", "SEN-ZONE-04")
    told = {"wounds": 1, "extra_drawn": 2, "deckout_wounds": 2}
    case.when(turn(13, r=told, b=0)).then_refused("SEN-EFF-01")
    ready(decks=True).when(turn(1, r={"wounds": 1, "deckout_wounds": 1}, b=0)).then_refused("SEN-DRAW-02")


@refuses(
    "SEN-ZONE-01", "SEN-ZONE-03", "SEN-ZONE-04", "SEN-DRAW-03", "SEN-DRAW-04", "SEN-DISC-04", "SEN-LOG-08"
)
@pytest.mark.parametrize(
    ("rules", "told"),
    [
        (("SEN-ZONE-03", "SEN-ZONE-04"), {"deck": 23}),
        (("SEN-DRAW-03", "SEN-ZONE-04"), {"deck": 26}),
        (("SEN-ZONE-01",), {"deck": 24, "hand": 5, "discard": 2}),
        (("SEN-DISC-04",), {"hand": 6}),
        (("SEN-LOG-08",), {"hand": 1, "stuns": 2}),
    ],
)
def test_cards_that_do_not_add_up(rules: tuple[str, ...], told: dict[str, Any]) -> None:
    ready(decks=True).when(turn(1, r=told, b=0)).then_refused(*rules)


@refuses("SEN-DRAW-04", "SEN-ZONE-04")
def test_bleeding_is_not_forgotten() -> None:
    case = ready(decks=True).when(turn(1, r={"wounds": 3, "bleeding": 3, "deck": 24}, b=0))
    case.when(turn(2, r={"wounds": 3, "bleeding": 3, "deck": 23}, b=0)).then_refused(
        "SEN-DRAW-04", "SEN-ZONE-04"
    )
    case.when(turn(2, r={"wounds": 3, "bleeding": 3, "deck": 20}, b=0)).then_refused("SEN-ZONE-04")
    case.when(turn(2, r={"wounds": 3, "bleeding": 3, "deck": 22}, b=0)).then_accepted()


@accepts("SEN-ZONE-01", "SEN-DISC-04", "SEN-END-04")
@refuses("SEN-ZONE-01", "SEN-DISC-04")
def test_the_turn_that_decides_is_broken_off_with_cards_in_play() -> None:
    """Nobody discards in it: neither the cards in play nor what is above the hand limit."""
    case = ready(decks=True)
    cards = {"deck": 24, "hand": 5, "discard": 0}
    full_hand = {"deck": 24, "hand": 6, "discard": 0}
    for mine in (cards, full_hand):
        case.when(turn(1, r=mine, b=fallen(**cards))).then_accepted()
        case.when(turn(1, r=mine, b=cards)).then_refused()
    case.when(turn(1, r=0, b=fallen(deck=24, hand=6, discard=1))).then_refused("SEN-ZONE-01")
    case.when(turn(1, r={**full_hand, "discard": 1}, b=fallen())).then_refused("SEN-ZONE-01")
    three = ready("multi", sides={"red": ("r",), "blue": ("b",), "green": ("g",)})
    three.when(turn(1, r={"hand": 6}, b=fallen(hand=6), g=0)).then_refused("SEN-DISC-04")
    three.when(turn(1, r={"hand": 5}, b=fallen(hand=6), g=0)).then_accepted()


@accepts("SEN-END-04", "SEN-ZONE-04", "SEN-DRAW-02")
@refuses("SEN-ZONE-04", "SEN-DRAW-02")
def test_a_turn_may_be_decided_before_anybody_draws() -> None:
    """Poison at the start of a turn defeats at once; whoever plays on drew as always."""
    case = ready(decks=True)
    case.when(turn(1, r={"deck": 25}, b=fallen(deck=25))).then_accepted()
    case.when(turn(1, r={"deck": 26}, b=fallen())).then_refused("SEN-DRAW-03", "SEN-ZONE-04")
    case.when(turn(1, r={"deck": 25}, b=0)).then_refused("SEN-ZONE-03", "SEN-ZONE-04")
    empty = case.when(turn(1, r={"deck": 0, "extra_drawn": 24, "wounds": 5, "bleeding": 1}, b=0))
    empty.when(turn(2, r=e.Turn(wounds=5, bleeding=1, defeated="execution"), b=0)).then_accepted()
    empty.when(turn(2, r={"wounds": 5, "bleeding": 1}, b=0)).then_refused("SEN-DRAW-02", "SEN-ZONE-04")


@accepts("SEN-END-01", "SEN-END-02")
@refuses("SEN-END-01", "SEN-END-02", "SEN-LOG-08", "SEN-EFF-02")
def test_no_limit_is_reached_by_nothing() -> None:
    """Also where nobody knows the limit."""
    case = created().when(side("r", wound_limit=None, hand_limit=None)).when(side("b"))
    case.when(turn(1, r=fallen(1), b=0)).then_accepted()
    case.when(turn(1, r={"stuns": 1, "defeated": "stun"}, b=0)).then_accepted()
    case.when(turn(1, r=fallen(0), b=0)).then_refused("SEN-END-01")
    case.when(turn(1, r={"defeated": "stun"}, b=0)).then_refused("SEN-END-02")
    fewer = why(ready(), turn(1, r={"hand": 1, "stuns": 2}, b=0), "SEN-LOG-08")
    assert fewer == {"holder": "r", "hand": 1, "stuns": 2}
    more = why(ready(), turn(1, r={"wounds": 1, "bleeding": 2}, b=0), "SEN-EFF-02")
    assert more == {"actor": "r", "bleeding": 2, "wounds": 1}


@accepts("SEN-SETUP-12", "SEN-TURN-05", "SEN-END-08")
@refuses("SEN-SETUP-12")
def test_nobody_waits_for_the_character_of_whoever_gave_up() -> None:
    case = created("multi", sides={"red": ("r",), "blue": ("b",), "green": ("g",)})
    case = case.when(side("r")).when(side("b"))
    case.when(turn(1, r=0, b=0)).then_refused("SEN-SETUP-12")
    left = case.when(e.SideConceded(player="g"))
    assert "turn_recorded" in offered_types(left) and "side_registered" not in offered_types(left)
    left.when(turn(1, r=0, b=0)).then_accepted()
