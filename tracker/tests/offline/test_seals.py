"""Seals and their witnesses: what is sealed, what sealing reads, what a deleted or rewritten history leaves behind."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from django.core.management import call_command
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.portable import Mark, read_log
from games.ruleset import Setup
from tracker import log, warm
from tracker.exchange import transfer
from tracker.models import Event, Seal, SealedHead, Stream, triggers
from tracker.proof import seals, verify
from tracker.systems import find_rules
from tracker.tests.offline.helpers import begun
from tracker.tests.offline.tampering import rewrite, tamper, undone

pytestmark = pytest.mark.usefixtures("database")


@pytest.fixture(autouse=True)
def file(tmp_path: Path, settings: Any) -> Path:
    """The file of seals of this test."""
    settings.SEALS_FILE = str(tmp_path / "seals.jsonl")
    return tmp_path / "seals.jsonl"


@pytest.fixture
def event(database: str) -> Iterator[UUID]:
    """A tournament of four players after one round, sealed twice."""
    warm.forget()
    seals._forget()
    event = begun()
    assert seals.seal_heads() == 1
    more()
    assert seals.seal_heads() == 2
    yield event
    warm.forget()
    seals._forget()


def more() -> UUID:
    return log.create_stream("match", "last_battle", "1", Setup()).id


def whats() -> list[str]:
    return [problem.what for problem in verify.verify_database()]


def remove_seals(*numbers: int) -> None:
    def drop() -> None:
        Seal.objects.filter(number__in=numbers).delete()
        SealedHead.objects.filter(seal__in=numbers).delete()

    tamper(drop)


def test_each_seal_is_noted_beside_the_database(event: UUID, file: Path) -> None:
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    assert lines == list(Seal.objects.order_by("number").values("number", "hash"))
    assert whats() == []


def test_deleted_seals_are_found_by_the_file(event: UUID, file: Path) -> None:
    gone = "the file of seals knows it, the database does not: seals were removed"
    for numbers in ((1, 2), (2,)):
        with undone():
            remove_seals(*numbers)
            assert whats() == [f"seal {number}: {gone}" for number in numbers]
    with undone():
        remove_seals(1, 2)
        assert seals.seal_heads() == 1
        assert any("the history was made anew" in what for what in whats())


def test_whoever_verifies_one_event_hears_that_seals_were_removed(event: UUID, file: Path) -> None:
    """A visitor asks about one log, not about the whole installation; the removed seals need not be of that log."""
    client, path = Client(), f"/api/v1/tournaments/{event}/verify/"
    assert client.get(path).json()["ok"]
    for numbers in ((1, 2), (2,)):
        with undone():
            remove_seals(*numbers)
            told = client.get(path).json()
            assert not told["ok"] and told["problems"] == [{"what": "seal 2"}], numbers


def test_a_file_that_lost_lines_gets_them_again(event: UUID, file: Path) -> None:
    file.write_text(file.read_text().splitlines()[0] + '\n{"number": 2, "ha')
    more()
    assert seals.seal_heads() == 3
    assert [mark.number for mark in seals.seal_file.marks()][-2:] == [2, 3] or whats() == []
    file.unlink()
    more()
    seals.seal_heads()
    assert [json.loads(line)["number"] for line in file.read_text().splitlines()] == [1, 2, 3, 4]


def test_sealing_reads_nothing_of_the_older_seals(event: UUID) -> None:
    def questions() -> tuple[int, list[str]]:
        stream = more()
        with CaptureQueriesContext(connection) as asked:
            number = seals.seal_heads()
        assert number is not None and str(stream) in Seal.objects.get(number=number).heads
        return len(asked), [one["sql"] for one in asked.captured_queries]

    first, asked = questions()
    assert first == questions()[0] == questions()[0]
    assert not any("SELECT" in sql and '"tracker_seal"."heads"' in sql for sql in asked)


def test_verifying_one_stream_reads_its_own_seals_alone(event: UUID) -> None:
    row = Stream.objects.get(id=event)
    before = CaptureQueriesContext(connection)
    with before:
        assert verify.seal_problems(row) == []
    for _ in range(3):
        more()
        seals.seal_heads()
    with CaptureQueriesContext(connection) as after:
        assert verify.seal_problems(row) == []
    assert len(after) == len(before)


def test_a_rewriting_that_was_sealed_again_is_found_by_the_older_seal(event: UUID) -> None:

    rewrite(event)
    assert seals.seal_heads() == 3
    assert whats() == [verify.MISPLACED, "the log was rewritten: a seal knows another hash of this event"]


def test_what_no_hash_covers_is_bound_by_the_seals(event: UUID) -> None:
    kept = Event.objects.exclude(secret=None)[0]
    keyed = Event.objects.exclude(key=None).exclude(digest=None)[0]
    changes: list[tuple[Event, dict[str, Any]]] = [
        (kept, {"secret": None}),
        (keyed, {"digest": "0" * 64}),
        (keyed, {"digest": None}),
        (keyed, {"batch": 7}),
    ]
    for row, change in changes:
        with undone():
            tamper(lambda row=row, change=change: Event.objects.filter(pk=row.pk).update(**change))  # type: ignore[misc]
            assert "a secret, or the digest or size of a request, was changed since seal 1" in whats(), change
    assert whats() == []


def test_seals_of_an_older_program_hold_and_are_made_whole_by_the_next(event: UUID) -> None:
    """As they were before the digests of the rest: two parts in each head."""

    def age() -> None:
        previous = seals.GENESIS
        for seal in Seal.objects.order_by("number"):
            seal.heads = json.dumps(
                {k: v[:2] for k, v in json.loads(seal.heads).items()}, separators=(",", ":")
            )
            seal.previous = previous
            seal.hash = previous = seals._hash(seal)
            seal.signature = seals.keys.keyed("seal", seal.hash)
            seal.save()
        SealedHead.objects.update(rest="")

    tamper(age)
    Path(seals.seal_file._path() or "").unlink()
    assert whats() == []
    assert seals.seal_heads() == 3
    assert SealedHead.objects.filter(seal=3).exclude(rest="").count() == Stream.objects.count()
    assert whats() == [] and seals.seal_heads() is None


def test_the_heads_filed_under_a_seal_are_those_that_it_names(event: UUID) -> None:
    row = SealedHead.objects.filter(stream=event)[0]
    for change in (
        {"version": 1},
        {"hash": "0" * 64},
        {"rest": "0" * 64},
        {"seal": 9},
        {"stream": UUID(int=7)},
    ):
        with undone():
            tamper(lambda change=change: SealedHead.objects.filter(pk=row.pk).update(**change))  # type: ignore[misc]
            assert whats(), change
    with undone():
        tamper(lambda: SealedHead.objects.filter(pk=row.pk).delete())
        assert whats() == ["seal 1: the heads filed under the seal are not those that it names"]


def test_a_kept_seal_is_compared(event: UUID, capsys: pytest.CaptureFixture[str]) -> None:
    good = Seal.objects.get(number=2)
    for text, code in (
        (f"2:{good.hash}", 0),
        (f"2:{good.hash[:16]}", 0),
        ("2:" + "0" * 64, 1),
        (f"9:{good.hash}", 1),
    ):
        found = 0
        try:
            call_command("verify-log", f"--seal={text}")
        except SystemExit as exit_:
            found = int(exit_.code or 0)
        assert found == code, text
    assert "its history was cut" in capsys.readouterr().out


def test_the_newest_seal_stands_in_exports_pages_and_reads(event: UUID) -> None:
    good = Seal.objects.get(number=2)
    assert read_log(transfer.export_stream(event), find_rules).header.seal == Mark(2, good.hash)
    client = Client()
    for path in ("", "standings/"):
        assert f'data-seal="2:{good.hash}"' in client.get(f"/events/{event}/{path}").content.decode()
    read = client.get(f"/api/v1/tournaments/{event}/")
    assert read.headers["Warledger-Seal"] == f"2:{good.hash}"
    told = client.get("/api/v1/seals/2/").json()
    assert told == {"number": 2, "hash": good.hash, "previous": good.previous, "at": good.at}
    assert client.get("/api/v1/seals/").json() == told
    assert client.get("/api/v1/seals/9/").status_code == 404


def test_the_verify_page_takes_a_seal_as_a_witness(event: UUID) -> None:
    good = Seal.objects.get(number=1)
    client = Client()
    answer = client.post("/verify/", {"seal": f"1:{good.hash[:20]}"})
    assert answer.status_code == 200 and "part of this site" in answer.content.decode()
    for seal, words in ((f"7:{good.hash}", "its history was cut"), ("1:" + "f" * 16, "was made anew")):
        answer = client.post("/verify/", {"seal": seal})
        assert answer.status_code == 422 and words in answer.content.decode()
    assert client.post("/verify/", {"seal": "one"}).status_code == 400
    assert client.post("/verify/", {}).status_code == 400


def test_lifted_triggers_are_named(event: UUID) -> None:
    assert triggers.missing(connection) == []
    with undone():
        triggers.remove(connection)
        assert sum("the database would accept changes of the log" in what for what in whats()) >= 8
    assert whats() == []


def test_insert_or_replace_is_refused_on_sqlite(event: UUID, database: str) -> None:
    if database == "postgres":
        return
    row = Event.objects.filter(stream=event, seq=2).values().get()
    names = ", ".join(row)
    values: list[Any] = [value.hex if isinstance(value, UUID) else value for value in row.values()]
    for change in ({}, {"position": 99_999}):
        with (
            pytest.raises(IntegrityError, match="append-only"),
            transaction.atomic(),
            connection.cursor() as cursor,
        ):
            told: list[Any] = [change.get(name, value) for name, value in zip(row, values, strict=True)]
            cursor.execute(
                f"INSERT OR REPLACE INTO tracker_event ({names}) VALUES ({', '.join(['%s'] * len(told))})",
                told,
            )
    assert whats() == []
