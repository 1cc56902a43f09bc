"""The demo event loads once, through the same door as everything else, and its log verifies."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client

from games.last_battle.facts import BATTLEFIELDS
from games.registry import SCENARIOS
from tracker import demo, scenarios, selectors
from tracker.demo.last_battle import cup, rivals
from tracker.demo.ninja import night
from tracker.demo.senjutsu import ladder as runs_of
from tracker.identity import Identity
from tracker.management.commands.up import administrator
from tracker.models import CampaignRow, Event, LadderEntry, MatchRow, PairingRow, RunRow, SeasonRow, Stream
from tracker.models.ladders import CONFIRMED, LOGGED, RUNNING
from tracker.projections.rebuild import differences
from tracker.selectors.ratings import rated
from tracker.tests import db_states

pytestmark = pytest.mark.django_db(transaction=True)


@db_states.kept
def loaded() -> bool:
    """Whether the demo could be loaded, by an administrator who was made for it."""
    User.objects.create_superuser("admin")
    return demo.load_demo()


def test_each_start_has_a_new_one_time_password_until_the_owner_has_chosen_one() -> None:
    """As the line of `up` says: whoever lost it starts anew."""
    first, second = administrator(), administrator()
    admin = User.objects.get(username="admin")
    assert first and second and first != second
    assert not admin.check_password(first) and admin.check_password(second)
    admin.set_password("a password of my own")
    admin.save()
    assert administrator() is None


def test_the_demo_is_a_finished_and_a_running_tournament() -> None:
    assert loaded() and not demo.load_demo()
    finished, running = cup.demo_events()
    assert (finished.status, running.status) == ("finished", "started")
    assert MatchRow.objects.filter(tournament_id=running.stream_id, round=2, status="open").count() == 2
    assert all(row.result for row in PairingRow.objects.filter(tournament_id=finished.stream_id))
    assert selectors.standings(finished.stream_id)[0].rank == 1
    assert not Stream.objects.exclude(projected_version=0).filter(version=0).exists()
    assert Event.objects.filter(type="turn_reported").exists()
    sure = [one for one in rated("last_battle", "duel") if not one.provisional]
    better = [sum(other.shown > one.shown for other in sure) for one in sure]
    assert len(sure) == rivals.RIVALS and [one.place for one in sure] == [1 + many for many in better]
    page = Client().get("/ratings/last_battle/", headers={"accept-language": "en"}).content.decode()
    for one in sure:
        assert f"/players/{one.row.person}/ratings/last_battle/" in page


def test_the_demo_has_an_event_day_in_the_middle_of_the_battle() -> None:
    assert loaded()
    day = CampaignRow.objects.get()
    tables = {row.battlefield: row for row in selectors.day_tables(day.pk)}
    assert set(tables) == set(BATTLEFIELDS) and day.status == "running"
    assert [key for key, row in tables.items() if row.result] == ["sea"] and tables["sea"].fates_published
    cards = [card.status for card in selectors.arcana(day.pk)]
    assert cards == ["arrived", "arrived", "granted", "created"]
    dead = [one for one in selectors.fallen(day.pk) if one.how == "killed"]
    assert all((one.fate is not None) == (one.battlefield == "sea") for one in dead)
    assert not differences(day.pk)


def test_without_an_administrator_there_is_nobody_to_run_a_demo() -> None:
    assert not demo.load_demo()


def test_the_scenario_table_follows_the_catalogue() -> None:
    assert scenarios.sync() == scenarios.sync() == sum(map(len, SCENARIOS.values()))
    assert {row.key for row in selectors.scenarios("last_battle")} == set(BATTLEFIELDS)
    assert selectors.scenarios("last_battle").get(key="sea").name_ru == "Море"


def test_the_demo_has_a_season_with_runs_of_every_kind() -> None:
    assert loaded()
    season = SeasonRow.objects.get()
    runs = list(RunRow.objects.order_by("stream_id"))
    assert len(runs) == len(runs_of.RUNS) and season.name == runs_of.NAME
    assert LadderEntry.objects.filter(season_id=season.pk, board="horde", character="").count() == 5
    assert [row.by_staff for row in runs if row.status == CONFIRMED].count(True) == 2
    assert {row.status for row in runs} == {CONFIRMED, LOGGED, RUNNING}
    assert {row.rank for row in runs} >= {"none", "wood", "steel", "gold", "jade"}
    ladder = Client().get(f"/ladders/senjutsu/horde/?season={season.pk}").content.decode()
    assert "Anna Sokolova" in ladder and ladder.index("Anna Sokolova") < ladder.index("Ben Carter")
    for path in ("/", "/ladders/", f"/ladders/senjutsu/horde/hall/?season={season.pk}"):
        assert season.name in Client().get(path).content.decode(), path


def test_the_demo_has_a_night_at_the_castle_with_a_replay_of_both_maps() -> None:
    user = User.objects.create_superuser("admin")
    event = night.play_night(Identity(user))
    finished, running = selectors.matches_of(event, 1)
    assert (finished.status, running.status) == ("confirmed", "open")
    client = Client(headers={"accept-language": "en"})
    page = client.get(f"/matches/{finished.stream_id}/?at=90").content.decode()
    assert "The map of the guards" in page and "The map of the intruders" in page
    assert "every answer was true" in page and 'type="range"' in page
    page = client.get(f"/matches/{running.stream_id}/").content.decode()
    assert "The map of the guards" not in page and 'class="plan"' in page
