"""The demo's Masters tournament of Bushido: legal lists, results by the published table, a table still in play."""

from __future__ import annotations

import re
from uuid import UUID

import pytest
from django.test import Client
from django.urls import reverse

from games.bushido.organised_play import MASTERS
from tracker import selectors
from tracker.demo.bushido.cup import EDITION, PLAYERS, play_cup, warband
from tracker.identity import Identity
from tracker.models import MatchRow, PairingRow
from tracker.models.rosters import WarbandRevision
from tracker.tests.hall import organiser

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.soak
def test_a_masters_tournament_with_lists_rounds_and_results() -> None:
    who = organiser()
    event = play_cup(who)
    revisions = list(WarbandRevision.objects.all())
    assert len(revisions) == PLAYERS and all(one.ok and one.edition == EDITION for one in revisions)
    assert len({str(one.body["models"]) for one in revisions}) > PLAYERS / 2
    played = PairingRow.objects.filter(tournament_id=event, round=1)
    assert played.count() == 4 and all(row.result for row in played)
    assert MatchRow.objects.filter(tournament_id=event, round=2, status="open").count() == 1
    state = selectors.current_state(event).state
    assert [round_.scenario for round_ in state.rounds] == ["shin_keii", "sacred_idols"]
    results = [one.result for round_ in state.rounds for one in round_.pairings if one.result]
    assert all(tuple(result.vp.values()) in MASTERS for result in results)
    assert any("sp" in result.figures for result in results)
    for language in ("en", "ru"):
        page = Client(headers={"accept-language": language}).get(f"/events/{event}/standings/")
        assert page.status_code == 200
    corrections_name_the_models(who, event)


def corrections_name_the_models(who: Identity, event: UUID) -> None:
    """Staff read `Bearer (A)`, not the id that stands in the log, also where an entry is chosen to be taken back."""
    desk = Client(headers={"accept-language": "en"})
    desk.force_login(who.user)
    match = MatchRow.objects.filter(tournament_id=event, round=1).first()
    assert match is not None
    page = desk.get(reverse("pages:correct", args=[event, match.stream_id])).content.decode()
    assert "Left play: " in page and not re.search(r"\b[ab]:[a-z]", page)


def test_warbands_are_tapped_together_nearly_to_the_limit() -> None:
    from games.bushido.roster.builder import sheet
    from games.bushido.sample import CARDS

    for seed in range(PLAYERS):
        (section,) = sheet(warband(seed).body, CARDS).sections
        assert 90 <= section.spent <= 100, (seed, section.spent)
