"""Whole events with facts of a table that are made up. Called through the game's descriptor."""

from __future__ import annotations

from collections.abc import Iterable

from games.examples import imagined
from games.ruleset import Event, NextEvent
from games.senjutsu.entailed import fills
from games.senjutsu.play.lists import deckless
from games.senjutsu.play.table import PlayTable
from games.senjutsu.play.told import event_of
from games.senjutsu.state import SenjutsuState
from games.simulated import filled
from games.system import Dice


def examples(state: SenjutsuState, told: NextEvent, dice: Dice) -> Iterable[Event]:
    """What a simulated table would tell of the offer."""
    return imagined(state, told, dice, lambda rng, seed: PlayTable(state, rng, seed), _event)


def _event(table: PlayTable, told: NextEvent) -> Event | None:
    """An opponent may join of whom nobody lists a deck."""
    event = event_of(table, told)
    if event is None and told.type == "vo_joined":
        return filled(table, told, deckless(table, told), fills(table.known, told))
    return event
