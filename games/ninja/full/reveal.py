"""What a side keeps on its own device, and how it opens it after the end (NIN-HID-12, NIN-AUD-01).

The log then holds commitments alone; `number` counts those of a side in the order of the log. Called by `rules.py`.
"""

from __future__ import annotations

from msgspec.structs import replace

from games.codec import tag
from games.judging import first_broken
from games.ninja.full import events as f
from games.ninja.full.sight import owner_of
from games.ninja.full.state import Sealed
from games.ninja.full.table import full_of, with_full
from games.ninja.permissions import Violations, side_acts
from games.ninja.state import NinjaState
from games.ruleset import Actor, Event, RuleViolation
from games.secrets import commitment, keeps_back


def noted(state: NinjaState, event: Event) -> NinjaState:
    """A sealed event is kept in mind, until its side opens it."""
    if not isinstance(event, f.OwnedSecret) or not event.commitment or not keeps_back(event):
        return state
    sealed = Sealed(owner_of(event), tag(type(event)), event.commitment)
    return with_full(state, sealed=(*full_of(state).sealed, sealed))


def closed_secrets(state: NinjaState, side: str) -> tuple[int, ...]:
    """The numbers of the events that a side has not opened yet."""
    own = [one for one in full_of(state).sealed if one.side == side]
    return tuple(number for number, one in enumerate(own, start=1) if not one.opened)


def check_secret_revealed(state: NinjaState, event: f.SecretRevealed, by: Actor) -> Violations:
    """NIN-HID-12 after the end, each its own; NIN-AUD-01 what was committed to."""
    return first_broken(side_acts(state, by, event.side), _check_moment(state), _check_value(state, event))


def _check_moment(state: NinjaState) -> Violations:
    if state.phase != "closed":
        yield RuleViolation("NIN-HID-12")


def _check_value(state: NinjaState, event: f.SecretRevealed) -> Violations:
    left = closed_secrets(state, event.side)
    own = [one for one in full_of(state).sealed if one.side == event.side]
    if event.number not in left:
        yield RuleViolation("NIN-LOG-06", {"told": event.number, "legal": list(left) or "nothing"})
    elif commitment(event.salt, event.value) != own[event.number - 1].commitment:
        yield RuleViolation("NIN-AUD-01", {"told": event.number})


def on_secret_revealed(state: NinjaState, event: f.SecretRevealed) -> NinjaState:
    count, found = 0, []
    for one in full_of(state).sealed:
        count += one.side == event.side
        mine = one.side == event.side and count == event.number
        found.append(replace(one, opened=True) if mine else one)
    return with_full(state, sealed=tuple(found))
