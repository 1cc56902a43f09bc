"""Streams that are behind are caught up with together: the same rows in few statements, and none holds up another."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tracker import appended, projections
from tracker.after import follow_up
from tracker.models import Fault, LadderEntry, MatchRow, RunRow, Stream
from tracker.projections import runs as run_rows
from tracker.tests.ladders.runs import players, store_simulated

pytestmark = pytest.mark.django_db(transaction=True)


def stored(count: int) -> list[UUID]:
    """Runs that nobody has scored yet."""
    with appended.held():
        return store_simulated(count, players(4))


def rows() -> list[Any]:
    """What the pages show of all runs."""
    links = MatchRow.players.through.objects.values_list("matchrow_id", "player_id")
    tables = [MatchRow.objects.values(), RunRow.objects.values(), LadderEntry.objects.values(), links]
    return [sorted(map(str, table)) for table in tables]


def behind(streams: list[UUID]) -> None:
    Stream.objects.filter(id__in=streams).update(projected_version=0)


def test_together_they_become_what_each_would_alone() -> None:
    streams = stored(12)
    assert follow_up.catch_up() == 12 and follow_up.catch_up() == 0
    together = rows()
    assert RunRow.objects.count() == 12 and LadderEntry.objects.exists()
    for table in (MatchRow, RunRow, LadderEntry):
        table.objects.all().delete()
    behind(streams)
    for stream in streams:
        assert follow_up.attempt(stream)
    assert rows() == together


def test_more_runs_take_no_more_statements(monkeypatch: pytest.MonkeyPatch) -> None:
    streams = stored(16)
    follow_up.catch_up()
    counts = []
    for count in (4, 16):
        behind(streams[:count])
        with CaptureQueriesContext(connection) as asked:
            follow_up.catch_up()
        counts.append(len(asked))
    assert counts[0] == counts[1], counts
    assert not list(projections.behind())
    monkeypatch.setattr(follow_up, "PACK", 1)
    behind(streams)
    follow_up.catch_up()
    assert not list(projections.behind()), "also where each is a pack of its own"


def test_one_at_fault_among_them_is_noted_and_the_others_are_scored(monkeypatch: pytest.MonkeyPatch) -> None:
    streams = stored(6)
    whole, bad = run_rows._run, streams[3]

    def broken(source: Any, *rest: Any) -> Any:
        if source.stream.id == bad:
            raise ValueError("nobody can score it")
        return whole(source, *rest)

    monkeypatch.setattr(run_rows, "_run", broken)
    follow_up.catch_up()
    assert set(RunRow.objects.values_list("stream_id", flat=True)) == set(streams) - {bad}
    assert list(Fault.objects.values_list("stream_id", flat=True)) == [bad]
    monkeypatch.setattr(run_rows, "_run", whole)
    Fault.objects.all().delete()
    follow_up.catch_up()
    assert RunRow.objects.filter(stream_id=bad).exists() and not Fault.objects.exists()
