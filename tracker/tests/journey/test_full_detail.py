"""One duel card by card, from two phones, with fate cheated; a hand that two phones share and a third does not see.

Looked at on the smallest phone, in the longer language, too.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.utils import translation
from playwright.sync_api import Page, expect

from games.last_battle.full.cards import in_deck, value
from games.last_battle.full.checks.duel import succeeds
from games.last_battle.state import LastBattleState
from tracker.pages.match_forms.last_battle.words import word
from tracker.tests.journey.layout import looked_at
from tracker.tests.journey.people import PhonePlayer
from tracker.tests.pages.at_the_table import code_of
from tracker.tests.pages.full_table import FullTable

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser, pytest.mark.soak]
Person = Callable[..., Page]


def alliance_acts(play: LastBattleState) -> bool:
    """A figure of the Alliance has just been activated, and can attack."""
    full = play.full
    piece = full.pieces.get(full.active or "") if full else None
    ready = piece is not None and piece.side == "alliance" and not piece.engaged
    open_ = full and (full.duel.exists or full.act.exists or full.due)
    return bool(full and ready and not open_ and full.ap > 1)


class Player(PhonePlayer):
    """A phone at this table."""

    def __init__(self, page: Page, table: FullTable, side: str, number: int = 0) -> None:
        super().__init__(page)
        self.table, self.side = table, side
        self.claim(code_of(table.players[side][number]))
        self.match = f"/matches/{table.match}/"

    def flip(self, best: bool) -> None:
        """The highest or the lowest card that can still come from the deck."""
        self.open_pad()
        form = self.form("check_flipped")
        self.tap(form, "told-cards", self.deck()[-1 if best else 0])
        self.send(form)

    def deck(self) -> list[str]:
        play, pile = self.table.play, self.table.full.piles[self.side]
        cards = [f"{suit}-{n}" for suit in "PCSW" for n in range(2, 14) if in_deck(play, pile, f"{suit}-{n}")]
        return sorted(cards, key=lambda card: value(play, card))

    def hand(self) -> str:
        """The cards of the side's hand as a page in English writes them."""
        with translation.override("en"):
            return ", ".join(word("card", card, "en") for card in self.table.full.piles[self.side].hand)


def test_a_duel_from_two_phones(person: Person, picture: Callable[[Any, str], None]) -> None:
    table = FullTable("serpent", each=2)
    table.seat()
    table.until(alliance_acts)
    owner = table.full.pieces[table.full.active or ""].player
    acting = [str(player.id) for player in table.players["alliance"]].index(owner)
    attacker = Player(person("attacker", phone=True), table, "alliance", acting)
    friend = Player(person("friend", phone=True), table, "alliance", 1 - acting)
    defender = Player(person("defender", phone=True), table, "serpent")

    attacker.open_pad()
    form = attacker.form("attack")
    for text in ("Crossbow", "Cultist"):
        form.locator("label").filter(has_text=text).first.click()
    attacker.send(form)
    attacker.flip(best=False)
    defender.flip(best=True)
    assert succeeds(table.play, table.full.duel) is False

    hand = attacker.hand()
    cheat(attacker)
    picture(attacker.page, "full-cheated")
    assert table.full.duel.cheats == ("attack",)
    assert hand != attacker.hand(), "the played card has left the hand"
    share_of_the_hand(attacker, friend, defender)

    defender.open_pad()
    defender.send(defender.form("check_resolved"))
    assert table.full.duel.attack_total is not None
    defender.page.goto(defender.match)
    defender.page.locator("summary").filter(has_text="Duels").click()
    expect(defender.page.locator(".thread").first).to_contain_text("cheats fate")


def cheat(player: Player) -> None:
    """The failing side plays a card of its hand."""
    player.open_pad()
    form = player.form("fate_cheated")
    card = player.table.full.piles[player.side].hand[0]
    player.tap(form, "told-card", card)
    player.send(form)


def share_of_the_hand(attacker: Player, friend: Player, defender: Player) -> None:
    """Both players of a side can look at their hand; the other side can look at its own alone."""
    for player in (attacker, friend, defender):
        player.page.goto(player.match)
        other = defender if player.side == "alliance" else attacker
        told = player.page.content()
        assert player.hand() in told and other.hand() not in told
        assert player.held() == player.hand()


def test_full_detail_fits_a_small_phone(person: Person) -> None:
    table = FullTable("heaven")
    table.seat()
    page = person("small", phone=True, language="ru")
    page.set_viewport_size({"width": 360, "height": 740})
    player = Player(page, table, "alliance")
    for reached in (lambda play: play.phase == "hands", alliance_acts, at_a_flip):
        table.until(reached)
        for path in (player.match, f"{player.match}pad/"):
            looked_at(page, path)


def at_a_flip(play: LastBattleState) -> bool:
    """The Alliance flips next."""
    full = play.full
    actor = full.pieces.get(full.duel.actor) if full else None
    return bool(full and full.duel.stage == "attack" and actor and actor.side == "alliance")
