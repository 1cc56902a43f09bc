"""Who may log what, and when, as every game asks it. The file of that name of each game names its rule and what its
sentence tells.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from typing import Any

from games.ruleset import Actor, RuleViolation

Violations = Iterable[RuleViolation]
NOBODY = "nobody"
"""Stands in a sentence where somebody or something is missing; a word of each `rules.toml` that needs it."""


def unless(fine: bool, rule: str, **facts: Any) -> tuple[RuleViolation, ...]:
    """The rule as broken, with the facts of its sentence; nothing where it is kept."""
    return () if fine else (RuleViolation(rule, facts),)


def speaks_for(by: Actor, players: Container[str | None]) -> bool:
    """Whether somebody may log for these players: one of them, or staff, who act for anyone."""
    return by.is_staff or by.player in players


def phase_facts(word: str, phase: str, legal: Sequence[str]) -> dict[str, Any]:
    """What a sentence about the wrong moment tells: the phase and the legal ones, by words that begin with `word`."""
    return {"phase": f"{word}_{phase}", "legal": [f"{word}_{one}" for one in legal]}


def at_level(state: Any, levels: Container[str]) -> bool:
    """Whether the match is told at one of these levels of detail, or not opened yet."""
    return state.phase == "open" or state.detail in levels
