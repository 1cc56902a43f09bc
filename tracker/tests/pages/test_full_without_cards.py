"""Full detail with squads typed by name: what no card tells is asked of the players, and figures can fall by damage."""

from __future__ import annotations

from html import unescape

import pytest

from games.last_battle.full.cards import in_deck, value
from games.last_battle.full.checks.damage import tier_of
from games.last_battle.full.checks.duel import waits
from games.last_battle.state import LastBattleState
from tracker.tests.pages.at_the_table import Phone
from tracker.tests.pages.full_table import FullTable, Reached, in_step

pytestmark = pytest.mark.django_db(transaction=True)


ACTIVATIONS = in_step("activations")


class Typed:
    """A table in its first turn whose squads are names with a few numbers; the Alliance strikes."""

    def __init__(self, figures: str = "Guard; 5; 2; 3", until: Reached = ACTIVATIONS) -> None:
        self.table = FullTable("camp")
        self.phone, self.other = (self.table.phones(side)[0] for side in ("alliance", "serpent"))
        self.table.log("serpent_schemes_preset", squad=self.other.id, schemes=["show_of_force"])
        self.table.log("scheme_chosen", player=self.phone.id, scheme="loophole")
        for phone, leader in ((self.phone, "Gaspar"), (self.other, "Priest")):
            fields = {"leader": leader, "figures": f"{leader}'s {figures}", "leader_lives": "2"}
            sent = phone.tap(self.table.match, "squad_hired", **fields)
            assert sent.status_code == 302, unescape(sent.content.decode())
        self.table.until(until)
        if self.table.full.first_side == "serpent":
            self.pick(self.other, "figure_activated", figure="Priest")
            self.tap(self.other, "activation_ended")

    def tap(self, phone: Phone, step: str, **fields: str) -> None:
        sent = phone.tap(self.table.match, step, **fields)
        assert sent.status_code == 302, unescape(sent.content.decode())

    def pick(self, phone: Phone, step: str, **wanted: str) -> None:
        sent = phone.pick(self.table.match, step, **wanted)
        assert sent.status_code == 302, unescape(sent.content.decode())

    def flip(self, phone: Phone, card: str) -> None:
        self.tap(phone, "check_flipped", **{"told-cards": card})

    def resolve(self, **fields: str) -> None:
        """A success; totals and whether it hurts as far as they are told."""
        told = {f"told-{name}": value for name, value in {"success": "0", **fields}.items()}
        self.tap(self.phone, "check_resolved", **told)

    def card(self, side: str, least: int, most: int = 14) -> str:
        """A card of this value that can still come."""
        play, pile = self.table.play, self.table.full.piles[side]
        cards = (f"{suit}-{n}" for suit in "CPWS" for n in range(1, 15))
        return next(c for c in cards if in_deck(play, pile, c) and least <= value(play, c) <= most)

    def charge(self) -> None:
        self.pick(self.phone, "figure_activated", figure="Gaspar")
        sent = self.phone.say(self.table.match, "charge", {"told-distance_cm": "5"}, target="Priest")
        assert sent.status_code == 302, unescape(sent.content.decode())

    def hit(self, step: str = "strike", **fields: str) -> None:
        """An attack that hits; whether it deals damage is left as the pad has it."""
        sent = self.phone.say(self.table.match, step, {}, **fields)
        assert sent.status_code == 302, unescape(sent.content.decode())
        self.flip(self.phone, self.card("alliance", 12))
        self.flip(self.other, self.card("serpent", 1, 3))
        self.resolve(attack_total="15", defence_total="6")

    def steps(self, phone: Phone) -> str:
        return phone.get(f"/matches/{self.table.match}/pad/")


def in_hands(state: LastBattleState) -> bool:
    """Before any hand is drawn, with both decks prepared."""
    return (
        state.full is not None and state.phase == "hands" and all(p.size for p in state.full.piles.values())
    )


def test_a_hand_whose_limit_nobody_knows_is_as_many_cards_as_are_tapped() -> None:
    """LB-HAND-02: a typed figure has an unknown bonus; nobody types how many; below the known limit is too few."""
    typed = Typed(until=in_hands)
    assert 'name="told-count"' not in typed.steps(typed.phone)
    assert "6 cards, or more" in typed.steps(typed.phone)
    cards = [f"P-{number}" for number in range(1, 8)]
    few = typed.phone.tap(typed.table.match, "hand_drawn", **{"told-cards": cards[:5]})
    assert few.status_code == 422 and "LB-HAND-01" in few.content.decode()
    sent = typed.phone.tap(typed.table.match, "hand_drawn", **{"told-cards": cards})
    assert sent.status_code == 302, unescape(sent.content.decode())
    assert typed.table.full.piles["alliance"].hand == tuple(cards)


def test_lives_are_typed_with_the_squad() -> None:
    typed = Typed()
    lives = {name: piece.lives for name, piece in typed.table.full.pieces.items()}
    assert lives == {"Gaspar": 2, "Gaspar's Guard": 3, "Priest": 2, "Priest's Guard": 3}


def test_a_charge_asks_neither_kind_nor_name_and_its_damage_comes_before_the_second_attack() -> None:
    typed = Typed()
    typed.charge()
    typed.hit()
    assert waits(typed.table.full.duel)
    page = typed.steps(typed.phone)
    assert 'data-step="check_flipped"' in page
    assert 'data-step="strike"' not in page and 'data-step="activation_ended"' not in page
    typed.flip(typed.phone, typed.card("alliance", 6, 10))
    typed.tap(typed.phone, "damage_resolved", **{"told-amount": "1"})
    assert typed.table.full.pieces["Priest"].lives == 1
    page = typed.steps(typed.phone)
    assert 'data-step="strike"' in page and 'type="radio" name="told-action"' not in page
    typed.hit()
    typed.flip(typed.phone, typed.card("alliance", 6, 10))
    typed.tap(typed.phone, "damage_resolved", **{"told-amount": "1"})
    assert [fallen.how for fallen in typed.table.play.fallen] == ["killed"], (
        "lives that were typed are counted"
    )


def test_a_figure_without_known_lives_falls_when_the_players_say_that_none_are_left() -> None:
    typed = Typed("Guard")
    typed.pick(typed.phone, "figure_activated", figure="Gaspar")
    typed.hit("attack", target="Priest's Guard", kind="melee")
    assert typed.table.full.duel.name == "attack"
    typed.flip(typed.phone, typed.card("alliance", 6, 10))
    assert typed.table.full.duel.harm is not None
    assert tier_of(typed.table.play, typed.table.full.duel.harm.card) == "moderate"
    typed.tap(typed.phone, "damage_resolved", **{"told-amount": "3", "told-lives": "0"})
    (fallen,) = typed.table.play.fallen
    assert (fallen.figure_id, fallen.how, fallen.by) == ("Priest's Guard", "killed", "Gaspar")


def test_a_hit_without_damage_leaves_nothing_due() -> None:
    typed = Typed("Guard")
    typed.charge()
    typed.tap(typed.phone, "strike")
    typed.flip(typed.phone, typed.card("alliance", 12))
    typed.flip(typed.other, typed.card("serpent", 1, 3))
    typed.resolve(damages="1")
    assert 'data-step="strike"' in typed.steps(typed.phone)


def test_the_magician_asks_which_action_a_card_that_nobody_knows_has() -> None:
    """LB-ARC-03: the pad had no button for the Magician, since no card names a magic action."""
    typed = Typed("Guard")
    typed.table.log("arcana_granted", arcana="M-magician", side="alliance", zone="deck")
    typed.pick(typed.phone, "figure_activated", figure="Gaspar")
    said = typed.phone.say(typed.table.match, "attack", {}, target="Priest's Guard", kind="melee")
    assert said.status_code == 302, unescape(said.content.decode())
    typed.flip(typed.phone, "M-magician")
    typed.flip(typed.other, typed.card("serpent", 1, 3))
    typed.resolve(attack_total="12", defence_total="6")
    assert typed.phone.tap(typed.table.match, "spell").status_code in (400, 422)
    typed.tap(typed.phone, "spell", **{"told-choice": "Fireball"})
    assert typed.table.full.duel.name == "Fireball"


def test_a_loss_that_the_rules_demand_asks_what_is_left() -> None:
    """The damage was logged by a program, without the lives that it cost."""
    typed = Typed("Guard")
    typed.pick(typed.phone, "figure_activated", figure="Gaspar")
    typed.hit("attack", target="Priest's Guard", kind="melee")
    typed.flip(typed.phone, typed.card("alliance", 6, 10))
    duel = typed.table.full.duel
    typed.table.log("damage_resolved", check_id=duel.check_id, tier="moderate", amount=2)
    typed.tap(typed.other, "due", **{"told-lives": "4"})
    assert typed.table.full.pieces["Priest's Guard"].lives == 4


def test_an_untouched_attack_is_none_and_no_target_is_said() -> None:
    """Of a figure whose card nobody knows: it was logged as a blow at nobody."""
    typed = Typed()
    typed.pick(typed.phone, "figure_activated", figure="Gaspar")
    before = typed.table.events()
    assert typed.phone.tap(typed.table.match, "attack").status_code == 400
    assert typed.table.events() == before
    sent = typed.phone.say(typed.table.match, "attack", {}, target="no target")
    assert sent.status_code == 302 and typed.table.full.duel.target is None
