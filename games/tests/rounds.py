"""Which of many rounds of one test guard every change, and which are long tests."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def quick_first(quick: int, values: Iterable[Any]) -> list[Any]:
    """The first `quick` values as they are, each of the others marked `soak`: arguments of `parametrize`.

    A tuple stands for several arguments.
    """
    return [one if place < quick else _long(one) for place, one in enumerate(values)]


def quick_are(quick: Iterable[Any], values: Iterable[Any]) -> list[Any]:
    """As `quick_first`, where the quick ones are named."""
    kept = list(quick)
    return [one if one in kept else _long(one) for one in values]


def _long(one: Any) -> Any:
    return pytest.param(*(one if isinstance(one, tuple) else (one,)), marks=pytest.mark.soak)
