"""A second web process knows a stream as it was when it last looked: that must refuse nobody and judge nothing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from uuid import UUID

import pytest

from api.tests.hall import Hall, Rest, assert_problem
from tracker import warm

pytestmark = pytest.mark.usefixtures("database")


@contextmanager
def elsewhere(stream: str) -> Iterator[None]:
    """What is done inside is done by another process: this one goes on knowing the stream as it was before."""
    before = warm.current(UUID(stream))
    yield
    warm.keep(before)


def test_who_was_just_registered_may_act(organiser: Rest, visitor: Rest, cup: dict[str, Any]) -> None:
    with elsewhere(cup["id"]):
        made = organiser.post(cup["at"] + "players/", {"players": [{"name": "Late Larry"}]}).json()
        (late,) = made["results"]
    token = visitor.post("claim/", {"code": late["claim_code"], "name": "phone"}).json()["token"]
    done = Rest(token).post(f"{cup['at']}players/{late['player']}/", {"action": "check_in"})
    assert done.status_code == 201, done.content


def test_who_was_just_seated_may_act(hall: Hall, organiser: Rest) -> None:
    made = organiser.post("matches/", {"system": "last_battle"}).json()["match"]
    with elsewhere(made["id"]):
        assert organiser.post(f"matches/{made['id']}/events/", hall.opening()).status_code == 201
    assert hall.alice.post(f"matches/{made['id']}/events/", hall.choice("trap")).status_code == 201


def test_who_has_no_seat_is_refused_all_the_same(hall: Hall, cup: dict[str, Any]) -> None:
    stranger = hall.alice.post(f"{cup['at']}players/{cup['players'][0]['player']}/", {"action": "check_in"})
    assert_problem(stranger, 403, "forbidden")


def test_a_dry_run_judges_what_stands(hall: Hall) -> None:
    at = hall.at + "events/"
    with elsewhere(hall.match):
        assert hall.alice.post(at, hall.choice("trap")).status_code == 201
    again = hall.alice.post(at, {**hall.choice("trap"), "dry_run": True})
    assert_problem(again, 422, "rejected")
    with elsewhere(hall.match):
        voided = {"type": "event_voided", "data": {"seqs": [2], "reason": "typed wrongly"}}
        assert hall.olga.post(at, voided).status_code == 201
    judged = hall.alice.post(at, {**hall.choice("trap"), "dry_run": True})
    assert (judged.status_code, judged.json()["version"]) == (200, 3), judged.content
