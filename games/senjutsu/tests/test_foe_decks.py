"""Decks of virtual opponents against their recipes: SEN-VOD-01 to -08, SEN-HID-08."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from games.rulebook import sentence
from games.ruleset import Viewer
from games.senjutsu import RULES
from games.senjutsu import events as e
from games.senjutsu.full.definitions import Definition
from games.senjutsu.pages.fills import entailed
from games.senjutsu.tests.tables import R, over, ready
from games.testing import Case, accepts, given, refuses

KATANA = ("S-002", "S-014", "S-015", "S-026", "S-027")
YARI = ("S-004", "S-010", "S-011", "S-028", "S-012")
NOTHING: tuple[e.Substitution, ...] = ()


def deck(name: str, type_: str, *cards: str, **told: Any) -> e.VoDeckRegistered:
    return e.VoDeckRegistered(vo_deck=name, vo_type=type_, cards=cards, **{"substitutions": NOTHING, **told})


def table() -> Case:
    return ready("solo")


def numbers(first: int, last: int) -> tuple[str, ...]:
    return tuple(f"S-{number:03}" for number in range(first, last + 1))


@accepts("SEN-VOD-01", "SEN-VOD-02", "SEN-VOD-04", "SEN-VOD-06", "SEN-VOD-07", "SEN-VOD-08")
@pytest.mark.parametrize(
    ("type_", "cards", "nightmare"),
    [
        ("katana", KATANA, False),
        ("yari", YARI, False),
        ("leader", ("S-001", "S-003", "S-014", "S-015", "S-026", "S-016"), False),
        ("yumi", ("S-002", "S-026", "S-036", "S-037", "S-027"), False),
        ("arquebusier", ("S-002", "S-026", "S-039", "S-040", "S-041", "S-004"), False),
        ("student", ("S-001", "S-014", "S-015", "S-026", "S-027", "S-500", "S-501"), False),
        ("hachiko", numbers(510, 514), False),
        ("katana", ("S-002", "K-995", "S-015", "S-026", "S-027"), True),
        ("yari", ("S-004", "S-010", "S-011", "S-028", "K-999"), True),
        ("yumi", ("S-002", "S-026", "S-036", "S-037", "K-996"), True),
        ("student", ("S-001", "K-995", "S-015", "S-026", "S-027", "S-500", "K-500"), True),
    ],
)
def test_decks_by_their_recipes(type_: str, cards: tuple[str, ...], nightmare: bool) -> None:
    state = table().when(deck("one", type_, *cards, nightmare=nightmare)).then_accepted()
    assert state.foe_decks["one"].cards == cards


@refuses("SEN-VOD-01", "SEN-VOD-02", "SEN-VOD-04", "SEN-VOD-06", "SEN-VOD-07", "SEN-VOD-08")
@pytest.mark.parametrize(
    ("rule", "type_", "cards", "nightmare"),
    [
        ("SEN-VOD-01", "yari", ("S-004", "S-010", "S-010", "S-028", "S-012"), False),
        ("SEN-VOD-01", "yari", ("S-004", "S-010", "S-011", "S-026", "S-012"), False),
        ("SEN-VOD-01", "yari", ("S-004", "S-010", "S-011", "S-028", "S-500"), False),
        ("SEN-VOD-01", "student", ("A-048",), False),
        ("SEN-VOD-02", "yari", YARI[:4], False),
        ("SEN-VOD-02", "yari", (*YARI, "S-029"), False),
        ("SEN-VOD-02", "yari", ("S-004", "S-010", "S-011", "S-028", "S-016"), False),
        ("SEN-VOD-02", "yari", ("S-010", "S-011", "S-012", "S-028", "S-029"), False),
        ("SEN-VOD-04", "hachiko", numbers(510, 513), False),
        ("SEN-VOD-04", "hachiko", (*numbers(510, 513), "S-028"), False),
        ("SEN-VOD-06", "yari", YARI, True),
        ("SEN-VOD-06", "yari", ("S-004", "S-010", "S-011", "S-028", "K-999"), False),
        ("SEN-VOD-06", "yari", ("S-010", "S-011", "S-028", "S-012", "K-999"), True),
        ("SEN-VOD-06", "yari", ("S-004", "S-010", "S-028", "K-998", "K-999"), True),
        ("SEN-VOD-06", "student", ("S-001", "S-016", "S-017", "S-028", "S-029", "S-500", "K-500"), False),
        ("SEN-VOD-07", "student", ("S-001", "K-995", "S-016", "S-028", "S-029", "S-500"), True),
        ("SEN-VOD-07", "student", ("S-001", "K-995", "S-016", "S-028", "S-029", "K-500", "K-501"), True),
        ("SEN-VOD-08", "yumi", ("S-004", "S-028", "S-036", "S-037", "S-038"), True),
        ("SEN-VOD-08", "yumi", ("S-028", "S-036", "S-037", "S-038", "K-996"), True),
    ],
)
def test_decks_off_their_recipes(rule: str, type_: str, cards: tuple[str, ...], nightmare: bool) -> None:
    case = table().when(deck("first", "katana", *KATANA))
    case.when(deck("one", type_, *cards, nightmare=nightmare)).then_refused(rule)


@refuses("SEN-VOD-04")
def test_a_strange_card_of_hachiko_is_told_apart_from_its_own() -> None:
    """It read "exactly 5 own cards ...; entered: 5"."""
    case = table().when(deck("one", "hachiko", *numbers(510, 513), "S-028"))
    said = sentence(case.then_refused("SEN-VOD-04")[0], "en")
    assert said.endswith("Own cards in this deck: 4; cards of selection decks: 1.")


def without_d3() -> Case:
    """All four cards of D3 are in a monk's and a yari's deck."""
    case = table().when(deck("monk", "monk", "S-001", "S-010", "S-011", "S-026", "S-014"))
    return case.when(deck("yari", "yari", "S-002", "S-012", "S-013", "S-027", "S-028"))


@accepts("SEN-VOD-05")
def test_an_empty_selection_deck_is_substituted() -> None:
    swaps = (e.Substitution("D3", "D5"), e.Substitution("D3", "D2"))
    cards = ("S-004", "S-029", "S-005", "S-030", "S-031")
    without_d3().when(deck("more", "yari", *cards, substitutions=swaps)).then_accepted()


@accepts("SEN-VOD-05", "SEN-VOD-06")
@refuses("SEN-VOD-02")
def test_the_form_of_a_deck_reads_substitutes_and_a_nightmare_off_its_cards() -> None:
    """Nobody tells them: the pad could build no deck with a substitute."""
    case = without_d3()
    for cards in (
        ("S-004", "S-029", "S-005", "S-030", "S-031"),
        ("S-004", "S-029", "S-030", "S-031", "S-032"),
        ("S-004", "S-029", "S-030", "S-031", "S-032", "S-033"),
    ):
        told = entailed(case.state, "vo_deck_registered", {"vo_type": "yari", "cards": list(cards)})
        event = msgspec.convert(told, e.VoDeckRegistered)
        assert {swap.empty for swap in event.substitutions or ()} == ({"D3"} if len(cards) == 5 else set())
        done = case.when(event)
        done.then_accepted() if len(cards) == 5 else done.then_refused("SEN-VOD-02")
    dark = {"vo_type": "yumi", "cards": ["S-005", "S-026", "S-036", "S-037", "K-996"]}
    told = entailed(table().state, "vo_deck_registered", dark)
    assert told["nightmare"] and told["substitutions"] == []
    table().when(msgspec.convert(told, e.VoDeckRegistered)).then_accepted()
    plain = entailed(table().state, "vo_deck_registered", {"vo_type": "yari", "cards": list(YARI)})
    assert not plain["nightmare"] and plain["substitutions"] == []
    table().when(msgspec.convert(plain, e.VoDeckRegistered)).then_accepted()


@refuses("SEN-VOD-05", "SEN-VOD-02")
def test_substitutions_that_cannot_be() -> None:
    cards = ("S-004", "S-029", "S-012", "S-030", "S-031")
    early = deck("more", "yari", *cards, substitutions=(e.Substitution("D3", "D5"),))
    table().when(early).then_refused("SEN-VOD-05")
    cards = ("S-004", "S-029", "S-015", "S-030", "S-031")
    swaps = (e.Substitution("D3", "D5"), e.Substitution("D3", "D4"))
    without_d3().when(deck("more", "yari", *cards, substitutions=swaps)).then_refused("SEN-VOD-05")
    without_d3().when(deck("more", "yari", *cards)).then_refused("SEN-VOD-02")


@refuses("SEN-LOG-04", "SEN-LOG-02")
def test_only_staff_register_them_and_only_for_opponents() -> None:
    table().when(deck("one", "yari", *YARI), R).then_refused("SEN-LOG-04")
    table().when(deck("one", "dragon", *YARI)).then_refused("SEN-LOG-04")
    table().when(deck("one", "yari", *YARI)).when(deck("one", "yari", *YARI)).then_refused("SEN-LOG-04")
    ready().when(deck("one", "yari", *YARI)).then_refused("SEN-LOG-02")


def test_the_cards_are_for_staff_until_the_result_is_confirmed() -> None:
    case = ready("solo", "summary").when(deck("one", "yari", *YARI))
    player = Viewer("player", "r", "red")
    assert RULES.visible_to(case.state, player).foe_decks["one"].cards is None
    assert RULES.visible_to(case.state, Viewer("staff")).foe_decks["one"].cards == YARI
    ended = case.when(over("red")).state
    assert RULES.visible_to(ended, player).foe_decks["one"].cards is None
    assert RULES.visible_to(ended, player, settled=True).foe_decks["one"].cards == YARI


def imported() -> Case:
    """A match at full detail whose edition names the personal cards of two opponent characters."""
    owners = {"S-500": "monk", "S-501": "monk", "K-500": "monk", "S-510": "musashi"}
    cards = {card: Definition(owner=owner) for card, owner in owners.items()}
    opening = e.MatchCreated(mode="solo", detail="full", sides={"red": ("r",)}, cards=cards)
    return given(RULES, None, [opening])


MONK = ("S-001", "S-010", "S-011", "S-026", "S-027")


@accepts("SEN-VOD-03", "SEN-VOD-07")
@refuses("SEN-VOD-03")
def test_personal_cards_are_those_that_the_edition_names() -> None:
    imported().when(deck("one", "monk", *MONK, "S-500", "S-501")).then_accepted()
    nightmare = ("S-001", "S-010", "K-995", "S-026", "S-027", "S-500", "S-501", "K-500")
    imported().when(deck("one", "monk", *nightmare, nightmare=True)).then_accepted()
    imported().when(deck("one", "monk", *MONK, "S-500")).then_refused("SEN-VOD-03")
    imported().when(deck("one", "monk", *MONK, "S-500", "S-501", "S-510")).then_refused("SEN-VOD-03")
    table().when(deck("one", "monk", *MONK, "S-500")).then_accepted()
