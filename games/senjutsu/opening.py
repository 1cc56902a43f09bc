"""The first event of a match that a tournament opens. Called through `games.registry`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from games.ruleset import Event
from games.senjutsu.events import MatchCreated

Sample = Callable[[Sequence[str], int], list[str]]


def open_table(
    sides: dict[str, tuple[str, ...]], scenario: str | None, options: dict[str, Any], sample: Sample
) -> tuple[Event, ...]:
    """A staff event: two sides of one duel, more play each for itself, several players on a side are a team."""
    single = all(len(players) == 1 for players in sides.values())
    mode = "team" if not single else "duel" if len(sides) == 2 else "multi"
    return (
        MatchCreated(
            mode=mode,  # type: ignore[arg-type]
            sides=sides,
            detail=options.get("detail", "turns"),
            format=options.get("format", "competitive"),
            battlefield=scenario,
            signature_requires_40=options.get("signature_requires_40", False),
            deck_lists=options.get("deck_lists", "after"),
            time_limit=options.get("time_limit", True),
        ),
    )
