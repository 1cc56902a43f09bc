"""Faults that several rules forbid, and hexes as words.

Called by the chapters of what happens on the hexes.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from games.gaps import some
from games.hexes import Hex
from games.hexes import spot as spot
from games.ruleset import Event, RuleViolation
from games.senjutsu.permissions import Violations


def spots(places: Iterable[Hex]) -> list[str] | str:
    """Hexes in a fixed order, to be read; the word `nothing` for none."""
    return some([spot(place) for place in sorted(places)])


def broken(event: Event, params: dict[str, Any], *rules: str) -> Violations:
    """One fault that several rules forbid. A card that waives one of them waives the fault (SEN-LOG-07)."""
    override = getattr(event, "override", None)
    if override is not None and override.rule in rules:
        rules = (override.rule,)
    for rule in rules:
        yield RuleViolation(rule, params)
