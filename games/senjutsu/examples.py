"""Whole events with facts of a table that are made up. Called through the game's descriptor."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any

from msgspec.structs import replace

from games.examples import imagined
from games.ruleset import Event, NextEvent
from games.senjutsu.entailed import fills
from games.senjutsu.full import effect_events as g
from games.senjutsu.full import events as f
from games.senjutsu.full.frame import body, standing_actors
from games.senjutsu.full.nexts_resolve import BY_TEXT, CAUSE
from games.senjutsu.play.lists import deckless
from games.senjutsu.play.table import PlayTable
from games.senjutsu.play.told import event_of
from games.senjutsu.state import SenjutsuState, standing
from games.senjutsu.who import owner_of
from games.simulated import filled
from games.system import Dice


def examples(state: SenjutsuState, told: NextEvent, dice: Dice) -> Iterable[Event]:
    """What a simulated table would tell of the offer, and what a text does to each character."""
    made = imagined(state, told, dice, lambda rng, seed: PlayTable(state, rng, seed), _event)
    if told.type == "vo_deck_seen":
        return (replace(one, player=player) for one in made for player in told.players)
    return chain(made, _by_text(state, told)) if told.type in BY_TEXT and not owner_of(told) else made


def _by_text(state: SenjutsuState, told: NextEvent) -> Iterator[Event]:
    """Of each character, and of opponents what befalls them too."""
    card = told.choices[CAUSE[told.type]][0]
    for player in standing(state) if told.type == "focus_lost" else ():
        yield g.FocusLost(player=player, amount=1, card=card)
    for player in standing(state) if told.type == "cards_moved" else ():
        yield from _cards(player, card)
    for actor in standing_actors(state):
        one = body(state, actor)
        bleeding = one.bleeding if one is not None else 0
        if told.type == "wound_taken":
            yield g.WoundTaken(actor=actor, normal=1, cause=card)
        elif told.type == "condition_gained":
            yield g.ConditionGained(actor=actor, kind="injury", cause=card)
        elif told.type == "wounds_healed":
            yield g.WoundsHealed(actor=actor, bleeding=int(bleeding > 0), normal=int(not bleeding), card=card)


def _cards(player: str, card: str) -> Iterator[Event]:
    """One card from a zone where one is to another."""
    ways: tuple[tuple[Any, Any], ...] = (("hand", "discard"), ("deck", "hand"), ("discard", "removed"))
    for source, to in ways:
        yield f.CardsMoved(player=player, source=source, to=to, count=1, by=card)


def _event(table: PlayTable, told: NextEvent) -> Event | None:
    """An opponent may join of whom nobody lists a deck."""
    event = event_of(table, told)
    if event is None and told.type == "vo_joined":
        return filled(table, told, deckless(table, told), fills(table.known, told))
    return event
