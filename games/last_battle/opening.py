"""The first events of a table that a tournament opens: the table, the deal, and the Serpent's preset schemes.

What may be chosen stands in `opening.toml`. Called through `games.registry`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from games.catalogue import load
from games.choices import Sample, Tables, chosen
from games.last_battle.events import SchemesDealt, SerpentSchemesPreset, TableOpened
from games.last_battle.facts import BATTLEFIELDS, COMMON_SCHEMES
from games.ruleset import Event

TABLES = load(Path(__file__).parent / "opening.toml", Tables)


def open_table(
    sides: dict[str, tuple[str, ...]], scenario: str | None, options: dict[str, Any], sample: Sample
) -> tuple[Event, ...]:
    """Staff events that start a match: LB-SETUP-02 deals to the Alliance, LB-SETUP-07 presets the Serpent.

    `options` are those of `TABLES`; without `scheme_draw_count` the players bring their schemes. Raises
    `msgspec.ValidationError` for a value that an option cannot have.
    """
    told = {
        **chosen(options, TABLES.options),
        "battlefield": scenario or sample(tuple(BATTLEFIELDS), 1)[0],
        "sides": sides,
    }
    opened = msgspec.convert({**told, "type": "table_opened"}, TableOpened)
    count = opened.scheme_draw_count
    dealt = [
        SchemesDealt(player=player, schemes=tuple(sample(COMMON_SCHEMES, count)))
        for player in sides.get("alliance", ())
        if count
    ]
    preset = [
        SerpentSchemesPreset(squad=player, schemes=tuple(sample(COMMON_SCHEMES, 1)))
        for player in sides.get("serpent", ())
    ]
    return (opened, *dealt, *preset)
