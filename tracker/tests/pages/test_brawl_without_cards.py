"""Super Fantasy Brawl at full detail where nobody imported the cards: they are named and read off."""

from __future__ import annotations

import json
from html import unescape
from typing import Any

import pytest

from games.super_fantasy_brawl.tests.tables import dealt, deployed, trapped, turn_begun
from tracker import selectors
from tracker.pages.match_forms.super_fantasy_brawl.full.unknown_forms import UNKNOWN_FORMS
from tracker.tests.pages.at_the_table import Phone
from tracker.tests.pages.brawl import done, options_at
from tracker.tests.pages.brawl_log import LoggedBrawl
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

    def attack(self) -> tuple[str, str]:
        """A card is played and its target named: (the attacker, the target)."""
        own, foe = self.figures(self.one)[0], self.figures(self.other)[0]
        self.tap(self.one, "action_card_played", named="Fireball", champion=own, core="destruction")
        self.pick(self.one, "attack_declared", targets=[foe])
        return own, foe


@pytest.fixture
def unknown() -> Unknown:
    return Unknown()


def test_a_named_card_takes_a_champion_out_of_action(unknown: Unknown) -> None:
    own, foe = unknown.attack()
    unknown.tap(unknown.other, "reaction_played", named="Shield", on_champion=foe, core="creation")
    unknown.tap(unknown.one, "attack_resolved", **{"strength": 5, f"defence:{foe}": 2})
    assert unknown.play.figures[foe].damage == 3
    assert {"champion_knocked_out", "action_ended"} <= unknown.steps(unknown.one)
    unknown.pick(unknown.other, "champion_knocked_out", by=own)
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
    assert "champion_knocked_out" not in unknown.steps(unknown.one)


def test_what_an_unknown_card_does_stands_behind_links(unknown: Unknown) -> None:
    """The main step goes on with the action; damage, healing and the like are told where the card says so."""
    _own, foe = unknown.attack()
    unknown.pick(unknown.other, "reaction_passed")
    unknown.tap(unknown.one, "attack_resolved", **{"strength": 2, f"defence:{foe}": 2})
    pad = read_pad(unknown.one.get(unknown.pad))
    assert {"damage_dealt", "champion_displaced", "champion_placed"} <= set(pad.links)
    assert [form.step for form in pad.forms if form.main] == ["action_ended"]
    opened = f"{unknown.pad}?open=damage_dealt"
    form = next(one for one in read_pad(unknown.one.get(opened)).forms if one.step == "damage_dealt")
    assert any(f'"target": "{foe}"' in unescape(one) for one in form.options("choice"))


def test_a_card_without_a_name_is_not_played(unknown: Unknown) -> None:
    before = selectors.head(unknown.match).version
    own = unknown.figures(unknown.one)[0]
    for language, words in (("en", "Name the card."), ("ru", "Назовите карту.")):
        unknown.one.client.defaults["HTTP_ACCEPT_LANGUAGE"] = language
        refused = unknown.one.tap(unknown.match, "action_card_played", champion=own, core="creation")
        assert refused.status_code == 400 and words in unescape(refused.content.decode())
    assert selectors.head(unknown.match).version == before


def test_the_opponent_reads_no_name_before_the_card_is_played(unknown: Unknown) -> None:
    assert "action_card_played" in unknown.steps(unknown.one)
    assert "action_card_played" not in unknown.steps(unknown.other)
    unknown.attack()
    assert "reaction_played" in unknown.steps(unknown.other)
    assert "reaction_played" not in unknown.steps(unknown.one)


def test_a_card_that_is_named_goes_before_one_that_was_chosen_already(unknown: Unknown) -> None:
    own = unknown.figures(unknown.one)[0]
    told = {"player": unknown.one.id, "champion": own, "core": "destruction"}
    chosen = json.dumps({"type": "action_card_played", "card": "Bolt", **told})
    unknown.tap(
        unknown.one, "action_card_played", choice=chosen, named="Fireball", champion=own, core="destruction"
    )
    assert unknown.play.full.action.card == "Fireball"


def test_a_reshuffled_deck_is_drawn_from_at_once(unknown: Unknown) -> None:
    """How many cards there are to draw follows, and the one step that is left says so."""
    unknown.attack()
    unknown.pick(unknown.other, "reaction_passed")
    unknown.tap(
        unknown.one, "attack_resolved", **{"strength": 2, f"defence:{unknown.figures(unknown.other)[0]}": 2}
    )
    unknown.pick(unknown.one, "action_ended")
    other = unknown.figures(unknown.one)[1]
    unknown.tap(unknown.one, "action_card_played", named="Bolt", champion=other, core="creation")
    unknown.tap(unknown.one, "personal_deck_reshuffled")
    page = read_pad(unknown.one.get(unknown.pad))
    deck = unknown.play.full.seats[unknown.one.id].deck
    assert [form.step for form in page.forms if form.main] == ["cards_drawn"]
    unknown.tap(unknown.one, "cards_drawn")
    assert unknown.play.full.seats[unknown.one.id].deck < deck


def test_a_form_of_an_unknown_card_logs_the_event_of_its_own_step() -> None:
    """One that takes over from another says its event again."""
    assert {step: form.event for step, form in UNKNOWN_FORMS.items()} == {
        step: step for step in UNKNOWN_FORMS
    }
