"""What the traits that a side uses have in common: printed numbers, shares, ranges. Called by `chosen.py`."""

from __future__ import annotations

from collections.abc import Iterable

from games.bushido.full.common import broken, side_of_model, stands_here
from games.bushido.full.events import Share, TraitUsed
from games.bushido.full.printed import Trait
from games.bushido.full.traits import for_whom
from games.bushido.permissions import Violations
from games.bushido.state import BusState


def printed(state: BusState, model: str, name: str, *whom: str) -> Trait:
    """A trait with its numbers, of several the one with a keyword of these models; nothing of one that the model does
    not have."""
    return for_whom(state, model, name, whom)


def total(shares: Iterable[Share]) -> int:
    return sum(one.amount for one in shares)


def too_far(event: TraitUsed, most: int | None, rule: str) -> Violations:
    """What is told to be farther away than the trait reaches."""
    if most is not None and event.inches is not None and event.inches > most:
        yield broken(rule, told=event.inches, expected=most, model=event.model)


def _away(state: BusState, event: TraitUsed, one: Share) -> bool:
    """BUS-GEN-20: itself, or Elsewhere, where no range reaches."""
    return one.model == event.model or not stands_here(state, one.model)


def only_friends(state: BusState, event: TraitUsed, rule: str) -> Violations:
    side = side_of_model(state, event.model)
    for one in event.targets:
        foreign = side_of_model(state, one.model) != side or (
            rule != "BUS-TRT-29" and _away(state, event, one)
        )
        if foreign:
            yield broken(rule, told=one.model, model=event.model)
