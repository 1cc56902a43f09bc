"""One stream that nobody can read, or that tells impossible moments, stops no other: pages, jobs, rebuild, proof."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import msgspec
import pytest
from django.contrib.auth.models import AnonymousUser, User
from django.test import Client, override_settings
from django.utils import timezone

from games.ruleset import SYSTEM, Setup
from tracker import appended, commands, log, moments, selectors, warm
from tracker.after import follow_up
from tracker.commands import BadInput
from tracker.handle import Command, CommandRejected, handle
from tracker.identity import Identity
from tracker.log import NewRow
from tracker.management.tool import REFUSED
from tracker.models import (
    EntrantRow,
    Fault,
    LadderEntry,
    MatchRow,
    Player,
    RunRow,
    SeasonKeeper,
    SeasonRow,
    Snapshot,
    Stream,
    TournamentRow,
)
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


OTHER_DIGITS = "\u0662\u0660\u0662\u0666-11-28"
"""2026-11-28, its year in Arabic digits."""
EVERYWHERE = ("/", "/events/", "{}", "{}pairings/", "{}pairings/hall/", "{}console/", "{}console/settings/")
"""The pages of an event and those that list it."""


def _say(desk: Desk, type_: str, **data: Any) -> list[tuple[str, int]]:
    """The event is logged; every page with another answer than 200 after it, of the event and of all events."""
    commands.append(desk.who, desk.event, [{"type": type_, "data": data}])
    pages = [page.format(desk.url()) for page in EVERYWHERE] + [desk.console("tables/1/"), desk.url("log/")]
    answered = [(page, desk.client.get(page).status_code) for page in pages]
    return [(page, status) for page, status in answered if status != 200]


@pytest.mark.parametrize(
    ("type_", "data"),
    [
        ("clock_started", {"round": 1, "minutes": 60, "at": f"{OTHER_DIGITS}T10:00:00Z"}),
        ("lists_due", {"lock_at": f"{OTHER_DIGITS}T10:00:00Z"}),
        ("event_described", {"starts": OTHER_DIGITS}),
        ("event_described", {"starts": "2026-11-28", "ends": f"{OTHER_DIGITS}T10:00"}),
    ],
)
def test_digits_of_another_script_are_no_moment_of_an_event(type_: str, data: dict[str, Any]) -> None:
    desk = Desk().started()
    with pytest.raises(CommandRejected):
        _say(desk, type_, **data)


def test_nobody_calls_a_judge_at_such_a_moment() -> None:
    desk = Desk().started()
    seat = str(desk.state.rounds[0].pairings[0].sides["serpent"][0])
    player = Identity(AnonymousUser(), frozenset({seat}))
    call = {"player": seat, "round": 1, "table": desk.state.rounds[0].pairings[0].table}
    for at, passes in ((f"{OTHER_DIGITS}T10:00:00Z", False), ("2026-11-28T10:00:00Z", True)):
        told = [{"type": "judge_called", "data": {**call, "at": at}}]
        with contextlib.nullcontext() if passes else pytest.raises(CommandRejected):
            commands.append(player, desk.event, told)


def test_no_season_has_such_a_moment() -> None:
    who = hall.organiser()
    SeasonKeeper.objects.create(user=who.user)
    season = commands.create_season(who, name="Spring", starts=datetime(2026, 1, 1, tzinfo=UTC))
    for closed in (f"{OTHER_DIGITS}T10:00:00Z", "2026-11-28T10:00:00Z\n", "2026-11-31T10:00:00Z"):
        with pytest.raises(CommandRejected):
            commands.append(who, season, [{"type": "season_closed", "data": {"closed": closed}}])


def test_the_last_day_of_the_calendar_stops_no_page() -> None:
    """What ends a day or an hour later has no moment; the pages of the event and of all events stand all the same."""
    desk = Desk().started()
    assert not _say(desk, "clock_started", round=1, minutes=1440, at="9999-12-31T23:59:59Z")
    assert not _say(desk, "lists_due", lock_at="9999-12-31T23:59:59Z", reveal_at="9999-12-31T23:59:59Z")
    for starts in ("9999-12-31", "9999-12-31T23:59", "0001-01-01", "0001-01-01T00:00"):
        assert not _say(desk, "event_described", starts=starts)
        assert desk.client.get(desk.url("calendar.ics")).status_code == 404
    assert not _say(desk, "event_described", starts="1998-05-01", ends="1998-05-02")
    assert b"DTEND;VALUE=DATE:19980503" in desk.client.get(desk.url("calendar.ics")).content


@override_settings(TIME_ZONE="Asia/Tokyo")
def test_a_form_with_the_first_day_of_the_calendar_is_refused() -> None:
    desk = Desk()
    with timezone.override("Asia/Tokyo"):
        refused = desk.press("lists-due", lock_at="0001-01-01T00:00")
    assert refused.status_code < 500 and desk.state.lock_at is None


@pytest.mark.parametrize("text", [OTHER_DIGITS, f"{OTHER_DIGITS}T10:00:00Z", "2026-11-31", "", "x"])
def test_a_log_that_tells_such_a_day_shows_none(text: str) -> None:
    assert moments.of_hall(text) is None
    assert moments.clamped(text) == moments.FIRST


@pytest.mark.parametrize("written", [str.upper, "{{{}}}".format, "bob".format])
def test_a_player_under_an_id_that_is_written_otherwise_keeps_no_event_back(
    written: Callable[[str], str],
) -> None:
    """A log from elsewhere names whom it likes; the rows hold everybody else."""
    who = hall.organiser()
    event, players = hall.opened(who, 4, list_required=False, check_in=False)
    codec = warm.get(event).codec
    stranger = written(str(Player.objects.create(name="Zoe").pk))
    told = codec.from_payload("player_registered", {"player": stranger})
    handle(Command(stream=event, actor=SYSTEM, events=(told,)))
    hall.start_round(who, event, 1)
    row = TournamentRow.objects.get(stream_id=event)
    assert row.version == selectors.head(event).version and not Fault.objects.exists()
    entered = EntrantRow.objects.filter(tournament_id=event).values_list("player_id", flat=True)
    assert set(entered) == {player.pk for player in players}
    assert Client().get(f"/events/{event}/standings/").status_code == 200 and not list(verify_database())
