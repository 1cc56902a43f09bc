"""Whole events of an offer, with facts of a table that are made up as the simulation makes them: always the same ones
for the same state. Called by the `examples` of the games.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import msgspec

from games.codec import tag
from games.ruleset import Event, NextEvent, Rejected
from games.simulated import Table
from games.system import Dice

if TYPE_CHECKING:  # the dice are the caller's
    from random import Random

TABLES = 6
"""So many tables are made up."""
UNKNOWN = (LookupError, ValueError, TypeError, AttributeError, msgspec.ValidationError, Rejected)
"""What a simulated table that knows everything comes to where its reader does not."""


def imagined(
    state: Any,
    told: NextEvent,
    dice: Dice,
    sit: Callable[[Random, str], Table[Any]],
    make: Callable[[Any, NextEvent], Event | None],
) -> Iterator[Event]:
    """What `make` says of an offer at a few tables, or logs there of this type."""
    here = hashlib.sha256(msgspec.msgpack.encode(state)).hexdigest()
    for number in range(TABLES):
        table = sit(dice(f"{here}:{number}"), f"{here}:{number}")
        try:
            event = make(table, told)
        except UNKNOWN:
            event = None
        if event is None:
            event = next((one for one, _ in table.logged if tag(type(one)) == told.type), None)
        if event is not None:
            yield event
