"""The next event of a stream is projected from where the last one left it, and as the whole log would be."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest

from games.portable import log_of, write_log
from games.registry import MATCHES
from tracker import appended, commands
from tracker.after import follow_up
from tracker.bench.matches import simulated
from tracker.exchange import transfer
from tracker.identity import Identity
from tracker.models import Event, MatchRow, Stream
from tracker.projections import held, source
from tracker.projections.rebuild import differences
from tracker.projections.source import Source
from tracker.systems import MATCH
from tracker.tests import hall

pytestmark = pytest.mark.django_db(transaction=True)


def seen(found: Source) -> tuple[Any, ...]:
    """All that a projection reads of a log."""
    rows = [(row.seq, row.hash) for row in found.rows]
    return rows, found.entries, found.state, found.steps, found.reached


@pytest.mark.parametrize("system", sorted(MATCHES))
def test_a_log_that_goes_on_is_as_the_whole_log(system: str) -> None:
    match = simulated(3, system)
    stream = transfer.import_log(write_log(*log_of(MATCHES[system], MATCH, match.setup, match.steps))).stream
    row, whole = Stream.objects.get(id=stream), source.load(stream)
    for at in (1, whole.version // 3, whole.version - 1, whole.version):
        longer = source.continued(source.load(stream, at=at), row)
        assert longer is not None and seen(longer) == seen(whole)


class Table:
    """A match of a tournament, its rows made by this process; `read` counts how often its whole log was read since."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.who: Identity = hall.organiser()
        event, _ = hall.opened(self.who)
        self.id: UUID = hall.start_round(self.who, event, 1)[0].stream_id
        follow_up.update(self.id)
        self.read = 0
        whole = source.of

        def counted(row: Stream, at: int | None = None) -> Source:
            self.read += row.id == self.id
            return whole(row, at)

        monkeypatch.setattr(source, "of", counted)

    def updated(self) -> int:
        """Projects what was logged, and says how often the whole log was read for it."""
        before = self.read
        follow_up.update(self.id)
        read = self.read - before
        assert not differences(self.id)
        assert MatchRow.objects.get(pk=self.id).version == Stream.objects.get(id=self.id).version
        return read

    def report(self) -> None:
        commands.report_match(self.who, self.id, hall.summary(1, 0))


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Table:
    return Table(monkeypatch)


def test_the_next_event_does_not_read_the_whole_log_again(table: Table) -> None:
    with appended.held():
        table.report()
    assert table.updated() == 0


def test_what_another_process_projected_meanwhile_is_read_as_well(table: Table) -> None:
    head = Stream.objects.get(id=table.id).version
    held.hold(source.load(table.id, at=head - 1))
    with appended.held():
        table.report()
    assert table.updated() == 0


def test_what_is_taken_back_is_folded_from_the_beginning(table: Table) -> None:
    with appended.held():
        table.report()
        last = Stream.objects.get(id=table.id).version
        commands.void(table.who, table.id, [last], "counted twice", tail=True)
    assert table.updated() == 1


def test_rows_that_are_asked_for_anew_are_made_from_the_whole_log(table: Table) -> None:
    Stream.objects.filter(id=table.id).update(projected_version=0)
    assert table.updated() == 1


def test_a_log_of_another_past_is_read_as_it_stands(table: Table) -> None:
    """As after a backup was put back: the version is the same, the last event is another one."""
    kept = held.source_of(Stream.objects.get(id=table.id))
    kept.rows[-1].hash = "0" * 64
    held.hold(kept)
    with appended.held():
        table.report()
    assert table.updated() == 1


def test_only_so_many_events_are_held(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(held, "MOST", 1)
    held.hold(source.load(table.id))
    assert not held._held
    assert Event.objects.filter(stream=table.id).count() > 1
