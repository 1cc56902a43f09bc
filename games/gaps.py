"""Words for what is missing, so that no sentence of a refusal has a gap. Called wherever a violation is made."""

from __future__ import annotations

from typing import Any


def some(value: Any) -> Any:
    """The value, or the word `nothing` for an empty list or mapping."""
    return value or "nothing"


def known(value: Any) -> Any:
    """The value, or the word `unknown` for None."""
    return "unknown" if value is None else value
