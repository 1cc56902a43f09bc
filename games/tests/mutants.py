"""Logs with one field changed, for every system: how a field is changed (`mutant`, `odd`), what becomes of the log
(`fate`), and what must hold where the rules still accept it (`Mutations`).

A changed log is either refused (one event of it at least), or "still legal": every event is accepted, and the state is
sound by what the system says. A field that follows from the table (`computed`) may change unrefused only where the
facts behind it are flagged as unverified. Used by the tests of each system over its simulated matches.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple

import msgspec

from games.codec import MalformedEvent, codec_for
from games.match import Match
from games.replay import judge
from games.ruleset import Actor, Event, Ruleset, Setup
from games.secrets import sealed

Told = list[tuple[Event, Actor]]
Log = tuple[Setup, Told]
SECRETS = ("salt", "commitment")
"""The seal of a secret event: not changed by itself, but made anew for a changed event."""


class Mutant(NamedTuple):
    """One field of the event at `place` has another value; `event` None: that is no event any more."""

    place: int
    type: str
    field: str
    value: Any
    event: Event | None


def mutant(rng: Random, rules: Ruleset[Any, Any], log: Told, idle: Sequence[str] = ()) -> Mutant:
    """A random field of a random event, changed to a value that the log has somewhere, or to a near one.

    `idle`: fields that say nothing of the table by themselves; they stay.
    """
    place = rng.choice([at for at, (event, _) in enumerate(log) if _fields(event, idle)])
    event = log[place][0]
    payload = msgspec.to_builtins(event)
    type_, field = payload.pop("type"), rng.choice(_fields(event, idle))
    value = _another(rng, msgspec.to_builtins(getattr(event, field)), log, field)
    changed = {key: told for key, told in {**payload, field: value}.items() if key not in SECRETS}
    try:
        made = sealed(codec_for(rules).from_payload(type_, changed), "salt")
    except MalformedEvent:
        return Mutant(place, type_, field, value, None)
    return Mutant(place, type_, field, value, made)


def _fields(event: Event, idle: Sequence[str]) -> list[str]:
    return sorted({*event.__struct_fields__} - {*SECRETS, *idle})


def _another(rng: Random, old: Any, log: Told, field: str) -> Any:
    """A different value of the same kind, mostly one that could stand there."""
    if isinstance(old, bool):
        return not old
    if isinstance(old, int | float):
        return old + rng.choice((-2, -1, 1, 2))
    if isinstance(old, list) and old and rng.random() < 0.7:
        return _other_list(rng, old, log, field)
    if isinstance(old, dict) and old and rng.random() < 0.7:
        key = rng.choice(sorted(old))
        return {**old, key: _another(rng, old[key], log, key)}
    others = [getattr(event, field, None) for event, _ in rng.sample(log, min(40, len(log)))]
    values = [value for other in others if (value := msgspec.to_builtins(other)) not in (None, old)]
    return rng.choice(values) if values else rng.choice((None, "nobody", 1, True))


def _other_list(rng: Random, old: list[Any], log: Told, field: str) -> list[Any]:
    """Without one of its parts, or with one of them changed inside."""
    place = rng.randrange(len(old))
    if isinstance(old[place], dict | list) and rng.random() < 0.5:
        return [*old[:place], _another(rng, old[place], log, field), *old[place + 1 :]]
    return [*old[:place], *old[place + 1 :]]


def odd(rng: Random, rules: Ruleset[Any, Any], event: Event, pool: Sequence[Any]) -> Event | None:
    """The event with one or two fields set to anything of the pool; None when it is no event any more."""
    payload = msgspec.to_builtins(event)
    type_ = payload.pop("type")
    for field in rng.sample(event.__struct_fields__, min(len(event.__struct_fields__), rng.randint(1, 2))):
        payload[field] = rng.choice(pool)
    try:
        return sealed(codec_for(rules).from_payload(type_, payload), "salt")
    except MalformedEvent:
        return None


def fate(rules: Ruleset[Any, Any], states: Sequence[Any], log: Told, changed: Mutant) -> Any:
    """The state after the changed log, or None when any event of it is refused. `states`: those of the true log."""
    state = states[changed.place]
    if changed.event is None:
        return None
    for event, by in [(changed.event, log[changed.place][1]), *log[changed.place + 1 :]]:
        if judge(rules, state, event, by):
            return None
        state = rules.evolve(state, event)
    return state


@dataclass(frozen=True)
class Mutations:
    """How the logs of a system are changed.

    `computed`: (event type, field) -> the rules that are flagged where the facts behind the field are unknown; ()
    where it always binds. The flags stand in `unverified` of the table (`full`), or of a state without one. `sound`
    asserts what holds in every legal match. `idle`: see `mutant`.
    """

    match: Match
    computed: Mapping[tuple[str, str], tuple[str, ...]]
    sound: Callable[[Any], None]
    idle: tuple[str, ...] = ()

    def states_of(self, log: Log) -> list[Any]:
        """The state before and after each event, every one of them judged."""
        setup, told = log
        states = [self.match.initial(setup)]
        for event, by in told:
            assert judge(self.match, states[-1], event, by) == ()
            states.append(self.match.evolve(states[-1], event))
        return states

    def mutant(self, rng: Random, log: Told) -> Mutant:
        """A random field that says something of the table, changed."""
        return mutant(rng, self.match, log, self.idle)

    def fate(self, states: Sequence[Any], log: Told, changed: Mutant) -> Any:
        """The state after the changed log, or None when any event of it is refused."""
        return fate(self.match, states, log, changed)

    def refused_or_legal(self, states: Sequence[Any], log: Told, changed: Mutant) -> bool:
        """Whether the changed log is refused. If not, it must end in a sound state, with nothing computed told
        otherwise."""
        state = self.fate(states, log, changed)
        if state is None:
            return True
        self.sound(state.play)
        flags = self.computed.get((changed.type, changed.field))
        told = getattr(log[changed.place][0], changed.field) is not None
        if flags is not None and told and changed.value is not None:
            table = getattr(state.play, "full", state.play)
            if flags and table is None:
                return False  # the match left its detail, and the flags went with the table
            assert {*flags} & {*getattr(table, "unverified", ())}, f"nobody noticed {changed}"
        return False
