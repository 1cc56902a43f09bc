"""One person across events: proposed by name and club, joined by staff, told of as one, parted again."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tracker import commands, selectors
from tracker.identity import Identity, NotAllowed
from tracker.models import Player, SamePerson
from tracker.selectors import persons
from tracker.tests.pages.desk import Desk

pytestmark = pytest.mark.django_db(transaction=True)


def twice(club: str = "Tin Soldiers") -> tuple[Desk, Player, Player]:
    """Anna of Tin Soldiers at the hall cup, and an Anna at a second event of the same organiser."""
    desk = Desk(4)
    other = commands.create_tournament(desk.who, name="Spring cup")
    (again,) = commands.register_players(desk.who, other, [commands.NewPlayer("anna", club)])
    return desk, desk.players[0], again


@pytest.mark.parametrize(("club", "found"), [("Tin Soldiers", [True]), ("", [False]), ("Others", [])])
def test_namesakes_are_proposed_unless_their_clubs_differ(club: str, found: list[bool]) -> None:
    desk, one, other = twice(club)
    proposed = persons.proposals(desk.who)
    assert [pair.sure for pair in proposed] == found
    assert all({pair.person.pk, pair.player.pk} == {one.pk, other.pk} for pair in proposed)


def test_two_of_one_name_at_one_event_are_two_people() -> None:
    desk = Desk(0)
    commands.register_players(desk.who, desk.event, [commands.NewPlayer("Ann"), commands.NewPlayer("Ann")])
    assert persons.proposals(desk.who) == []


def test_joined_they_have_one_page_and_parted_two_again() -> None:
    desk, one, other = twice()
    page = desk.client.get("/organise/people/").content.decode()
    assert "same club" in page
    assert desk.client.post("/organise/people/", {"person": one.pk, "player": other.pk}).status_code == 302
    for player in (one, other):
        text = Client().get(f"/players/{player.pk}/").content.decode()
        assert "Hall cup" in text and "Spring cup" in text
        found = Client().get(f"/api/v1/players/{player.pk}/").json()
        assert {event["name"] for event in found["events"]} == {"Hall cup", "Spring cup"}
    assert persons.proposals(desk.who) == []
    assert SamePerson.objects.get().merged_by == desk.user
    assert desk.client.post("/organise/people/", {"do": "part", "player": other.pk}).status_code == 302
    assert "Spring cup" not in Client().get(f"/players/{one.pk}/").content.decode()


def test_matches_of_both_count_for_the_person_once() -> None:
    desk, one, other = twice()
    desk.played()
    before = selectors.record_of([one.pk])
    commands.merge_players(desk.who, person=other.pk, player=one.pk)
    assert selectors.record_of(persons.players_of_person(other.pk)) == before
    assert before.wins + before.losses + before.draws == 1
    text = Client().get(f"/players/{other.pk}/").content.decode()
    assert "Hall cup, round 1" in text


def test_three_of_one_person_stay_together() -> None:
    desk, one, other = twice()
    third = commands.create_player(desk.who, name="Anna")
    commands.merge_players(desk.who, person=other.pk, player=third.pk)
    commands.merge_players(desk.who, person=one.pk, player=other.pk)
    assert set(persons.players_of_person(third.pk)) == {one.pk, other.pk, third.pk}
    assert {persons.person_of(player.pk) for player in (one, other, third)} == {one.pk}
    with pytest.raises(commands.BadInput, match="already"):
        commands.merge_players(desk.who, person=third.pk, player=one.pk)


def test_nobody_joins_players_of_other_people() -> None:
    desk, one, other = twice()
    stranger = Identity(User.objects.create_user("sam", password="secret-pass"))
    with pytest.raises(NotAllowed):
        commands.merge_players(stranger, person=one.pk, player=other.pk)
    commands.merge_players(desk.who, person=one.pk, player=other.pk)
    with pytest.raises(NotAllowed):
        commands.part_player(stranger, player=other.pk)
    assert list(persons.merged(stranger)) == []
    with pytest.raises(commands.BadInput):
        commands.part_player(desk.who, player=one.pk)


def test_guests_of_the_front_page_are_proposed_to_nobody() -> None:
    """Anna and Boris of two tables are no players whom somebody entered at events."""
    for _table in range(2):
        told = {"game": "ninja", "first": "Anna", "second": "Boris"}
        assert Client().post("/play/", told).status_code == 302
    assert Player.objects.filter(name="Boris").count() == 2
    boss = User.objects.create_superuser("boss")
    assert persons.proposals(Identity(boss)) == []
