"""One append: judged, chained, refused whole, idempotent, stale-safe. Each test on SQLite and on PostgreSQL."""

from __future__ import annotations

import threading
from typing import Any
from uuid import UUID

import pytest
from django.db import DatabaseError, connection, transaction

from games.chain import Row, genesis, link
from games.match import EventVoided
from games.ruleset import SYSTEM, Actor, Setup
from tracker import log, warm
from tracker.handle import Command, CommandRejected, KeyReused, StaleVersion, handle
from tracker.models import Event, Stream
from tracker.tests.log.toy import RULES, RULES_SEEN, Added, Kept

pytestmark = pytest.mark.usefixtures("database")
PLAYER = Actor("player", "a")
SECRET = 987654321012


@pytest.fixture
def stream(database: str) -> UUID:
    return log.create_stream("match", "toy", RULES.version, Setup()).id


def add(stream: UUID, *numbers: int, **options: Any) -> Any:
    events = tuple(Added(number=number) for number in numbers)
    return handle(Command(stream=stream, actor=PLAYER, events=events, **options))


def total(stream: UUID) -> int:
    warm.forget()
    return int(warm.current(stream).state.total)


def test_events_of_one_command_follow_each_other(stream: UUID) -> None:
    answer = add(stream, 1, 2, 3)
    assert (answer.version, answer.first_seq, answer.count) == (3, 1, 3)
    assert [row.seq for row in log.read(stream)] == [1, 2, 3]
    assert total(stream) == 6


def test_the_score_row_changes_with_the_events(stream: UUID) -> None:
    add(stream, 4)
    assert '"sum":4' in Stream.objects.get(id=stream).score


def test_a_refusal_changes_nothing_even_in_the_middle_of_a_command(stream: UUID) -> None:
    add(stream, 1)
    before = Stream.objects.values().get(id=stream)
    with pytest.raises(CommandRejected) as refused:
        add(stream, 1, -9, 5)
    assert refused.value.position == 1 and refused.value.violations[0].rule == "TOY-02"
    assert Stream.objects.values().get(id=stream) == before
    assert Event.objects.filter(stream_id=stream).count() == 1


def test_the_chain_binds_every_row_to_all_before_it(stream: UUID) -> None:
    add(stream, 1)
    add(stream, 2, 3, at="2026-11-21T10:00:00Z", key="k")
    head = genesis(kind="match", system="toy", ruleset="1", setup={}, stream=str(stream))
    for row in log.read(stream):
        fields = {name: getattr(row, name) for name in Row.__struct_fields__}
        head = link(head, Row(**fields), row.data.encode())
        assert row.hash == head
    assert Stream.objects.get(id=stream).head == head


def test_the_time_of_a_device_is_kept(stream: UUID) -> None:
    add(stream, 1, at="2026-11-21T10:00:00Z")
    assert log.read(stream)[0].at == "2026-11-21T10:00:00Z"


def test_the_time_of_a_device_is_not_kept_where_it_would_tell_how_long_somebody_thought(
    stream: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Added, "timed", False)
    add(stream, 1, at="2026-11-21T10:00:00Z")
    assert log.read(stream)[0].at is None


def test_a_stale_expected_version_is_refused(stream: UUID) -> None:
    add(stream, 1, expected_version=0)
    with pytest.raises(StaleVersion) as stale:
        add(stream, 1, expected_version=0)
    assert (stale.value.version, stale.value.expected) == (1, 0)
    assert total(stream) == 1


def test_another_process_was_faster_than_our_warm_state(stream: UUID) -> None:
    add(stream, 1)
    ours = warm.get(stream)
    add(stream, 1)
    warm.put(ours)
    assert add(stream, 1).version == 3
    warm.put(ours)
    with pytest.raises(StaleVersion):
        add(stream, 1, expected_version=1)
    assert total(stream) == 3


def test_the_same_key_and_body_gets_the_first_answer(stream: UUID) -> None:
    first = add(stream, 1, 1, key="tap")
    add(stream, 5)
    again = add(stream, 1, 1, key="tap")
    assert (again.first_seq, again.count, again.repeated) == (first.first_seq, 2, True)
    assert total(stream) == 7


def test_a_repeat_is_answered_although_the_rules_or_the_version_would_now_refuse(stream: UUID) -> None:
    add(stream, 3)
    add(stream, -3, key="take", expected_version=1)
    assert add(stream, -3, key="take", expected_version=1).repeated


def test_the_same_key_with_another_body_is_refused(stream: UUID) -> None:
    add(stream, 1, key="tap")
    with pytest.raises(KeyReused):
        add(stream, 2, key="tap")
    with pytest.raises(KeyReused):
        handle(Command(stream=stream, actor=SYSTEM, events=(Added(number=1),), key="tap"))
    assert total(stream) == 1


def test_a_dry_run_judges_and_writes_nothing(stream: UUID) -> None:
    add(stream, 1, dry_run=True)
    with pytest.raises(CommandRejected):
        add(stream, -1, dry_run=True)
    assert total(stream) == 0 and not Event.objects.filter(stream_id=stream).exists()


def test_a_secret_is_stored_apart_from_its_public_twin(stream: UUID) -> None:
    handle(Command(stream=stream, actor=PLAYER, events=(Kept(player="a", number=SECRET),)))
    row = log.read(stream)[0]
    assert str(SECRET) not in row.data and str(SECRET) in (row.secret or "") and row.visibility == "side:left"
    warm.forget()
    assert warm.current(stream).state.kept == {"a": SECRET}


def test_a_commitment_alone_is_accepted_and_a_wrong_one_refused(stream: UUID) -> None:
    handle(Command(stream=stream, actor=PLAYER, events=(Kept(player="a", commitment="0" * 64),)))
    wrong = Kept(player="a", number=1, salt="s", commitment="0" * 64)
    with pytest.raises(CommandRejected, match="WL-SEC-01"):
        handle(Command(stream=stream, actor=PLAYER, events=(wrong,)))


def test_voiding_takes_events_back_and_keeps_them_in_the_log(stream: UUID) -> None:
    add(stream, 5, 7)
    handle(Command(stream=stream, actor=SYSTEM, events=(EventVoided(seqs=(1,), reason="typed twice"),)))
    assert total(stream) == 7 and len(log.read(stream)) == 3
    assert add(stream, 1).version == 4 and total(stream) == 8


def test_a_voiding_that_breaks_later_events_is_refused_with_the_list(stream: UUID) -> None:
    add(stream, 5, -3, -2)
    with pytest.raises(CommandRejected) as refused:
        handle(Command(stream=stream, actor=SYSTEM, events=(EventVoided(seqs=(1,), reason="wrong"),)))
    assert [refusal.entry.seq for refusal in refused.value.broken] == [2, 3]
    tail = EventVoided(seqs=(1, 2, 3), reason="all of it")
    handle(Command(stream=stream, actor=SYSTEM, events=(tail,)))
    assert total(stream) == 0


def test_players_may_not_void(stream: UUID) -> None:
    add(stream, 5)
    with pytest.raises(CommandRejected, match="WL-VOID-01"):
        handle(Command(stream=stream, actor=PLAYER, events=(EventVoided(seqs=(1,), reason="no"),)))


def test_the_database_refuses_to_change_the_log(stream: UUID) -> None:
    add(stream, 1)
    for change in (
        "UPDATE tracker_event SET data = '{}'",
        "DELETE FROM tracker_event",
        "DELETE FROM tracker_stream",
    ):
        with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
            connection.cursor().execute(change)
    if connection.vendor == "postgresql":
        with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
            connection.cursor().execute("TRUNCATE tracker_event")
    assert total(stream) == 1


@pytest.mark.django_db(transaction=True)
def test_many_threads_on_one_stream_leave_no_hole_and_lose_nothing(stream: UUID) -> None:
    def work(name: str) -> None:
        try:
            for number in range(25):
                add(stream, 1, key=f"{name}-{number}")
        finally:
            connection.close()

    threads = [threading.Thread(target=work, args=(f"t{number}",)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    assert not any(thread.is_alive() for thread in threads), "a writer still waits after two minutes"
    assert [row.seq for row in log.read(stream)] == list(range(1, 101))
    assert total(stream) == 100


def test_what_is_judged_and_folded_is_what_a_rebuild_reads(stream: UUID) -> None:
    class Strange(dict[str, int]):
        """Not what JSON gives back."""

    RULES_SEEN.clear()
    handle(Command(stream=stream, actor=PLAYER, events=(Added(number=1, by=Strange(z=1, a=2)),)))
    assert [list(seen) for seen in RULES_SEEN] == [["a", "z"]] and type(RULES_SEEN[0]) is dict
