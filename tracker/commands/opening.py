"""The first events of a match that somebody opens: by an event's round, at a table of an event day, in a campaign, by
themselves. What a match cannot be opened with is refused with words, wherever it was told.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from games.choices import Sample
from games.registry import OPENINGS, SCENARIOS
from games.ruleset import Event
from tracker.inputs import BadInput, none_of, undecodable


def sample(cards: Sequence[str], count: int) -> list[str]:
    """Deals cards that nobody can foresee."""
    return secrets.SystemRandom().sample(list(cards), min(count, len(cards)))


def opening_of(
    system: str,
    sides: Mapping[str, tuple[str, ...]],
    scenario: str | None,
    options: dict[str, Any],
    deal: Sample | None = None,
    at: str = "",
) -> tuple[Event, ...]:
    """The system's own first events. Raises `BadInput` for a scenario or options that it does not have; `at`: where
    in the request the options stand."""
    try:
        return OPENINGS[system](dict(sides), scenario, options, deal or sample)
    except msgspec.ValidationError as error:
        known = SCENARIOS.get(system) or {}
        said = none_of(scenario, known) if scenario is not None and known else None
        if said is not None:
            raise BadInput("scenario", said, "") from None
        raise undecodable("options", error, at or None) from None
