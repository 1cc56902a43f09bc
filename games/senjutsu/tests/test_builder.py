"""A deck built card by card, its counts and charts, and as text; a stored body of any form opens."""

from __future__ import annotations

from typing import Any

import pytest

from games.faces import Unread
from games.ruleset import Roster
from games.senjutsu.facts import CARDS, LIMITS, SIGNATURES
from games.senjutsu.roster.builder import BUILDER, COMMON, changed, pasted, printed_deck, sheet, text, told
from games.senjutsu.system import RULES
from games.testing import accepts

RONIN: dict[str, Any] = {"character": "ronin", "cards": {"A-025": 1}}


@pytest.mark.parametrize("character", SIGNATURES)
def test_a_printed_deck_is_legal_as_it_stands(character: str) -> None:
    body = BUILDER.starts[character].body
    assert body == printed_deck(character)
    assert RULES.check_roster(Roster(system="senjutsu", kind="deck", name="x", body=body), {}).ok
    (section,) = sheet(body, {}).sections
    assert (section.spent, section.limit) == (LIMITS.signature_size, LIMITS.signature_size)
    without = {key: value for key, value in body.items() if key != "cards"}
    assert sheet(without, {}).sections == sheet(body, {}).sections


def test_one_change_at_a_time() -> None:
    body = changed(RONIN, "add:list:A-130", {})
    assert body == {"character": "ronin", "cards": {"A-025": 1, "A-130": 1}}
    assert changed(RONIN, "add:list:2 A-130", {})["cards"]["A-130"] == 2
    assert changed(changed(body, "more:A-130", {}), "less:A-130", {}) == body
    assert changed(body, "drop:A-130", {}) == changed(body, "less:A-130", {}) == RONIN
    for nothing in ("", "add:list:", "less:A-999", "fly:A-025"):
        assert changed(RONIN, nothing, {}) == RONIN


def test_a_typed_card_is_added_by_its_number_or_refused() -> None:
    assert changed(RONIN, "add:list:a-999", {})["cards"] == {"A-025": 1, "A-999": 1}
    for typed in ("Nobody", "0 A-130", "character ronin"):
        with pytest.raises(Unread):
            changed(RONIN, f"add:list:{typed}", {})


def test_a_new_deck_is_nobodys_until_its_character_is_chosen() -> None:
    new = sheet({}, {})
    (character,) = [pick for pick in new.picks if pick.key == "character"]
    assert character.value == "" and character.optional
    assert {offer.group for offer in new.offers} == {COMMON}
    deck = Roster(system="senjutsu", kind="deck", name="x", body=told({}, {}))
    assert "SEN-ROSTER-01" in [one.rule for one in RULES.check_roster(deck, {}).violations]
    (character,) = [
        pick for pick in sheet(told({}, {"pick-character": "ronin"}), {}).picks if pick.key == "character"
    ]
    assert character.value == "ronin" and not character.optional


def test_a_change_keeps_what_the_page_does_not_show() -> None:
    body = {**RONIN, "deck_size": 30, "weapon_slots": 2, "weapons": ["katana", "yari"], "poison": ["C-002"]}
    after = changed(told(body, {"pick-weapons": "katana"}), "more:A-025", {})
    assert after == {**body, "cards": {"A-025": 2}}


def test_what_is_picked_stands_in_the_body() -> None:
    form = {
        "character": "student",
        "weapons": "katana",
        "signature": "yes",
        "format": "competitive",
        "schools": "jade_river",
        "wound_limit": "8",
        "hand_limit": "many",
        "advantage": "0",
        "prepared": "a-044; A-045",
    }
    body = told(RONIN, {f"pick-{key}": value for key, value in form.items()})
    assert body == {
        "character": "student",
        "cards": {"A-025": 1},
        "signature": True,
        "weapons": ["katana"],
        "weapon_cards": body["weapon_cards"],
        "wound_limit": 8,
        "advantage": 0,
        "schools": ["jade_river"],
        "prepared": ["A-044", "A-045"],
        "format": "competitive",
    }
    assert len(body["weapon_cards"]) == 1
    empty = {f"pick-{key}": "" for key in form}
    assert told(body, empty) == {"character": "student", "cards": {"A-025": 1}}
    other = told(RONIN, {"pick-character": "ronin", "pick-other_character": "Old Monk"})
    assert other["character"] == "old_monk" and sheet(other, {}).called.en == "old monk"


def test_own_cards_are_offered_before_common_ones_and_up_to_their_copies() -> None:
    offers = sheet(RONIN, {}).offers
    assert [offers[0].id, offers[0].fits, offers[1].fits] == ["A-025", False, True]
    assert [one.group.en for one in (offers[0], offers[-1])] == ["Ronin", "Common cards"]
    assert len({one.id for one in offers}) == len(offers)
    full = {"character": "ronin", "cards": {"A-035": LIMITS.deck_size}}
    assert not any(one.fits for one in sheet(full, {}).offers)


def test_an_edition_tells_what_the_rulebook_leaves_open() -> None:
    cards = {
        "A-300": {"name": "New Blow", "owner": "common", "rank": "wood", "types": ["attack"], "initiative": 0}
    }
    offer = next(one for one in sheet(RONIN, cards).offers if one.id == "A-300")
    assert offer.name.en == "New Blow (A-300)"
    assert [fact.values for fact in offer.facts] == [("wood",), ("attack",), ("0",)]
    broken = {"A-300": {"rank": "iron"}}
    assert sheet(RONIN, broken).sections[0].spent == 1


def test_figures_count_and_are_none_of_an_empty_deck() -> None:
    assert sheet({"character": "ronin"}, {}).figures is None
    figures = sheet(printed_deck("ronin"), {}).figures
    assert figures is not None
    assert [(one.name.en, one.limit) for one in figures.counts] == [
        ("Gold", LIMITS.gold_cards),
        ("Jade", LIMITS.jade_cards),
    ]
    assert [one.name.en for one in figures.charts] == ["Ranks", "Initiative", "Focus cost", "Types"]
    assert sum(count for _name, count in figures.charts[0].bars) == LIMITS.signature_size


def test_its_text_is_read_back_and_names_its_character() -> None:
    body = {**printed_deck("student"), "deck_size": 30, "hand_limit": 5}
    assert pasted({"character": "ronin", "deck_size": 30}, text(body, {}, "ru"), {}) == (body, [])
    assert pasted(RONIN, "2 A-044", {})[0] == {"character": "ronin", "cards": {"A-044": 2}}
    nobody, unread = pasted({}, "2 A-044", {})
    assert nobody == {} and "character" in unread[0].what
    kept, unread = pasted(RONIN, "2 A-044\n3 Nothing Known", {})
    assert kept == RONIN and [one.line for one in unread] == [2]


@pytest.mark.parametrize("body", [{}, {"character": 7}, {"character": "ronin", "cards": 3}, {"more": 1}])
def test_a_body_of_another_form_is_an_empty_deck(body: dict[str, Any]) -> None:
    shown = sheet(body, {})
    assert shown.picks[0].value == "" and not shown.sections[0].lines


def fitting(body: dict[str, Any], *keys: str) -> set[str]:
    """Those of these cards that are offered as fitting."""
    return {offer.id for offer in sheet(body, {}).offers if offer.fits and offer.id in keys}


@accepts("SEN-ROSTER-08", "SEN-ROSTER-09")
def test_what_a_deck_is_full_of_fits_no_more() -> None:
    """A second jade card and a ninth gold one were offered as fitting, and refused once they were added."""
    gold = [key for key, card in CARDS.items() if card.rank == "gold" and card.owner in ("ronin", "common")]
    most = LIMITS.gold_cards
    for held, fits in ((most - 1, {gold[most]}), (most, set[str]())):
        body = {"character": "ronin", "cards": dict.fromkeys(gold[:held], 1)}
        assert fitting(body, gold[most]) == fits
        after = Roster(
            system="senjutsu", kind="deck", name="x", body=changed(body, f"add:list:{gold[most]}", {})
        )
        refused = {one.rule for one in RULES.check_roster(after, {}).violations}
        assert ("SEN-ROSTER-08" in refused) == (not fits)
    other = {"A-999": {"name": "Other jade", "owner": "common", "rank": "jade", "types": ["attack"]}}
    offers = {offer.id: offer.fits for offer in sheet(RONIN, other).offers}
    assert (
        not offers["A-999"] and {o.id: o.fits for o in sheet({"character": "ronin"}, other).offers}["A-999"]
    )


@accepts("SEN-ROSTER-13", "SEN-ROSTER-14", "SEN-ROSTER-15")
def test_cards_of_a_school_that_is_not_declared_fit_no_competitive_deck() -> None:
    keys = ("A-086", "A-096", "A-112", "A-127")
    body = {**RONIN, "format": "competitive"}
    assert fitting(RONIN, *keys) == {*keys}
    assert fitting(body, *keys) == {"A-127"}
    assert fitting({**body, "schools": ["autumn_hare"]}, *keys) == {"A-096", "A-112", "A-127"}
    assert fitting({**body, "forbidden": {"still_lake": ["A-127"]}}, *keys) == {"A-086", "A-096", "A-112"}
