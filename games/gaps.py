"""Words for what is missing, so that no sentence of a refusal has a gap. Called wherever a violation is made."""

from __future__ import annotations

from typing import TypeVar

T = TypeVar("T")


def some(value: T | None) -> T | str:
    """The value, or the word `nothing` for None or anything empty."""
    return value or "nothing"


def known(value: T | None) -> T | str:
    """The value, or the word `unknown` for None."""
    return "unknown" if value is None else value
