"""What tests begin with is made once, and is as if it had been made anew."""

from __future__ import annotations

import sqlite3
from typing import Any
from uuid import UUID

import pytest
from django.db import connection
from django.test import Client

from tracker import commands, warm
from tracker.models import Player, Stream
from tracker.proof import verify
from tracker.tests import db_states, emptied, file_copies, hall
from tracker.tests.pages.desk import Desk

ANEW = pytest.mark.django_db(transaction=True)
made: list[str] = []


@db_states.kept
def named(*names: str) -> list[Player]:
    made.extend(names)
    return [Player.objects.create(name=name) for name in names]


@db_states.kept
def opened() -> tuple[UUID, int]:
    made.append("cup")
    event, _players = hall.opened(hall.organiser(), 4)
    return event, warm.current(event).head.version


@pytest.fixture(autouse=True)
def _nothing_kept() -> None:
    db_states._states.clear()
    made.clear()


def again() -> None:
    """As after a test."""
    emptied.empty(connection)


@ANEW
def test_a_state_is_laid_back_and_not_made_again() -> None:
    first = named("Anna", "Борис")
    again()
    assert not Player.objects.exists()
    assert named("Anna", "Борис") == first and made == ["Anna", "Борис"]
    assert [one.claim_code for one in Player.objects.order_by("name")] == [one.claim_code for one in first]


@ANEW
def test_a_state_follows_from_the_one_before_it() -> None:
    for _ in range(2):
        named("Anna")
        named("Carl")
        assert Player.objects.count() == 2
        again()
    assert made == ["Anna", "Carl"]


@ANEW
def test_other_arguments_other_rows_and_other_settings_are_another_state(settings: Any) -> None:
    named("Anna")
    named("Anna")
    assert Player.objects.count() == 2 and made == ["Anna"] * 2, "not the state of empty tables"
    Player.objects.create(name="Dora")
    named("Anna")
    assert Player.objects.count() == 4, "nobody knows what was written in between"
    again()
    settings.DOOR = "closed"
    named("Anna")
    assert made == ["Anna"] * 4


@ANEW
def test_what_is_written_in_between_by_another_connection_counts(settings: Any) -> None:
    named("Anna")
    other = sqlite3.connect(settings.DATABASES["default"]["NAME"])
    other.execute("UPDATE tracker_player SET name = 'Zoe'")
    other.commit()
    other.close()
    named("Carl")
    again()
    named("Anna")
    named("Carl")
    assert sorted(Player.objects.values_list("name", flat=True)) == ["Anna", "Carl"]


@ANEW
def test_a_test_that_patched_something_makes_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    named("Anna")
    again()
    monkeypatch.setattr(Player, "__str__", lambda self: "patched")
    named("Anna")
    again()
    named("Anna")
    assert made == ["Anna"] * 3, "nobody can tell what the function does"
    monkeypatch.undo()
    monkeypatch.setattr(db_states, "STATES", 47)
    for _ in range(2):
        again()
        named("Anna")
    assert made == ["Anna"] * 4, "the same patch, the same state"


@ANEW
def test_old_states_are_made_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    named("Anna")
    again()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(db_states, "LASTS", 0.0)
        named("Anna")
    assert made == ["Anna"] * 2
    named("Carl")
    assert made == ["Anna", "Anna", "Carl"]
    again()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(db_states, "LASTS", 0.0)
        (anna,) = named("Anna")
    named("Carl")
    assert made.count("Carl") == 2 and anna in Player.objects.all(), (
        "what followed from an older one does not"
    )


@ANEW
def test_an_event_goes_on_from_a_state_that_was_laid_back() -> None:
    for _ in range(2):
        desk = Desk().played()
        assert warm.peek(desk.event) is not None, "folded already"
        commands.close_round(desk.who, desk.event, round=1)
        hall.caught_up()
        assert desk.client.get(desk.console()).status_code == 200, "signed in"
        assert Stream.objects.get(id=desk.event).version == desk.version
        again()


@pytest.mark.django_db
def test_in_a_transaction_rows_are_laid_into_empty_tables(database: str) -> None:
    """On both databases; what a test writes into them is gone after it."""
    first = named("Anna")
    Player.objects.all().delete()
    assert named("Anna") == first == list(Player.objects.all()) and made == ["Anna"]
    assert named("Anna") != first, "only empty ones"
    Player.objects.create(name="Boris")


@pytest.mark.django_db
def test_a_whole_event_is_laid_into_empty_tables(database: str) -> None:
    event, version = opened()
    state = warm.load(event).state
    connection.check_constraints()
    again()
    warm.forget()
    assert opened() == (event, version) and made == ["cup"]
    assert warm.load(event).state == state
    assert not verify.verify_stream(Stream.objects.get(id=event))


def test_a_file_that_somebody_writes_stays_as_it_is(tmp_path: Any) -> None:
    one, other = (sqlite3.connect(tmp_path / "some.sqlite3", timeout=0) for _ in range(2))
    one.execute("CREATE TABLE one (name)")
    one.commit()
    copy = file_copies.FileCopy(one)
    other.execute("BEGIN IMMEDIATE")
    other.execute("INSERT INTO one VALUES ('Anna')")
    assert not copy.lay_back(one)
    other.commit()
    assert one.execute("SELECT name FROM one").fetchall() == [("Anna",)]
    assert copy.lay_back(one) and one.execute("SELECT name FROM one").fetchall() == []


@ANEW
def test_a_visitor_sees_a_state_that_was_laid_back_and_nothing_of_the_one_before() -> None:
    url = Desk().url()
    assert Client().get(url).status_code == 200
    again()
    assert Client().get(url).status_code == 404
    Desk()
    assert Client().get(url).status_code == 200
