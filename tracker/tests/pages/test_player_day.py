"""Claiming a player and the player's day: no account, one thing to do next."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tracker import commands
from tracker.models import PairingRow, Player
from tracker.pages.player import my_day
from tracker.tests.pages.at_the_table import Phone, Table
from tracker.tests.pages.desk import Desk

pytestmark = pytest.mark.django_db(transaction=True)


def client(language: str = "en") -> Client:
    return Client(headers={"accept-language": language})


def test_a_typed_code_leads_to_the_name_and_then_to_my_day() -> None:
    player = Player.objects.create(name="Anna", club="Tin Soldiers")
    phone = client()
    code = f" {player.claim_code[:4].lower()}-{player.claim_code[4:]} "
    asked = phone.post("/claim/", {"code": code}, follow=True)
    assert "Is this you?" in asked.content.decode() and "Tin Soldiers" in asked.content.decode()
    mine = phone.post(f"/claim/{player.claim_code}/", follow=True).content.decode()
    assert "This device acts for Anna now." in mine and "No event yet" in mine


@pytest.mark.parametrize("code", ["WRONG", "", "x" * 500, "'; --"])
def test_a_wrong_code_is_said_and_kept(code: str) -> None:
    response = client().post("/claim/", {"code": code})
    assert response.status_code == 400 and "No player has this code" in response.content.decode()
    assert client().get("/claim/NOBODY22/").status_code == 404
    assert client().post("/claim/NOBODY22/").status_code == 404


def test_claiming_in_russian() -> None:
    player = Player.objects.create(name="Борис")
    assert "Это вы?" in client("ru").get(f"/claim/{player.claim_code}/").content.decode()
    assert "Игрока с таким кодом нет" in client("ru").post("/claim/", {"code": "A"}).content.decode()


def test_a_device_without_a_player_is_told_how_to_claim_one() -> None:
    page = Phone().get("/my/")
    assert "No player on this device yet" in page and "/claim/" in page


def test_my_day_shows_the_table_and_one_thing_to_do() -> None:
    table = Table("camp")
    page = table.alliance.get("/my/")
    assert page.count("main-action") == 1 and "Choose your scheme" in page
    for wanted in ("Camp", "Alliance", "version 1", table.serpent.player.name):  # type: ignore[union-attr]
        assert wanted in page
    assert "main-action" in table.serpent.get("/my/")
    assert "Выберите схему" in Phone(table.alliance.player, "ru").get("/my/")


def test_my_day_after_the_match_shows_the_result_from_my_chair() -> None:
    table = Table("camp")
    table.ready()
    table.play(1)
    table.alliance.tap(table.match, "turn", strategy_alliance="1")
    table.play(3)
    table.alliance.tap(table.match, "end")
    assert "Confirm the result" in table.serpent.get("/my/")
    for phone in (table.alliance, table.serpent):
        phone.tap(table.match, "confirm")
    mine = table.alliance.get("/my/")
    assert "1 : 0</a> won" in mine and "1 so far; round 1 is being played" in mine
    assert "0 : 1</a> lost" in table.serpent.get("/my/")


@pytest.mark.parametrize(
    ("side", "shown"), [("red", "5 : 7 : 2"), ("green", "7 : 5 : 2"), ("blue", "2 : 5 : 7")]
)
def test_a_table_of_three_shows_the_points_of_both_others(side: str, shown: str) -> None:
    """`games/tests/fair` is such a game; of two opponents only the first was told."""
    sides = {"red": ["r"], "green": ["g"], "blue": ["b"]}
    vp = {"blue": 2, "green": 7, "red": 5}
    told = my_day._result(PairingRow(sides=sides, result={"vp": vp, "winner": "green"}), side)
    assert told is not None and f"{told['mine']} : {told['theirs']}" == shown
    assert told["kind"] == ("won" if side == "green" else "lost")


def test_a_player_checks_in_and_nobody_else_does_it_for_them() -> None:
    table = Table("camp")
    event = commands.create_tournament(
        table.organiser, name="Next cup", options={"rounds": 1, "scenarios": []}
    )
    (player,) = commands.register_players(table.organiser, event, [commands.NewPlayer("Gina")])
    phone, path = Phone(player), f"/my/events/{event}/check-in/"
    page = phone.get("/my/")
    assert "I am here" in page and '<p class="next">Next cup</p>' in page, "which of today's events"
    assert table.alliance.client.post(path, {"player": str(player.id)}).status_code == 403
    assert phone.client.post(path, {"player": str(player.id)}).status_code == 302
    again = phone.client.post(path, {"player": str(player.id)})
    assert again.status_code == 422 and "TRN-" in again.content.decode()
    assert "I am here" not in phone.get("/my/")


def test_the_number_of_queries_does_not_grow_with_rounds_or_players(
    django_assert_max_num_queries: Any,
) -> None:
    table = Table("camp", count=2)
    wide = Table("camp", count=4)
    for one in (table, wide):
        one.alliance.get("/my/")
        with django_assert_max_num_queries(14):  # 13, and one more where something is met for the first time
            one.alliance.client.get("/my/")


def test_who_has_dropped_is_promised_no_next_table() -> None:
    desk = Desk(2)
    phone = Phone(desk.players[0])
    assert "Your next table appears here" in phone.get("/my/")
    commands.drop(desk.who, desk.event, player=phone.id)
    page = phone.get("/my/")
    assert "You have dropped from this event" in page and "Your next table appears here" not in page


def test_nobody_waits_for_an_opponent_who_has_left_in_the_middle_of_the_round() -> None:
    """My day said that it waits for the leaver's scheme, and nothing of what comes of the table."""
    table = Table("camp")
    stays, leaves = table.serpent, table.alliance
    assert leaves.player is not None and f"Waiting for {leaves.player.name}." in stays.get("/my/")
    commands.drop(table.organiser, table.event, player=leaves.id)
    page = stays.get("/my/")
    assert f"{leaves.player.name} left. If the match is not over, the organisers settle this table." in page
    assert "Waiting for" not in page
