"""Random play through the pads of Super Fantasy Brawl: every mode and level ends, and nothing offered is refused."""

from __future__ import annotations

import pytest

from tracker import selectors
from tracker.tests.pages.brawl_habits import seated
from tracker.tests.pages.pad_play import PadPlay

pytestmark = pytest.mark.django_db(transaction=True)


def ends(play: PadPlay) -> None:
    play.to_the_end()
    assert selectors.outcome(play.match).status == "confirmed"


@pytest.mark.parametrize("mode", ["duel", "superteams"])
@pytest.mark.parametrize("detail", ["turns", "summary"])
def test_a_match_by_reports(mode: str, detail: str) -> None:
    ends(seated(mode, detail, 1))


@pytest.mark.soak
def test_a_duel_with_every_card() -> None:
    ends(seated("duel", "full", 1, edition=True))
