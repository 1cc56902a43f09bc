"""`Prefer: wait`: the answer to a write comes when everybody is shown what was written, and says so."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import OperationalError

from api import prefer_wait
from api.tests.hall import Hall, Rest, assert_problem
from api.tests.test_few_requests import REPORTED, _event
from tracker import appended, selectors
from tracker.models import MatchRow, Stream, TournamentRow


def test_a_result_is_in_its_match_and_in_its_event_when_the_answer_comes(organiser: Rest) -> None:
    at = _event(organiser)["tournament"]
    drawn = organiser.post(at["url"] + "rounds/", {"until": "started"}, Prefer="wait=5")
    assert drawn["Preference-Applied"] == "wait=5"
    match = drawn.json()["round"]["pairings"][0]["match"]
    confirm = {"side": "staff", "vp": {"serpent": 1, "alliance": 0}, "winner": "serpent"}
    events = [*REPORTED, {"type": "result_confirmed", "data": confirm}]
    told = organiser.post(f"matches/{match}/events/", {"events": events}, Prefer="respond-async, wait=5")
    assert told["Preference-Applied"] == "wait=5"
    # read as another process would, which brings nothing up
    assert MatchRow.objects.get(stream_id=match).status == "confirmed"
    row = TournamentRow.objects.get(stream_id=at["id"])
    assert row.stream.projected_version == row.stream.version > drawn.json()["version"]


def test_what_was_made_is_in_every_list(organiser: Rest) -> None:
    made = organiser.post("tournaments/", {"name": "Cup"}, Prefer="wait=5")
    assert made["Preference-Applied"] == "wait=5"
    assert TournamentRow.objects.filter(stream_id=made.json()["tournament"]["id"]).exists()


def test_without_it_nobody_waits_and_a_time_that_runs_out_is_told_by_silence(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = hall.alice.post(hall.at + "events/", hall.choice("trap"))
    assert plain.status_code == 201 and "Preference-Applied" not in plain

    def gone(stream: Any) -> bool:
        raise OperationalError("the database is being restarted")

    monkeypatch.setattr(selectors, "are_shown", gone)
    late = hall.boris.post(hall.at + "events/", REPORTED[0], Prefer="wait=0")
    assert late.status_code == 201 and "Preference-Applied" not in late


def test_rows_that_cannot_be_made_are_not_called_shown(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*args: Any) -> None:
        return None

    monkeypatch.setattr(appended, "_bring_up", broken)
    Stream.objects.filter(pk=hall.match).update(projected_version=0)
    told = hall.alice.post(hall.at + "events/", hall.choice("trap"), Prefer="wait=0")
    assert told.status_code == 201 and prefer_wait.APPLIED not in told


def test_a_wait_that_is_too_long_is_refused_before_anything_is_written(hall: Hall) -> None:
    answer = hall.alice.post(hall.at + "events/", hall.choice("trap"), Prefer="wait=11")
    assert "10" in assert_problem(answer, 400, "invalid")["detail"]
    assert hall.alice.get(hall.at).json()["match"]["version"] == 1
