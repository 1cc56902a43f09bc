"""A game for three without lists and page code (`games/tests/fair`): opened, played on three phones, read by REST."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from django.test import Client

from games import registry
from games.tests import fair
from tracker import warm
from tracker.commands import PRESETS
from tracker.models import MatchRow, Player
from tracker.tests.hall import acting, caught_up, organiser
from tracker.tests.pages.at_the_table import Phone
from tracker.tests.pages.pad_play import Form, Habits, PadPlay
from tracker.tests.pages.test_new_match import only_match, opened

pytestmark = pytest.mark.django_db(transaction=True)
NAMES = ("Anna", "Борис", "Nora")


def fill(form: Form, play: PadPlay) -> dict[str, Any]:
    """What the rules do not list: a hand of four, the points of a whole match."""
    if form.step == "hand_taken":
        return {"told-lanterns": [str(one) for one in play.rng.sample(range(9), 4)]}
    if form.step == "fair_reported":
        return {f"told-points.{side}": str(play.rng.randint(0, 24)) for side in ("red", "green", "blue")}
    return {}


HABITS = Habits(
    weights={"stall_closed": 0.0, "contest": 0.0}, idle=frozenset({"stall_closed", "contest"}), fill=fill
)


@pytest.fixture(autouse=True)
def _registered() -> Iterator[None]:
    registry.register(fair.SYSTEM)
    yield
    registry.forget("fair")
    warm.forget()


def table(level: str) -> PadPlay:
    """A match that Anna opened by the page, with a phone for each of the three."""
    anna = Player.objects.create(name=NAMES[0])
    client = acting(Client(headers={"accept-language": "en"}), anna)
    seats = dict(zip(("seats_red_1", "seats_green_1", "seats_blue_1"), NAMES, strict=True))
    answer = opened(client, "/matches/new/fair/three/", detail=level, **seats)
    assert answer.status_code == 302, answer.content.decode()[:3000]
    phones = [
        Phone(Player.objects.get(name=name), lang)
        for name, lang in zip(NAMES, ("en", "ru", "en"), strict=True)
    ]
    return PadPlay(only_match(), phones, Random(level), HABITS)


@pytest.mark.parametrize("level", ["summary", "full"])
def test_three_play_it_on_their_phones_and_confirm(level: str) -> None:
    play = table(level)
    play.to_the_end()
    page = play.phones[0].get(f"/matches/{play.match}/")
    assert "Red" in page and "Green" in page and "Blue" in page
    russian = play.phones[1].get(f"/matches/{play.match}/")
    assert "Синие" in russian and "Lanterns" not in russian.split("<main", 1)[1]
    caught_up()
    assert MatchRow.objects.get(stream_id=play.match).status == "confirmed"


def test_a_hand_stays_with_its_owner() -> None:
    play = table("full")
    play.until(lambda state: len(state.hands) == 3)
    anna, boris, _nora = play.phones
    held = play.state.play.hands[anna.id]
    told = boris.client.get(f"/api/v1/matches/{play.match}/events/").content.decode()
    mine = anna.client.get(f"/api/v1/matches/{play.match}/events/").content.decode()
    said = json.dumps(list(held), separators=(",", ":"))
    assert said in mine.replace(" ", "") and said not in told.replace(" ", "")
    assert "Hold to look" in anna.get(f"/matches/{play.match}/")


def test_two_strangers_are_not_offered_it_and_nobody_builds_lists_for_it() -> None:
    front = Client().get("/play/").content.decode()
    assert "Ninja" in front and "Lantern Fair" not in front
    anna = acting(Client(headers={"accept-language": "en"}), Player.objects.create(name="Anna"))
    assert anna.get("/lists/fair/").status_code == anna.get("/lists/fair/new/").status_code == 404
    assert "/lists/fair/" not in anna.get("/my-day/").content.decode()


def test_no_tournament_pairs_two_at_a_table_for_three() -> None:
    assert not [key for key, preset in PRESETS.items() if preset["system"] == "fair"]
    client = Client(headers={"accept-language": "en"})
    client.force_login(organiser().user)
    page = client.get("/organise/").content.decode()
    assert "Bushido" in page and "Lantern Fair" not in page
