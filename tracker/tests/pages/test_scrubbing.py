"""A way through the log of a match: in every game with a board, a map or a table of figures, at full detail."""

from __future__ import annotations

import re
from typing import Any
from uuid import UUID

import pytest
from django.test import Client

from tracker import selectors
from tracker.tests.pages.brawl import Brawl
from tracker.tests.pages.desk import text_of
from tracker.tests.pages.full_duel import FullDuel
from tracker.tests.pages.full_table import FullTable
from tracker.tests.pages.ninja_night import short_night
from tracker.tests.pages.test_pad_play_bushido import seated as bushido

pytestmark = pytest.mark.django_db(transaction=True)


def last_battle() -> UUID:
    found = FullTable()
    found.until(lambda play: play.full is not None and bool(play.full.pieces))
    return found.match


def duel() -> UUID:
    found = FullDuel()
    found.ready()
    found.begin()
    return found.match


def brawl() -> UUID:
    found = Brawl("full")
    found.drafted_full()
    return found.match


def risen_sun() -> UUID:
    play = bushido("shin_keii", "full", 1)
    play.until(lambda state: bool(state.models))
    return play.match


def night() -> UUID:
    play = short_night()
    play.until(lambda state: state.full is not None and state.full.step == "guard_map")
    return play.match


@pytest.mark.parametrize("table", [last_battle, duel, brawl, risen_sun, night])
def test_every_game_at_full_detail_has_a_way_through_its_log(table: Any) -> None:
    match = table()
    last, browser = selectors.head(match).version, Client()
    for at in (last, last - 1, 1):
        page = text_of(browser.get(f"/matches/{match}/?at={at}"))
        slider = re.search(r'<input type="range" name="at" min="1" max="(\d+)" value="(\d+)"', page)
        assert slider is not None and slider.groups() == (str(last), str(at))
        frame = text_of(browser.get(f"/matches/{match}/board/?at={at}"))
        assert 'id="board"' in frame and "<!doctype" not in frame
        assert part(frame) == part(page)
    assert part(text_of(browser.get(f"/matches/{match}/?at=1"))) != part(
        text_of(browser.get(f"/matches/{match}/"))
    )


def part(page: str) -> str:
    """The board as it is drawn, without the way through the log."""
    board = page[page.index('id="board"') :]
    start = min(found for mark in ('class="board-now', 'class="split"') if (found := board.find(mark)) >= 0)
    return " ".join(board[start : start + 1500].split("</section>")[0].split())
