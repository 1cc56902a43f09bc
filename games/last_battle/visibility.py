"""Who sees what (LB-HID): the state and the events without the secrets of others.

Every page, API answer, export and live stream passes through here; `next_events.py` builds on it too.
Secret are: hand cards to the other side, dealt schemes (for ever), a common scheme until revealed, notes until shown,
and with whom it was shared. What is left opens when the result is settled (LB-HID-05; see `games.ruleset.Play`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from games.last_battle.events import (
    SchemeChosen,
    SchemeNoted,
    SchemesDealt,
    SchemeShared,
    SerpentSchemesPreset,
)
from games.last_battle.facts import is_unique
from games.last_battle.full.events import HandDrawn, HangedManUsed
from games.last_battle.full.sight import visible_table
from games.last_battle.state import Held, LastBattleState, Squad
from games.ruleset import Event, Viewer
from games.secrets import concealed


def visible_to(state: LastBattleState, viewer: Viewer, settled: bool = False) -> LastBattleState:
    """The state as `viewer` may know it (LB-HID-01, -02, -05)."""
    if viewer.role == "staff":
        return state
    squads = {player: _visible_squad(squad, viewer, settled) for player, squad in state.squads.items()}
    table = state.full
    if table is not None and not settled:
        table = visible_table(table, viewer)
    return msgspec.structs.replace(state, squads=squads, full=table)


def _visible_squad(squad: Squad, viewer: Viewer, settled: bool) -> Squad:
    own = viewer.player == squad.player
    squad = squad if own else msgspec.structs.replace(squad, dealt=None)
    if own or settled or viewer.player in squad.shared:
        return squad
    shown = sorted((held for held in squad.schemes if held.public), key=lambda held: held.scheme)
    schemes = tuple(_visible_scheme(held) for held in shown)
    shared = squad.shared if viewer.side == squad.side else ()
    return msgspec.structs.replace(squad, schemes=schemes, shared=shared)


def _visible_scheme(held: Held) -> Held:
    return held if held.note_public else msgspec.structs.replace(held, note=None)


def _knows(state: LastBattleState, player: str, viewer: Viewer) -> bool:
    """LB-HID-02: the owner and those shown."""
    squad = state.squads.get(player)
    shown = squad is not None and viewer.player in squad.shared
    return viewer.player == player or shown


def _choice_open(state: LastBattleState, event: SchemeChosen, viewer: Viewer) -> bool:
    squad = state.squads.get(event.player)
    held = squad.held(event.scheme) if squad and event.scheme else None
    shown = is_unique(event.scheme) or (held is not None and held.public)
    return shown or _knows(state, event.player, viewer)


def _note_open(state: LastBattleState, event: SchemeNoted, viewer: Viewer) -> bool:
    """A note with those of further schemes stays closed until the end, since it would tell these too."""
    squad = state.squads.get(event.player)
    held = squad.held(event.scheme) if squad and event.scheme else None
    shown = held is not None and held.note_public and not event.more
    single = squad is not None and squad.side == "alliance"
    return (shown and single) or _knows(state, event.player, viewer)


def _share_open(state: LastBattleState, event: SchemeShared, viewer: Viewer) -> bool:
    squad = state.squads.get(event.from_player)
    return squad is not None and viewer.side == squad.side


def _preset_open(state: LastBattleState, event: SerpentSchemesPreset, viewer: Viewer) -> bool:
    return _knows(state, event.squad, viewer)


def _of_own_side(state: LastBattleState, event: HandDrawn | HangedManUsed, viewer: Viewer) -> bool:
    return viewer.side == event.side


OPEN: dict[type[Event], Callable[[LastBattleState, Any, Viewer], bool]] = {
    SchemesDealt: lambda state, event, viewer: viewer.player == event.player,
    SchemeChosen: _choice_open,
    SerpentSchemesPreset: _preset_open,
    SchemeNoted: _note_open,
    SchemeShared: _share_open,
    HandDrawn: _of_own_side,
    HangedManUsed: _of_own_side,
}
"""Event with a secret -> who may know it before the end."""


def redact(state: LastBattleState, event: Event, viewer: Viewer, settled: bool = False) -> Event | None:
    """The event as `viewer` may see it now; a share within the other side is hidden whole (LB-SETUP-06, LB-HID-04).
    What was dealt and not chosen stays with its player for ever."""
    knows = OPEN.get(type(event))
    ended = settled and not isinstance(event, SchemesDealt)
    if knows is None or viewer.role == "staff" or ended or knows(state, event, viewer):
        return event
    return None if isinstance(event, SchemeShared) else concealed(event)
