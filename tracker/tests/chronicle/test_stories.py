"""Lives of fighters, warbands and players: from the log, each line opening to its match, in both languages."""

from __future__ import annotations

from uuid import UUID

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.translation import override

from tracker import commands
from tracker.models import Player
from tracker.pages.player.player_story import milestones
from tracker.tests.chronicle import club
from tracker.tests.hall import caught_up, organiser

pytestmark = pytest.mark.django_db


class War:
    def __init__(self) -> None:
        self.who = organiser()
        self.stream, (self.ann, self.bob) = club.opened(self.who, "Ann", "Bob")
        self.match = club.play(self.who, self.stream, "a", stake="mill")
        link = next(iter(club.state(self.stream).links))
        club.settled(club.of(self.ann), self.stream, link, "r1")
        club.settled(club.of(self.bob), self.stream, link, "r2", club.fell("r2", "hiro-2", "r1/mika-1"))
        commands.buy_item(club.of(self.ann), self.stream, "r1", "hire", recruit=("kaito", "Kaito"))
        commands.write_note(club.of(self.ann), self.stream, "r1", "She never looked back", fighter="mika-1")
        caught_up()


@pytest.fixture(name="war")
def _war() -> War:
    return War()


def page(url: str, language: str = "en") -> str:
    with CaptureQueriesContext(connection) as asked:
        answer = Client(headers={"accept-language": language}).get(url)
    assert answer.status_code == 200 and len(asked) <= 12, [one["sql"] for one in asked]
    return answer.content.decode()


@pytest.mark.parametrize(
    ("language", "won", "by"),
    [("en", "Won: Bob", "taken out by Mika 1"), ("ru", "Победа: Bob", "победитель: Mika 1")],
)
def test_a_fighter_and_a_warband(war: War, language: str, won: str, by: str) -> None:
    mika = page(reverse("pages:chronicle-fighter", args=[war.stream, "r1", "mika-1"]), language)
    match = reverse("pages:match", args=[war.match])
    assert won in mika and "Hiro 2" in mika and "She never looked back" in mika
    assert mika.count(f'href="{match}"') >= 2, "the match and each line of it open to it"
    assert "Kaito" in mika, "comrades"
    hiro = page(reverse("pages:chronicle-fighter", args=[war.stream, "r2", "hiro-2"]), language)
    assert by in hiro
    kaito = page(reverse("pages:chronicle-fighter", args=[war.stream, "r1", "kaito"]), language)
    assert won not in kaito, "not there yet"
    band = page(reverse("pages:chronicle-story", args=[war.stream, "r1"]), language)
    assert won in band and "Kaito" in band and band.index(won) < band.index("Kaito")


@pytest.mark.parametrize(("language", "said"), [("en", "taken out"), ("ru", "выбывает")])
def test_who_fell_to_nobody_who_is_named_is_told_in_a_sentence(language: str, said: str) -> None:
    """ "Хиро кто выбыл": the name of the fact stood where what happened belongs."""
    who = organiser()
    stream, _players = club.opened(who, "Ann", "Bob")
    club.play(who, stream, "a")
    club.settled(who, stream, next(iter(club.state(stream).links)), "r2", club.fell("r2", "hiro-2"))
    caught_up()
    hiro = page(reverse("pages:chronicle-fighter", args=[stream, "r2", "hiro-2"]), language)
    assert said in hiro and "кто выбыл" not in hiro and "a model that was removed" not in hiro


@pytest.mark.parametrize("language", ["en", "ru"])
def test_what_was_bought_is_not_given_as_its_own_reason(war: War, language: str) -> None:
    """ "Buys: Hire a fighter · Hire a fighter"."""
    told = page(reverse("pages:chronicle-roster", args=[war.stream, "r1"]), language)
    story = told[told.index('id="story"') :] if 'id="story"' in told else told
    item = "Hire a fighter" if language == "en" else "Нанять бойца"
    lines = [one for one in story.split("<li") if item in one]
    assert lines and all(one.count(item) == 1 for one in lines)


def test_who_is_not_there_has_no_life(war: War) -> None:
    for name, args in (("chronicle-story", ["r9"]), ("chronicle-fighter", ["r1", "nobody"])):
        assert Client().get(reverse(f"pages:{name}", args=[war.stream, *args])).status_code == 404
    assert Client().get(reverse("pages:player-story", args=[UUID(int=5)])).status_code == 404


@pytest.mark.parametrize(("language", "first"), [("en", "The first win"), ("ru", "Первая победа")])
def test_a_player(war: War, language: str, first: str) -> None:
    told = page(reverse("pages:player-story", args=[war.ann.pk]), language)
    assert first in told and reverse("pages:match", args=[war.match]) in told
    assert reverse("pages:chronicle-story", args=[war.stream, "r1"]) in told
    assert first not in page(reverse("pages:player-story", args=[war.bob.pk]), language)
    stranger = Player.objects.create(name="Zed")
    assert str(war.match) not in page(reverse("pages:player-story", args=[stranger.pk]), language)


def test_what_is_new_about_a_match() -> None:
    me, sides = frozenset({"me"}), {"a": ["me"], "b": ["foe"]}
    winners = ["b", "a", "a", "a", "a", "a", "draw", "a", "a", "a"]
    matches = [(UUID(int=n), "bushido", sides, one) for n, one in enumerate(winners)]
    with override("en"):
        told = milestones(matches, me)
    assert told[UUID(int=0)] == ["The first match of Bushido: Risen Sun"] and told[UUID(int=1)] == [
        "The first win"
    ]
    assert told[UUID(int=5)] == ["5 wins in a row, more than ever before"] and UUID(int=6) not in told
    assert told[UUID(int=9)] == ["Match number 10", "The tenth meeting of the two"]
