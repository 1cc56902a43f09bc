"""Brings the scenario table in line with the catalogues of the rules. Called by `up` and `sync-scenarios`."""

from __future__ import annotations

from typing import Any

import msgspec

from games.registry import SCENARIOS
from tracker.models import Scenario


def sync() -> int:
    """Writes every scenario of every system; returns how many there are. Safe to run at every start."""
    wanted = [_row(system, key, facts) for system, table in SCENARIOS.items() for key, facts in table.items()]
    Scenario.objects.bulk_create(
        wanted,
        update_conflicts=True,
        unique_fields=["system", "key"],
        update_fields=["name_en", "name_ru", "data"],
    )
    return len(wanted)


def _row(system: str, key: str, facts: Any) -> Scenario:
    data = msgspec.to_builtins(facts)
    name = data.pop("name")
    return Scenario(system=system, key=key, name_en=name["en"], name_ru=name["ru"], data=data)
