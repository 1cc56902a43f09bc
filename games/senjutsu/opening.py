"""The first event of a match that a tournament opens. Called through `games.registry`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from games.ruleset import Event
from games.senjutsu.events import MatchCreated

CHOICES = (
    "detail",
    "format",
    "deck_size",
    "unique_characters",
    "signature_requires_40",
    "schools",
    "deck_lists",
    "time_limit",
)
"""What an event's organisers may choose for all of its matches."""

Sample = Callable[[Sequence[str], int], list[str]]


def open_table(
    sides: dict[str, tuple[str, ...]], scenario: str | None, options: dict[str, Any], sample: Sample
) -> tuple[Event, ...]:
    """A staff event: two sides of one duel, more play each for itself, several players on a side are a team.

    Raises `msgspec.ValidationError` for options that the event does not know.
    """
    single = all(len(players) == 1 for players in sides.values())
    mode = "team" if not single else "duel" if len(sides) == 2 else "multi"
    chosen = {name: options[name] for name in CHOICES if options.get(name) is not None}
    told = {
        "format": "competitive",
        "time_limit": True,
        **chosen,
        "mode": mode,
        "sides": sides,
        "battlefield": scenario,
    }
    return (msgspec.convert({**told, "type": "match_created"}, MatchCreated),)
