"""Cards that the edition does not know: their facts are told on the pad when they are shown (SEN-LOG-06)."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest
from django.test import Client

from games.senjutsu.play import training
from games.testing import accepts, refuses
from tracker.tests.pages.at_the_table import prefilled
from tracker.tests.pages.dojo import done
from tracker.tests.pages.full_duel import FullDuel

pytestmark = pytest.mark.django_db(transaction=True)
UNKNOWN = {card: one for card, one in training.EDITION.items() if card not in ("A-901", "A-902")}


def chosen(languages: str = "en") -> FullDuel:
    """Red chose a card that nobody knows (A-901), Blue a known one."""
    duel = FullDuel(languages, cards=UNKNOWN)
    duel.ready()
    duel.begin()
    done(duel.red.tap(duel.match, "card_selected", card="A-901"))
    duel.tap(duel.blue, "card_selected", card="A-904")
    return duel


def facts(duel: FullDuel, **told: Any) -> dict[str, Any]:
    return {f"fact:{duel.red.id}:{name}": value for name, value in told.items()}


@accepts("SEN-LOG-06")
def test_an_unknown_card_is_told_with_the_reveal_and_plays_like_any_other() -> None:
    duel = chosen()
    page = html.unescape(duel.red.get(duel.pad))
    assert "What the card says: A-901" in page and "What the card says: Training Breath" not in page
    told = facts(duel, types=["attack"], cost="0", kamae="none", parts="5\nattack ahead 1; push 1")
    done(duel.red.tap(duel.match, "cards_revealed", **told))
    known = duel.play.full.cards["A-901"]
    assert known.types == ("attack",) and known.parts[0].initiative == 5 and known.mandatory_focus == 0
    said = html.unescape(Client().get(f"/matches/{duel.match}/").content.decode())
    assert "Facts of the card A-901: attack; costs 0 focus; initiative 5: attack ahead 1; push 1." in said
    duel.go_on(duel.red, "phase_started", phase="resolve")
    duel.tap(duel.red, "part_started")
    duel.tap(duel.red, "attack_declared")


@accepts("SEN-LOG-06")
def test_the_initiative_alone_will_do() -> None:
    duel = chosen()
    done(duel.red.tap(duel.match, "cards_revealed", **facts(duel, types=["attack"], parts="5")))
    full = duel.play.full
    assert full.cards["A-901"].parts[0].effects is None and "SEN-INIT-01" not in full.unverified
    assert "SEN-ATK-13" in full.unverified


def test_nothing_need_be_told() -> None:
    duel = chosen()
    done(duel.red.tap(duel.match, "cards_revealed"))
    assert "SEN-INIT-01" in duel.play.full.unverified


@refuses("SEN-LOG-06")
def test_what_cannot_be_read_is_told_and_what_was_typed_stays() -> None:
    duel = chosen()
    bad = duel.red.tap(duel.match, "cards_revealed", **facts(duel, parts="5\nfly 3"))
    page = html.unescape(bad.content.decode())
    assert bad.status_code == 400 and "These lines say nothing: 2: fly 3" in page
    assert (
        re.search(r"<details[^>]* open>\s*<summary>What the card says", page) and "fly 3</textarea>" in page
    )
    done(duel.red.tap(duel.match, "cards_revealed", **facts(duel, types=["attack"])))
    assert duel.play.full.cards["A-901"].types == ("attack",)


@accepts("SEN-LOG-06", "SEN-INST-04")
def test_an_instant_that_nobody_knows_is_told_when_it_is_played() -> None:
    duel = chosen("ru")
    done(duel.red.tap(duel.match, "cards_revealed", **facts(duel, types=["attack"], parts="5")))
    page = duel.red.get(duel.pad)
    assert 'data-step="instant_played"' in page
    told = {"fact:own:types": ["meditation"], "fact:own:parts": "3\nконцентрация 2"}
    form = prefilled(page, "instant_played", duel.red.id)
    unnamed = duel.red.client.post(duel.pad, {**form, "card": "A-902"})
    assert unnamed.status_code == 400 and "как разыграна" in unnamed.content.decode()
    done(duel.red.client.post(duel.pad, {**form, "card": "A-902", "kind": "normal", **told}))
    full = duel.play.full
    assert full.seats[duel.red.id].play == ("A-901", "A-902") and full.cards["A-902"].types == ("meditation",)
    assert "SEN-INST-04" in full.unverified


def test_a_known_edition_asks_for_nothing() -> None:
    duel = FullDuel()
    duel.ready()
    duel.begin()
    duel.tap(duel.red, "card_selected", card="A-901")
    duel.tap(duel.blue, "card_selected", card="A-904")
    page = duel.red.get(duel.pad)
    assert "What the card says" not in page and "names a target" not in page
    done(duel.red.tap(duel.match, "cards_revealed"))
    assert 'data-step="instant_played"' not in duel.red.get(duel.pad)


def test_nobody_is_asked_for_the_only_target() -> None:
    """SEN-REV-09: in a duel everybody knows whom an attack is meant for."""
    duel = chosen()
    for phone in (duel.red, duel.blue):
        page = phone.get(duel.pad)
        assert 'data-step="cards_revealed"' in page and "target:" not in page


def test_an_instant_needs_a_card_that_is_tapped_or_named() -> None:
    duel = chosen()
    done(duel.red.tap(duel.match, "cards_revealed", **facts(duel, types=["attack"], parts="5")))
    nothing = duel.red.tap(duel.match, "instant_played", player=duel.red.id)
    assert nothing.status_code == 400 and "Choose a card." in nothing.content.decode()
    odd = {"card": "A-902", "kind": "normal", "fact:own:counterattack": "many"}
    unread = duel.red.tap(duel.match, "instant_played", player=duel.red.id, **odd)
    assert unread.status_code == 400 and "Numbers only, as 5 or 4, 5." in unread.content.decode()
