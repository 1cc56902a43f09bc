"""What the sides kept on their own devices and opened after the end, each in the event that it belongs to: for a replay
that shows it as if the log had held it all along.

Only what can stand on the board is taken: a secret of which the fold can make nothing stays sealed there, and the audit
names it (NIN-AUD-01). Called through the game's descriptor.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from games.leaves import leaves
from games.match import FRAME_EVENTS
from games.ninja.full.events import OwnedSecret
from games.ninja.full.ownership import passages
from games.ninja.maps.graph import OUTSIDE
from games.ninja.rules import Ninja
from games.ninja.secrets.opened import opened
from games.ninja.secrets.verdict import IMPOSSIBLE
from games.ninja.state import NinjaState
from games.replay import standing
from games.ruleset import Entry, Event, Setup
from games.secrets import secret_of

RULES = Ninja()
PLACES = frozenset(("zone", "entrance", "other", "start", "from_zone", "to", "edge"))
"""The fields of a secret that name places."""


def any_opened(state: NinjaState) -> bool:
    """Whether a side opened anything that its own device kept."""
    return state.full is not None and any(one.opened for one in state.full.sealed)


def unsealed(setup: Setup, entries: Sequence[Entry]) -> dict[int, Event]:
    """seq -> the event with its opened secret, in a log as it stands."""
    told = [entry for entry in standing(entries) if not isinstance(entry.event, FRAME_EVENTS)]
    bare = {entry.seq: entry.event for entry in told}
    state: NinjaState = RULES.initial(setup)
    found: dict[int, Event] = {}
    for entry in opened(told).entries:
        event = entry.event
        if isinstance(event, OwnedSecret) and event != bare[entry.seq]:
            after = _placed(state, event)
            if after is not None:
                found[entry.seq], state = event, after
                continue
        state = RULES.evolve(state, bare[entry.seq])
    return found


def _placed(state: NinjaState, event: OwnedSecret) -> NinjaState | None:
    """The state after it; None where it names no place of this board, or nothing that can be folded."""
    legal = {*passages(state), OUTSIDE, *(state.map.zones if state.map is not None else ())}
    if state.map is not None and not legal.issuperset(_places(msgspec.to_builtins(secret_of(event)))):
        return None
    try:
        return RULES.evolve(state, event)
    except IMPOSSIBLE:
        return None


def _places(secret: Any) -> Iterator[str]:
    """Every place that a secret names."""
    return (value for name, value in leaves(secret) if name in PLACES and isinstance(value, str))
