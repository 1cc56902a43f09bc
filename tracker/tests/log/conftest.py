"""A toy system for the tests of the log, on both databases."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from games.registry import MATCHES
from tracker import warm
from tracker.tests.log import toy


@pytest.fixture(autouse=True)
def _toy_system(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The toy is registered for one test, and no warm state outlives it."""
    monkeypatch.setitem(MATCHES, "toy", toy.RULES)
    warm.forget()
    yield
    warm.forget()
