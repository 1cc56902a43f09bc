"""Whole events of what is placed before the first turn: guards, where intruders start, secret passages. On a printed
board (NIN-MAP-12) zones have names that are made up. Called by `examples.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise, permutations
from typing import Any

from games.ninja.full import events as f
from games.ninja.full.table import guards_in
from games.ninja.state import NinjaState
from games.ruleset import Event, NextEvent

WAYS = 6
"""So many placements of the same figures."""
PRINTED = tuple(f"{letter}{number}" for letter in "ABCDEFGH" for number in range(1, 5))
"""Names of zones on a board that only the players see."""


def deployed(state: NinjaState, told: NextEvent) -> Iterator[Event]:
    """NIN-SETUP-07 to -10, NIN-MODE-4P-02: sentries on one post after the other, patrols apart from them."""
    sentries, patrols = (told.counts[name][0] for name in ("sentries", "patrols"))
    posts, units = told.choices.get("sentries") or PRINTED, _units(told)
    swords = told.choices["swords"][: told.counts["swords"][0]] if "swords" in told.counts else ()
    for way in range(WAYS):
        there = tuple(posts[(way + place) % len(posts)] for place in range(sentries))
        free = [one for one in units if one.zone not in there]
        apart = len(free) // patrols if patrols else 0
        yield f.GuardsDeployed(
            sentries=there,
            patrols=tuple(free[way % len(free) - place * apart] for place in range(patrols)),
            swords=swords,
        )


def _units(told: NextEvent) -> tuple[f.Patrol, ...]:
    if told.choices.get("patrols"):
        return tuple(f.Patrol(**one) for one in told.choices["patrols"])
    return tuple(f.Patrol(zone, facing) for zone, facing in pairwise(PRINTED))


def started(state: NinjaState, told: NextEvent) -> Iterator[Event]:
    """NIN-SETUP-16, -17: where no guards stand."""
    (name,) = told.choices["intruder"]
    for zone in told.choices.get("zone") or PRINTED:
        if not guards_in(state, zone):
            yield f.IntruderStartMarked(intruder=name, zone=zone)


def marked(state: NinjaState, told: NextEvent) -> Iterator[Event]:
    """NIN-SETUP-18: two zones of those that may hold an entrance."""
    owner: Any = next(iter(told.choices["intruder"]), None)
    for entrance, other in permutations(told.choices.get("entrance") or PRINTED, 2):
        yield f.PassageMarked(intruder=owner, entrance=entrance, other=other)
