"""Warbands on the page: live check, revisions with what changed, import, handing in until lists are locked."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from tracker import commands, selectors
from tracker.models import Card, Edition, Player, WarbandRevision
from tracker.tests.pages.at_the_table import Phone, Table
from tracker.tests.pages.test_built_lists import body_of

pytestmark = pytest.mark.django_db(transaction=True)
NEW, CHECK = "/warbands/new/", "/warbands/check/"


@pytest.fixture
def phone() -> Phone:
    return Phone(Player.objects.create(name="Anna"))


def sheet(*rows: tuple[str, int, int | None], leader: str = "captain", **more: str) -> dict[str, str]:
    """The form of a list with a leader and these figures, each with its number and cost."""
    figures: list[dict[str, Any]] = [{"figure_id": leader, "traits": ["Leader"]}]
    for name, count, cost in rows:
        figures += [{"figure_id": name, **({} if cost is None else {"cost": cost})}] * count
    body = {"leader": leader, "figures": figures}
    return {"name": "Anna's own", "edition": "", "body": json.dumps(body), "action": "save", **more}


def base() -> None:
    edition = Edition.objects.create(system="last_battle", key="base", name="Base set")
    data: dict[str, dict[str, Any]] = {
        "giant": {"cost": 20, "size": 3, "is_leader_trait": False},
        "queen": {"is_leader_trait": True},
    }
    Card.objects.bulk_create(
        Card(edition=edition, card_id=id_, name=f"Stone {id_}", data={"name": f"Stone {id_}", **row})
        for id_, row in data.items()
    )


def test_a_list_becomes_revisions_and_each_says_what_changed(phone: Phone) -> None:
    first = phone.client.post(NEW, sheet(("giant", 1, 15), ("scout", 2, 5)))
    assert first.status_code == 302
    fewer = sheet(("giant", 1, 15), ("scout", 1, 5), leader="queen", **{"pick-battlefield": "dungeon"})
    phone.client.post(first["Location"], fewer)
    page = phone.get(first["Location"])
    assert "<del>− Figures: scout 2 → 1</del>" in page
    assert "<del>− Leader: captain</del>" in page and "<ins>+ Leader: queen</ins>" in page
    assert "Also changed: Battlefield" in page
    leaders = [revision.body["leader"] for revision in WarbandRevision.objects.order_by("number")]
    assert leaders == ["captain", "queen"] and "20 / 25" in page


def test_the_live_check_names_the_rule_and_stores_nothing(phone: Phone) -> None:
    response = phone.client.post(CHECK, sheet(("giant", 1, 26)))
    assert response.status_code == 200 and "LB-ROSTER-03" in response.content.decode()
    unknown = phone.client.post(CHECK, sheet(("giant", 1, None))).content.decode()
    assert "1 card without a price" in unknown and "thing to know" in unknown
    small = sheet(("giant", 1, 5), **{"pick-battlefield": "dungeon", "fact|leader.0|size": "3"})
    assert "LB-ROSTER-06" in phone.client.post(CHECK, small).content.decode()
    assert not WarbandRevision.objects.exists()


def test_who_chose_to_replace_the_leader_stays_there(phone: Phone) -> None:
    """Nobody who goes on adding figures loses the leader; whoever wants another one says so."""
    led = {
        "name": "",
        "edition": "",
        "body": json.dumps({"leader": "Captain"}),
        "do": "typed",
        "typed": "Queen",
    }
    replaced = phone.client.post(CHECK, led | {"section": "leader"})
    assert body_of(replaced.content.decode()) == {"leader": "Queen"} and "HX-Retarget" not in replaced
    joined = phone.client.post(CHECK, led | {"section": "list"})
    assert body_of(joined.content.decode())["leader"] == "Captain" and "HX-Retarget" not in joined


def test_without_an_edition_figures_are_typed_and_stated(phone: Phone) -> None:
    """A leader comes first; costs may stand behind the name, or be told where the figure lies."""
    page = phone.get(NEW)
    assert 'name="section" value="leader" checked' in page
    empty = {"name": "", "edition": "", "body": "{}"}
    added = phone.client.post(CHECK, empty | {"section": "leader", "do": "typed", "typed": "Captain"})
    body = body_of(added.content.decode())
    assert body == {"leader": "Captain"}
    assert added["HX-Retarget"] == "#builder" and 'value="list" checked' in added.content.decode()
    typed = empty | {"body": json.dumps(body), "section": "list", "do": "typed", "typed": "2x Scout; 5; 1"}
    text = phone.client.post(CHECK, typed).content.decode()
    assert (
        "10 / 25" in text
        and "×2" not in text
        and body_of(text)["figures"]
        == [
            {"figure_id": "Scout", "cost": 5, "size": 1},
            {"figure_id": "Scout", "cost": 5, "size": 1},
        ]
    )
    told = empty | {"body": json.dumps(body_of(text)), "fact|list.0|cost": "6", "fact|list.0|unique": "yes"}
    text = phone.client.post(CHECK, told).content.decode()
    assert "12 / 25" in text and "LB-ROSTER-07" in text


def test_without_script_every_tap_is_a_page(phone: Phone) -> None:
    page = phone.client.post(NEW, sheet(("giant", 1, 26), action="check")).content.decode()
    assert "LB-ROSTER-03" in page and not WarbandRevision.objects.exists()
    page = phone.client.post(NEW, sheet(("giant", 1, 26), do="less:list.0", action="")).content.decode()
    assert "0 / 25" in page and not WarbandRevision.objects.exists()


def test_cards_of_an_edition_are_offered_and_fill_the_gaps(phone: Phone) -> None:
    base()
    page = phone.get(NEW)
    assert 'value="add:leader:queen"' in page and "add:leader:giant" not in page
    added = sheet(edition="base", section="list", do="add:list:giant", action="")
    page = phone.client.post(CHECK, added).content.decode()
    assert "20 / 25" in page and "legal" in page and "Stone giant" in page
    built = phone.client.post(CHECK, added, headers={"HX-Target": "builder"}).content.decode()
    assert 'value="add:list:queen"' in built


@pytest.mark.parametrize(
    "pasted",
    [
        "Leader: captain\n2x scout; 5; 1\ngiant; 15",
        '{"leader": "captain", "figures": ["scout", "scout", {"figure_id": "giant", "cost": 15}]}',
    ],
)
def test_a_pasted_roster_fills_the_list(phone: Phone, pasted: str) -> None:
    page = phone.client.post(NEW, sheet(action="import", pasted=pasted)).content.decode()
    body = body_of(page)
    names = [one if isinstance(one, str) else one["figure_id"] for one in body["figures"]]
    assert body["leader"] == "captain" and names == ["scout", "scout", "giant"]


@pytest.mark.parametrize("pasted", ["", "{", '{"figures": 7}', "captain\n; ; ;", "[" * 5000, "{" * 5000])
def test_a_broken_roster_is_said_and_kept(phone: Phone, pasted: str) -> None:
    response = phone.client.post(NEW, sheet(action="import", pasted=pasted))
    assert response.status_code in (200, 400)
    if pasted.startswith("{") or not pasted:
        assert response.status_code == 400 and "data-problems" in response.content.decode()


def test_odd_numbers_are_unknown_and_no_crash(phone: Phone) -> None:
    for cost in ("-3", "1e9", "many", "99999"):
        page = phone.client.post(CHECK, sheet(("giant", 1, 7), **{"fact|list.0|cost": cost}))
        assert page.status_code == 200 and "1 card without a price" in page.content.decode()


def test_a_nameless_warband_is_called_by_its_leader(phone: Phone) -> None:
    made = phone.client.post(NEW, sheet(("giant", 1, 5), name=""))
    assert made.status_code == 302 and "<h1>captain</h1>" in phone.get(made["Location"])


def test_a_warband_goes_out_as_text(phone: Phone) -> None:
    made = phone.client.post(NEW, sheet(("giant", 2, 5)))
    answer = phone.client.get(f"{made['Location']}text/")
    assert answer["Content-Disposition"].startswith("attachment") and "no-store" in answer["Cache-Control"]
    assert answer.content.decode() == "Leader: captain; ; ; Leader\n2x giant; 5\n"


def test_a_refusal_calls_figures_by_their_cards(phone: Phone) -> None:
    base()
    twice = sheet(("giant", 2, 1), edition="base", **{"fact|list.0|unique": "yes"})
    page = phone.client.post(CHECK, twice).content.decode()
    assert "LB-ROSTER-07" in page and "Stone giant" in page.split("LB-ROSTER-07</a>")[1][:200]


def test_handing_in_until_lists_are_locked() -> None:
    table = Table("camp")
    event = commands.create_tournament(
        table.organiser, name="Next cup", options={"rounds": 1, "scenarios": []}
    )
    (player,) = commands.register_players(table.organiser, event, [commands.NewPlayer("Gina")])
    phone = Phone(player)
    made = phone.client.post(NEW, sheet(("giant", 1, 5)))
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
    made = phone.client.post(NEW, sheet(("giant", 1, 5)))
    stranger = Phone(Player.objects.create(name="Eve"))
    assert stranger.client.get(made["Location"]).status_code == 302
    assert stranger.client.get(f"{made['Location']}text/").status_code == 302
    assert stranger.client.post(made["Location"], sheet(("x", 1, 1))).status_code == 403
    assert Client().get(made["Location"]).status_code == 302
    assert Client().post(CHECK, sheet()).status_code == 403


def test_the_page_in_russian(phone: Phone) -> None:
    page = Phone(phone.player, "ru").client.post(NEW, sheet(("giant", 1, 26), action="check"))
    text = page.content.decode()
    assert "Пока не по правилам" in text and "26 / 25" in text and "очки: лишнее 1" in text
