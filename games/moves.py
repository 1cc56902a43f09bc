"""Concrete legal events out of what may come next: what a pad offers by one tap, a bot plays and a test tries.

A game whose events need more than their few legal values (ways over a board, cards of a hand) makes them itself, in the
`moves` of its descriptor; `moves_of` reads either.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import msgspec
from msgspec.structs import replace

from games.codec import types_of
from games.fields import fields_of
from games.ruleset import SYSTEM, Actor, Event, NextEvent, Ruleset
from games.system import System

MOST = 80
"""More choices than that are no choice on a phone."""
MANY = 2000
"""An offer that stands for more is not tried one by one."""
SPAN = 20
"""More numbers than that are not offered one by one."""


def moves_of(system: System, state: Any, told: NextEvent, by: Actor) -> list[Event]:
    """The concrete events of one offer that `by` may log in this state; none where they need what nobody can guess."""
    if system.moves is not None:
        return system.moves()(state, told, by)
    told = possible(types_of(system.rules)[told.type], told)
    if combinations(told) > MANY:
        return []
    return legal(system.rules, state, plain(system.rules, told), by=by)


def possible(kind: type[Event], told: NextEvent) -> NextEvent:
    """The offer without what need not be told: fields that have no value now, parts of parts, and lists of which
    somebody may name some. A list that is needed holds one of its parts, or all of them."""
    fields = {field.encode_name: field for field in fields_of(kind)}
    choices: dict[str, tuple[Any, ...]] = {}
    for name, values in told.choices.items():
        field = fields.get(name)
        if not values or field is None:
            continue
        if _fits(field, values[0]):
            choices[name] = values
        elif field.required:
            choices[name] = (*((value,) for value in values), *((values,) if len(values) > 1 else ()))
    limits = {name: told.limits[name] for name in told.limits if name in fields}
    return replace(told, choices=choices, limits=limits)


def _fits(field: Any, value: Any) -> bool:
    """Whether a value is one of the whole field, and not one of its parts."""
    try:
        msgspec.convert(msgspec.to_builtins(value), field.type)
    except msgspec.ValidationError:
        return False
    return True


def combinations(told: NextEvent) -> int:
    """How many concrete events an offer could stand for."""
    total = 1
    for values in told.choices.values():
        total *= len(values)
    for low, high in told.limits.values():
        total *= max(1, high - low + 1)
    return total


def plain(rules: Ruleset[Any, Any], told: NextEvent) -> Iterator[Event]:
    """Every combination of the few legal values; nothing where a field is left that they do not name."""
    values: dict[str, Any] = {**told.choices}
    for name, (low, high) in told.limits.items():
        values[name] = range(low, min(high, low + SPAN) + 1)
    for combination in product(*values.values()):
        data = dict(zip(values, combination, strict=True))
        try:
            yield msgspec.convert({**data, "type": told.type}, types_of(rules)[told.type])
        except msgspec.ValidationError:
            return


def legal(
    rules: Ruleset[Any, Any], play: Any, events: Iterator[Event], most: int = MOST, by: Actor = SYSTEM
) -> list[Event]:
    """Those of the events that the rules accept from `by`, at most `most`."""
    found: list[Event] = []
    for event in events:
        if not rules.check(play, event, by):
            found.append(event)
        if len(found) == most:
            break
    return found
