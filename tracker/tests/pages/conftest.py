"""Fixtures of the page tests."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from api.views import live


@pytest.fixture
def deal(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """`deal("a", "b", "c", "d")`: from now on Alliance players are dealt a, b, c and Serpent squads hold d."""

    def cards(*schemes: str) -> None:
        def sample(_cards: Sequence[str], count: int) -> list[str]:
            return list(schemes[-1:] if count == 1 else schemes[:count])

        monkeypatch.setattr("tracker.commands.rounds.sample", sample)

    return cards


@pytest.fixture
def short_streams(monkeypatch: pytest.MonkeyPatch) -> None:
    """A live stream ends once it has told what there is."""
    monkeypatch.setattr(live, "HELD_FOR", 0.0)
