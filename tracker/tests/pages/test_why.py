"""Why two meet, or not: in words, for the organiser's draft and for everybody's published round."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tracker import commands
from tracker.tests.hall import caught_up, start_round, summary
from tracker.tests.pages.desk import Desk, text_of

pytestmark = pytest.mark.django_db(transaction=True)


def second_round(language: str = "en") -> tuple[Desk, Any]:
    """Round 1 played, the first sides having won; round 2 published."""
    desk = Desk(8, language, rounds=3, tiebreaks=["points", "lot"], scenarios=[]).ready()
    for row in start_round(desk.who, desk.event, 1):
        commands.report_match(desk.who, row.stream_id, summary(1, 0))
    caught_up()
    commands.close_round(desk.who, desk.event, round=1)
    commands.draw_round(desk.who, desk.event)
    return desk, desk.state.rounds[-1]


def pair_of(table: Any) -> list[str]:
    return [player for side in table.sides.values() for player in side]


def test_who_meets_by_points_and_who_does_not_reads_why_with_the_cheapest_alternative() -> None:
    desk, round_ = second_round()
    one = pair_of(round_.pairings[0])[0]
    met = next(pair for pair in map(pair_of, desk.state.rounds[0].pairings) if one in pair)
    three = next(player for player in pair_of(round_.pairings[-1]) if player not in met)
    page = desk.client.get(desk.console("round/"), {"one": one, "other": three})
    told = page.content.decode()
    assert "had 3 points, place" in told and "had 0 points, place" in told
    assert "They do not meet, because a draw with this pair is worse:" in told
    assert "differences in points, squared and added: 18 instead of 0." in told
    assert "The best draw of the other kind:" in told
    assert "3 points, place" in told


@pytest.mark.parametrize("language", ["en", "ru"])
def test_players_read_it_once_the_round_is_published_and_not_before(language: str) -> None:
    desk, round_ = second_round(language)
    phone = Client(headers={"accept-language": language})
    one, two = pair_of(round_.pairings[0])
    url = desk.url("pairings/why/")
    assert one in phone.get(url, {"round": "2"}).content.decode()
    assert phone.get(url, {"round": "2"}).context["round"] == 1
    commands.publish_round(desk.who, desk.event, round=2)
    caught_up()
    told = phone.get(f"{url}?round=2&one={one}&other={two}").content.decode()
    assert ("They meet" if language == "en" else "Они встречаются") in told
    by_table = phone.get(desk.url("pairings/") + "?by=table").content.decode()
    assert ("3 points, place 1" if language == "en" else "3 очка, место 1") in by_table


def test_a_pair_that_only_staff_know_of_is_told_to_nobody_else() -> None:
    desk = Desk(4, tiebreaks=["points", "lot"], scenarios=[]).ready()
    commands.draw_round(desk.who, desk.event)
    met = pair_of(desk.state.rounds[-1].pairings[0])
    other = Desk.__new__(Desk)
    other.__dict__ |= desk.__dict__
    event = commands.create_tournament(
        desk.who,
        name="Second",
        options={
            "rounds": 2,
            "check_in": False,
            "list_required": False,
            "scenarios": [],
            "prohibited": [met],
        },
    )
    other.event = event
    others = commands.register_players(desk.who, event, [commands.NewPlayer(name) for name in "ABCD"])
    assert len(others) == 4
    commands.draw_round(desk.who, event)
    commands.publish_round(desk.who, event, round=1)
    caught_up()
    one, two = (str(player.id) for player in others[:2])
    told = Client().get(other.url("pairings/why/"), {"one": one, "other": two}).content.decode()
    assert "must not meet" not in told


@pytest.mark.parametrize(("language", "words"), [("en", "−1 point, place 4"), ("ru", "−1 очко, место 4")])
def test_points_below_nothing_after_a_penalty_are_told_as_points(language: str, words: str) -> None:
    """Of who had −1 point nothing but the place was told, as where a draw goes by places."""
    desk = Desk(4, language, check_in=False).played()
    commands.close_round(desk.who, desk.event, round=1)
    (loser,) = desk.state.rounds[0].pairings[0].sides["serpent"]
    desk.press("note", player=loser, kind="penalty", tp="1", reason="slow play")
    commands.draw_round(desk.who, desk.event, seed="again", reason="a test")
    assert words in text_of(desk.client.get(desk.console("round/")))


def test_before_the_first_round_of_an_event_that_pairs_by_rank_nothing_is_said_of_places() -> None:
    """All are level: "place 1" stood beside every name."""
    desk = Desk(4, pair_by="rank")
    desk.drawn()
    assert "place 1" not in text_of(desk.client.get(desk.console("round/")))
    commands.publish_round(desk.who, desk.event, round=1)
    commands.start_round(desk.who, desk.event, round=1)
    for row in desk.matches():
        desk.report(row)
    commands.close_round(desk.who, desk.event, round=1)
    commands.draw_round(desk.who, desk.event, seed="again", reason="a test")
    assert "place 1" in text_of(desk.client.get(desk.console("round/")))
