"""The invented sample faction of `catalogue/sample.toml`, and a legal warband of 100 rice out of it.

Used by tests, demonstrations and simulations; no card of it is printed anywhere.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from games.bushido.cards import TABLES
from games.bushido.profiles import Profile, SpecialCard, Theme
from games.bushido.scenarios import Scenario
from games.catalogue import load


class Sample(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The tables of the file: rows by id for each kind."""

    profiles: dict[str, Profile]
    enhancements: dict[str, SpecialCard]
    events: dict[str, SpecialCard]
    terrain: dict[str, SpecialCard]
    communal: dict[str, SpecialCard]
    themes: dict[str, Theme]
    scenarios: dict[str, Scenario]


SAMPLE = load(Path(__file__).parent / "catalogue" / "sample.toml", Sample)
FACTION = "Lantern Court"
OWN_SCENARIO = SAMPLE.scenarios["lantern_vigil"]
"""A scenario as organisers may write one."""

CARDS: dict[str, dict[str, Any]] = {
    id_: {"id": id_, "kind": kind, **msgspec.to_builtins(card)}
    for table, kind in TABLES.items()
    for id_, card in getattr(SAMPLE, table).items()
}
"""The sample as an imported edition."""

WARBAND: dict[str, Any] = {
    "faction": FACTION,
    "theme": "night_watch",
    "models": [
        {"profile": "rokuro", "enhancements": ["inherited_blade"]},
        {"profile": "guards", "count": 3, "enhancements": ["drilled", {"card": "oiled_lantern", "model": 2}]},
        {"profile": "archers", "count": 2},
        "ferrymen",
        "bearer",
        "tessho",
        {"profile": "ironsnout", "enhancements": ["feather"]},
        "jirota",
    ],
    "cards": ["fog", {"card": "bell", "count": 2}, {"card": "spilled_oil", "x": 2}, "basin", "well"],
    "total": 100,
}
"""The body of a legal warband of exactly 100 rice, in the theme of the Night Watch."""
