"""Super Fantasy Brawl at full detail where nobody imported the cards: they are named and read off."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import Any

import pytest

from games.ruleset import NextEvent, Viewer
from games.super_fantasy_brawl.tests.tables import dealt, deployed, trapped, turn_begun
from tracker import selectors
from tracker.tests.pages.at_the_table import Phone
from tracker.tests.pages.brawl import done, options_at
from tracker.tests.pages.brawl_log import RULES, LoggedBrawl
from tracker.tests.pages.pad_play import read_pad

pytestmark = pytest.mark.django_db(transaction=True)


class Unknown(LoggedBrawl):
    """A duel on an arena, with no card and no champion imported; it is the turn of `one`."""

    def __init__(self) -> None:
        case = turn_begun(deployed(dealt(trapped(champions={}, cards={}), tell=False)))
        super().__init__(tuple(entry.event for entry in case.entries))
        self.one, self.other = self.phones["r"], self.phones["b"]
        self.pad = f"/matches/{self.match}/pad/"

    @property
    def play(self) -> Any:
        return selectors.current_state(self.match).state.play

    def figures(self, phone: Phone) -> list[str]:
        return [key for key, one in self.play.figures.items() if one.player == phone.id]

    def tap(self, phone: Phone, step: str, **fields: Any) -> None:
        done(phone.tap(self.match, step, **fields))

    def pick(self, phone: Phone, step: str, **wanted: Any) -> None:
        """The first offered event that has these values."""
        found = options_at(self.match, phone, step)
        told = next(one for one in found if wanted.items() <= one.items())
        self.tap(phone, step, choice=json.dumps(told))

    def steps(self, phone: Phone) -> set[str]:
        return {form.step for form in read_pad(phone.get(self.pad)).forms}

    def play_card(self, phone: Phone, card: str, step: str = "action_card_played", **wanted: str) -> None:
        """A card is named, with the champion and the core that are tapped."""
        form = next(one for one in read_pad(phone.get(self.pad)).forms if one.step == step)
        offered = next(one for one in self.offers(phone) if one.type == step).choices
        told = {
            f"told-{name}": str(offered[name].index(value))
            for name, value in wanted.items()
            if f"told-{name}" in form.controls
        }
        self.tap(phone, step, **told, **{"told-card": card})

    def offers(self, phone: Phone) -> tuple[NextEvent, ...]:
        state = selectors.current_state(self.match).state
        side = next(name for name, one in state.play.sides.items() if phone.id in one.players)
        return tuple(RULES.next_events(state, Viewer("player", phone.id, side)))

    def attack(self) -> tuple[str, str]:
        """A card is played and its target named: (the attacker, the target)."""
        own, foe = self.figures(self.one)[0], self.figures(self.other)[0]
        self.play_card(self.one, "Fireball", champion=own, core="destruction")
        self.pick(self.one, "attack_declared", targets=[foe])
        return own, foe


@pytest.fixture
def unknown() -> Unknown:
    return Unknown()


def test_a_named_card_takes_a_champion_out_of_action(unknown: Unknown) -> None:
    own, foe = unknown.attack()
    unknown.play_card(unknown.other, "Shield", "reaction_played", on_champion=foe, core="creation")
    unknown.tap(unknown.one, "attack_resolved", **{"strength": 5, f"defence:{foe}": 2})
    assert unknown.play.figures[foe].damage == 3
    assert {"champion_knocked_out_perhaps", "action_ended"} <= unknown.steps(unknown.one)
    unknown.pick(unknown.other, "champion_knocked_out_perhaps", by=own)
    unknown.pick(unknown.one, "champion_levelled_up")
    unknown.pick(unknown.one, "action_ended")
    play = unknown.play
    assert play.figures[foe].cell is None and play.figures[own].levelled
    assert play.sides[play.figures[own].side].knockout == 1
    assert {"SFB-ACT-02", "SFB-CMB-13", "SFB-KO-01"} <= set(selectors.outcome(unknown.match).unverified)
    page = unescape(Phone().get(f"/matches/{unknown.match}/"))
    assert "Fireball" in page and "Shield" in page


def test_nobody_is_out_of_action_without_damage(unknown: Unknown) -> None:
    _own, foe = unknown.attack()
    unknown.pick(unknown.other, "reaction_passed")
    unknown.tap(unknown.one, "attack_resolved", **{"strength": 2, f"defence:{foe}": 2})
    assert "champion_knocked_out_perhaps" not in unknown.steps(unknown.one)


def test_what_an_unknown_card_does_stands_behind_links(unknown: Unknown) -> None:
    """The main step goes on with the action; damage, healing and the like are told where the card says so."""
    _own, foe = unknown.attack()
    unknown.pick(unknown.other, "reaction_passed")
    unknown.tap(unknown.one, "attack_resolved", **{"strength": 2, f"defence:{foe}": 2})
    pad = read_pad(unknown.one.get(unknown.pad))
    assert {f"{kind}_perhaps" for kind in ("damage_dealt", "champion_displaced", "champion_placed")} <= set(
        pad.links
    )
    assert [form.step for form in pad.forms if form.main] == ["action_ended"]
    opened = f"{unknown.pad}?open=damage_dealt_perhaps"
    form = next(one for one in read_pad(unknown.one.get(opened)).forms if one.step == "damage_dealt_perhaps")
    assert any(f'"target": "{foe}"' in unescape(one) for one in form.options("choice"))


def test_a_card_without_a_name_is_not_played(unknown: Unknown) -> None:
    before = selectors.head(unknown.match).version
    told = {"told-champion": "0", "told-core": "1"}
    for language, words in (("en", "Name of the card"), ("ru", "Название карты")):
        unknown.one.client.defaults["HTTP_ACCEPT_LANGUAGE"] = language
        refused = unknown.one.tap(unknown.match, "action_card_played", **told)
        problem = re.search(r'class="[^"]*problem.*?</div>', unescape(refused.content.decode()), re.S)
        assert refused.status_code == 400 and problem is not None and words in problem[0]
    assert selectors.head(unknown.match).version == before


def test_the_opponent_reads_no_name_before_the_card_is_played(unknown: Unknown) -> None:
    assert "action_card_played" in unknown.steps(unknown.one)
    assert "action_card_played" not in unknown.steps(unknown.other)
    unknown.attack()
    assert "reaction_played" in unknown.steps(unknown.other)
    assert "reaction_played" not in unknown.steps(unknown.one)


def test_a_card_that_is_named_stands_in_sight(unknown: Unknown) -> None:
    """SFB-HID-01: that a card may be played is open where nobody listed the hand; its name is open once it is sent."""
    folds = ("Fill in where nobody looks on", "Other steps, where nobody looks on")
    page = unknown.one.get(unknown.pad)
    assert "told-card" in page and not [one for one in folds if one in page]
    unknown.attack()
    page = unknown.other.get(unknown.pad)
    assert "told-card" in page and not [one for one in folds if one in page]


def test_a_reshuffled_deck_is_drawn_from_at_once(unknown: Unknown) -> None:
    """How many cards there are to draw follows, and the one step that is left says so."""
    unknown.attack()
    unknown.pick(unknown.other, "reaction_passed")
    unknown.tap(
        unknown.one, "attack_resolved", **{"strength": 2, f"defence:{unknown.figures(unknown.other)[0]}": 2}
    )
    unknown.pick(unknown.one, "action_ended")
    other = unknown.figures(unknown.one)[1]
    unknown.play_card(unknown.one, "Bolt", champion=other, core="creation")
    unknown.tap(unknown.one, "personal_deck_reshuffled")
    page = read_pad(unknown.one.get(unknown.pad))
    deck = unknown.play.full.seats[unknown.one.id].deck
    assert [form.step for form in page.forms if form.main] == ["cards_drawn"]
    unknown.tap(unknown.one, "cards_drawn")
    assert unknown.play.full.seats[unknown.one.id].deck < deck
