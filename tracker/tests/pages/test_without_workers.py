"""What an organiser or a player typed is on the next page, and the next button works, although no job is ever done."""

from __future__ import annotations

import re
from typing import Any
from uuid import UUID

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tracker import commands, selectors
from tracker.commands.rosters import staff_roster
from tracker.identity import VISITOR, Identity
from tracker.models import Event, Player, Stream
from tracker.tests.factories import roster_of
from tracker.tests.pages.desk import text_of
from tracker.tests.pages.test_results import typed

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("no_jobs")]


class Clicks:
    """An organiser who knows addresses from pages alone."""

    def __init__(self) -> None:
        self.client = Client()
        self.client.force_login(User.objects.create_user("olga", password="a long password"))

    def get(self, url: str) -> str:
        answer = self.client.get(url, follow=True)
        assert answer.status_code == 200, url
        return text_of(answer)

    def post(self, url: str, **fields: Any) -> str:
        answer = self.client.post(url, fields)
        assert answer.status_code == 302, text_of(answer)
        self.at = answer["Location"]
        return self.get(self.at)


def test_a_whole_tournament_by_clicks() -> None:
    olga = Clicks()
    page = olga.post("/organise/", name="Hall cup", preset="last_battle_swiss", rounds="1", key="one")
    assert "Hall cup" in page and "Hall cup" in olga.get("/organise/") and "Hall cup" in olga.get("/")
    event = UUID(olga.at.split("/")[2])
    console = f"/events/{event}/console/"

    page = olga.post(console + "players/add/", text="Anna\nBert\nCarl\nDora")
    assert all(name in page for name in ("Anna", "Bert", "Carl", "Dora"))
    assert all(name in olga.get(f"/events/{event}/players/") for name in ("Anna", "Dora"))
    do = console + "do/"
    olga.post(do + "check-in-all/")
    for player in selectors.current_state(event).state.entrants:
        hand_in(event, player)
    olga.post(do + "lock-lists/")
    olga.post(do + "draw/", scenario="sea")
    olga.post(do + "publish/", round=1)
    assert "Anna" in olga.get(f"/events/{event}/pairings/")
    page = olga.post(do + "start/", round=1)

    results = sorted(set(re.findall(rf"{console}matches/[0-9a-f-]+/", page)))
    assert len(results) == 2
    for url in results:
        fields = typed(olga.get(url), strategy_serpent="1", strategy_alliance="3")
        page = olga.post(url, **fields)
    assert page.count("3 : 1") + page.count("1 : 3") == 2
    assert "missing" not in olga.get(f"/events/{event}/pairings/").lower()
    olga.post(do + "close/", round=1)
    assert "Anna" in olga.get(f"/events/{event}/standings/")
    olga.post(do + "finish/")
    assert Event.objects.filter(stream_id=event, type="tournament_finished").count() == 1
    assert Stream.objects.get(id=event).projected_version == Stream.objects.get(id=event).version


def hand_in(event: UUID, player: str) -> None:
    """A legal list, as from a phone; its form has tests of its own."""
    found = Player.objects.get(id=player)
    who = Identity(VISITOR.user, frozenset({player}))
    commands.submit_list(who, event, player=player, revision=staff_roster(found, roster_of(found.name)))
