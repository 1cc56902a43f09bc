"""The warband sheet: live check, revisions with what changed, import, handing in until lists are locked."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tracker import commands, selectors
from tracker.models import Card, Edition, Player, WarbandRevision
from tracker.tests.pages.at_the_table import Phone, Table

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def phone() -> Phone:
    return Phone(Player.objects.create(name="Anna"))


def sheet(*rows: tuple[str, str, str], leader: str = "captain", **more: str) -> dict[str, Any]:
    """A filled sheet; a row is figure, number, cost."""
    return {
        "name": "Anna's own",
        "leader": leader,
        "leader_trait": "yes",
        "figure": [row[0] for row in rows],
        "count": [row[1] for row in rows],
        "cost": [row[2] for row in rows],
        "size": ["" for _row in rows],
        "unique": ["" for _row in rows],
        "action": "save",
        **more,
    }


def test_a_sheet_becomes_revisions_and_each_says_what_changed(phone: Phone) -> None:
    first = phone.client.post(
        "/warbands/new/", sheet(("giant", "1", "15"), ("", "1", ""), ("scout", "2", "5"))
    )
    assert first.status_code == 302
    phone.client.post(first["Location"], sheet(("giant", "1", "15"), ("scout", "1", "5"), leader="queen"))
    page = phone.get(first["Location"])
    assert "<del>− scout</del>" in page and "leader captain → queen" in page
    assert [revision.body["leader"] for revision in WarbandRevision.objects.order_by("number")] == [
        "captain",
        "queen",
    ]
    assert "20 of 25" in page


def test_the_live_check_names_the_rule_and_stores_nothing(phone: Phone) -> None:
    response = phone.client.post("/warbands/check/", sheet(("giant", "1", "26")))
    assert response.status_code == 200 and "LB-ROSTER-03" in response.content.decode()
    unknown = phone.client.post("/warbands/check/", sheet(("giant", "1", ""))).content.decode()
    assert "Not checked" in unknown and "LB-ROSTER-03" in unknown
    small = phone.client.post(
        "/warbands/check/", sheet(("giant", "1", "5"), battlefield="dungeon", leader_size="3")
    )
    assert "LB-ROSTER-06" in small.content.decode()
    assert not WarbandRevision.objects.exists()


def test_without_script_the_check_button_shows_the_same(phone: Phone) -> None:
    page = phone.client.post("/warbands/new/", sheet(("giant", "1", "26"), action="check")).content.decode()
    assert "LB-ROSTER-03" in page and 'value="giant"' in page and not WarbandRevision.objects.exists()


def test_cards_of_an_edition_fill_the_gaps(phone: Phone) -> None:
    edition = Edition.objects.create(system="last_battle", key="base", name="Base set")
    Card.objects.create(edition=edition, card_id="giant", name="Stone Giant", data={"cost": 20, "size": 3})
    page = phone.client.post("/warbands/check/", sheet(("giant", "1", ""), edition="base")).content.decode()
    assert "20 of 25" in page and "Legal" in page


@pytest.mark.parametrize(
    "pasted",
    [
        "Leader: captain\n2x scout; 5; 1\ngiant; 15",
        '{"leader": "captain", "figures": ["scout", "scout", {"figure_id": "giant", "cost": 15}]}',
    ],
)
def test_a_pasted_roster_fills_the_sheet(phone: Phone, pasted: str) -> None:
    page = phone.client.post("/warbands/new/", sheet(action="import", pasted=pasted)).content.decode()
    assert 'value="captain"' in page and 'value="scout"' in page and 'value="2"' in page


@pytest.mark.parametrize("pasted", ["", "{", '{"figures": 7}', "captain\n; ; ;", "[" * 5000, "{" * 5000])
def test_a_broken_roster_is_said_and_kept(phone: Phone, pasted: str) -> None:
    response = phone.client.post("/warbands/new/", sheet(action="import", pasted=pasted))
    assert response.status_code in (200, 400)
    if pasted.startswith("{") or not pasted:
        assert response.status_code == 400 and "data-problems" in response.content.decode()


def test_odd_numbers_are_refused_by_a_rule_and_not_by_a_crash(phone: Phone) -> None:
    for cost in ("-3", "1e9", "many", "99999"):
        page = phone.client.post("/warbands/check/", sheet(("giant", "1", cost)))
        assert page.status_code == 200 and "Not legal yet" in page.content.decode()


def test_a_nameless_warband_keeps_what_was_typed(phone: Phone) -> None:
    response = phone.client.post("/warbands/new/", sheet(("giant", "1", "5"), name=""))
    assert response.status_code == 400 and 'value="giant"' in response.content.decode()


def test_handing_in_until_lists_are_locked() -> None:
    table = Table("camp")
    event = commands.create_tournament(
        table.organiser, name="Next cup", options={"rounds": 1, "scenarios": []}
    )
    (player,) = commands.register_players(table.organiser, event, [commands.NewPlayer("Gina")])
    phone = Phone(player)
    made = phone.client.post("/warbands/new/", sheet(("giant", "1", "5")))
    fields = {"event": str(event), "for": str(player.id), "action": "submit"}
    assert phone.client.post(f"{made['Location']}submit/", fields).status_code == 302
    assert "version 1 is in" in phone.get(made["Location"]) and selectors.entrants(event)[0].list_ok
    phone.client.post(f"{made['Location']}submit/", fields | {"action": "withdraw"})
    assert not selectors.entrants(event)[0].list_revision
    commands.lock_lists(table.organiser, event)
    late = phone.client.post(f"{made['Location']}submit/", fields)
    assert late.status_code == 422 and "TRN-LIST-" in late.content.decode()
    assert "lists are locked" in phone.get(made["Location"])


def test_a_warband_is_its_owners_alone(phone: Phone) -> None:
    made = phone.client.post("/warbands/new/", sheet(("giant", "1", "5")))
    stranger = Phone(Player.objects.create(name="Eve"))
    assert stranger.client.get(made["Location"]).status_code == 302
    assert stranger.client.post(made["Location"], sheet(("x", "1", "1"))).status_code == 403
    assert Client().get(made["Location"]).status_code == 302
    assert Client().post("/warbands/check/", sheet()).status_code == 403


def test_the_sheet_in_russian(phone: Phone) -> None:
    page = Phone(phone.player, "ru").client.post(
        "/warbands/new/", sheet(("giant", "1", "26"), action="check")
    )
    assert "Пока не по правилам" in page.content.decode() and "26 из 25" in page.content.decode()
