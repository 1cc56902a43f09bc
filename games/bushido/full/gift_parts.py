"""What the traits that a side uses have in common: printed numbers, shares, ranges. Called by `gifts.py`."""

from __future__ import annotations

from collections.abc import Iterable

from games.bushido.full.events import Share, TraitUsed
from games.bushido.full.frame import (
    broken,
    side_of_model,
)
from games.bushido.full.printed import Trait
from games.bushido.full.traits import keyworded
from games.bushido.state import BusState
from games.bushido.who import Violations


def printed(state: BusState, model: str, name: str) -> Trait:
    """A trait with its numbers; nothing of one that the model does not have."""
    return next(keyworded(state, model, name), Trait(name, "", 0, 0))


def total(shares: Iterable[Share]) -> int:
    return sum(one.amount for one in shares)


def too_far(event: TraitUsed, most: int | None, rule: str) -> Violations:
    """What is told to be farther away than the trait reaches."""
    if most and event.inches is not None and event.inches > most:
        yield broken(rule, told=event.inches, expected=most, model=event.model)


def only_friends(state: BusState, event: TraitUsed, rule: str) -> Violations:
    side = side_of_model(state, event.model)
    for one in event.targets:
        if side_of_model(state, one.model) != side or (one.model == event.model and rule != "BUS-TRT-29"):
            yield broken(rule, told=one.model, model=event.model)
