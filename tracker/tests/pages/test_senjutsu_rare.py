"""Rare steps of the pad at full detail: a card that lifts a rule, a look at an opponent's cards, what a text does."""

from __future__ import annotations

import html
import json
import re
from typing import Any

import pytest
from django.test import Client

from games.ruleset import EVERYONE, Viewer
from games.senjutsu.facts import FACTS
from games.testing import accepts, refuses
from tracker import selectors
from tracker.tests.pages.at_the_table import Phone, prefilled
from tracker.tests.pages.dojo import done
from tracker.tests.pages.full_duel import FullAlone, FullDuel

pytestmark = pytest.mark.django_db(transaction=True)


def resolving(card: str = "A-907", languages: str = "en") -> FullDuel:
    """Red walks (A-907) or bandages (A-915), Blue cuts (A-901); Red's card is being resolved."""
    duel = FullDuel(languages)
    duel.ready()
    duel.begin("A-915")
    done(duel.red.tap(duel.match, "card_selected", card=card))
    duel.tap(duel.blue, "card_selected", card="A-901")
    done(duel.red.tap(duel.match, "cards_revealed"))
    if card == "A-907":
        duel.tap(duel.red, "initiative_chosen", value=6)
    duel.go_on(duel.red, "phase_started", phase="resolve")
    if card != "A-907":
        duel.tap(duel.blue, "part_started")
        duel.tap(duel.blue, "attack_declared")
        duel.tap(duel.blue, "attack_resolved")
    duel.tap(duel.red, "part_started")
    return duel


def opened(phone: Phone, match: Any, step: str) -> str:
    """The pad with a rare step open."""
    return phone.get(f"/matches/{match}/pad/?open={step}")


def send(phone: Phone, match: Any, step: str, **fields: Any) -> Any:
    form = prefilled(opened(phone, match, step), step)
    return phone.client.post(f"/matches/{match}/pad/", {**form, **fields})


def waived(page: str) -> list[dict[str, Any]]:
    """The events that the step for a card that lifts a rule offers."""
    form = re.search(r'data-step="override">(.*?)</form>', page, re.S)
    assert form
    found = re.findall(r'name="choice" value="([^"]+)"', form[1])
    return [json.loads(html.unescape(one)) for one in found]


@accepts("SEN-LOG-07")
def test_a_card_in_play_lifts_a_rule_by_two_taps() -> None:
    duel = resolving()
    offered = waived(opened(duel.red, duel.match, "override"))
    far = next(
        one
        for one in offered
        if one["type"] == "actor_moved" and one["sequence"] == [{"op": "step", "dir": 0}] * 3
    )
    assert far["override"]["rule"] == "SEN-MOVE-04"
    done(send(duel.red, duel.match, "override", choice=json.dumps(far), card="A-901"))
    assert list(duel.play.fighters[duel.red.id].hex) == far["to"]["hex"]
    assert duel.play.full.overridden == ("SEN-MOVE-04",)
    said = Client().get(f"/matches/{duel.match}/").content.decode()
    assert "(Training Cut (A-901) lifts SEN-MOVE-04" in html.unescape(said)


@refuses("SEN-LOG-07")
def test_what_the_pad_offers_as_lifted_is_refused_without_the_card() -> None:
    duel = resolving()
    plain = waived(opened(duel.red, duel.match, "override"))
    assert plain and all(one["override"]["card"] in ("A-901", "A-907") for one in plain)
    move = next(one for one in plain if one["type"] == "actor_moved")
    told = {key: value for key, value in move.items() if key != "override"}
    answer = duel.red.tap(duel.match, "actor_moved", choice=json.dumps(told))
    assert answer.status_code == 422 and move["override"]["rule"] in answer.content.decode()
    nothing = send(duel.red, duel.match, "override", choice=json.dumps(told), card="A-901")
    assert nothing.status_code == 400


@accepts("SEN-LOG-07", "SEN-EFF-03")
@refuses("SEN-EFF-03")
def test_a_refused_step_asks_whether_a_card_allows_it() -> None:
    duel = resolving("A-915")
    told = {"actor": duel.red.id, "kind": "stun", "count": "1", "cause": "A-901"}
    refused = send(duel.red, duel.match, "by_text", **told)
    page = refused.content.decode()
    assert refused.status_code == 422 and "Does the text of a card allow it?" in page
    assert "SEN-EFF-03:A-915" in page
    form = {**prefilled(page, "by_text"), **told}
    foul = duel.red.client.post(duel.pad, {**form, "override.rule": "SEN-LOG-04:A-915"})
    assert foul.status_code == 422
    done(duel.red.client.post(duel.pad, {**form, "override.rule": "SEN-EFF-03:A-915"}))
    assert duel.play.fighters[duel.red.id].stuns == 1
    assert duel.play.full.overridden == ("SEN-EFF-03",)


def test_what_the_text_of_a_card_does_is_told_by_fields() -> None:
    duel = resolving("A-915")
    by = {"actor": duel.red.id, "count": "1", "cause": "A-915"}
    done(send(duel.red, duel.match, "by_text", kind="wound", **by))
    done(send(duel.red, duel.match, "by_text", kind="heal", **by))
    done(send(duel.red, duel.match, "by_text", kind="focus", **by))
    assert (duel.play.fighters[duel.red.id].wounds, duel.play.fighters[duel.red.id].focus) == (0, 1)
    unnamed = send(duel.red, duel.match, "by_text", kind="poison", **by)
    assert unnamed.status_code == 400 and "Which poison card is it" in unnamed.content.decode()


def test_no_terrain_that_lies_nowhere_is_offered_as_the_cause() -> None:
    """All eight objects were, on an empty board; the log refused each."""
    duel = resolving("A-915")
    assert not duel.play.full.terrain
    causes = re.search(r'<select name="cause".*?</select>', opened(duel.red, duel.match, "by_text"), re.S)
    assert causes is not None and "A-915" in causes[0]
    assert not any(name.name.en in causes[0] for name in FACTS.terrain.values())


def test_cards_that_a_text_moves_are_told_with_their_owner() -> None:
    """The field of the event is called as the player whose form it is, and both are sent."""
    duel = resolving("A-915")
    form = prefilled(opened(duel.red, duel.match, "cards_by_text"), "cards_by_text", "")
    assert form["player"] == "" and {"told-source", "told-to", "told-count"} <= {*form}
    seats = list(duel.play.fighters)
    told = {"told-player": str(seats.index(duel.red.id)), "told-count": "1"}
    before = duel.play.full.piles[duel.red.id].hand
    done(duel.red.client.post(duel.pad, {**form, **told}))
    assert duel.play.full.piles[duel.red.id].hand == before + 1


@accepts("SEN-SOLO-14")
@refuses("SEN-SOLO-14")
def test_a_look_at_an_opponents_cards_is_the_players_alone() -> None:
    solo = FullAlone("solo")
    solo.fight("A-915", "S-002")
    page = opened(solo.phone, solo.match, "vo_deck_seen")
    assert "Which cards" in page and 'name="vo"' not in page, "there is one opponent and one card alone"
    lone = send(solo.phone, solo.match, "vo_deck_seen", cards="S-014")
    assert lone.status_code == 422 and "SEN-SOLO-14" in lone.content.decode()
    done(send(solo.phone, solo.match, "vo_deck_seen", cards="S-014, S-026"))
    page = Client().get(f"/matches/{solo.match}/").content.decode()
    assert "looks at the top of the deck of katana ashigaru 1." in page and "S-014" not in page
    assert _seen(solo, Viewer("player", solo.phone.id, "red")) == ("S-014", "S-026")
    assert _seen(solo, EVERYONE) is None


def _seen(solo: FullAlone, viewer: Viewer) -> Any:
    """The cards of the last event of the log, as a viewer sees them."""
    last = selectors.head(solo.match).version
    return selectors.events_page(solo.match, viewer, last - 1, 1).events[0].data.get("cards")


def test_the_text_of_a_card_is_told_of_oneself_alone() -> None:
    """SEN-LOG-04: the other player tells what befalls them."""
    duel = resolving("A-915")
    page = opened(duel.red, duel.match, "by_text")
    whom = re.findall(r'name="actor" value="([^"]*)"', page)
    assert whom == [duel.red.id]
    poison = {"actor": duel.red.id, "count": "1", "cause": "A-915", "kind": "poison"}
    asked = send(duel.red, duel.match, "by_text", **poison)
    assert asked.status_code == 400 and "such as C-002" in asked.content.decode()
