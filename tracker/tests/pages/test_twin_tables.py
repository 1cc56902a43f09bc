"""Two matches of Last Battle at full detail that differ in one side's hand alone look the same to everybody else.

Pages, REST answers with their headers, the downloaded log, the live stream and the refusals of guesses: what is random
in both is left out, everything else must be equal byte for byte, also after the other side has ended the match alone.
"""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from api.views import live
from games.last_battle.chapters.finish import winner
from games.last_battle.state import totals
from tracker.tests.pages import full_table
from tracker.tests.pages.at_the_table import Phone
from tracker.tests.pages.full_table import FullTable, in_phase
from tracker.tests.pages.twins import PARTS, RANDOM, plain

pytestmark = pytest.mark.django_db(transaction=True)

HANDS = (
    ("S-1", "S-2", "S-3", "S-4", "S-5", "S-6"),
    ("C-9", "C-2", "P-7", "P-4", "P-1", "C-6"),
)
PUBLIC_HAND = ("W-1", "W-2", "W-3", "W-4", "W-5", "W-6")
PAGES = ("/matches/{match}/", "/matches/{match}/?at=9", "/logs/{match}.jsonl")
OWN_PAGES = ("/matches/{match}/pad/", "/my/")


class Twin:
    """A table at which the Alliance drew one of the `HANDS`."""

    def __init__(self, hand: tuple[str, ...]) -> None:
        self.table = FullTable()
        self.table.seat()
        self.table.until(in_phase("hands"))
        for side, cards in (("serpent", PUBLIC_HAND), ("alliance", hand)):
            self.table.log("deck_prepared", side=side, size=58)
            self.table.log("hand_drawn", side=side, count=len(cards), cards=list(cards))
        self.match = self.table.match
        self.serpent, self.alliance = (self.table.phones(side)[0] for side in ("serpent", "alliance"))

    def seen(self, reader: str, path: str) -> tuple[int, str, list[tuple[str, str]]]:
        client = self.serpent.client if reader == "serpent" else Client(headers={"accept-language": "en"})
        answer: Any = client.get(path.format(match=self.match))
        return plain(answer)

    def post(self, phone: Phone, event: dict[str, Any]) -> Any:
        path = f"/api/v1/matches/{self.match}/events/"
        return phone.client.post(path, json.dumps(event), content_type="application/json")


@pytest.fixture
def twins() -> tuple[Twin, Twin]:
    return Twin(HANDS[0]), Twin(HANDS[1])


def assert_alike(twins: tuple[Twin, Twin]) -> int:
    """Every page and answer, to the other side and to the public. Returns how many were compared."""
    one, other = twins
    api = tuple("/api/v1/matches/{match}/" + part for part in PARTS)
    compared = 0
    for reader in ("serpent", "public"):
        for path in (*PAGES, *api, *(OWN_PAGES if reader == "serpent" else ())):
            assert one.seen(reader, path) == other.seen(reader, path), (reader, path)
            compared += 1
    return compared


def test_nothing_tells_the_hand(twins: tuple[Twin, Twin]) -> None:
    assert assert_alike(twins) > 20
    for part in ("/matches/{match}/pad/", "/api/v1/matches/{match}/state/"):
        mine = [
            RANDOM.sub("#", str(t.alliance.client.get(part.format(match=t.match)).content)) for t in twins
        ]
        assert mine[0] != mine[1], "its own side sees the difference"


def test_the_live_stream_tells_nothing(twins: tuple[Twin, Twin], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "HELD_FOR", 0.0)
    one, other = (
        plain(twin.serpent.client.get(f"/api/v1/live/{twin.match}/", headers={"last-event-id": "0"}))
        for twin in twins
    )
    assert one == other and "hand_drawn" in one[1]


def guesses(card: str) -> list[dict[str, Any]]:
    """What the Serpent may try to learn whether the Alliance holds a card."""
    told = [
        ("hand_drawn", {"side": "alliance", "count": 1, "cards": [card]}),
        ("hand_drawn", {"side": "alliance", "count": 1}),
        ("card_cheated", {"side": "alliance", "card": card}),
        ("arcanum_played", {"side": "alliance", "card": card}),
        ("hand_discarded", {"side": "alliance", "cards": [card]}),
    ]
    return [{"type": type_, "data": data, "dry_run": True} for type_, data in told]


def test_guesses_are_refused_alike(twins: tuple[Twin, Twin]) -> None:
    for card in (*HANDS[0], *HANDS[1]):
        for guess in guesses(card):
            one, other = (plain(twin.post(twin.serpent, guess)) for twin in twins)
            assert one == other and one[0] in (400, 403, 422), guess


def ended(twin: Twin) -> list[dict[str, Any]]:
    """What the Serpent logs alone: a report of the match, its own confirmation, a protest."""
    points = {**totals(twin.table.play), "serpent": 1}
    report = {"turns": 5, "strategy": {"serpent": 1, "alliance": 0}, "result": winner(points)}
    agreed = {"side": "serpent", "vp": points, "winner": winner(points)}
    return [
        {"type": "match_reported", "data": report},
        {"type": "result_confirmed", "data": agreed},
        {"type": "result_contested", "data": {"side": "serpent", "reason": "Show me the hand."}},
    ]


@pytest.mark.soak
def test_the_other_side_alone_opens_no_hand_and_both_together_do(twins: tuple[Twin, Twin]) -> None:
    for event in ended(twins[0]):
        for twin in twins:
            answer = twin.post(twin.serpent, event)
            assert answer.status_code == 201, answer.content
        assert_alike(twins)
    agreed = ended(twins[0])[1]
    for twin in twins:
        assert twin.post(twin.serpent, agreed).status_code == 201
        both = {**agreed, "data": {**agreed["data"], "side": "alliance"}}
        assert twin.post(twin.alliance, both).status_code == 201
    one, other = (twin.seen("public", "/api/v1/matches/{match}/state/") for twin in twins)
    assert one != other, "both have confirmed"


HELD = re.compile(r'<span class="secret">.*?</span>\s*<button.*?</span>', re.S)


def test_a_judge_holds_to_look_at_every_secret(twins: tuple[Twin, Twin]) -> None:
    """Without what is held to be seen, the judge's page of the match is the same for both hands."""
    judge = Client(headers={"accept-language": "en"})
    judge.force_login(User.objects.get(username="olga"))
    for path in ("/matches/{match}/", "/matches/{match}/?at=9"):
        whole = [plain(judge.get(path.format(match=twin.match)))[1] for twin in twins]
        open_ = [HELD.sub("", page) for page in whole]
        assert open_[0] == open_[1] and whole[0] != whole[1], "behind the button stands the hand"
        assert "data-secret" in whole[0] and "data-secret" not in open_[0]


FOLDED = re.compile(r"(<details(?![^>]* open)[^>]*>\s*<summary.*?</summary>).*?</details>", re.S)


@pytest.mark.parametrize("language", ["en", "ru"])
def test_who_looks_over_the_shoulder_reads_nothing_of_a_scheme(
    language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor of the kind of note that it needs: at rest the owner's pad is the same for every scheme."""
    pages = {}
    for scheme in ("loophole", "trap", "vendetta"):
        monkeypatch.setattr(full_table, "ALLIANCE_SCHEMES", (scheme,))
        table = FullTable(detail="turns")
        table.seat()
        owner = table.phones("alliance", language)[0].client
        pages[scheme] = plain(owner.get(f"/matches/{table.match}/pad/"))[1]
        assert 'data-step="scheme_noted"' in pages[scheme]
    at_rest = {FOLDED.sub(r"\1", HELD.sub("", page)) for page in pages.values()}
    assert len(set(pages.values())) == 3 and len(at_rest) == 1
