"""Stages in the browser and over REST: the cut proposed, decided, played, shown, and the podium."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest
from django.test import Client

from tracker import commands, selectors
from tracker.tests.hall import caught_up, organiser, start_round, summary
from tracker.tests.pages.desk import Desk

pytestmark = pytest.mark.django_db(transaction=True)
SWISS_CUT = [
    {"format": "swiss", "rounds": 1},
    {"format": "single_elimination", "cut": 4, "third_place": True},
]


def played(desk: Desk, number: int) -> None:
    """A round through the commands, with a winner at every table."""
    for row in start_round(desk.who, desk.event, number):
        commands.report_match(desk.who, row.stream_id, summary(1, 0))
    caught_up()
    commands.close_round(desk.who, desk.event, round=number)
    caught_up()


def cut(count: int = 8, language: str = "en", **options: Any) -> Desk:
    """A Swiss of one round that is over."""
    desk = Desk(
        count, language, stages=SWISS_CUT, tiebreaks=["points", "lot"], scenarios=[], **options
    ).ready()
    played(desk, 1)
    return desk


def test_the_console_proposes_the_cut_and_the_stage_begins_by_one_button() -> None:
    desk = cut()
    console = desk.client.get(desk.console()).content.decode()
    assert "Cut to 4: single elimination" in console
    page = desk.client.get(desk.console("stage/"))
    assert len([one for one in page.context["candidates"] if one["goes"]]) == 4
    going = [one["player"] for one in page.context["candidates"] if one["goes"]]
    sent = {"stage": page.context["plan_json"], "field": going, "version": page.context["version"]}
    assert desk.client.post(desk.console("stage/"), sent).status_code == 302
    assert list(desk.state.stages[-1].field) == going
    assert "Draw round 2" in desk.client.get(desk.console()).content.decode()


def test_another_field_than_the_standings_name_is_refused_in_words_until_a_reason_is_given() -> None:
    desk = cut()
    page = desk.client.get(desk.console("stage/"))
    field = [one["player"] for one in page.context["candidates"]][1:5]
    sent = {"stage": page.context["plan_json"], "field": field}
    refused = desk.client.post(desk.console("stage/"), sent)
    assert refused.status_code == 422 and "Say why it is to be so" in refused.content.decode()
    assert (
        desk.client.post(desk.console("stage/"), {**sent, "reason": "the best one left"}).status_code == 302
    )


def test_a_further_stage_that_nobody_planned() -> None:
    desk = Desk(
        4, stages=[{"format": "swiss", "rounds": 1}], tiebreaks=["points", "lot"], scenarios=[]
    ).ready()
    played(desk, 1)
    page = desk.client.get(desk.console("stage/") + "?format=single_elimination&cut=2")
    assert len([one for one in page.context["candidates"] if one["goes"]]) == 2
    sent = {
        "stage": page.context["plan_json"],
        "field": [one["player"] for one in page.context["candidates"] if one["goes"]],
        "reason": "a final for the crowd",
    }
    assert desk.client.post(desk.console("stage/"), sent).status_code == 302


@pytest.mark.parametrize("language", ["en", "ru"])
def test_the_bracket_fills_up_and_a_podium_stands_at_the_end(language: str) -> None:
    desk = cut(language=language)
    assert "bracket" in desk.client.get(desk.url()).content.decode()
    commands.begin_stage(desk.who, desk.event)
    played(desk, 2)
    page = desk.client.get(desk.url("bracket/")).content.decode()
    assert ("Semi-finals" if language == "en" else "Полуфиналы") in page
    played(desk, 3)
    commands.finish(desk.who, desk.event)
    caught_up()
    home = desk.client.get(desk.url())
    assert [row.rank for row in home.context["podium"]] == [1, 2, 3]
    assert desk.client.get(desk.url("bracket/hall/")).status_code == 200
    rows = list(selectors.standings(desk.event))
    assert [row.rank for row in rows[:4]] == [1, 2, 3, 4] and rows[0].figures[0]["id"] == "stage"


def test_no_draft_shows_in_the_bracket() -> None:
    desk = cut()
    commands.begin_stage(desk.who, desk.event)
    before = desk.client.get(f"/api/v1/tournaments/{desk.event}/stages/").json()
    commands.draw_round(desk.who, desk.event)
    after = Client().get(f"/api/v1/tournaments/{desk.event}/stages/").json()
    assert [bout["status"] for bout in after["begun"][1]["bouts"]] == ["open"] * 4
    assert before["begun"][1]["field"] == after["begun"][1]["field"]


def test_stages_over_rest() -> None:
    who = organiser()
    stages = [{"format": "round_robin", "groups": 2}, {"format": "single_elimination", "cut": 2}]
    event = commands.create_tournament(
        who,
        name="Groups",
        options={"stages": stages, "check_in": False, "list_required": False, "scenarios": []},
    )
    names = [commands.NewPlayer(f"Player {number}") for number in range(6)]
    commands.register_players(who, event, names)
    client = Client()
    client.force_login(who.user)
    url = f"/api/v1/tournaments/{event}/stages/"
    planned = client.get(url).json()
    assert planned["begun"] == [] and [one["format"] for one in planned["planned"]] == [
        "round_robin",
        "single_elimination",
    ]
    assert client.post(url, {"action": "begin"}, content_type="application/json").status_code in (200, 201)
    found = client.get(url).json()["begun"][0]
    assert [group["name"] for group in found["groups"]] == ["A", "B"]
    back = {"action": "withdraw", "reason": "too early"}
    assert client.post(url, back, content_type="application/json").status_code in (200, 201)
    assert client.get(url).json()["begun"] == []
    assert Client().post(url, {"action": "begin"}, content_type="application/json").status_code in (401, 403)


def test_a_new_event_takes_a_format_by_name_and_as_many_rounds_as_the_field_needs() -> None:
    desk = Desk(0)
    sent = {
        "name": "Open",
        "preset": "last_battle_swiss",
        "format": "swiss_cut",
        "cut": "4",
        "expected": "16",
    }
    answer = desk.client.post("/organise/", sent)
    assert answer.status_code == 302, answer.content.decode()
    made = answer["Location"].split("/")[2]
    options = selectors.current_state(UUID(made)).state.options
    assert options.rounds == 5 and [stage.cut for stage in options.stages] == [0, 4]
