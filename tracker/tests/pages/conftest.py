"""Fixtures of the page tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from random import Random

import pytest

from api.views import live
from tracker.selectors import streams


@pytest.fixture(autouse=True, scope="package")
def _the_same_examples() -> Iterator[None]:
    """Examples are made up by chance: here alike wherever the reader may know the same."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(streams, "Random", partial(Random, 7))
        yield


@pytest.fixture
def deal(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """`deal("a", "b", "c", "d")`: from now on Alliance players are dealt a, b, c and Serpent squads hold d."""

    def cards(*schemes: str) -> None:
        def sample(_cards: Sequence[str], count: int) -> list[str]:
            return list(schemes[-1:] if count == 1 else schemes[:count])

        monkeypatch.setattr("tracker.commands.opening.sample", sample)

    return cards


@pytest.fixture
def short_streams(monkeypatch: pytest.MonkeyPatch) -> None:
    """A live stream ends once it has told what there is."""
    monkeypatch.setattr(live, "HELD_FOR", 0.0)
