"""Who is taken by surprise, by whom and how long (BUS-GEN-13). Pure reading."""

from __future__ import annotations

from games.bushido.full.frame import acting, table
from games.bushido.full.traits import trait
from games.bushido.state import BusState


def unseen(state: BusState, model: str) -> bool:
    """Whether the active enemy began out of contact and sight of it, and stayed out of sight until it was there."""
    one = acting(state)
    if model not in one.unseen_by or model in one.seen_by:
        return False
    return not any(model in pair and one.model in pair for pair in one.contacts)


def is_surprised(state: BusState, model: str) -> bool:
    """BUS-GEN-13, BUS-TRT-89: so it is for whom the action is aimed at, unless it is never Surprised."""
    return unseen(state, model) and trait(state, model, "Sixth Sense") is None


def caught(state: BusState, model: str) -> bool:
    """Surprised by the action in progress: from its declaration to its end, and nobody but its targets."""
    return aimed_at(state, model) and is_surprised(state, model)


def aimed_at(state: BusState, model: str) -> bool:
    """Whether the action in progress goes for this model."""
    full, one = table(state), acting(state)
    if one.resolved:
        return False
    hit = full.shot is not None and full.shot.target == model
    tested = full.duel is not None and (full.duel.user, full.duel.target) == (one.model, model)
    return model in one.targets or hit or tested
