"""The demo event loads once, through the same door as everything else, and its log verifies."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from games.last_battle.facts import BATTLEFIELDS
from tracker import demo, scenarios, selectors
from tracker.models import Event, MatchRow, PairingRow, Stream

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_demo_is_a_finished_and_a_running_tournament() -> None:
    User.objects.create_superuser("admin")
    assert demo.load_demo() and not demo.load_demo()
    finished, running = demo.demo_events()
    assert (finished.status, running.status) == ("finished", "started")
    assert MatchRow.objects.filter(tournament_id=running.stream_id, round=2, status="open").count() == 2
    assert all(row.result for row in PairingRow.objects.filter(tournament_id=finished.stream_id))
    assert selectors.standings(finished.stream_id)[0].rank == 1
    assert not Stream.objects.exclude(projected_version=0).filter(version=0).exists()
    assert Event.objects.filter(type="turn_reported").exists()


def test_without_an_administrator_there_is_nobody_to_run_a_demo() -> None:
    assert not demo.load_demo()


def test_the_scenario_table_follows_the_catalogue() -> None:
    assert scenarios.sync() == scenarios.sync() == 5
    assert {row.key for row in selectors.scenarios("last_battle")} == set(BATTLEFIELDS)
    assert selectors.scenarios("last_battle").get(key="sea").name_ru == "Море"
