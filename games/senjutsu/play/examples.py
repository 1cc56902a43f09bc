"""Whole events with facts of a table that are made up. Called through the game's descriptor."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from msgspec.structs import replace

from games.codec import types_of
from games.examples import imagined
from games.ruleset import Event, NextEvent
from games.senjutsu.full.legal.next_resolve import BY_TEXT, CAUSE
from games.senjutsu.pages.fills import fills
from games.senjutsu.permissions import owner_of
from games.senjutsu.play.lists import deckless
from games.senjutsu.play.made_events import by_text, event_of
from games.senjutsu.play.table import RULES, PlayTable
from games.senjutsu.state import SenjutsuState
from games.simulated import filled
from games.system import Dice


def examples(state: SenjutsuState, told: NextEvent, dice: Dice) -> Iterable[Event]:
    """What a simulated table would tell of the offer, and what a text does to each character."""
    made = imagined(state, told, dice, lambda rng, seed: PlayTable(state, rng, seed), _event)
    if told.type == "vo_deck_seen":
        return (replace(one, player=player) for one in made for player in told.players)
    return chain(made, _by_text(state, told)) if told.type in BY_TEXT and not owner_of(told) else made


def _by_text(state: SenjutsuState, told: NextEvent) -> Iterator[Event]:
    """By the first of the cards, to everybody whom it can mean."""
    cause = CAUSE[told.type]
    for way in by_text(state, told.type):
        yield types_of(RULES)[told.type](**way, **{cause: told.choices[cause][0]})


def _event(table: PlayTable, told: NextEvent) -> Event | None:
    """An opponent may join of whom nobody lists a deck."""
    event = event_of(table, told)
    if event is None and told.type == "vo_joined":
        return filled(table, told, deckless(table, told), fills(table.known, told))
    return event
