"""Who is taken by surprise, by whom and how long (BUS-GEN-13). Pure reading."""

from __future__ import annotations

from games.bushido.full.common import acting, table
from games.bushido.full.state import Acting
from games.bushido.full.traits import trait
from games.bushido.state import BusState


def unseen(state: BusState, model: str) -> bool:
    """Whether the active enemy began out of contact and sight of it, and stayed out of sight until it was there."""
    return _came_unseen(acting(state), model)


def _came_unseen(one: Acting, model: str) -> bool:
    if model not in one.unseen_by or model in one.seen_by:
        return False
    return not any(model in pair and one.model in pair for pair in one.contacts)


def _ambushed(state: BusState, model: str) -> bool:
    """BUS-TRT-46: Surprised by one of a Group or a Pack that has reached it and has still to fight it."""
    mates = table(state).band
    waiting = mates.fights if mates is not None else ()
    return any(model in one.targets and _came_unseen(one, model) for one in waiting)


def is_surprised(state: BusState, model: str) -> bool:
    """BUS-GEN-13, BUS-TRT-89: so it is for whom the action is aimed at, unless it is never Surprised."""
    there = unseen(state, model) or _ambushed(state, model)
    return there and trait(state, model, "Sixth Sense") is None


def caught(state: BusState, model: str) -> bool:
    """Surprised by the action in progress, or by one that waits for its exchange: from its declaration to its end, and
    nobody but its targets."""
    return (aimed_at(state, model) or _ambushed(state, model)) and is_surprised(state, model)


def aimed_at(state: BusState, model: str) -> bool:
    """Whether the action in progress goes for this model."""
    full, one = table(state), acting(state)
    if one.resolved:
        return False
    hit = full.shot is not None and full.shot.target == model
    tested = full.duel is not None and (full.duel.user, full.duel.target) == (one.model, model)
    return model in one.targets or hit or tested
