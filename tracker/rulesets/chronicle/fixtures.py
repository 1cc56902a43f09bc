"""Fixed fixtures: who meets whom in the running cycle, by the circle method over the rosters in the order they joined.

With an even number everybody meets everybody else once in one cycle less than there are rosters; with an odd one
somebody rests in each. Who joins or leaves changes the cycles from the running one on. Pure; called by `derive`.
"""

from __future__ import annotations

from collections.abc import Sequence

from tracker.rulesets.chronicle import events as ev
from tracker.rulesets.chronicle.definition import Definition
from tracker.rulesets.chronicle.moments import deadline
from tracker.rulesets.chronicle.state import ChronicleState
from tracker.rulesets.chronicle.world import Fixture, World


def fixtures(state: ChronicleState, rules: Definition, world: World) -> list[Fixture]:
    """Those of the running cycle; none where the definition fixes none, or when it is over."""
    if not rules.fixtures or world.ending is not None:
        return []
    began = max((one.at for one in state.slots if isinstance(one, ev.CycleClosed)), default="")
    until = deadline(began or state.began, rules.days)
    opened = {frozenset(one.rosters.values()): one.link for one in state.links.values() if one.at > began}
    active = [key for key, one in world.rosters.items() if one.active]
    return [
        Fixture(one, two, until, opened.get(frozenset((one, two)), ""))
        for one, two in pairs(active, world.cycle)
    ]


def pairs(rosters: Sequence[str], cycle: int) -> list[tuple[str, str]]:
    """The first one stays, the others go round it; "" is the rest of whoever is left over."""
    circle = [*rosters, ""] if len(rosters) % 2 else list(rosters)
    if len(circle) < 2:
        return []
    turn = cycle % (len(circle) - 1)
    others = circle[1:]
    seats = [circle[0], *others[turn:], *others[:turn]]
    met = zip(seats[: len(seats) // 2], reversed(seats[len(seats) // 2 :]), strict=True)
    return [(one, two) for one, two in met if one and two]
