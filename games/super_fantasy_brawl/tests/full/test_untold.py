"""Cards that nobody named: what was known of a hand stays no longer known when an untold card leaves it."""

from __future__ import annotations

from games.super_fantasy_brawl.full.state import FullState, Seat, with_seat
from games.super_fantasy_brawl.full.zones import check_planned, planned, seat
from games.super_fantasy_brawl.state import SfbState, Side

CARDS = ("one", "two", "three")


def table(**told: object) -> SfbState:
    """A player with a hand of three cards, all of them seen."""
    full = with_seat(FullState(), "r", hand=3, held=CARDS, deck=3, built=True, **told)
    return SfbState(sides={"red": Side(("r",)), "blue": Side(("b",))}, full=full)


def test_an_untold_plan_makes_the_hand_unknown() -> None:
    after = seat(planned(table(), "r", 1, None), "r")
    assert (after.hand, after.held, after.top, after.deck) == (2, (), (None,), 4)


def test_a_told_plan_leaves_the_rest_known() -> None:
    after = seat(planned(table(), "r", 1, ("two",)), "r")
    assert (after.hand, after.held, after.top) == (2, ("one", "three"), ("two",))
    assert seat(planned(table(), "r", 0, None), "r") == Seat(hand=3, held=CARDS, deck=3, built=True)


def test_a_card_outside_a_known_hand_is_not_planned() -> None:
    assert [one.rule for one in check_planned(table(), "r", 1, ("four",))] == ["SFB-DECK-07"]
