"""Paper lists of a whole field on one page: legal rows are handed in, a faulty one stays with its reasons."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tracker.tests.pages.desk import Desk

pytestmark = pytest.mark.django_db(transaction=True)
SQUAD = "Archer; 12; 2\nGuard; 13; 2"


def filled(desk: Desk, *rows: tuple[int, str, str]) -> dict[str, str]:
    sent = {"key": "k"}
    for at, leader, figures in rows:
        player = desk.players[at].pk
        sent |= {f"{player}-leader": leader, f"{player}-figures": figures, f"{player}-name": ""}
    return sent


def without(desk: Desk) -> list[int]:
    return [
        at for at, player in enumerate(desk.players) if desk.state.entrants[str(player.pk)].roster is None
    ]


def test_filled_rows_are_handed_in_together_and_empty_ones_left_alone() -> None:
    desk = Desk(4)
    page = desk.client.get(desk.console("players/lists/"))
    assert page.status_code == 200 and "4 players without a list" in page.content.decode()
    sent = filled(desk, (0, "Captain", SQUAD), (2, "Captain", SQUAD), (3, "", ""))
    answer = desk.client.post(desk.console("players/lists/"), sent)
    assert answer.status_code == 302, answer.content.decode()
    assert without(desk) == [1, 3]
    assert "2 lists are handed in" in desk.client.get(desk.console("players/lists/")).content.decode()
    assert desk.client.post(desk.console("players/lists/"), sent).status_code == 302
    assert without(desk) == [1, 3]


def test_a_faulty_row_stays_with_its_reasons_and_holds_nobody_up() -> None:
    desk = Desk(3)
    answer = desk.client.post(
        desk.console("players/lists/"), filled(desk, (0, "Captain", SQUAD), (1, "Captain", "Guard; ten"))
    )
    text = answer.content.decode()
    assert answer.status_code == 422 and "write name; cost; size" in text and "Guard; ten" in text
    assert without(desk) == [1, 2]


def test_the_page_asks_the_database_as_often_whatever_the_field() -> None:
    counts, desk = [], Desk(2)
    for more in (0, 8):
        desk = _more(desk, more)
        desk.client.get(desk.console("players/lists/"))
        with CaptureQueriesContext(connection) as found:
            desk.client.get(desk.console("players/lists/"))
        counts.append(len(found))
    assert counts[1] <= counts[0]


def _more(desk: Desk, count: int) -> Desk:
    if count:
        desk.client.post(
            desk.console("players/add/"), {"text": "\n".join(f"New {at}" for at in range(count))}
        )
    return desk
