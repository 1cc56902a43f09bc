"""The match page at full detail: what each person sees of hands, how a duel reads, and what a page costs."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from games.last_battle.full.state import FullState
from tracker import selectors
from tracker.pages.match_forms.last_battle.words import word
from tracker.tests.pages.at_the_table import Phone
from tracker.tests.pages.full_table import FullTable, in_stage, in_step

pytestmark = pytest.mark.django_db(transaction=True)
LONG = 300


def hand(full: FullState, side: str, language: str = "en") -> str:
    """The hand of a side as pages write it."""
    with translation.override(language):
        return ", ".join(word("card", card, language) for card in full.piles[side].hand)


def pages(table: FullTable) -> tuple[str, str]:
    return f"/matches/{table.match}/", f"/matches/{table.match}/pad/"


def staff_client() -> Client:
    client = Client(headers={"accept-language": "en"})
    client.login(username="olga", password="secret-pass")
    return client


def test_a_hand_is_open_to_its_own_side_and_to_nobody_else() -> None:
    table = FullTable("camp", each=2)
    table.until(in_step("activations"))
    hands = {side: hand(table.full, side) for side in ("alliance", "serpent")}
    for side, other in (("alliance", "serpent"), ("serpent", "alliance")):
        for phone in table.phones(side):
            for path in pages(table):
                page = unescape(phone.get(path))
                assert hands[side] in page, "both players of a side share the hand"
                assert hands[other] not in page
    visitor = unescape(Phone().get(pages(table)[0]))
    assert not any(told in visitor for told in hands.values())
    assert all(f"<dd>{len(table.full.piles[side].hand)}/" in visitor for side in hands)


def test_no_hand_card_of_the_other_side_stands_anywhere_on_a_players_pages() -> None:
    """Not in the log either, and not in the pickers: they show every card that the deck could hold."""
    table = FullTable("serpent")
    table.until(in_step("activations"))
    seen = {card for pile in table.full.piles.values() for card in pile.discard}
    secret = [card for card in table.full.piles["serpent"].hand if card not in seen]
    page = unescape(table.phones("alliance")[0].get(pages(table)[0]))
    own = set(table.full.piles["alliance"].hand)
    for card in secret:
        assert card in own or word("card", card, "en") not in page


def test_staff_hold_to_look_at_both_hands() -> None:
    table = FullTable("camp")
    table.until(in_step("start"))
    page = unescape(staff_client().get(pages(table)[0]).content.decode())
    drawn = [word("card", card, "en") for card in table.full.piles["serpent"].hand]
    assert all(card in page for card in drawn)
    assert page.count("Hold to look: Hand") == 2


def test_once_the_result_is_confirmed_the_hands_are_open() -> None:
    table = FullTable("dungeon")
    table.until(lambda play: play.phase == "closed" and play.conceded is None and play.full is not None)
    told = re.compile(r"draws \d+ cards: ")
    assert not told.search(unescape(Phone().get(pages(table)[0])))
    outcome = selectors.outcome(table.match)
    table.log("result_confirmed", side="staff", vp=outcome.vp, winner=outcome.winner)
    assert told.search(unescape(Phone().get(pages(table)[0])))


def test_a_duel_reads_with_its_flips_and_its_result() -> None:
    table = FullTable("serpent")
    table.until(in_stage("resolved"), seed=2)
    duel = table.full.duel
    assert duel.attack is not None and duel.defence is not None
    page = unescape(Phone().get(pages(table)[0]))
    told = re.search(r'<li class="thread">(.*?)</li>', page, re.S)
    assert told is not None
    text = " ".join(re.sub(r"<[^>]+>", " ", told[1]).split())
    assert word("card", duel.attack.card, "en") in text and word("card", duel.defence.card, "en") in text
    assert f"{duel.attack_total} against {duel.defence_total}" in text


def test_the_table_shows_lives_actions_and_cards_in_both_languages() -> None:
    table = FullTable("camp")
    table.until(lambda play: play.full is not None and play.full.active is not None and play.full.turn == 2)
    piece = table.full.pieces[table.full.active or ""]
    english, russian = (unescape(Phone(language=told).get(pages(table)[0])) for told in ("en", "ru"))
    assert f"acts, {table.full.ap} AP" in english and "Discard, face up" in english
    assert f"{piece.lives}/{piece.initial}" in english
    assert "Сброс" in russian and "Discard" not in russian


@pytest.mark.parametrize("battlefield", ["heaven", "sea"])
def test_markers_stand_on_the_page(battlefield: str) -> None:
    table = FullTable(battlefield)
    table.until(in_step("start"))
    page = Phone().get(pages(table)[0])
    assert all(name in page for name in table.full.markers)


@pytest.mark.soak
def test_a_long_log_costs_no_more_queries_than_a_short_one() -> None:
    table = FullTable("camp", each=2)
    table.until(in_step("start"))
    short = queries(table)
    table.until(lambda play: table_is_long(play.full), seed=5)
    assert table.events() >= LONG
    long = queries(table)
    # one more may be asked for: a log that names a card or a person for the first time reads the names once
    assert all(more <= 1 for more in map(int.__sub__, long, short)) and max(long) <= 16, (short, long)


def table_is_long(full: FullState | None) -> bool:
    return full is not None and full.turn >= 5 and full.step == "scoring"


def queries(table: FullTable) -> list[int]:
    """Of the match page for a visitor, a player and staff, and of the player's pad; warm."""
    phone = table.phones("alliance")[0]
    match, pad = pages(table)
    counts = []
    for client, path in (
        (Client(), match),
        (phone.client, match),
        (staff_client(), match),
        (phone.client, pad),
    ):
        client.get(path)
        with CaptureQueriesContext(
            connection,
        ) as caught:
            assert client.get(path).status_code == 200
        counts.append(len(caught))
    return counts


def test_the_pad_of_staff_serves_both_sides_with_ids_of_their_own() -> None:
    table = FullTable("heaven")
    for reached in (in_step("start"), in_stage("cheat")):
        table.until(reached)
        page = staff_client().get(pages(table)[1]).content.decode()
        ids = re.findall(r' id="([^"]+)"', page)
        assert len(ids) == len(set(ids)), sorted(one for one in ids if ids.count(one) > 1)
        both = re.findall(
            r'data-step="(initiative_flipped|fate_cheated)">.*?name="player" value="(\w+)"', page, re.S
        )
        assert len({player for _step, player in both}) == 2


def test_a_visitor_has_no_pad() -> None:
    table = FullTable("camp")
    table.until(in_step("start"))
    refused = Client().get(pages(table)[1])
    assert refused.status_code == 302 and refused.headers["Location"].startswith("/sign-in/")
