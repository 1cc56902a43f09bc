"""What several rules of a campaign ask: who is there, which step is open, which ids are free."""

from __future__ import annotations

import re
from collections.abc import Iterator

from games.ruleset import RuleViolation
from tracker.rulesets.chronicle.derive import derive
from tracker.rulesets.chronicle.slots import slot_id
from tracker.rulesets.chronicle.state import ChronicleState
from tracker.rulesets.chronicle.world import OpenStep, RosterNow, World

Violations = Iterator[RuleViolation]
SERVER_IDS = re.compile(r"m\d+|cycle-\d+|join-.*|leave-.*|finish")
"""Ids of matches and of the steps of a campaign, which the server gives when they come."""


def step_of(state: ChronicleState, effect: str) -> OpenStep | None:
    return next((one for one in derive(state).steps if one.id == effect), None)


def present(world: World, *rosters: str) -> Violations:
    """CHR-ROS-03."""
    active = active_of(world)
    for roster in rosters:
        if roster not in active:
            yield RuleViolation("CHR-ROS-03", {"roster": roster, "legal": sorted(active)})


def active_of(world: World) -> dict[str, RosterNow]:
    return {key: one for key, one in world.rosters.items() if one.active}


def unused(state: ChronicleState, id_: str) -> Violations:
    """CHR-ID-01: what has a place in the order has an id of its own. CHR-ID-02: and none that the server will give."""
    if SERVER_IDS.fullmatch(id_):
        yield RuleViolation("CHR-ID-02", {"id": id_})
        return
    taken = {slot_id(one) for one in state.slots} | {one.id for one in state.notes} | state.links.keys()
    taken |= state.challenges.keys()
    if id_ in taken:
        yield RuleViolation("CHR-ID-01", {"id": id_})
