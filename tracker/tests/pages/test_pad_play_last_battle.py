"""Random play through the pads of Last Battle: every level comes to its end, and nothing offered is refused."""

from __future__ import annotations

import pytest

from games.tests.rounds import quick_first
from tracker import selectors
from tracker.tests.pages.last_battle_habits import seated
from tracker.tests.pages.pad_play import PadPlay

pytestmark = pytest.mark.django_db(transaction=True)
BATTLEFIELDS = ("heaven", "sea", "camp", "dungeon", "serpent")


def ends(play: PadPlay) -> None:
    """To the last turn: a match that somebody gives up after three taps would show nothing."""
    play.to_the_end()
    outcome = selectors.outcome(play.match)
    assert (outcome.status, outcome.incomplete) == ("confirmed", False) and outcome.turn >= 5, play.story()


@pytest.mark.parametrize("battlefield", quick_first(2, BATTLEFIELDS))
def test_a_match_by_turns(battlefield: str) -> None:
    ends(seated(battlefield, "turns", 1))


@pytest.mark.soak
def test_a_match_of_two_players_a_side() -> None:
    ends(seated("camp", "turns", 1, each=2))


@pytest.mark.parametrize("battlefield", BATTLEFIELDS)
def test_a_match_by_its_result(battlefield: str) -> None:
    ends(seated(battlefield, "summary", 1))


@pytest.mark.soak
@pytest.mark.parametrize("battlefield", BATTLEFIELDS)
def test_a_match_with_every_card(battlefield: str) -> None:
    ends(seated(battlefield, "full", 1, cards=True))


@pytest.mark.soak
@pytest.mark.parametrize("battlefield", BATTLEFIELDS)
def test_a_match_without_cards(battlefield: str) -> None:
    """To its last turn, with two figures a side of which nobody told more than the name."""
    ends(seated(battlefield, "full", 1, figures=2))


@pytest.mark.soak
def test_a_match_of_two_players_a_side_without_cards() -> None:
    ends(seated("camp", "full", 1, each=2, figures=2))


@pytest.mark.soak
def test_a_match_without_cards_is_agreed_upon_in_the_middle() -> None:
    play = seated("camp", "full", 1, figures=2)
    play.to_an_agreed_end(60, "report")
    assert selectors.outcome(play.match).status == "confirmed"
