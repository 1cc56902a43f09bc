"""Players are found by any part of their name without reading the names of all."""

from __future__ import annotations

import pytest
from django.db import connection

from tracker import selectors
from tracker.models import Player

pytestmark = pytest.mark.django_db(transaction=True)
MANY = 20_000


@pytest.mark.soak
def test_a_rare_name_among_many_is_found_by_the_index(on_postgres: None) -> None:
    Player.objects.bulk_create(
        [Player(name=f"Player {number}") for number in range(MANY)]
        + [Player(name="Don Quixote"), Player(name="Дон Кихот")]
    )
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE tracker_player")
    for part in ("quixote", "кихот", "ON QUIX"):
        found = selectors.players(part)
        assert [one.name.casefold().count(part.casefold()) for one in found] == [1]
        assert "players_by_part_of_name" in selectors.players(part)[:50].explain()


@pytest.mark.parametrize("database", ["default", "postgres"])
@pytest.mark.parametrize(
    ("part", "names"),
    [
        ("a", 3),
        ("nn", 2),
        ("ANN", 2),
        ("anna", 1),
        ("ann  a", 0),
        ("1_0", 0),
        ("анн", 1),
        ("%", 0),
        ("an%a", 0),
    ],
)
def test_parts_of_any_length_are_found(
    request: pytest.FixtureRequest, database: str, part: str, names: int
) -> None:
    if database == "postgres":
        request.getfixturevalue("on_postgres")
    Player.objects.bulk_create([Player(name=name) for name in ("Ann", "Hanna", "Bart 100", "Анна")])
    assert len(selectors.players(part)) == names
