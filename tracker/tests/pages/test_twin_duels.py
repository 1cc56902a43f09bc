"""Two duels that differ in one side's cards alone look the same to the other side and to everybody else.

Pages, REST answers with their headers, the downloaded log, the live stream, and the refusals of guesses. Ids, times,
hashes, keys and commitments are random in both; everything else must be equal byte for byte.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from api.views import live
from tracker.tests.pages.at_the_table import Phone, prefilled
from tracker.tests.pages.dojo import done
from tracker.tests.pages.full_duel import FullDuel
from tracker.tests.pages.twins import PARTS, plain

pytestmark = pytest.mark.django_db(transaction=True)

PAGES = (
    "/matches/{match}/",
    "/matches/{match}/?at=12",
    "/matches/{match}/board/?at=14",
    "/logs/{match}.jsonl",
)
OWN_PAGES = ("/matches/{match}/pad/", "/api/v1/matches/{match}/next/?moves=1", "/my/")
SECRETS = (("A-905", "A-907"), ("A-906", "A-904"))
"""(the card that red drew, the card that red chose)."""


def dealt(drawn: str, chosen: str) -> FullDuel:
    """A duel at the moment at which red has chosen and blue has not."""
    duel = FullDuel()
    duel.ready()
    done(duel.red.tap(duel.match, "card_drawn", cards=drawn))
    done(duel.blue.tap(duel.match, "card_drawn", cards="A-905"))
    form = prefilled(duel.red.get(duel.pad), "card_selected")
    done(duel.red.client.post(duel.pad, {**form, "card": chosen}))
    return duel


@pytest.fixture
def twins() -> tuple[FullDuel, FullDuel]:
    one, other = (dealt(*secret) for secret in SECRETS)
    return one, other


def seen(duel: FullDuel, reader: str, path: str) -> tuple[int, str, list[tuple[str, str]]]:
    client = {"blue": duel.blue.client, "public": Client(headers={"accept-language": "en"})}[reader]
    answer: Any = client.get(path.format(match=duel.match))
    return plain(answer)


def test_no_page_and_no_export_tells_the_cards(twins: tuple[FullDuel, FullDuel]) -> None:
    one, other = twins
    for reader in ("blue", "public"):
        for path in (*PAGES, *(OWN_PAGES if reader == "blue" else ())):
            assert seen(one, reader, path) == seen(other, reader, path), (reader, path)
    assert seen(one, "blue", "/my/")[0] == 200
    mine = [plain(duel.red.client.get(duel.pad))[1] for duel in twins]
    assert mine[0] != mine[1], "the owner sees the difference"


def test_no_answer_of_rest_tells_the_cards(twins: tuple[FullDuel, FullDuel]) -> None:
    one, other = twins
    for reader in ("blue", "public"):
        for part in PARTS:
            path = "/api/v1/matches/{match}/" + part
            assert seen(one, reader, path) == seen(other, reader, path), (reader, part)
    events = seen(one, "blue", "/api/v1/matches/{match}/events/")[1]
    assert '"card_selected"' in events and "A-907" not in events.split('"card_selected"')[1]


def test_the_live_stream_tells_nothing(
    twins: tuple[FullDuel, FullDuel], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "HELD_FOR", 0.0)
    one, other = (
        plain(duel.blue.client.get(f"/api/v1/live/{duel.match}/", headers={"last-event-id": "0"}))
        for duel in twins
    )
    assert one == other and "card_selected" in one[1]


def guesses(duel: FullDuel) -> list[dict[str, Any]]:
    """What blue may try to learn what red holds or chose."""
    red, cards = duel.red.id, sorted({card for secret in SECRETS for card in secret})
    chosen = [{"type": "card_selected", "data": {"player": red, "card": card}} for card in cards]
    drawn = [{"type": "card_drawn", "data": {"player": red, "cards": [card]}} for card in cards]
    shown = [{"type": "cards_revealed", "data": {"cards": {red: [card]}}} for card in cards]
    played = [{"type": "instant_played", "data": {"player": red, "card": card}} for card in cards]
    return [*chosen, *drawn, *shown, {"type": "cards_revealed", "data": {}}, *played]


def test_guesses_are_refused_alike(twins: tuple[FullDuel, FullDuel]) -> None:
    for number in range(len(guesses(twins[0]))):
        one, other = (_guessed(duel, guesses(duel)[number]) for duel in twins)
        assert one == other and one[0] in (400, 403, 422), guesses(twins[0])[number]


def _guessed(duel: FullDuel, guess: dict[str, Any]) -> tuple[int, str, list[tuple[str, str]]]:
    client = Client(enforce_csrf_checks=False, headers={"accept-language": "en"})
    client.cookies = duel.blue.client.cookies
    path, body = f"/api/v1/matches/{duel.match}/events/", json.dumps({**guess, "dry_run": True})
    return plain(client.post(path, body, content_type="application/json"))


def test_after_blue_has_chosen_too_everybody_knows(twins: tuple[FullDuel, FullDuel]) -> None:
    """Otherwise the tests above would show nothing."""
    for duel in twins:
        form = prefilled(duel.blue.get(duel.pad), "card_selected")
        done(duel.blue.client.post(duel.pad, {**form, "card": "A-901"}))
        done(duel.red.tap(duel.match, "cards_revealed"))
    one, other = (plain(Phone().client.get(f"/matches/{duel.match}/"))[1] for duel in twins)
    assert one != other
