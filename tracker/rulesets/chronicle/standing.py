"""What a campaign comes to for others: who leads it, and what a match of it has to be opened with."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from games.campaigns import Campaigns
from games.registry import SYSTEMS
from tracker.rulesets.chronicle.definition import Definition
from tracker.rulesets.chronicle.world import RosterNow, World


def ranking(rules: Definition, world: World) -> list[RosterNow]:
    """Who leads: by the figures that the definition names, then by id, so that the order is everybody's."""
    return sorted(
        world.rosters.values(),
        key=lambda one: (not one.active, *(-n for n in figures(rules, world, one)), one.id),
    )


def placed(rules: Definition, world: World) -> list[tuple[int, RosterNow]]:
    """(place, roster) of the ranking; rosters whose figures are equal share the place."""
    told = [((one.active, figures(rules, world, one)), one) for one in ranking(rules, world)]
    values = [value for value, _roster in told]
    return [(values.index(value) + 1, roster) for value, roster in told]


def figures(rules: Definition, world: World, roster: RosterNow) -> list[int]:
    """What a roster is ranked by, in that order."""
    own = {"wins": roster.wins, "matches": roster.matches}
    own["places"] = sum(one.holder == roster.id for one in world.places.values())
    return [roster.tallies.get(key, own.get(key, 0)) for key in rules.rank]


class Due(NamedTuple):
    """A lever that a match has to be opened with, and the mark and slot that it is due to."""

    lever: str
    value: int
    side: str = ""
    fighter: str = ""
    mark: str = ""
    slot: str = ""


def levers_of(rules: Definition, world: World, rosters: dict[str, str]) -> Iterator[Due]:
    """All that a match between these rosters, by side, is to be opened with."""
    dead = (SYSTEMS[rules.system].campaigns or Campaigns()).dead
    for limit in rules.limits.values():
        yield Due(limit.lever, limit.base + limit.per_cycle * world.cycle)
    for side, roster in sorted(rosters.items()):
        now = world.rosters[roster]
        for lever, value in now.levers.items():
            yield Due(lever, value, side)
        for fighter in now.fighters.values():
            if fighter.died and dead:
                yield Due(dead, 1, side, fighter.id, "dead", fighter.died.partition("/")[0])
            for held in fighter.marks:
                mark = rules.marks[held.mark]
                if mark.lever and not fighter.died:
                    yield Due(mark.lever, mark.value, side, fighter.id, held.mark, held.slot)
