"""What all chapters of the campaign rules share: the shape of a check and of a fold, refusals, replaced tables."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from games.ruleset import RuleViolation
from tracker.rulesets.campaign.state import Arcanum, CampaignState, Table

Violations = tuple[RuleViolation, ...]
Check = Callable[[CampaignState, Any], Violations]
Fold = Callable[[CampaignState, Any], CampaignState]

LEGAL: Violations = ()


def broken(*rules: str, **params: Any) -> Violations:
    """One violation for each rule, the most exact first, as a check returns them."""
    return tuple(RuleViolation(rule, params) for rule in rules)


def with_table(state: CampaignState, table: Table) -> CampaignState:
    """The state with one table put in or replaced; the order stays."""
    return replace(state, tables={**state.tables, table.battlefield: table})


def with_arcanum(state: CampaignState, arcanum: Arcanum) -> CampaignState:
    """The state with one card put in or replaced; the order stays."""
    return replace(state, arcana={**state.arcana, arcanum.card: arcanum})


def open_table(state: CampaignState, key: str) -> Table | None:
    """The table when its match is open, else None."""
    table = state.tables.get(key)
    return table if table is not None and table.match is not None else None
