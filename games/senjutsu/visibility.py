"""Who sees what (SEN-HID): the state and the events without the secrets of others.

Every page, API answer, export and live stream passes through here; `next_events.py` builds on it too. Secret are:
weapons until the start where there is another side, deck lists until the end or for ever, poison decks until the end,
opponents' decks until the end. The end is a settled result (see `games.ruleset.Play`).
"""

from __future__ import annotations

import msgspec

from games.ruleset import Actor, Event, Viewer
from games.secrets import concealed
from games.senjutsu.events import DeckRegistered, SideRegistered, VoDeckRegistered
from games.senjutsu.full.sight import is_open, less_own_choice, visible_table
from games.senjutsu.state import ALONE, Fighter, SenjutsuState


def visible_to(state: SenjutsuState, viewer: Viewer, settled: bool = False) -> SenjutsuState:
    """The state as `viewer` may know it."""
    if viewer.role == "staff":
        return state
    if not settled:
        state = less_own_choice(state, viewer)
    fighters = {
        player: _visible(state, fighter, viewer, settled) for player, fighter in state.fighters.items()
    }
    decks = state.foe_decks
    if not settled:
        decks = {key: msgspec.structs.replace(deck, cards=None) for key, deck in decks.items()}
    table = state.full
    if table is not None and not settled:
        table = visible_table(state, table, viewer)
    return msgspec.structs.replace(state, fighters=fighters, foe_decks=decks, full=table)


def _visible(state: SenjutsuState, fighter: Fighter, viewer: Viewer, settled: bool) -> Fighter:
    hidden: dict[str, None] = {}
    if not _weapons_open(state, fighter.player, viewer, settled):
        hidden |= {"weapons": None, "weapon_cards": None}
    if not _deck_open(state, fighter.player, viewer, settled):
        hidden |= {"cards": None, "schools": None, "poison": None}
    return msgspec.structs.replace(fighter, **hidden) if hidden else fighter


def has_started(state: SenjutsuState) -> bool:
    """A report of the whole match may come from one side alone, so it is no start."""
    return state.phase not in ("open", "roster") and not state.unstarted


def are_weapons_open(state: SenjutsuState) -> bool:
    """SEN-ROSTER-02: the owner's until the match starts; alone against opponents there is nobody to hide them from."""
    return has_started(state) or state.mode in ALONE


def _weapons_open(state: SenjutsuState, player: str, viewer: Viewer, settled: bool) -> bool:
    return viewer.player == player or are_weapons_open(state) or settled


def _deck_open(state: SenjutsuState, player: str, viewer: Viewer, settled: bool) -> bool:
    """SEN-HID-01, -09, -10."""
    lists = state.options.deck_lists
    shown = (lists == "open" and has_started(state)) or (lists != "closed" and settled)
    return viewer.player == player or shown


def knows_deck(state: SenjutsuState, by: Actor, player: str) -> bool:
    """Whether whoever logs an event may know a player's deck: its owner, staff, everybody where lists are open."""
    return by.is_staff or _deck_open(state, player, Viewer("player", by.player), settled=False)


def redact(state: SenjutsuState, event: Event, viewer: Viewer, settled: bool = False) -> Event | None:
    """The event as `viewer` may see it now."""
    if viewer.role == "staff":
        return event
    if isinstance(event, SideRegistered):
        return event if _weapons_open(state, event.player, viewer, settled) else concealed(event)
    if isinstance(event, DeckRegistered):
        return event if _deck_open(state, event.player, viewer, settled) else concealed(event)
    if isinstance(event, VoDeckRegistered):
        return event if settled else concealed(event)
    return event if settled or is_open(state, event, viewer) else concealed(event)
