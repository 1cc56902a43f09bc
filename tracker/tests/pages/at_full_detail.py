"""A match of every game card by card, on its board, with a phone at it: what pads and boards weigh, ask and show."""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

from tracker.tests.pages.at_the_table import Phone
from tracker.tests.pages.brawl import Brawl
from tracker.tests.pages.full_duel import FullDuel
from tracker.tests.pages.full_table import FullTable
from tracker.tests.pages.ninja_night import short_night
from tracker.tests.pages.test_pad_play_bushido import seated as bushido

Seated = tuple[UUID, Phone]


def last_battle() -> Seated:
    found = FullTable()
    found.until(lambda play: play.full is not None and bool(play.full.pieces))
    return found.match, found.phones("alliance")[0]


def duel() -> Seated:
    found = FullDuel()
    found.ready()
    found.begin()
    return found.match, found.red


def brawl() -> Seated:
    found = Brawl("full")
    found.drafted_full()
    return found.match, found.anna


def risen_sun() -> Seated:
    play = bushido("shin_keii", "full", 1)
    play.until(lambda state: bool(state.models))
    return play.match, play.phones[0]


def night() -> Seated:
    play = short_night()
    play.until(lambda state: state.full is not None and state.full.step == "guard_map")
    return play.match, play.phones[0]


TABLES: tuple[Callable[[], Seated], ...] = (last_battle, duel, brawl, risen_sun, night)
