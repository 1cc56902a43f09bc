"""Whole numbers in addresses and fields that no form checks. Called by the views."""

from __future__ import annotations

MOST = 10
"""Digits from which on a number is none: nothing here counts so far, and Python reads no thousands of them."""


def whole(text: str | None) -> int | None:
    """The number from 0 on that stands there; None for none and for anything else."""
    return int(text) if text and text.isdecimal() and len(text) < MOST else None
