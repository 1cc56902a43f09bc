"""Random play through the pads of Senjutsu: every mode and level comes to its end, and nothing offered is refused."""

from __future__ import annotations

import pytest

from tracker import selectors
from tracker.tests.pages.senjutsu_habits import sit

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("seed", range(2))
def test_a_duel_by_turns(seed: int) -> None:
    play = sit("duel", "turns", seed)
    play.to_the_end()
    assert selectors.outcome(play.match).status == "confirmed"
