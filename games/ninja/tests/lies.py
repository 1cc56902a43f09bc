"""Lies in a finished match, for the audit: one event changed, left out or added, as a log without a referee could have
it. Each kind gives (the changed log, the number of the event where the lie stands), or None where it has no room."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from msgspec.structs import replace

from games.ninja.full import events as f
from games.ninja.full.ownership import results_of
from games.ninja.maps.graph import ZoneMap
from games.ruleset import Entry, Event
from games.secrets import sealed

Log = list[Entry]
Lie = tuple[Log, int] | None


def _one(log: Sequence[Entry], dice: Random, fits: Callable[[Any], bool]) -> Entry | None:
    found = [entry for entry in log if fits(entry.event)]
    return dice.choice(found) if found else None


def _changed(log: Sequence[Entry], at: Entry, event: Event | None) -> Log:
    """The log with another event there, or without it."""
    told = [] if event is None else [Entry(at.seq, event, at.actor)]
    return [one for entry in log for one in ([entry] if entry is not at else told)]


def tampered(log: Log, dice: Random, board: ZoneMap) -> Lie:
    """A secret changed after it was committed to."""
    at = _one(log, dice, lambda event: isinstance(event, f.OwnedSecret) and bool(event.salt))
    if at is None:
        return None
    event: Any = at.event
    other = replace(event, **{event.secret_fields[0]: _another(event, dice, board)})
    return _changed(log, at, other), at.seq


def _another(event: Any, dice: Random, board: ZoneMap) -> Any:
    """Another value of the first secret field."""
    name = event.secret_fields[0]
    value = getattr(event, name)
    if name == "letters":
        return {key: chr(ord("A") + (ord(letter) - ord("A") + 1) % 6) for key, letter in value.items()}
    if name == "cards":
        return {**(value or {}), "kenjutsu": (value or {}).get("kenjutsu", 0) + 1}
    if name == "shares":
        return {"guard_a": {"awaken": 9}}
    if name == "marks":
        return replace(value, traps=value.ambushes, ambushes=value.traps)
    if name == "secret_results":
        return tuple(replace(one, zone="A1") for one in value)
    if name == "secret_zones":
        return ("A1",)
    if name == "use":
        return replace(value, bluff=not value.bluff)
    return dice.choice([zone for zone in board.zones if zone != value])


def false_hearing(log: Log, dice: Random, board: ZoneMap) -> Lie:
    at = _one(log, dice, lambda event: isinstance(event, f.ListenAnswered) and not event.cat)
    if at is None:
        return None
    event: Any = at.event
    return _changed(log, at, replace(event, heard=not event.heard)), at.seq


def silent_meeting(log: Log, dice: Random, board: ZoneMap) -> Lie:
    """A guard walks into somebody, who says nothing."""
    at = _one(
        log, dice, lambda event: isinstance(event, f.IntruderDetected) and event.cause == "guard_entered"
    )
    return None if at is None else (_changed(log, at, f.MovementCleared()), at.seq)


def false_search(log: Log, dice: Random, board: ZoneMap) -> Lie:
    """The guard says of a zone what does not lie there."""
    at = _one(log, dice, lambda event: isinstance(event, f.SearchAnswered))
    if at is None:
        return None
    event: Any = at.event
    first, *rest = results_of(event)
    other = f.Found(zone=first.zone, found="trap" if first.found == "nothing" else "nothing")
    return _changed(log, at, _told(event, "results", (other, *rest), dice)), at.seq


def _told(event: Any, field: str, value: Any, dice: Random) -> Event:
    """The event with another value of a field that rivals tell in secret, then with a commitment of its own."""
    if getattr(event, f"secret_{field}") is None:
        other: Event = replace(event, **{field: value})
        return other
    bare: Event = replace(event, **{f"secret_{field}": value}, commitment="", salt=None)
    return sealed(bare, f"{dice.getrandbits(128):032x}")


def search_from_afar(log: Log, dice: Random, board: ZoneMap) -> Lie:
    """An intruder searches where it has not been; the guard answers what lies there."""
    at = _one(log, dice, lambda event: isinstance(event, f.ZonesSearched))
    if at is None:
        return None
    event: Any = at.event
    return _changed(log, at, _told(event, "zones", (_far(log, at, event.intruder, board),), dice)), at.seq


def _far(log: Sequence[Entry], at: Entry, name: str, board: ZoneMap) -> str:
    """A zone that its last move did not touch."""
    told: Any = [e.event for e in log if e.seq < at.seq and isinstance(e.event, f.IntruderMoved)][-1]
    touched = {told.start, *(step.to for step in told.steps or ())}
    return next(zone for zone in board.zones if zone not in touched)


def another_way(log: Log, dice: Random, board: ZoneMap) -> Lie:
    """A move that starts where nobody was, with a commitment of its own."""
    at = _one(log, dice, lambda event: isinstance(event, f.IntruderMoved) and event.start in board.zones)
    if at is None:
        return None
    event: Any = at.event
    start = next(zone for zone in board.zones if zone != event.start)
    other = sealed(replace(event, start=start, commitment="", salt=None), f"{dice.getrandbits(128):032x}")
    return _changed(log, at, other), at.seq


def secret_mission(log: Log, dice: Random, board: ZoneMap) -> Lie:
    """The mission was found, and nobody shows the card."""
    at = _one(log, dice, lambda event: isinstance(event, f.MissionCompleted))
    if at is None:
        return None
    later = [entry.seq for entry in log if entry.seq > at.seq]
    return _changed(log, at, None), later[0]


LIES = (
    tampered,
    false_hearing,
    silent_meeting,
    false_search,
    search_from_afar,
    another_way,
    secret_mission,
)
