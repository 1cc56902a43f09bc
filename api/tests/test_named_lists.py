"""Whoever names a list by its id must be somebody who may show it: a match or an event would show it to its staff."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from api import auth
from api.tests.hall import Hall, Rest, assert_problem
from tracker import warm
from tracker.commands.rosters import staff_roster
from tracker.identity import new_token
from tracker.models import Player, Stream
from tracker.models.rosters import RevisionBase
from tracker.tests.factories import roster_of
from tracker.tests.hall import acting

NOBODYS = "0190163d-8694-739b-aea5-966c26f8ad91:1"
FIGURE = "alice-leader"
GARBAGE: list[Any] = [
    7,
    "x",
    [1],
    None,
    True,
    {"": ""},
    {"x": 1},
    {"x": "y"},
    {"x": ":"},
    {"x": None},
    {"x": {"y": []}},
    {str(number): NOBODYS for number in range(100)},
]


def list_of(hall: Hall) -> RevisionBase:
    """Alice's warband."""
    return staff_roster(Player.objects.get(id=hall.a), roster_of("Alice"))


def named(revision: RevisionBase) -> str:
    return f"{revision.roster_id}:{revision.number}"


def asked(hall: Hall, lists: Any) -> dict[str, Any]:
    return {"system": "last_battle", "setup": {"options": {"lists": lists}}, "events": [hall.opening()]}


def at_the_table(hall: Hall, lists: Any) -> tuple[str, str]:
    """The pad as the match's organiser and as Alice see it, when the match names these lists and she is to hire."""
    setup = json.dumps({"options": {"lists": lists}})
    Stream.objects.filter(id=hall.match).update(setup=setup)
    warm.forget()
    hall.alice.post(hall.at + "events/", hall.choice("trap"))
    browsers = Client(), acting(Client(), Player.objects.get(id=hall.a))
    browsers[0].force_login(User.objects.get(username="olga"))
    pages = [browser.get(f"/matches/{hall.match}/pad/") for browser in browsers]
    assert [page.status_code for page in pages] == [200, 200]
    return pages[0].content.decode(), pages[1].content.decode()


def test_only_who_may_show_a_list_names_it_in_a_match(database: str, hall: Hall) -> None:
    mine = named(list_of(hall))
    words = set()
    for id_ in (mine, NOBODYS):
        refused = hall.olga.post("matches/", asked(hall, {hall.a: id_}))
        (error,) = assert_problem(refused, 400, "invalid")["errors"]
        assert error["where"] == f"$.setup.options.lists.{hall.a}"
        words.add(error["what"])
    assert len(words) == 1 and "yours" in words.pop()
    Player.objects.filter(id=hall.a).update(user=User.objects.get(username="olga"))
    auth.forget()
    own = hall.olga.post("matches/", asked(hall, {hall.a: mine}))
    assert own.status_code == 201, own.content


def test_staff_of_the_event_at_which_it_was_handed_in_name_it_too(
    cup: dict[str, Any], hall: Hall, organiser: Rest
) -> None:
    entrant = cup["players"][0]["player"]
    revision = staff_roster(Player.objects.get(id=entrant), roster_of("Alice"))
    lists = {hall.a: named(revision)}
    assert_problem(organiser.post("matches/", asked(hall, lists)), 400, "invalid")
    told = {"action": "submit_list", "warband": str(revision.roster_id)}
    assert organiser.post(f"{cup['at']}players/{entrant}/", told).status_code == 201
    organiser.get(cup["at"])
    assert organiser.post("matches/", asked(hall, lists)).status_code == 201
    eve = User.objects.create_user("eve")
    stranger = Rest(new_token("desk", ["read", "play", "organise"], user=eve)[1])
    assert_problem(stranger.post("matches/", asked(hall, lists)), 400, "invalid")


def test_what_names_no_list_is_refused_with_what_is_legal(hall: Hall) -> None:
    for lists in GARBAGE:
        (error,) = assert_problem(hall.olga.post("matches/", asked(hall, lists)), 400, "invalid")["errors"]
        assert error["where"].startswith("$.setup.options.lists") and "list" in error["what"], lists


def test_the_pad_of_an_older_match_shows_a_list_to_its_owner_alone(hall: Hall) -> None:
    staff, alice = at_the_table(hall, {hall.a: named(list_of(hall))})
    assert FIGURE in alice
    assert FIGURE not in staff


def test_the_pad_of_an_older_match_with_anything_answers(database: str, hall: Hall) -> None:
    for lists in GARBAGE[::3]:
        told = {hall.a: lists["x"]} if isinstance(lists, dict) and "x" in lists else lists
        _staff, alice = at_the_table(hall, told)
        assert "figures" in alice, lists


@pytest.mark.parametrize("way", ["players", "events"])
def test_staff_of_an_event_of_their_own_hand_in_no_list_of_others(
    cup: dict[str, Any], hall: Hall, organiser: Rest, way: str
) -> None:
    """Neither for a player of theirs nor for its owner, whom they have met and entered."""
    revision = list_of(hall)
    owner = Player.objects.filter(id=hall.a)
    owner.update(made_at=cup["id"])
    entered = {"type": "player_registered", "data": {"player": hall.a}}
    assert organiser.post(cup["at"] + "events/", entered).status_code == 201
    owner.update(made_at=None, made_by=None)
    for player in (cup["players"][0]["player"], hall.a):
        data = {"player": player, "ok": True, "warband": str(revision.roster_id), "revision": "1"}
        if way == "events":
            event = {"type": "list_submitted", "data": {**data, "digest": revision.digest}}
            answer = organiser.post(cup["at"] + "events/", event)
        else:
            told = {"action": "submit_list", "warband": str(revision.roster_id)}
            answer = organiser.post(f"{cup['at']}players/{player}/", told)
        assert answer.status_code in (400, 403), answer.content
    handed_in = {"action": "submit_list", "warband": str(revision.roster_id)}
    own = hall.alice.post(f"{cup['at']}players/{hall.a}/", handed_in)
    assert own.status_code == 201, own.content
