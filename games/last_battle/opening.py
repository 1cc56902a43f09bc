"""The first events of a table that a tournament opens: the table, the deal, and the Serpent's preset schemes.

`games` has no dice: `sample(cards, count)` is handed in and deals at random. Called through `games.registry`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from games.last_battle.events import SchemesDealt, SerpentSchemesPreset, TableOpened
from games.last_battle.facts import BATTLEFIELDS, COMMON_SCHEMES
from games.ruleset import Event

Sample = Callable[[Sequence[str], int], list[str]]


def open_table(
    sides: dict[str, tuple[str, ...]], scenario: str | None, options: dict[str, Any], sample: Sample
) -> tuple[Event, ...]:
    """Staff events that start a match: LB-SETUP-02 deals to the Alliance, LB-SETUP-07 presets the Serpent.

    `options` are the tournament's `detail` and `scheme_draw_count` (None: the players bring their schemes).
    """
    count = options.get("scheme_draw_count")
    opened = TableOpened(
        battlefield=scenario or sample(tuple(BATTLEFIELDS), 1)[0],  # type: ignore[arg-type]
        sides=sides,
        detail=options.get("detail", "turns"),
        scheme_draw_count=count,
    )
    dealt = [
        SchemesDealt(player=player, schemes=tuple(sample(COMMON_SCHEMES, count)))
        for player in sides["alliance"]
        if count
    ]
    preset = [
        SerpentSchemesPreset(squad=player, schemes=tuple(sample(COMMON_SCHEMES, 1)))
        for player in sides["serpent"]
    ]
    return (opened, *dealt, *preset)
