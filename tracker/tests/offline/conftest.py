"""Simulated logs as files, and a small event in the database."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from uuid import UUID

import pytest

from tracker import warm
from tracker.tests.offline.helpers import begun, run


@pytest.fixture(autouse=True)
def _cold() -> Iterator[None]:
    warm.forget()
    yield
    warm.forget()


@pytest.fixture
def files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> list[Path]:
    """Four simulated matches, two at each level."""
    code, out = run(capsys, "simulate", "last_battle", matches=4, seed=7, out=str(tmp_path))
    assert code == 0
    return [Path(line) for line in out.splitlines()]


@pytest.fixture
def event(database: str) -> UUID:
    return begun()
