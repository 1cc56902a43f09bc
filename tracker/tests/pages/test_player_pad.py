"""The score pad: a whole match from two phones, refusals that keep what was typed, and what a second tap does."""

from __future__ import annotations

import pytest

from tracker import selectors
from tracker.tests.pages.at_the_table import Phone, Table

pytestmark = pytest.mark.django_db(transaction=True)


def test_two_phones_log_a_whole_match_and_confirm_it() -> None:
    table = Table("sea")
    table.ready("sea_treasures")
    for turn in range(1, 6):
        scored = {"strategy_alliance": "1"} if turn == 2 else {}
        if turn == 3:
            scored = {"strategy_serpent": "1", f"vp:{table.alliance.id}:sea_treasures": "1"}
        response = table.alliance.tap(table.match, "turn", **scored)
        assert response.status_code == 302, response.content.decode()
    assert table.serpent.tap(table.match, "end").status_code == 302
    assert table.serpent.tap(table.match, "confirm").status_code == 302
    assert table.alliance.tap(table.match, "confirm").status_code == 302
    outcome = selectors.outcome(table.match)
    assert outcome.status == "confirmed" and outcome.winner == "alliance"
    assert outcome.vp == {"alliance": 2, "serpent": 1}
    row = selectors.pairings(table.event, 1)[0]
    assert row.result["vp"] == {"alliance": 2, "serpent": 1}
