"""Ninja without a map (NIN-MAP-12) on two phones, in both languages: zones are typed, the rest is tapped."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tracker.tests.journey.on_phones import Picture, looked_at, phones
from tracker.tests.pages.printed_night import give_up, printed_night

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.soak]


def test_a_match_without_a_map_is_played_on_two_phones(person: Callable[..., Page], picture: Picture) -> None:
    """From the guards' map over a turn to the guards giving up; whoever stood still is where it was."""
    play = printed_night()
    tapped, guard, intruder = phones(play, person)
    play.until(lambda state: state.full.step == "patrol")
    looked_at(guard, play.path, picture, "ninja-printed-patrol")
    play.until(lambda state: state.full.step == "intruder_action")
    looked_at(intruder, play.path, picture, "ninja-printed-window")
    play.until(lambda state: state.turn >= 2)
    hidden = play.state.play.full.hidden
    assert (hidden["ninja"].zone, hidden["ninja"].distance) == ("garden", 1)
    assert (hidden["traitor"].zone, hidden["traitor"].distance) == ("pond", 0)
    give_up(play)
    play.to_the_end()
    assert tapped.sent == len(play.taken) > 15 and play.state.play.winner == "intruders"
    for phone, name in ((guard, "guard"), (intruder, "intruder")):
        looked_at(phone, f"/matches/{play.match}/", picture, f"ninja-printed-end-{name}")
    expect(guard.get_by_text("as the players told them: no map")).to_be_visible()
    expect(intruder.locator("main")).to_contain_text("north-gate")
