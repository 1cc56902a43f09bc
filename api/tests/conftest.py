"""A small hall for the tests of the API: an organiser, two players with tokens, a match, a tournament."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth.models import User

from api import auth, stream_cache, throttle
from api.tests.hall import Hall, Rest
from api.views import standings
from tracker import warm
from tracker.identity import new_token
from tracker.models import Player
from tracker.tests import db_states


@pytest.fixture(autouse=True)
def _no_memory_of_other_tests() -> Iterator[None]:
    """No warm state, token, bucket or finished page outlives a test."""
    for forget in (
        warm.forget,
        auth.forget,
        standings.forget,
        stream_cache.TELLING.forget,
        throttle.REQUESTS.forget,
    ):
        forget()
    yield
    warm.forget()


@pytest.fixture(autouse=True)
def _no_jobs(request: pytest.FixtureRequest) -> None:
    """Nothing that the API answers may wait for a worker: for all these tests jobs are queued and never done."""
    request.getfixturevalue("no_jobs")


@pytest.fixture
def visitor() -> Rest:
    """Nobody: no session and no token."""
    return Rest()


@pytest.fixture
def organiser(transactional_db: None) -> Rest:
    """A signed-in user with a token of every scope."""
    return _organiser()


@db_states.kept
def _organiser() -> Rest:
    user = User.objects.create_user("olga", password="a long password")
    return Rest(new_token("desk", ["read", "play", "organise"], user=user)[1])


@pytest.fixture
def hall(organiser: Rest) -> Hall:
    """A match of two players, table open, before the schemes are chosen."""
    return _hall(organiser)


@db_states.kept
def _hall(organiser: Rest) -> Hall:
    olga = User.objects.get(username="olga")
    alice, boris = (Player.objects.create(name=name, made_by=olga) for name in ("Alice", "Борис"))
    return Hall(organiser, (alice, _phone(alice)), (boris, _phone(boris)))


def _phone(player: Player) -> Rest:
    return Rest(new_token("phone", ["read", "play"], player=player)[1])


@pytest.fixture
def cup(organiser: Rest) -> dict[str, Any]:
    """A tournament of four players, checked in, no lists asked for, nothing drawn."""
    return _cup(organiser)


@db_states.kept
def _cup(organiser: Rest) -> dict[str, Any]:
    options = {"rounds": 2, "list_required": False}
    made = organiser.post("tournaments/", {"name": "Hall cup", "options": options}).json()
    at = made["tournament"]["url"].removeprefix("/api/v1/")
    people = [{"name": name, "club": "Юг"} for name in ("Аня", "Bert", "=Carl", "Dora")]
    players = organiser.post(f"{at}players/", {"players": people}).json()["results"]
    for player in players:
        organiser.post(f"{at}players/{player['player']}/", {"action": "check_in"})
    return {"at": at, "id": made["tournament"]["id"], "players": players}


@pytest.fixture
def battle(organiser: Rest) -> str:
    """A running event day of Sea and Camp, one card sent from one to the other; its id."""
    return _battle(organiser)


@db_states.kept
def _battle(organiser: Rest) -> str:
    made = organiser.post("campaigns/", {"name": "Battle", "options": {"detail": "summary"}}).json()
    at = made["campaign"]["url"].removeprefix("/api/v1/")
    people = [{"name": name} for name in ("Аня", "Bert", "Carl", "Dora")]
    ids = [one["player"] for one in organiser.post(f"{at}players/", {"players": people}).json()["results"]]
    for field, seat in (("sea", 0), ("camp", 2)):
        sides = {"serpent": [ids[seat]], "alliance": [ids[seat + 1]]}
        organiser.post(f"{at}tables/", {"battlefield": field, "sides": sides})
    organiser.post(at, {"action": "start"})
    earned = {"action": "earn", "arcana": "M-fool", "table": "sea", "side": "alliance"}
    organiser.post(f"{at}arcana/", earned)
    organiser.post(f"{at}arcana/", {"action": "send", "arcana": "M-fool", "table": "camp"})
    battle: str = made["campaign"]["id"]
    return battle
