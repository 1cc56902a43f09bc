"""What a stream tells is made once for all who may see the same, and for nobody else."""

from __future__ import annotations

import threading
from typing import Any
from uuid import UUID

import pytest

from api import stream_cache
from api.tests.hall import Hall
from games.ruleset import EVERYONE, REFEREE, Viewer
from tracker import selectors


@pytest.fixture(name="reads")
def _reads(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """Every reading of a log, by its arguments."""
    asked: list[tuple[Any, ...]] = []
    seen = selectors.events_seen

    def noted(*args: Any) -> Any:
        asked.append(args)
        return seen(*args)

    monkeypatch.setattr(selectors, "events_seen", noted)
    return asked


def test_an_open_event_is_read_once_for_everybody(hall: Hall, reads: list[tuple[Any, ...]]) -> None:
    match, telling = UUID(hall.match), stream_cache.Telling()
    readers = [EVERYONE, REFEREE, *(Viewer("player", f"p{number}", "serpent") for number in range(20))]
    texts = {telling.since(match, viewer, 0, 1) for viewer in readers}
    (text,) = texts
    assert text.after == 1 and "table_opened" in text.text and text.whole
    assert len(reads) == 1


def test_a_hidden_one_is_told_to_each_as_far_as_they_may_see(
    hall: Hall, reads: list[tuple[Any, ...]]
) -> None:
    hall.alice.post(hall.at + "events/", hall.choice("trap"))
    match, telling = UUID(hall.match), stream_cache.Telling()
    alice, boris = Viewer("player", hall.a, "alliance"), Viewer("player", hall.b, "serpent")
    knows = {viewer: "trap" in telling.since(match, viewer, 1, 2).text for viewer in (REFEREE, alice)}
    knows |= {viewer: "trap" in telling.since(match, viewer, 1, 2).text for viewer in (boris, EVERYONE)}
    assert knows == {REFEREE: True, alice: True, boris: False, EVERYONE: False}
    assert len(reads) == 4


def test_a_later_log_is_read_anew(hall: Hall, reads: list[tuple[Any, ...]]) -> None:
    match, telling = UUID(hall.match), stream_cache.Telling()
    assert telling.since(match, EVERYONE, 1, 1).text == ""
    hall.alice.post(hall.at + "events/", hall.choice("trap"))
    assert telling.since(match, EVERYONE, 1, 2).after == 2
    assert len(reads) == 2


def test_nothing_is_kept_for_longer_than_a_moment(
    hall: Hall, reads: list[tuple[Any, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A player may hide a name meanwhile."""
    monkeypatch.setattr(stream_cache, "KEPT_FOR", 0.0)
    match, telling = UUID(hall.match), stream_cache.Telling()
    telling.since(match, EVERYONE, 0, 1)
    telling.since(match, EVERYONE, 0, 1)
    assert len(reads) == 2


def test_a_reading_that_failed_is_tried_by_the_next(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    match, telling, seen = UUID(hall.match), stream_cache.Telling(), selectors.events_seen
    begun, over = threading.Event(), threading.Event()

    def fails(*args: Any) -> Any:
        monkeypatch.setattr(selectors, "events_seen", seen)
        begun.set()
        over.wait(10)
        raise RuntimeError("the database is being restarted")

    monkeypatch.setattr(selectors, "events_seen", fails)

    def unlucky() -> None:
        with pytest.raises(RuntimeError):
            telling.since(match, EVERYONE, 0, 1)

    first = threading.Thread(target=unlucky)
    first.start()
    assert begun.wait(10)
    over.set()
    assert telling.since(match, EVERYONE, 0, 1).after == 1
    first.join()
