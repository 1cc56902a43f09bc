"""Logs with one field changed, whatever the game: how a field is changed, and what becomes of the log.

A changed log is either refused (one event of it at least), or still legal: every event of it is accepted. What must
hold then is the system's own (`sound.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

import msgspec

from games.codec import MalformedEvent, codec_for
from games.replay import judge
from games.ruleset import Actor, Event, Ruleset
from games.secrets import sealed

Log = Sequence[tuple[Event, Actor]]
CARRIED = ("salt", "commitment")
"""Fields that say nothing of the table by themselves."""


class Mutant(NamedTuple):
    """One field of the event at `place` has another value; `event` None: that is no event any more."""

    place: int
    type: str
    field: str
    value: Any
    event: Event | None


def mutant(rng: Random, rules: Ruleset[Any, Any], log: Log, idle: Sequence[str] = ()) -> Mutant:
    """A random field of a random event of the log, changed to a value that the log has somewhere, or a near one.

    `idle`: more fields that say nothing of the table.
    """
    place = rng.choice(
        [at for at, (event, _) in enumerate(log) if set(event.__struct_fields__) - {*CARRIED, *idle}]
    )
    event = log[place][0]
    fields = sorted(set(event.__struct_fields__) - {*CARRIED, *idle})
    payload = msgspec.to_builtins(event)
    type_, field = payload.pop("type"), rng.choice(fields)
    value = _another(rng, msgspec.to_builtins(getattr(event, field)), log, field)
    changed = {name: told for name, told in {**payload, field: value}.items() if name not in CARRIED}
    try:
        made = sealed(codec_for(rules).from_payload(type_, changed), "salt")
    except MalformedEvent:
        return Mutant(place, type_, field, value, None)
    return Mutant(place, type_, field, value, made)


def _another(rng: Random, old: Any, log: Log, field: str) -> Any:
    """A different value of the same kind, mostly one that could stand there."""
    if isinstance(old, bool):
        return not old
    if isinstance(old, int | float):
        return old + rng.choice((-2, -1, 1, 2))
    if isinstance(old, list) and old and rng.random() < 0.7:
        return _shorter(rng, old, log, field)
    if isinstance(old, dict) and old and rng.random() < 0.7:
        key = rng.choice(sorted(old))
        return {**old, key: _another(rng, old[key], log, key)}
    others = [getattr(event, field, None) for event, _ in rng.sample(list(log), min(40, len(log)))]
    values = [value for other in others if (value := msgspec.to_builtins(other)) not in (None, old)]
    return rng.choice(values) if values else rng.choice((None, "nobody", 1, True))


def _shorter(rng: Random, old: list[Any], log: Log, field: str) -> list[Any]:
    """Without one of its parts, or with one of them changed inside."""
    place = rng.randrange(len(old))
    if isinstance(old[place], dict | list) and rng.random() < 0.5:
        return [*old[:place], _another(rng, old[place], log, field), *old[place + 1 :]]
    return [*old[:place], *old[place + 1 :]]


def fate(rules: Ruleset[Any, Any], states: Sequence[Any], log: Log, changed: Mutant) -> Any:
    """The state after the changed log, or None when any event of it is refused."""
    state = states[changed.place]
    if changed.event is None:
        return None
    for event, by in [(changed.event, log[changed.place][1]), *log[changed.place + 1 :]]:
        if judge(rules, state, event, by):
            return None
        state = rules.evolve(state, event)
    return state
