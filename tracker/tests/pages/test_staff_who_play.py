"""Staff of an event who play in it see every secret of their match: whoever looks at it is told so."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tracker.models import Claim, Membership, Player
from tracker.tests.pages.desk import Desk, match_url, text_of

pytestmark = pytest.mark.django_db(transaction=True)
SAID = "Staff play at this table, and staff see every secret of it: "


def page(desk: Desk, language: str = "en") -> str:
    row = desk.matches()[0]
    return text_of(Client(headers={"accept-language": language}).get(match_url(row.stream_id)))


def seated(desk: Desk) -> Player:
    """Somebody of the first table."""
    row = desk.matches()[0]
    return Player.objects.get(id=next(iter(row.sides.values()))[0])


def test_an_organiser_who_plays_is_named_to_everybody() -> None:
    desk = Desk().started()
    assert SAID not in page(desk)
    player = seated(desk)
    Player.objects.filter(id=player.id).update(user=desk.user)
    assert f"{SAID}{player.name}." in page(desk)
    assert f"а они видят все его секреты: {player.name}." in page(desk, "ru")


def test_a_judge_who_plays_is_named_too() -> None:
    desk = Desk().started()
    judge = User.objects.create_user("judith", password="secret-pass")
    player = seated(desk)
    Claim.objects.create(player=player, user=judge)
    assert SAID not in page(desk)
    Membership.objects.create(stream_id=desk.event, user=judge, role=Membership.JUDGE)
    assert f"{SAID}{player.name}." in page(desk)


def test_once_the_result_is_confirmed_there_is_nothing_left_to_say() -> None:
    desk = Desk().started()
    Player.objects.filter(id=seated(desk).id).update(user=desk.user)
    desk.report(desk.matches()[0])
    assert SAID not in page(desk)
