"""The log of a tournament that is imported without its matches, and one of them that comes after it."""

from __future__ import annotations

import pytest
from django.test import Client

from tracker import selectors
from tracker.exchange import transfer
from tracker.models import Fault, PairingRow
from tracker.proof.verify import verify_database
from tracker.tests.offline.helpers import begun, imported, wipe

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_tournament_without_its_matches_is_shown_and_a_match_that_comes_later_finds_its_table() -> None:
    """Its rows named matches that were not here, which no database takes: there was no page of it."""
    event = begun()
    match = next(row.stream_id for row in selectors.matches_of(event, 1) if row.table == 2)
    alone, later = transfer.export_stream(event), transfer.export_stream(match)
    wipe()
    assert imported(alone) == event and not Fault.objects.exists()
    for page in ("", "pairings/", "pairings/?by=table", "standings/"):
        assert Client().get(f"/events/{event}/{page}").status_code == 200, page
    rows = PairingRow.objects.filter(tournament=event)
    assert rows.count() and not rows.exclude(match=None)
    assert imported(later) == match
    assert rows.get(table=2).match_id == match
    assert not list(verify_database())
