"""verify-log on the database: whatever somebody changes behind the program's back is found and named."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any
from uuid import UUID

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.db import connection

from games.chain import link
from tracker import appended, commands, log, shots, warm
from tracker.after import follow_up
from tracker.identity import Identity
from tracker.ids import uuid7
from tracker.management.tool import BAD_INPUT, REFUSED
from tracker.models import (
    ConfirmedMatch,
    Event,
    FeedRow,
    MatchRow,
    PairingRow,
    RatingChange,
    Seal,
    Snapshot,
    StandingRow,
    Stream,
    TournamentRow,
)
from tracker.projections import made_by
from tracker.projections.confirmed import mark_stale
from tracker.proof import seals, verify
from tracker.tests import db_states
from tracker.tests.offline.helpers import begun
from tracker.tests.offline.tampering import rewrite, tamper, undone

pytestmark = pytest.mark.usefixtures("database")


@pytest.fixture
def event(database: str) -> Iterator[UUID]:
    """A tournament of four players after one round, sealed."""
    warm.forget()
    yield _sealed()
    warm.forget()


@db_states.kept
def _sealed() -> UUID:
    event = begun()
    seals.seal_heads()
    return event


@pytest.fixture
def match(event: UUID) -> UUID:
    """One of its matches."""
    return MatchRow.objects.order_by("table").values_list("stream_id", flat=True)[0]


def edit(stream: UUID, seq: int, **fields: Any) -> None:
    tamper(lambda: Event.objects.filter(stream_id=stream, seq=seq).update(**fields))


def found() -> list[tuple[str | None, int | None]]:
    return [(problem.stream, problem.seq) for problem in verify.verify_database()]


def test_an_untouched_database_is_proven(event: UUID) -> None:
    before = (list(Event.objects.values()), list(StandingRow.objects.values()), list(Stream.objects.values()))
    assert list(verify.verify_database()) == []
    assert (
        list(Event.objects.values()),
        list(StandingRow.objects.values()),
        list(Stream.objects.values()),
    ) == before


def test_an_edited_field_of_an_event_is_found(event: UUID) -> None:
    edits: list[dict[str, Any]] = [
        {"data": '{"round":1}'},
        {"actor": "player:mallory"},
        {"at": "2020-01-01T00:00:00Z"},
        {"recorded": "2020-01-01T00:00:00.000Z"},
        {"type": "round_closed"},
        {"schema": 2},
        {"side": "serpent"},
        {"visibility": "staff"},
        {"key": "another"},
        {"hash": "0" * 64},
        {"secret": '{"salt":"x","value":{}}'},
    ]
    for fields in edits:
        with undone():
            edit(event, 3, **fields)
            assert (str(event), 3) in found(), fields
    assert found() == []


def test_an_edited_secret_is_found(match: UUID) -> None:
    rows = list(Event.objects.exclude(secret=None))
    assert rows, "a match with secrets is needed"
    row = rows[0]
    edit(row.stream_id, row.seq, secret=str(row.secret).replace('"salt":"', '"salt":"0'))
    assert (str(row.stream_id), row.seq) in found()


def test_a_removed_event_in_the_middle_is_found(event: UUID) -> None:
    tamper(lambda: Event.objects.filter(stream_id=event, seq=4).delete())
    assert (str(event), 5) in found()


def test_swapped_events_are_found(event: UUID) -> None:
    def swap() -> None:
        Event.objects.filter(stream_id=event, seq=3).update(seq=9999)
        Event.objects.filter(stream_id=event, seq=4).update(seq=3)
        Event.objects.filter(stream_id=event, seq=9999).update(seq=4)

    tamper(swap)
    assert {(str(event), 3), (str(event), 4)} <= set(found())


def test_a_cut_tail_is_found_even_when_the_stream_agrees(event: UUID) -> None:
    row = Stream.objects.get(id=event)

    def cut() -> None:
        Event.objects.filter(stream_id=event, seq=row.version).delete()
        last = Event.objects.get(stream_id=event, seq=row.version - 1)
        Stream.objects.filter(id=event).update(version=last.seq, head=last.hash, projected_version=0)

    tamper(cut)
    problems = [problem for problem in verify.verify_database() if "cut" in problem.what]
    assert [(problem.stream, problem.seq) for problem in problems] == [(str(event), row.version)]


def test_a_rewritten_and_relinked_tail_is_found_by_its_seal(event: UUID) -> None:
    rows = log.read(event)

    rewrite(event)
    problems = list(verify.verify_database())
    assert {one.stream for one in problems} == {str(event)}
    assert (problems[0].what, problems[1].seq) == (verify.MISPLACED, rows[-1].seq), (
        "the draw tells of it, and the seal"
    )
    assert "rewritten" in problems[1].what


def test_a_missing_stream_is_found_with_and_without_its_events(event: UUID, match: UUID) -> None:
    MatchRow.objects.all().delete()
    RatingChange.objects.all().delete()
    ConfirmedMatch.objects.all().delete()
    FeedRow.objects.all().delete()
    PairingRow.objects.update(match=None)

    def drop(events_too: bool) -> None:
        if events_too:
            Event.objects.filter(stream_id=match).delete()
        with connection.cursor() as cursor:
            key = match if connection.vendor == "postgresql" else match.hex
            cursor.execute("DELETE FROM tracker_stream WHERE id = %s", [key])

    tamper(lambda: drop(events_too=False))
    problems = [one for one in verify.verify_database() if one.stream == str(match)]
    assert any("belongs to a stream that is missing" in one.what for one in problems)
    tamper(lambda: drop(events_too=True))
    problems = [one for one in verify.verify_database() if one.stream == str(match)]
    assert ["the stream is missing; a seal knows" in one.what for one in problems] == [True]


def test_an_edited_stream_is_found(match: UUID) -> None:
    edits: list[tuple[str, Any, str]] = [
        ("version", 3, "the stream's row counts 3 events"),
        ("head", "0" * 64, "the stream's head is not the hash of its last event"),
        ("score", '{"vp":{"serpent":99}}', "the stream's score is not the score of its log"),
        ("setup", '{"options":{"round":7}}', "the hash does not match"),
        ("ruleset", "0", "the hash does not match"),
        ("system", "chess", "the stream cannot be read"),
    ]
    for field, value, what in edits:
        with undone():
            Stream.objects.filter(id=match).update(**{field: value})
            problems = [problem.what for problem in verify.verify_database() if problem.stream == str(match)]
            assert any(what in problem for problem in problems), field
    assert found() == []


def test_an_edited_seal_is_found(event: UUID) -> None:
    for change in ({"heads": "{}"}, {"hash": "0" * 64}, {"signature": "0" * 64}, {"streams": 1}):
        with undone():
            tamper(lambda change=change: Seal.objects.filter(number=1).update(**change))  # type: ignore[misc]
            assert any("seal 1" in problem.what for problem in verify.verify_database()), change


def test_a_missing_seal_is_found(event: UUID) -> None:
    log.create_stream("match", "last_battle", "1", warm.Setup())
    assert seals.seal_heads() == 2
    assert list(verify.verify_database()) == []
    tamper(lambda: Seal.objects.filter(number=1).delete())
    assert any("seal 1 is missing" in problem.what for problem in verify.verify_database())


def test_a_changed_projection_is_found_and_named(event: UUID, match: UUID) -> None:
    StandingRow.objects.filter(tournament_id=event, rank=1).update(rank=4)
    MatchRow.objects.filter(stream_id=match).update(vp={"serpent": 9, "alliance": 0})
    problems = {(one.stream, one.what.split(" player_id=")[0]) for one in verify.verify_database()}
    assert (str(event), "StandingRow round=1") in problems
    whats = [one.what for one in verify.verify_database()]
    assert any("rank is 4, the log says 1" in what for what in whats)
    assert any("MatchRow: vp is {'serpent': 9, 'alliance': 0}, the log says" in what for what in whats)


def test_a_row_without_a_reason_and_a_missing_row_are_found(event: UUID, match: UUID) -> None:
    MatchRow.objects.filter(stream_id=match).delete()
    StandingRow.objects.filter(tournament_id=event).update(round=2)
    whats = [one.what for one in verify.verify_database()]
    assert "MatchRow is missing" in whats
    assert any(what.startswith("StandingRow round=2") and "does not follow" in what for what in whats)


def test_edited_rows_are_found_whatever_the_stream_says_they_show(event: UUID, match: UUID) -> None:
    version = Stream.objects.get(id=event).version
    for claimed, told in ((0, False), (version - 1, False), (version, False), (9999, True)):
        with undone():
            Stream.objects.filter(id=event).update(projected_version=claimed)
            whats = [one.what for one in verify.verify_database()]
            assert whats == ([f"the rows claim to show event 9999 of {version}"] if told else []), claimed
            StandingRow.objects.filter(tournament_id=event, rank=1).update(rank=4)
            MatchRow.objects.filter(stream_id=match).update(vp={"serpent": 9, "alliance": 0})
            whats = [one.what for one in verify.verify_database()]
            assert any("rank is 4, the log says 1" in what for what in whats), claimed
            assert any("MatchRow: vp is" in what for what in whats), claimed
    with undone():
        TournamentRow.objects.update(version=9999)
        assert f"the rows claim to show event 9999 of {version}" in [
            one.what for one in verify.verify_database()
        ]


@pytest.mark.parametrize("claimed", [0, 9999])
def test_catching_up_repairs_edited_rows(event: UUID, claimed: int) -> None:
    Stream.objects.filter(id=event).update(projected_version=claimed)
    TournamentRow.objects.filter(stream_id=event).update(version=claimed or 1, status="finished")
    StandingRow.objects.filter(tournament_id=event, rank=1).update(rank=4)
    assert follow_up.catch_up() == 1
    assert list(verify.verify_database()) == []
    assert follow_up.catch_up() == 0


def test_rows_older_than_their_log_are_held_against_the_log_of_then(event: UUID, match: UUID) -> None:
    with appended.held():
        commands.register_players(
            Identity(User.objects.get(username="olga")), event, [commands.NewPlayer("Late Larry")]
        )
    seals.seal_heads()
    assert list(verify.verify_database()) == []
    StandingRow.objects.filter(tournament_id=event, rank=1).update(rank=4)
    assert any("rank is 4, the log says 1" in one.what for one in verify.verify_database())


def test_what_an_older_version_made_is_no_damage_and_rebuild_mends_it(
    event: UUID, match: UUID, capsys: pytest.CaptureFixture[str]
) -> None:
    """As after an upgrade: an outcome and rows that lack what the program of today shows besides."""
    score = json.loads(Stream.objects.get(id=match).score)
    older = {name: value for name, value in score.items() if name not in ("figures", "unverified", "carry")}
    lines = [
        {key: value for key, value in line.items() if key != "seq"}
        for line in MatchRow.objects.get(pk=match).lines
    ]
    assert lines and older != score
    Stream.objects.filter(id=match).update(score=json.dumps(older), projected_by="an older one")
    MatchRow.objects.filter(pk=match).update(lines=lines)
    assert {(one.stream, one.older) for one in verify.verify_database()} == {(str(match), True)}
    assert verified(capsys) == (0, {"ok": True, "problems": [], "older": [str(match)]})
    with undone():
        for wrong in (
            {**older, "vp": {"serpent": 99, "alliance": 0}},
            {"vp": score["vp"]},
            {**older, "more": 1},
        ):
            Stream.objects.filter(id=match).update(score=json.dumps(wrong))
            whats = [one.what for one in verify.verify_database() if not one.older]
            assert whats == ["the stream's score is not the score of its log"], wrong
    with undone():
        MatchRow.objects.filter(pk=match).update(vp={"serpent": 99, "alliance": 0})
        assert any("MatchRow: vp" in one.what for one in verify.verify_database() if not one.older)
    with undone():
        Stream.objects.filter(id=match).update(projected_by=made_by())
        assert any("MatchRow: lines" in one.what for one in verify.verify_database() if not one.older)
    call_command("rebuild")
    assert list(verify.verify_database()) == []
    assert json.loads(Stream.objects.get(id=match).score) == score


def test_a_forged_snapshot_is_found(match: UUID) -> None:
    rules = "0" * 64
    shot = Snapshot(stream_id=match, version=3, head=log.read(match)[2].hash, rules=rules, state=b"forged")
    shot.mac = shots.mac(match, 3, shot.head, rules, b"forged")
    shot.save()
    assert found() == [], "other rules made it"
    for change in (
        {"state": b"other"},
        {"version": 2},
        {"head": "1" * 64},
        {"mac": "1" * 64},
        {"rules": "1" * 64},
    ):
        with undone():
            Snapshot.objects.filter(stream=match).update(**change)
            assert found() == [(str(match), change.get("version", 3))], change


def test_rows_that_are_behind_are_not_held_against_the_log(event: UUID, match: UUID) -> None:
    MatchRow.objects.filter(stream_id=match).delete()
    ConfirmedMatch.objects.filter(stream_id=match).delete()
    mark_stale("last_battle", 0)
    Stream.objects.filter(id=match).update(projected_version=0)
    assert list(verify.verify_database()) == []


def test_a_foreign_event_is_judged_by_the_rules_of_today(match: UUID) -> None:
    """Linked perfectly, but no referee would have accepted it."""
    row, last = Stream.objects.get(id=match), log.read(match)[-1]
    forged = Event(
        stream_id=match, seq=last.seq + 1, type="turn_reported", visibility="public", actor="system"
    )
    forged.data, forged.recorded = '{"strategy":{"alliance":0,"serpent":9},"turn":9}', last.recorded
    forged.hash = link(row.head, verify.chain_row(forged), forged.data.encode())
    forged.save()
    Stream.objects.filter(id=match).update(version=forged.seq, head=forged.hash)
    problems = [one for one in verify.verify_database() if one.stream == str(match)]
    assert any(one.seq == forged.seq and "LB-LOG-06" in one.what for one in problems)


def verified(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, dict[str, Any]]:
    code = 0
    try:
        call_command("verify-log", *args, json=True)
    except SystemExit as exit_:
        code = int(exit_.code or 0)
    answer: dict[str, Any] = json.loads(capsys.readouterr().out)
    return code, answer


def test_the_command_proves_the_database_and_single_streams(
    event: UUID, match: UUID, capsys: pytest.CaptureFixture[str]
) -> None:
    assert verified(capsys) == (0, {"ok": True, "problems": []})
    edit(match, 1, actor="player:mallory")
    code, answer = verified(capsys, str(match))
    assert (code, answer["ok"]) == (REFUSED, False)
    assert answer["problems"][0] == {
        "stream": str(match),
        "seq": 1,
        "what": "the hash does not match the entry and all before it",
    }
    assert verified(capsys, str(event))[0] == 0
    assert verified(capsys)[0] == REFUSED


def test_an_unknown_stream_is_bad_input(database: str) -> None:
    with pytest.raises(CommandError, match="there is no stream") as error:
        call_command("verify-log", str(uuid7()))
    assert error.value.returncode == BAD_INPUT
