"""The proof of an event reads its matches together: more tables ask the database no more often."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tracker.identity import Identity
from tracker.models import Stream
from tracker.projections.rebuild import Together, rebuild
from tracker.proof.verify import verify_stream
from tracker.tests import hall

pytestmark = pytest.mark.usefixtures("database")


def played(who: Identity, players: int) -> Stream:
    event, _ = hall.opened(who, players)
    hall.play_round(who, event, 1)
    hall.caught_up()
    return Stream.objects.get(id=event)


def test_queries_of_a_proof_do_not_grow_with_the_tables() -> None:
    who = hall.organiser()
    counts = []
    for row in (played(who, 4), played(who, 12)):
        with CaptureQueriesContext(connection) as asked:
            assert verify_stream(row) == []
        counts.append(len(asked))
    assert counts[0] == counts[1], counts


def test_queries_of_matches_do_not_grow_with_their_number() -> None:
    """Whether their events are here is asked once for all of them."""
    who = hall.organiser()
    played(who, 12)
    matches = list(Stream.objects.filter(kind="match").values_list("id", flat=True))
    counts = []
    for some in (matches[:2], matches):
        with CaptureQueriesContext(connection) as asked:
            together = Together(some)
            assert all(map(together.is_sound, some))
        counts.append(len(asked))
    assert counts[0] == counts[1], counts
    assert not any(one.differences or one.fault for one in rebuild(None, lambda done, total: None))
