"""Hot reads ask the database a fixed number of questions, however many rows they show."""

from __future__ import annotations

from typing import Any

import pytest

from api.tests.hall import Hall, Rest


def queries(reader: Rest, path: str, django_capture: Any) -> int:
    reader.get(path)
    with django_capture() as found:
        assert reader.get(path).status_code == 200
    return len(found)


@pytest.fixture
def counted() -> Any:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    return lambda: CaptureQueriesContext(connection)


@pytest.mark.parametrize(
    ("part", "most"),
    [("", 9), ("events/", 5), ("state/", 4), ("score/", 4), ("next/", 4)],
)
def test_a_match(hall: Hall, counted: Any, part: str, most: int) -> None:
    before = queries(hall.alice, hall.at + part, counted)
    hall.alice.post(hall.at + "events/", hall.choice("trap"))
    assert queries(hall.alice, hall.at + part, counted) == before <= most


@pytest.mark.parametrize("part", ["", "players/", "rounds/", "pairings/", "events/"])
def test_a_tournament_of_any_size(
    cup: dict[str, Any], organiser: Rest, visitor: Rest, counted: Any, part: str
) -> None:
    organiser.post(cup["at"] + "rounds/", {})
    organiser.post(cup["at"] + "rounds/1/", {"action": "publish"})
    before = queries(visitor, cup["at"] + part, counted)
    people = [{"name": f"Late {number}"} for number in range(20)]
    organiser.post(cup["at"] + "players/", {"players": people})
    assert queries(visitor, cup["at"] + part, counted) == before <= 6


def test_lists(hall: Hall, counted: Any) -> None:
    for path, most in (("matches/", 3), ("tournaments/", 1), ("players/", 1), ("warbands/", 2)):
        before = queries(hall.alice, path, counted)
        hall.another()
        assert queries(hall.alice, path, counted) == before <= most, path


def test_an_append_by_a_player_asks_nothing_but_the_insert(hall: Hall, counted: Any) -> None:
    """Token, seat and state are in memory: what is left is the append itself and the projections after it."""
    hall.alice.get(hall.at + "events/")
    with counted() as found:
        refused = hall.alice.post(hall.at + "events/", {**hall.choice("trap"), "dry_run": True})
    assert refused.status_code == 200 and len(found) == 0
