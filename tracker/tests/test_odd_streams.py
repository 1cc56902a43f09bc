"""One stream that nobody can read, or that tells impossible moments, stops no other: pages, jobs, rebuild, proof."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any
from uuid import UUID

import msgspec
import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from games.ruleset import SYSTEM, Setup
from tracker import appended, commands, log, moments, warm
from tracker.after import follow_up
from tracker.commands import BadInput
from tracker.handle import Command, handle
from tracker.log import NewRow
from tracker.management.tool import REFUSED
from tracker.models import Fault, LadderEntry, MatchRow, RunRow, SeasonRow, Snapshot, Stream, TournamentRow
from tracker.proof.verify import verify_database
from tracker.rulesets.season import events as happened
from tracker.systems import SEASON
from tracker.tests import hall
from tracker.tests.ladders.runs import by_turns, players, ran, summed
from tracker.tests.offline.helpers import exit_code
from tracker.tests.pages.desk import Desk, match_url

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("database")]

ODD = (
    "0001-01-01T00:00:00+14:00",
    "9999-12-31T23:59:59-14:00",
    "0001-01-01T00:00:00Z",
    "1970-01-01T00:00:00",
    "not a moment",
)


@pytest.mark.parametrize("at", ODD)
def test_what_no_clock_can_mean_is_refused_at_the_door(at: str) -> None:
    """Every door: a program's event, a run, and the pad, which leaves the moment out rather than the entry."""
    with pytest.raises(moments.BadMoment, match="is legal"):
        moments.told(at)
    who, (player, *_) = hall.organiser(), players(1)
    event, _ = hall.opened(who, 2)
    told = [{"type": "player_dropped", "data": {"player": str(player.id)}}]
    with pytest.raises(BadInput, match="at: a moment"):
        commands.append(who, event, told, at=at)
    mine = who._replace(players=frozenset({str(player.id)}))
    run = {"character": "ronin", "waves_cleared": 4, "last_clear_turn": 11, "turns": 13}
    with pytest.raises(BadInput, match="at: a moment"):
        commands.log_run(mine, player=player.id, run=run, at=at)


def test_a_clock_may_be_a_day_ahead_and_no_more() -> None:
    now = timezone.now()
    assert moments.told((now + timedelta(hours=23)).isoformat(timespec="seconds"))
    with pytest.raises(moments.BadMoment, match="a day from now"):
        moments.told((now + timedelta(days=3)).isoformat(timespec="seconds"))


@pytest.mark.parametrize("at", ODD)
def test_pages_of_a_match_outlive_an_odd_moment_in_its_log(at: str) -> None:
    desk = Desk().started()
    row = desk.matches()[0]
    report = {"type": "match_reported", **hall.summary(1, 0)}
    event = warm.get(row.stream_id).codec.from_payload(report.pop("type"), report)
    handle(Command(stream=row.stream_id, actor=SYSTEM, events=(event,), at=at))
    for url in (
        match_url(row.stream_id),
        desk.console(),
        desk.console(f"logs/{row.stream_id}/"),
        f"/api/v1/matches/{row.stream_id}/events/",
    ):
        assert desk.client.get(url).status_code == 200, url
    assert exit_code("rebuild") == 0 and not list(verify_database())


@pytest.mark.parametrize("at", ODD)
def test_an_odd_run_stands_beside_the_others(at: str) -> None:
    crowd = players(2)
    odd, good = ran(summed(crowd[0], 5), at=at), ran(by_turns(crowd[1], 1))
    assert set(RunRow.objects.values_list("stream_id", flat=True)) == {odd, good}
    found = Client().get("/api/v1/runs/")
    assert found.status_code == 200 and len(found.json()["results"]) == 2
    for url in (f"/runs/{odd}/", "/ladders/", "/ladders/senjutsu/horde/", match_url(odd)):
        assert Client().get(url).status_code == 200, url
    assert exit_code("rebuild") == 0 and LadderEntry.objects.filter(run_id=odd).exists()
    assert not Fault.objects.exists() and not list(verify_database())


def test_an_odd_season_is_refused_and_a_stored_one_is_shown() -> None:
    who = hall.organiser()
    stream = log.create_stream(SEASON, "senjutsu", "1", Setup()).id
    for starts in ("0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z"):
        with pytest.raises(Exception, match="SEA-TIME-01"):
            event = happened.SeasonCreated(name="Odd", system="senjutsu", starts=starts)
            handle(Command(stream=stream, actor=SYSTEM, events=(event,)))
    row = _row(stream, 1, "season_created", {"name": "Odd", "system": "senjutsu", "starts": starts})
    _store(stream, row)
    follow_up.catch_up()
    assert SeasonRow.objects.get().starts == moments.LAST
    User.objects.filter(pk=who.user.pk).update(is_superuser=True)
    client = Client()
    client.force_login(who.user)
    for url in ("/seasons/", f"/seasons/{stream}/", "/ladders/", "/", f"/seasons/{stream}/console/"):
        assert client.get(url).status_code in (200, 404), url
    assert client.get("/api/v1/seasons/").status_code == 200
    assert exit_code("rebuild") == 0


def _row(stream: UUID, seq: int, type_: str, data: Any) -> NewRow:
    text = json.dumps(data)
    return NewRow(seq, type_, 1, text, None, None, "public", "system", None, "", "0" * 64, None, None, None)


def _store(stream: UUID, row: NewRow) -> None:
    """As a fault of the disk or of an old version would."""
    at = Stream.objects.get(id=stream)
    log.append(stream, log.Head(at.version, at.head), [row], at.score)
    warm.forget()


@pytest.fixture
def unreadable() -> UUID:
    """A tournament with rows and a snapshot, beside a good one, whose newest event is of no known type."""
    who = hall.organiser()
    bad, _ = hall.opened(who, 2)
    hall.opened(who, 2)
    at = Stream.objects.get(id=bad)
    Snapshot.objects.create(stream_id=bad, version=at.version, head=at.head, rules="1", mac="?", state=b"?")
    _store(bad, _row(bad, at.version + 1, "nonsense", {}))
    return bad


def test_an_unreadable_stream_stops_no_other(
    unreadable: UUID, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    for _ in range(5):
        follow_up.catch_up()
    fault = Fault.objects.get()
    assert (fault.stream_id, fault.tries) == (unreadable, 1) and "nonsense" in fault.what
    assert sum(bool(record.exc_info) for record in caplog.records) == 1
    TournamentRow.objects.exclude(stream_id=unreadable).update(players=99)
    assert exit_code("rebuild") == REFUSED
    told = capsys.readouterr().out
    assert f"{unreadable}: could not be rebuilt" in told and "players is 99" in told
    assert sorted(TournamentRow.objects.values_list("players", flat=True)) == [2, 2], "its rows stand"
    assert Snapshot.objects.filter(stream_id=unreadable).exists(), "nothing goes that cannot be made again"
    problems = list(verify_database())
    assert {problem.stream for problem in problems} == {str(unreadable)}
    assert any("cannot be made since" in problem.what for problem in problems)
    assert Client().get("/").status_code == 200
    assert Client().get("/api/v1/tournaments/").status_code == 200
    assert Client(raise_request_exception=False).get(f"/events/{unreadable}/").status_code == 200


def test_a_match_of_players_without_ids_is_listed() -> None:
    """A simulated match that was imported: its players are called as the simulation called them."""
    (player,) = players(1)
    with appended.held():
        stream = ran([*_named(summed(player, 3), str(player.id))])
    follow_up.catch_up()
    assert MatchRow.objects.get(stream_id=stream).sides
    client = Client()
    for url in ("/api/v1/matches/", f"/api/v1/matches/{stream}/", "/api/v1/runs/", match_url(stream), "/"):
        assert client.get(url).status_code == 200, url


def _named(events: list[Any], player: str) -> list[Any]:
    return [_renamed(event, player) for event in events]


def _renamed(event: Any, player: str) -> Any:
    text = msgspec.json.encode(event).replace(player.encode(), b"blue-1")
    return msgspec.json.decode(text, type=type(event))
