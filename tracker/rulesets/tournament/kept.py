"""What is asked for again about the very same states and rounds, answered once.

States and rounds never change, so objects that are still the same ones have the same answer. A draw is judged by
drawing again from its seed: what the server drew a moment ago from the same field is not drawn a second time. What is
kept holds no more than a laptop has room for. Called by `scoring`, `draws`, `drawing`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Generic, TypeVar

from msgspec.structs import fields

from tracker.rulesets.tournament.plans import planned_stages
from tracker.rulesets.tournament.state import TournamentState

A = TypeVar("A")
R = TypeVar("R")
Rows = TypeVar("Rows", bound=Sequence[object])
MOST_ROWS = 20_000
"""So many games, and so many standings, are kept: some ten megabytes of each."""

ASIDE = frozenset(
    "rounds lists_locked lists_public finished seeds commitment committed_at drawn public_seeds described registration "
    "apart allowed clock calls lock_at reveal_at remarks unsanctioned opened_steps friends".split()
)
"""What no standings follow from, and the rounds, which are looked at one by one."""

DECIDING = tuple(field.name for field in fields(TournamentState) if field.name not in ASIDE)


def last_answer(make: Callable[[A, str], R]) -> Callable[[A, str], R]:
    """`make`, which gives its last answer again for the same object and an equal text."""
    kept: tuple[A, str, R] | None = None

    @wraps(make)
    def asked(about: A, text: str) -> R:
        nonlocal kept
        found = kept
        if found is not None and found[0] is about and found[1] == text:
            return found[2]
        made = make(about, text)
        kept = about, text, made
        return made

    return asked


class Kept(Generic[Rows]):
    """Rows by the objects that they follow from, which are kept too; all are forgotten when they become too many."""

    def __init__(self) -> None:
        self._kept: dict[tuple[int, ...], tuple[tuple[object, ...], Rows]] = {}
        self._count = 0

    def of(self, objects: tuple[object, ...], make: Callable[[], Rows]) -> Rows:
        key = tuple(map(id, objects))
        found = self._kept.get(key)
        if found is not None:
            return found[1]
        made = make()
        if self._count + len(made) > MOST_ROWS:
            self._kept, self._count = {}, 0
        self._kept[key] = objects, made
        self._count += len(made)
        return made


def settled(state: TournamentState, last: int) -> tuple[object, ...] | None:
    """What the standings after round `last` follow from; None while that round goes on, and where later rounds may say
    something about it: in an event of several stages, or of which somebody has left."""
    rounds = state.rounds[:last]
    plans = planned_stages(state.options)
    if len(plans) > 1 or plans[0].format != "swiss" or len(state.stages) > 1:
        return None
    if any(round_.status != "closed" for round_ in rounds):
        return None
    if last < len(state.rounds) and any(one.dropped for one in state.entrants.values()):
        return None
    return (*(getattr(state, name) for name in DECIDING), *rounds)
