"""What the pages of Bushido ask of the database: a fixed number, however long the log and however large the list."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.bushido.sample import CARDS, WARBAND
from tracker.models import Card, Edition, Player
from tracker.tests.pages.at_the_table import Phone
from tracker.tests.pages.test_built_lists import CHECK, NEW, sent
from tracker.tests.pages.test_pad_play_bushido import seated

pytestmark = pytest.mark.django_db(transaction=True)


def asked(answer: Callable[[], Any]) -> int:
    """The number of queries of the second of two equal requests: the first warms what is kept."""
    assert answer().status_code == 200
    with CaptureQueriesContext(connection) as queries:
        assert answer().status_code == 200
    return len(queries)


@pytest.mark.soak
def test_match_and_pad_at_full_detail_ask_no_more_of_a_long_log() -> None:
    counts = next(found for seed in range(4, 12) if (found := _counted(seed)))
    # Chance decides who acts: the pad reads twice more where its person logged last, since that may be taken back, and
    # a page once more where something was logged since its copy. Whatever grew with the log would be far above that.
    assert all(later <= sooner + 2 for sooner, later in zip(*counts, strict=True)), counts
    assert all(count <= 12 for one in counts for count in one), counts


def test_tools_and_sheets_ask_nothing_and_beside_a_match_two() -> None:
    client = Client()
    alone = [asked(partial(client.get, f"/tools/bushido/{path}")) for path in ("", "reference/")]
    match = seated("shin_keii", "turns", 1).match
    assert alone == [0, 0] and asked(lambda: client.get(f"/tools/bushido/?match={match}")) <= 2


def test_the_warband_page_asks_the_same_of_every_list() -> None:
    edition = Edition.objects.create(system="bushido", key="lantern", name="Lantern Court")
    Card.objects.bulk_create(
        Card(edition=edition, card_id=id_, name=row["name"], data=row) for id_, row in CARDS.items()
    )
    phone = Phone(Player.objects.create(name="Anna"))
    empty = asked(lambda: phone.client.get(NEW))
    tapped = asked(lambda: phone.client.post(CHECK, sent(WARBAND, do="add:list:hidemori")))
    assert empty <= 7 and tapped <= 7, (empty, tapped)


def _counted(seed: int) -> list[list[int]]:
    """Queries of pad and match page in the first turn and in the second; none of a match that never came so far: the
    server's dice differ each time, and what a match of chance may do is judged by `test_pad_play_bushido`.
    """
    play = seated("sacred_idols", "full", seed)
    anna, paths = play.phones[0].client, (play.path, play.path.removesuffix("pad/"))
    counts = []
    for turn in (1, 2):
        try:
            play.until(partial(_reached, turn))
        except AssertionError:
            return []
        counts.append([asked(partial(anna.get, path)) for path in paths])
    return counts


def _reached(turn: int, state: Any) -> bool:
    return bool(state.turn == turn)
