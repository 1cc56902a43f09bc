"""The links between a match's row and its players: written whole, or the writing fails."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest
from django.db import IntegrityError, connection

from tracker.models import MatchRow
from tracker.projections import match
from tracker.tests.hall import caught_up, opened, organiser, start_round

LINKS = MatchRow.players.through
TABLE = LINKS._meta.db_table
pytestmark = pytest.mark.django_db(transaction=True)


def seats() -> dict[UUID, set[UUID]]:
    return {row.stream_id: {player.id for player in row.players.all()} for row in MatchRow.objects.all()}


@pytest.fixture(name="wanted")
def _wanted(on_postgres: None) -> dict[UUID, set[UUID]]:
    """Who sits at the two tables of a round of four; the link that was written last is gone."""
    staff = organiser()
    event, _players = opened(staff, 4, rounds=1)
    start_round(staff, event, 1)
    caught_up()
    found = seats()
    assert sorted(map(len, found.values())) == [2, 2]
    LINKS.objects.filter(pk=LINKS.objects.latest("pk").pk).delete()
    return found


def test_a_link_that_another_process_wrote_meanwhile_is_no_fault(wanted: dict[UUID, set[UUID]]) -> None:
    ours = [0]

    def twice(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql.startswith("INSERT") and not ours[0]:
            ours[0] = 1
            match._seat(wanted)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(twice):
        match._seat(wanted)
    assert ours == [1] and seats() == wanted


def test_a_link_that_cannot_be_written_is_not_passed_over(wanted: dict[UUID, set[UUID]]) -> None:
    """The counter of tables that were filled by hand may stand too low: a match would silently have no players."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT setval(pg_get_serial_sequence(%s, 'id'), 1)", [TABLE])
        cursor.execute(f"UPDATE {TABLE} SET id = id + 1000")
        cursor.execute(f"UPDATE {TABLE} SET id = id - (SELECT min(id) FROM {TABLE}) + 2")
    with pytest.raises(IntegrityError):
        match._seat(wanted)
