"""The order of a campaign: everything that happened, at its moment and by a name that is its own."""

from __future__ import annotations

from typing import Any, NamedTuple

from tracker.rulesets.chronicle import events as ev
from tracker.rulesets.chronicle.state import ChronicleState


class Slot(NamedTuple):
    """One thing that happened, at its place in the order."""

    at: str
    id: str
    what: Any


def slot_id(what: Any) -> str:
    """The name of a slot, which is its own whatever comes before it."""
    if isinstance(what, ev.RosterJoined):
        return f"join-{what.roster}"
    if isinstance(what, ev.RosterLeft):
        return f"leave-{what.roster}"
    if isinstance(what, ev.CycleClosed):
        return f"cycle-{what.cycle}"
    return str(what.id if isinstance(what, ev.Bought | ev.Adjusted) else "finish")


def slots_of(state: ChronicleState) -> list[Slot]:
    """Everything with a place in the order, in that order."""
    found = [Slot(one.at, slot_id(one), one) for one in state.slots]
    found += [Slot(one.at, link, one) for link, one in state.heard.items() if one.at is not None]
    return sorted(found, key=lambda one: (one.at, one.id))
