"""Lists narrowed by what a site asks for: name in any alphabet, player, day, status, where a match belongs."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User

from api.tests.hall import Hall, Rest, assert_problem
from tracker.commands.persons import merge_players
from tracker.models import SeasonKeeper
from tracker.tests import hall


def found(who: Rest, query: str) -> list[str]:
    """The names (of matches the ids) in a list."""
    answer = who.get(query)
    assert answer.status_code == 200, answer.content
    return [one.get("name") or one["id"] for one in answer.json()["results"]]


@pytest.fixture
def described(cup: dict[str, Any], organiser: Rest) -> dict[str, Any]:
    """Two more tournaments of the organiser's, with days on which they start."""
    for name, starts in (("Зимний Кубок", "2026-11-28T10:00"), ("Spring Open", "2027-03-01")):
        at = organiser.post("tournaments/", {"name": name}).json()["tournament"]["url"]
        told = {"type": "event_described", "data": {"starts": starts, "place": f"Клуб «{name}»"}}
        assert organiser.post(at + "events/", told).status_code == 201
    return cup


@pytest.mark.usefixtures("database")
def test_tournaments_by_name_player_and_day(described: dict[str, Any], visitor: Rest) -> None:
    assert found(visitor, "tournaments/?name=зимний кубок") == ["Зимний Кубок"]
    assert found(visitor, "tournaments/?name=SPRING") == ["Spring Open"]
    player = described["players"][0]["player"]
    assert found(visitor, f"tournaments/?player={player}") == ["Hall cup"]
    assert found(visitor, f"tournaments/?player={player}&name=open") == []
    assert found(visitor, "tournaments/?starts_from=2026-11-28&starts_to=2026-11-28") == ["Зимний Кубок"]
    assert found(visitor, "tournaments/?starts_from=2026-11-29") == ["Spring Open"]
    assert found(visitor, "tournaments/?starts_to=2027-03-01") == ["Spring Open", "Зимний Кубок"]
    assert found(visitor, "tournaments/?starts_to=2026-11-27") == []
    assert found(visitor, "tournaments/?place=клуб «ЗИМ") == ["Зимний Кубок"]
    assert found(visitor, "tournaments/?place=спб") == []


@pytest.mark.usefixtures("database")
def test_event_days_by_day_and_place(battle: str, organiser: Rest, visitor: Rest) -> None:
    told = {"starts": "2026-11-28T10:00", "place": "Клуб «Юг»"}
    event = {"type": "event_described", "data": told}
    assert organiser.post(f"campaigns/{battle}/events/", event).status_code == 201
    assert organiser.post("campaigns/", {"name": "Silent"}).status_code == 201
    assert found(visitor, "campaigns/?starts_from=2026-11-28&starts_to=2026-11-28") == ["Battle"]
    assert found(visitor, "campaigns/?starts_from=2026-11-29") == []
    assert found(visitor, "campaigns/?starts_to=2026-11-27") == []
    assert found(visitor, "campaigns/?place=ЮГ") == ["Battle"]
    assert found(visitor, "campaigns/?place=север") == []
    assert found(visitor, "campaigns/") == ["Silent", "Battle"]


@pytest.mark.parametrize("day", ["28.11.2026", "2026-11-31", "2026-11-28T10:00", "20261128", ""])
def test_a_day_in_another_form_is_told_the_form(visitor: Rest, db: None, day: str) -> None:
    problem = assert_problem(visitor.get(f"tournaments/?starts_from={day}"), 400, "invalid")
    assert "2026-11-28" in problem["detail"]


@pytest.mark.usefixtures("database")
def test_players_by_club_and_several_by_their_ids(cup: dict[str, Any], hall: Hall, visitor: Rest) -> None:
    assert sorted(found(visitor, "players/?club=юг")) == ["=Carl", "Bert", "Dora", "Аня"]
    assert found(visitor, "players/?club=ЮГ&name=АН") == ["Аня"]
    ids = [hall.a, cup["players"][1]["player"]]
    assert sorted(found(visitor, f"players/?id={','.join(ids)}")) == ["Alice", "Bert"]


@pytest.mark.usefixtures("database")
def test_event_days_by_game_status_name_and_player(battle: str, organiser: Rest, visitor: Rest) -> None:
    organiser.post("campaigns/", {"name": "Последняя Битва"})
    assert found(visitor, "campaigns/?name=последняя") == ["Последняя Битва"]
    assert found(visitor, "campaigns/?status=running") == ["Battle"]
    assert found(visitor, "campaigns/?status=preparing&system=last_battle") == ["Последняя Битва"]
    assert found(visitor, "campaigns/?system=senjutsu") == []
    player = visitor.get(f"campaigns/{battle}/players/").json()["results"][0]["player"]
    assert found(visitor, f"campaigns/?player={player}") == ["Battle"]
    day = visitor.get("campaigns/?status=running").json()["results"][0]
    assert day["game"]["en"] == "Last Battle" and day["opened_at"][:3] == "202"
    assert "preparing" in assert_problem(visitor.get("campaigns/?status=open"), 400, "invalid")["detail"]


def test_matches_by_day_and_round(
    battle: str, cup: dict[str, Any], hall: Hall, organiser: Rest, visitor: Rest
) -> None:
    organiser.post(cup["at"] + "rounds/", {"until": "started"})
    tables = {one["match"] for one in visitor.get(f"campaigns/{battle}/tables/").json()["results"]}
    assert set(found(visitor, f"matches/?campaign={battle}")) == tables and len(tables) == 2
    assert len(found(visitor, f"matches/?tournament={cup['id']}&round=1")) == 2
    assert found(visitor, f"matches/?tournament={cup['id']}&round=2") == []
    assert_problem(visitor.get("matches/?round=0"), 400, "invalid")


def test_seasons_by_game_and_name(organiser: Rest, visitor: Rest) -> None:
    SeasonKeeper.objects.create(user=User.objects.get(username="olga"))
    for name in ("Осень", "Зима"):
        made = organiser.post("seasons/", {"name": name, "starts": "2026-01-01T00:00:00Z"})
        assert made.status_code == 201, made.content
    assert found(visitor, "seasons/?name=зима") == ["Зима"]
    assert found(visitor, "seasons/?system=senjutsu") == ["Зима", "Осень"]
    assert found(visitor, "seasons/?system=last_battle") == []


@pytest.mark.usefixtures("database")
@pytest.mark.parametrize("end", ["0001-01-01T00:00:00%2B14:00", "9999-12-31T23:59:59-14:00"])
def test_moments_at_the_ends_of_the_calendar_can_be_asked_for(
    cup: dict[str, Any], organiser: Rest, end: str
) -> None:
    early = end.startswith("0")
    for path in ("tournaments/", "players/", "matches/", "webhooks/"):
        for name in ("since", "until"):
            assert organiser.get(f"{path}?{name}={end}").status_code == 200, path
    assert found(organiser, f"tournaments/?since={end}") == (["Hall cup"] if early else [])
    assert found(organiser, f"tournaments/?cursor={end}~{cup['id']}") == ([] if early else ["Hall cup"])


def test_a_number_is_written_in_the_digits_of_ascii(visitor: Rest, transactional_db: None) -> None:
    assert_problem(visitor.get("matches/?limit=\u0663"), 400, "invalid")


@pytest.mark.usefixtures("database")
def test_a_player_who_is_one_person_with_another_is_found_by_either_id(visitor: Rest) -> None:
    """The list held what was played under the id that was asked for; the player's own page counts all of it."""
    who = hall.organiser()
    people = []
    for _ in range(2):
        event, players = hall.opened(who, 2, rounds=1)
        hall.play_round(who, event, 1)
        people.append(players[0])
    hall.caught_up()
    merge_players(who, person=people[0].pk, player=people[1].pk)
    for player in people:
        record = visitor.get(f"players/{player.pk}/").json()
        assert len(record["matches"]) == len(record["events"]) == 2
        listed = visitor.get(f"matches/?player={player.pk}&limit=1").json()
        assert len(listed["results"]) == 1 and listed["next"], "pages go through both"
        assert len(found(visitor, f"matches/?player={player.pk}")) == 2
        assert len(found(visitor, f"tournaments/?player={player.pk}")) == 2
        for path in ("campaigns", "runs"):
            assert found(visitor, f"{path}/?player={player.pk}") == []
