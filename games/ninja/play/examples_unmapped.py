"""Whole events on a printed board (NIN-MAP-12), where zones are names that the players type: to those that stand on the
table already, as far as anything does. Called by `examples.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice, permutations, product
from typing import Any

from games.ninja.facts import LIMITS
from games.ninja.full import events as f
from games.ninja.full.legal.moves_guards import groups
from games.ninja.full.legal.moves_intruder import carded
from games.ninja.full.movement import free_name
from games.ninja.full.phases import patrols_to_move
from games.ninja.full.table import first_due, full_of, members, window_of
from games.ninja.full.ways import doors
from games.ninja.state import NinjaState
from games.ruleset import Event, NextEvent

TRIED = 20
"""So many ways of each length."""


def named_zones(state: NinjaState) -> tuple[str, ...]:
    """Zones that the table tells: of figures, of what was found, of what this reader knows of the hidden."""
    full = full_of(state)
    hidden = (one.zone for one in full.hidden.values() if one.zone)
    told = (*hidden, *(one.zone for one in full.figures.values()), *full.found)
    return tuple(zone for zone in dict.fromkeys(told) if not zone.startswith("@"))


def moved(state: NinjaState, told: NextEvent) -> Iterator[Event]:
    """Those who have to move, each to a zone beside or staying."""
    full, due = full_of(state), first_due(state)
    if due.kind == "move":
        yield from _along(state, due.guards, "card")
    elif full.may_step or full.may_move:
        yield from _along(state, full.may_step or full.may_move, "card" if full.may_step else "heard")
    elif full.step == "patrol":
        for patrol in patrols_to_move(state):
            yield from _along(state, members(state, patrol), "patrol")


def _along(state: NinjaState, group: tuple[str, ...], cause: Any) -> Iterator[Event]:
    zones = named_zones(state)
    for zone, facing in product(zones, (None, *zones)):
        for path in ((zone,), ()):
            yield f.GuardsMoved(guards=group, path=path, cause=cause, facing=facing)


def reformed(state: NinjaState, told: NextEvent) -> Iterator[Event]:
    """A facing that is open, or any guards of one zone."""
    full, due, zones = full_of(state), first_due(state), named_zones(state)
    for guards in (due.guards,) if due.kind == "facing" else groups(state):
        own = next((one for name in guards if (one := full.figures[name].patrol) is not None), None)
        name = own or free_name(state)
        for facing in (full.facings.get(name), *zones):
            yield f.PatrolReformed(patrol=name, guards=guards, facing=facing)


def walked(state: NinjaState, told: NextEvent) -> Iterator[Event]:
    """Through the doors that were told; otherwise staying, or up to three steps."""
    for name in told.choices["intruder"]:
        window, start = window_of(state, name), full_of(state).hidden[name].zone
        zones = named_zones(state)
        seen = [one.zone for one in window.incidents if one.kind == "detected"]
        between = next((zone for zone in zones if zone not in seen), "between")
        ways = [doors(window, between), *_steps(zones, len(window.incidents))]
        yield from (f.IntruderMoved(intruder=name, start=start, steps=way) for way in ways)


def _steps(zones: tuple[str, ...], told: int) -> Iterator[tuple[f.Step, ...]]:
    """Ways of open steps, made once all of it was told."""
    for number in range(1, LIMITS.steps_of_intruder + 1):
        for way in islice(permutations(zones, number), TRIED):
            yield tuple(f.Step(to=zone, after=told) for zone in way)


MADE: dict[str, Callable[[NinjaState, NextEvent], Iterator[Event]]] = {
    "guards_moved": moved,
    "patrol_reformed": reformed,
    "intruder_moved": walked,
    "intruder_card_played": carded,
}
