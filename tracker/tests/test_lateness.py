"""Rows that an upgrade has made anew are not late, and ratings that wait are seen."""

from __future__ import annotations

import logging
from datetime import timedelta
from io import StringIO
from typing import Any
from uuid import UUID

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.utils import timezone

from tracker import commands, jobs, pulses
from tracker.after import follow_up
from tracker.identity import Identity
from tracker.models import ConfirmedMatch, Event, MatchRow, Pulse, RatedGame, RatingChange, RatingRow, Stream
from tracker.projections import ratings
from tracker.selectors import health, lateness
from tracker.tests.hall import caught_up, opened, organiser, play_round

pytestmark = pytest.mark.django_db(transaction=True)
LATE = "this page does not show them yet"
ANEW = "ratings and statistics are still being counted"
LISTS = ("/", "/events/", "/ratings/last_battle/", "/statistics/last_battle/")


@pytest.fixture(autouse=True)
def _nothing_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lateness, "FRESH", 0.0)
    monkeypatch.setattr(pulses, "_noted", {})


@pytest.fixture(name="staff")
def _staff() -> Identity:
    return organiser()


@pytest.fixture(name="event")
def _event(staff: Identity) -> UUID:
    event, _players = opened(staff, 5, rounds=1)
    play_round(staff, event, 1)
    caught_up()
    return event


def upgraded() -> int:
    """What migration 0020 leaves of an installation whose events are old; how many matches it has."""
    at = (timezone.now() - timedelta(hours=2)).isoformat()
    for model in (RatingRow, RatingChange, ConfirmedMatch, RatedGame):
        model._default_manager.all().delete()
    with connection.cursor() as cursor:
        cursor.execute("DROP TRIGGER tracker_event_no_update")
        cursor.execute("UPDATE tracker_event SET recorded = %s", [at])
    return Stream.objects.filter(kind="match").update(projected_version=0)


def notes() -> list[str]:
    """The note of every list: late, anew or none."""
    pages = [Client().get(path).content.decode() for path in LISTS]
    return ["late" if LATE in one else "anew" if ANEW in one else "" for one in pages]


def test_after_an_upgrade_rows_are_made_anew_and_nothing_is_late(event: UUID) -> None:
    matches = upgraded()
    found = health.status()
    assert (found.behind_count, found.behind, found.anew, found.wrong) == (0, (), matches, ())
    assert notes() == ["anew"] * len(LISTS)
    assert Client().get("/healthz").json()["rows"] == "anew"
    out = StringIO()
    call_command("status", "--lang", "en", stdout=out)
    assert (
        f"streams made anew:    {matches}" in out.getvalue() and "streams behind:       0" in out.getvalue()
    )
    call_command("status", "--lang", "ru", stdout=out)
    assert "пересчитываются:" in out.getvalue()
    figures = {one.name: one.value for one in health.gauges()}
    assert (figures["streams_behind"], figures["streams_anew"], figures["behind_seconds"]) == (0, matches, 0)
    follow_up.catch_up()
    assert health.status().anew == 0 and notes() == [""] * len(LISTS)
    assert Client().get("/healthz").json()["rows"] == "current"


def test_an_entry_after_the_upgrade_is_late_from_its_own_moment(
    staff: Identity, event: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its first entry of hours ago tells nothing: pages have shown it since."""
    monkeypatch.setattr(jobs.follow_up, "attempt", lambda *_: False)  # no worker comes by
    matches = upgraded()
    row = MatchRow.objects.filter(tournament=event)[0]
    commands.void(staff, row.stream_id, [row.version], "typed the wrong way round")
    (late,) = lateness.first()
    assert (late.stream, late.shown, late.version) == (row.stream_id, row.version, row.version + 1)
    assert late.since is not None and timezone.now() - late.since < timedelta(minutes=1)
    assert lateness.anew() == matches - 1 and lateness.lists() == "anew", "workers need a moment"
    at = (timezone.now() - timedelta(minutes=5)).isoformat()
    with connection.cursor() as cursor:
        cursor.execute("UPDATE tracker_event SET recorded = %s WHERE seq = %s", [at, late.version])
    assert Event.objects.filter(stream=row.stream_id, recorded=at).exists()
    assert lateness.lists() == "late" and notes()[0] == "late"
    assert "1 streams are behind" in health.status().wrong[0].en


def test_a_page_whose_matches_are_made_anew_says_so(event: UUID, monkeypatch: pytest.MonkeyPatch) -> None:
    upgraded()
    monkeypatch.setattr(follow_up, "PATIENCE", -1.0)
    page = Client().get(f"/events/{event}/").content.decode()
    assert ANEW in page and LATE not in page


def test_streams_that_were_never_shown_are_late(event: UUID) -> None:
    upgraded()
    Stream.objects.filter(kind="match").update(projected_by="")
    assert lateness.count() == Stream.objects.filter(kind="match").count() and lateness.lists() == "late"


def test_matches_that_wait_for_their_ratings_are_counted_and_dated(event: UUID) -> None:
    jobs.settle_ratings()
    assert health.status().uncounted == {} and not health.ratings_wait()
    at = timezone.now() - timedelta(minutes=11)
    Pulse.objects.filter(name=pulses.RATINGS).update(at=at)
    assert health.status().wrong == () and Client().get("/healthz").json()["ratings"] is True
    ratings.mark_stale("last_battle", 0)
    found = health.status()
    assert found.uncounted == {"last_battle": 2} and found.counted_at == at
    assert found.wrong[0].en.startswith("2 matches wait for their ratings, which no job has counted since ")
    assert found.wrong[0].ru.startswith("Партий, ждущих пересчёта рейтингов: 2")
    assert Client().get("/healthz").json()["ratings"] is False
    assert {one.name: one.value for one in health.gauges()}["ratings_waiting"] == 2
    Pulse.objects.filter(name=pulses.RATINGS).update(at=timezone.now())
    assert health.status().wrong == () and not health.ratings_wait(), "a job needs a moment"
    out = StringIO()
    call_command("status", "--lang", "en", stdout=out)
    assert "2 matches wait to be counted, since " in out.getvalue()


def test_ratings_that_no_job_ever_counted_are_told(event: UUID) -> None:
    ratings.mark_stale("last_battle", 0)
    assert health.status().wrong[0].en == "2 matches wait for their ratings, which no job has ever counted."
    assert jobs.settle_ratings() == 1 and pulses.RATINGS in pulses.heard()
    assert health.status().wrong == ()


def test_a_game_that_cannot_be_counted_holds_up_no_other_and_is_seen(
    event: UUID, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    real, counted = ratings.settle, []

    def settle(system: str, most: int | None = None) -> bool:
        if system == "last_battle":
            raise ValueError("odd")
        counted.append(system)
        return real(system, most)

    monkeypatch.setattr(ratings, "settle", settle)
    ratings.mark_stale("last_battle", 0)
    ratings.mark_stale("senjutsu", 0)
    with caplog.at_level(logging.ERROR, "tracker.jobs"):
        assert jobs.settle_ratings() == 1 and jobs.settle_ratings() == 0 and counted == ["senjutsu"]
    traces: list[Any] = [bool(one.exc_info) for one in caplog.records if "cannot be counted" in one.message]
    assert traces == [True, False], "one traceback, not one every 15 seconds"
    assert pulses.RATINGS not in pulses.heard() and health.status().uncounted == {"last_battle": 2}
    monkeypatch.undo()
    assert jobs.settle_ratings() == 1 and not ratings.stale()
