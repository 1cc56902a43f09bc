"""Seeds in the browser: an event created with them, ratings typed and taken from the list, and what pages say."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

import pytest
from django.test import Client
from django.urls import reverse

from tracker import commands, selectors
from tracker.models import RatingRow
from tracker.ratings import history
from tracker.tests.pages.desk import Desk, text_of

pytestmark = pytest.mark.django_db(transaction=True)
FREE: dict[str, Any] = {"check_in": False, "list_required": False, "scenarios": []}
PLAN: list[dict[str, Any]] = [{"format": "swiss", "seeding": "rating", "order": "fold"}]


def rate(desk: Desk, at: int, rating: float) -> None:
    """Somebody stands on the list of this game."""
    now = history.week_of(desk.players[at].created_at)
    RatingRow.objects.create(
        id=uuid4(),
        system="last_battle",
        scale=history.DUEL,
        person=desk.players[at].pk,
        rating=rating,
        deviation=60,
        volatility=0.06,
        week=now,
        matches=30,
        won=15,
        drawn=0,
    )


def test_an_event_is_created_with_seeds_and_names_them() -> None:
    desk = Desk(0)
    sent = {"name": "Cup", "preset": "last_battle_swiss", "format": "swiss_cut", "cut": 4, "rounds": 5}
    answer = desk.client.post(
        reverse("pages:organise"), {**sent, "order": "slide", "seeding": "rating", "accelerated": "on"}
    )
    assert answer.status_code == 302, text_of(answer)
    event = UUID(answer["Location"].split("/")[2])
    first, second = selectors.current_state(event).state.options.stages
    assert (first.order, first.seeding, first.acceleration) == ("slide", "rating", "baku")
    assert (second.order, second.seeding) == ("lot", "ranking")
    refused = desk.client.post(
        reverse("pages:organise"), {**sent, "order": "lot", "seeding": "ranking", "accelerated": "on"}
    )
    assert refused.status_code == 422 and "acceleration needs seeds that stay the same" in text_of(refused)


def test_ratings_typed_and_shown_are_in_the_log_before_the_draw_and_in_its_reasons() -> None:
    desk = Desk(4, **FREE, rounds=3, stages=PLAN)
    for at, rating in enumerate((1400.4, 1500.0, 1600.0, 1700.0)):
        rate(desk, at, rating)
    typed = str(desk.players[0].pk)
    assert desk.press("rate", player=typed, rating="1900", key="k").status_code == 302
    assert desk.press("rate", player=typed, rating="strong", key="l").status_code in (400, 422)
    commands.draw_round(desk.who, desk.event)
    entrants = list(desk.state.entrants.values())
    assert [(one.rating, one.rating_shown) for one in entrants] == [
        (1900, False),
        (1500, True),
        (1600, True),
        (1700, True),
    ]
    drawn = desk.state.rounds[0]
    ids = [str(player.pk) for player in desk.players]
    met = {frozenset(p for side in table.sides.values() for p in side) for table in drawn.pairings}
    assert met == {frozenset((ids[0], ids[1])), frozenset((ids[3], ids[2]))}, "1900, 1700, 1600, 1500"
    RatingRow.objects.all().update(rating=1000)
    commands.publish_round(desk.who, desk.event, round=1)
    assert [one.rating for one in desk.state.entrants.values()] == [1900, 1500, 1600, 1700]
    assert "distance from the order of seeds" in text_of(desk.client.get(desk.console("round/")))
    public = Client(headers={"accept-language": "en"})
    why = text_of(public.get(desk.url("pairings/why/"), {"one": ids[0], "other": ids[3], "round": "1"}))
    assert "had 0 points, place 1. Seed 1." in why
    assert "distance from the order of seeds, squared and added" in why
    log = text_of(public.get(desk.url("log/")))
    assert "Ratings as the list shows them now" in log and "1700" in log
    late = desk.press("rate", player=ids[1], rating="1", key="m")
    assert late.status_code == 422 and "it stays as it was" in text_of(late)


def test_what_an_acceleration_lent_stands_beside_the_points() -> None:
    desk = Desk(4, **FREE, rounds=3, stages=[{**PLAN[0], "seeding": "registered", "acceleration": "baku"}])
    commands.draw_round(desk.who, desk.event)
    commands.publish_round(desk.who, desk.event, round=1)
    one, other = (str(desk.players[at].pk) for at in (0, 1))
    page = text_of(desk.client.get(desk.console("round/"), {"one": one, "other": other}))
    assert "0 points and 3 lent, place 1" in page
    why = Client(headers={"accept-language": "ru"}).get(
        desk.url("pairings/why/"), {"one": one, "other": other, "round": "1"}
    )
    assert "0 очков и 3 виртуальных" in text_of(why)


def test_a_draw_that_nobody_asked_ratings_for_takes_none() -> None:
    desk = Desk(4, **FREE, rounds=3)
    rate(desk, 0, 1500.0)
    commands.draw_round(desk.who, desk.event)
    assert all(one.rating is None for one in desk.state.entrants.values())


def test_a_bracket_by_rating_takes_the_ratings_as_it_begins() -> None:
    desk = Desk(4, **FREE, rounds=1, stages=[{"format": "single_elimination", "seeding": "rating"}])
    for at, rating in enumerate((1400.0, 1700.0, 1600.0, 1500.0)):
        rate(desk, at, rating)
    commands.begin_stage(desk.who, desk.event)
    ids = [str(player.pk) for player in desk.players]
    assert desk.state.stages[0].field == (ids[1], ids[2], ids[3], ids[0])
