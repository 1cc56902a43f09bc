"""Bushido turn by turn on the pad: who is which side, which turn it is, what a side may still do."""

from __future__ import annotations

import html
import re

import pytest

from games.bushido.chapters.setup import missing
from tracker.tests.pages.at_the_table import prefilled
from tracker.tests.pages.test_pad_play_bushido import seated

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_pad_says_who_is_which_side_which_turn_it_is_and_how_often_may_be_prayed() -> None:
    play = seated("shin_keii", "turns", 1)
    play.until(lambda state: not tuple(missing(state)))
    anna, match = play.phones[0], play.match

    def pad() -> str:
        return html.unescape(anna.pad(match))

    assert "Side A · Anna" in pad() and "Side B · Boris" in pad() and "turn 2 of" not in pad()
    assert re.search(r'main-action"[^>]*>Log turn 1<', anna.get("/my/")), "a button is a verb"
    assert re.search(r'main-action"[^>]*>Log turn 1<', anna.get(f"/matches/{match}/"))
    everywhere = ["near_left", "near_right", "neutral_left", "neutral_right", "far_left"]
    assert pad().count("Prayers, tokens left: 5") == 2 * 2
    told = {"told-first_side": "0", "told-pray:a": everywhere, "told-pray:b": everywhere[:2]}
    assert anna.tap(match, "turn_recorded", **told).status_code == 302
    page = pad()
    assert "Shin Keii · turn 2 of 6" in page and "Turn 2 is played" in page
    assert 'name="told-pray:a"' not in page and "Prayers, tokens left: 3" in page
    assert anna.tap(match, "turn_recorded", **{"told-first_side": "0"}).status_code == 302
    for turn in (3, 4, 5, 6):
        assert f"turn {turn} of 6" in pad()
        anna.tap(match, "turn_recorded", **{"told-first_side": "0"})
    shown = html.unescape(anna.get(f"/matches/{match}/"))
    assert "turn 6 of 6" in shown and "turn 7" not in shown


def test_whoever_concedes_is_told_so_and_nobody_concedes_by_a_button_that_says_something_else() -> None:
    play = seated("shin_keii", "turns", 1)
    play.until(lambda state: not tuple(missing(state)))
    anna, match = play.phones[0], play.match
    pad = f"/matches/{match}/pad/"
    page = anna.get(f"{pad}?open=concede")
    assert re.findall(r'data-step="(match_ended|concede)"', page) == ["concede"]
    assert "Side A · Anna concedes." in page
    assert anna.client.post(pad, prefilled(page, "concede")).status_code == 302
    assert "Side A · Anna concedes." in anna.get(f"/matches/{match}/")
