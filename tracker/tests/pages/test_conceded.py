"""A match of Last Battle that a side gives up, or that staff award because its players left."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from tracker import selectors
from tracker.tests.pages.at_the_table import Phone, Table, prefilled
from tracker.tests.pages.full_table import FullTable, in_step

pytestmark = pytest.mark.django_db(transaction=True)


def ahead() -> Table:
    """Two turns of an event's match are played; the Alliance leads 1 : 0."""
    table = Table("camp")
    table.ready()
    table.play(1)
    assert table.alliance.tap(table.match, "turn", strategy_alliance="1").status_code == 302
    return table


def staff(table: Table) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(table.organiser.user)
    return client


def ranked(table: Table) -> list[tuple[str, Any]]:
    """(player, the first figure of the standings), the first place first."""
    answer = Client().get(f"/api/v1/tournaments/{table.event}/standings/").json()
    return [(row["player"], row["figures"][0]["top"]) for row in answer["rows"]]


def test_who_leads_may_give_up_and_loses_also_in_the_event() -> None:
    table = ahead()
    assert table.alliance.tap(table.match, "match_conceded").status_code == 302
    outcome = selectors.outcome(table.match)
    assert (outcome.winner, outcome.vp) == ("serpent", {"alliance": 1, "serpent": 0})
    page, russian = (Phone(language=one).get(f"/matches/{table.match}/") for one in ("en", "ru"))
    assert "Alliance concedes." in page and "Альянс сдаётся." in russian
    for phone in (table.serpent, table.alliance):
        assert phone.tap(table.match, "confirm").status_code == 302
    selectors.bring_up(table.event)
    first, last = ranked(table)[0], ranked(table)[-1]
    assert first[0] == table.serpent.id and last[0] == table.alliance.id and first[1] > last[1]


def test_a_player_gives_up_for_the_own_side_alone() -> None:
    table = ahead()
    page = table.alliance.get(f"/matches/{table.match}/pad/")
    assert page.count('data-step="match_conceded"') == 1
    own = prefilled(page, "match_conceded")
    form = {**own, "choice": own["choice"].replace("alliance", "serpent")}
    refused = table.alliance.client.post(f"/matches/{table.match}/pad/", form)
    assert refused.status_code == 422 and "LB-END-06" in refused.content.decode()
    assert selectors.outcome(table.match).status == "open"


def test_staff_award_a_match_whose_player_left() -> None:
    table = ahead()
    client, pad = staff(table), f"/matches/{table.match}/pad/"
    page = client.get(pad).content.decode()
    assert page.count('data-step="match_conceded"') == 2 and "Concede" in page
    assert client.post(pad, prefilled(page, "match_conceded", "alliance")).status_code == 302
    assert client.post(pad, prefilled(client.get(pad).content.decode(), "confirm")).status_code == 302
    outcome = selectors.outcome(table.match)
    assert (outcome.status, outcome.winner) == ("confirmed", "serpent")


def test_rest_takes_it_and_says_who_may() -> None:
    table = ahead()
    path = f"/api/v1/matches/{table.match}/"
    following = table.serpent.client.get(path + "next/").json()["events"]
    offered = {
        one["choices"]["side"][0]: one["players"] for one in following if one["type"] == "match_conceded"
    }
    assert offered == {"serpent": [table.serpent.id], "alliance": [table.alliance.id]}
    sent = {"type": "match_conceded", "data": {"side": "alliance"}}
    refused = table.serpent.client.post(path + "events/", json.dumps(sent), content_type="application/json")
    assert refused.status_code == 422 and "LB-END-06" in refused.content.decode()
    sent["data"] = {"side": "serpent"}
    taken = table.serpent.client.post(path + "events/", json.dumps(sent), content_type="application/json")
    assert taken.status_code == 201 and selectors.outcome(table.match).winner == "alliance"


def test_at_full_detail_it_opens_no_hand() -> None:
    table = FullTable("camp")
    table.seat()
    table.until(in_step("activations"))
    (loser,), (other,) = table.phones("alliance"), table.phones("serpent")
    before = set(table.full.piles["alliance"].hand)
    assert loser.tap(table.match, "match_conceded").status_code == 302
    state = other.client.get(f"/api/v1/matches/{table.match}/state/").json()
    assert before and not state["state"]["play"]["full"]["piles"]["alliance"].get("hand")
    for phone in (loser, other):
        assert phone.tap(table.match, "confirm").status_code == 302
    assert selectors.outcome(table.match).status == "confirmed"
