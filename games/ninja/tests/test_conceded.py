"""What a concession opens: nothing of the other side's, until both sides confirm (NIN-HID-12, NIN-HID-14)."""

from __future__ import annotations

from typing import Any

import pytest

from games.match import STAFF_SIDE, MatchState, ResultConfirmed
from games.ninja.events import GameEnded, MatchConceded
from games.ninja.pages.faces import FACES
from games.ninja.state import SIDES, NinjaState
from games.ninja.tests.demo import in_action
from games.ninja.tests.tables import created
from games.registry import MATCHES
from games.ruleset import EVERYONE, REFEREE, Viewer

RULES: Any = MATCHES["ninja"]
GUARD, INTRUDER = Viewer("player", "g", "guards"), Viewer("player", "i", "intruders")
STAFF = (STAFF_SIDE,)


def conceded() -> MatchState[NinjaState]:
    """A night that the guards gave up."""
    return MatchState(in_action().when(MatchConceded(side="guards")).state)


def confirmed(state: MatchState[NinjaState], *sides: str) -> MatchState[NinjaState]:
    for side in sides:
        told = RULES.outcome(state)
        state = RULES.evolve(state, ResultConfirmed(side=side, vp=told.vp, winner=told.winner or ""))
    return state


def sees(state: MatchState[NinjaState], viewer: Viewer) -> tuple[bool, bool]:
    """Whether somebody sees the ninja's mission, and the map of the guards."""
    full = RULES.visible_to(state, viewer).play.full
    return full.hidden["ninja"].mission is not None, full.marks is not None


@pytest.mark.parametrize("by", [(), ("guards",), ("intruders",), STAFF, ("guards", *STAFF)])
def test_a_concession_opens_nothing_of_the_other_side(by: tuple[str, ...]) -> None:
    """Neither by itself, nor by one side's word, nor where staff confirm for all."""
    state = confirmed(conceded(), *by)
    assert (sees(state, GUARD), sees(state, INTRUDER)) == ((False, True), (True, False))
    assert sees(state, EVERYONE) == (False, False) and sees(state, REFEREE) == (True, True)
    assert not RULES.opened(state)


def test_both_sides_open_what_they_confirm() -> None:
    state = confirmed(conceded(), *SIDES)
    assert RULES.opened(state) and sees(state, EVERYONE) == (True, True)


@pytest.mark.parametrize("by", [SIDES, STAFF])
def test_a_night_that_was_played_to_its_end_opens_whoever_confirms(by: tuple[str, ...]) -> None:
    case = in_action()
    ended = MatchState(RULES.play.evolve(case.state, GameEnded(reason="dawn", result="guards")))
    state = confirmed(ended, *by)
    assert RULES.opened(state) and sees(state, EVERYONE) == (True, True)


def test_the_pad_says_what_a_confirmation_opens() -> None:
    given = conceded().play
    for by_staff, said in ((False, "you open the secrets of your side"), (True, "stay with their sides")):
        told = FACES.opens(given, by_staff)
        assert told is not None and said in told.en
    played = FACES.opens(in_action().state, False)
    assert played is not None and "Everybody then sees" in played.en
    assert FACES.opens(created().state, False) is None, "turn reports hold no secrets"
