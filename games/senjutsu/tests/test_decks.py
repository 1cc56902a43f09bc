"""Deck legality: SEN-ROSTER-01 to -20 and the prepared cards, each rule with a deck that passes and one that fails."""

from __future__ import annotations

from typing import Any

import pytest

from games.rulebook import sentence
from games.ruleset import REFEREE
from games.senjutsu import RULES
from games.senjutsu.facts import SIGNATURES
from games.senjutsu.pages import deck_taps
from games.senjutsu.tests.decks import GOLD, STUDENT, broken, deck, judged, swapped
from games.senjutsu.tests.tables import created, side
from games.senjutsu.tests.tables import deck as registered
from games.taps import OneOf
from games.testing import Case, accepts, refuses

COMPETITIVE: dict[str, Any] = {"format": "competitive"}
UNKNOWN = "A-243"


@accepts(
    "SEN-ROSTER-02",
    "SEN-ROSTER-03",
    "SEN-ROSTER-04",
    "SEN-ROSTER-05",
    "SEN-ROSTER-06",
    "SEN-ROSTER-07",
    "SEN-ROSTER-08",
    "SEN-ROSTER-09",
    "SEN-ROSTER-10",
    "SEN-ROSTER-11",
)
def test_a_built_deck_of_forty() -> None:
    report = judged(deck())
    assert sum(STUDENT.values()) == 40
    assert report.ok and not report.warnings


@accepts("SEN-ROSTER-02")
def test_two_weapons_with_a_core_card_each() -> None:
    both = {"weapons": ["katana", "naginata"], "weapon_cards": ["A-070", "A-071"]}
    assert broken(deck(**both, weapon_slots=2)) == []


@accepts("SEN-ROSTER-12", "SEN-ROSTER-14", "SEN-ROSTER-16")
@pytest.mark.parametrize("character", SIGNATURES)
@pytest.mark.parametrize("format_", ["casual", "competitive"])
def test_the_four_signature_decks_are_legal_as_printed(character: str, format_: str) -> None:
    printed = SIGNATURES[character]
    assert sum(printed.cards.values()) == 30
    body = {"character": character, "cards": printed.cards, "signature": True, "format": format_}
    assert broken(body) == []
    assert broken({**body, "cards": {}}) == [], "the printed list need not be typed"
    assert broken({**body, "signature_requires_40": True}) == ["SEN-ROSTER-16"]
    assert "SEN-ROSTER-04" in broken({**body, "signature": False})


@refuses("SEN-ROSTER-16")
def test_a_signature_deck_with_another_card() -> None:
    cards = {**SIGNATURES["warrior"].cards, "A-104": 1}
    del cards["A-107"]
    body = {"character": "warrior", "cards": cards, "signature": True}
    assert judged(body).violations[0].params["told"] == ["A-104", "A-107"]
    assert broken({"character": "yojimbo", "signature": True, "cards": {"A-127": 1}}) == ["SEN-ROSTER-16"]


@accepts("SEN-ROSTER-16")
@refuses("SEN-ROSTER-16")
def test_a_signature_deck_has_the_weapon_of_its_printed_list() -> None:
    """Its list names the weapon core card; another weapon is chosen for a deck that is built."""
    body = {"character": "ronin", "signature": True}
    assert broken({**body, "weapons": ["naginata"], "weapon_cards": ["A-071"]}) == []
    other = {"weapons": ["katana"], "weapon_cards": ["A-070"]}
    assert [(one.rule, one.params["told"]) for one in judged({**body, **other}).violations] == [
        ("SEN-ROSTER-16", ["A-070", "A-071"])
    ]
    case = created().when(side("b", weapons=("katana",), weapon_cards=("A-070",)))
    case.when(registered("b")).then_refused("SEN-ROSTER-16")
    assert not _offers_printed(case)
    hidden = created().when(side("b", weapons=None, weapon_cards=None))
    hidden.when(registered("b")).then_accepted()
    assert _offers_printed(hidden)


def _offers_printed(case: Case) -> bool:
    offers = RULES.next_events(case.then_accepted(), REFEREE)
    told = next(one for one in offers if one.type == "deck_registered")
    taps = deck_taps.taps(case.state, told)
    assert taps is not None
    row = taps.groups[0].rows[0]
    assert isinstance(row, OneOf)
    return deck_taps.PRINTED in [one.key for one in row.choices]


@refuses("SEN-ROSTER-16")
@pytest.mark.parametrize(
    ("body", "english", "russian"),
    [
        ({"character": "yojimbo"}, "only for Ronin,", "есть только у персонажей: Ронин,"),
        (
            {"character": "warrior", "cards": {**SIGNATURES["warrior"].cards, "A-104": 1}},
            "differs from the printed one in A-104.",
            "отличается от напечатанной в картах: A-104.",
        ),
        (
            {"character": "warrior", "signature_requires_40": True},
            "at this event is 40.",
            "должно быть карт: 40.",
        ),
    ],
)
def test_a_signature_deck_is_refused_for_its_own_reason(
    body: dict[str, Any], english: str, russian: str
) -> None:
    (violation,) = judged({**body, "signature": True}).violations
    told = {language: sentence(violation, language) for language in ("en", "ru")}
    assert english in told["en"] and russian in told["ru"], told
    assert "nothing" not in told["en"] and "ничего" not in told["ru"]


REFUSED: list[tuple[str, dict[str, Any]]] = [
    ("SEN-ROSTER-02", deck(weapon_cards=[])),
    ("SEN-ROSTER-02", deck(weapon_cards=["A-070", "A-071"])),
    ("SEN-ROSTER-02", deck(weapon_cards=["A-071"])),
    ("SEN-ROSTER-02", deck(weapon_cards=["A-038"])),
    ("SEN-ROSTER-02", deck(weapon_options=["naginata"])),
    ("SEN-ROSTER-02", deck(weapons=["katana", "naginata"])),
    ("SEN-ROSTER-02", deck(weapons=["katana", "naginata"], weapon_slots=2)),
    ("SEN-ROSTER-03", deck(swapped("A-048", A_038=1))),
    ("SEN-ROSTER-03", deck(swapped("A-048", A_070=1))),
    ("SEN-ROSTER-04", deck(swapped("A-048"))),
    ("SEN-ROSTER-04", deck(swapped(A_125=1))),
    ("SEN-ROSTER-05", deck(swapped("A-049", A_048=1))),
    ("SEN-ROSTER-06", deck(swapped("A-048", A_044=1))),
    ("SEN-ROSTER-07", deck(swapped("A-048", A_042=1))),
    (
        "SEN-ROSTER-08",
        deck(
            swapped(*["A-121", "A-122", "A-123"] * 2, "A-124", **{c.replace("-", "_"): 1 for c in GOLD[:7]})
        ),
    ),
    ("SEN-ROSTER-09", deck(swapped("A-048", A_040=1))),
    ("SEN-ROSTER-10", deck(swapped("A-048", A_018=1))),
    ("SEN-ROSTER-11", {**deck(swapped("A-048")), "cards": {**swapped("A-048"), "S-010": 1}}),
    ("SEN-ROSTER-12", deck(schools=["jade_river", "autumn_hare"], **COMPETITIVE)),
    ("SEN-ROSTER-12", deck(schools=["own_school"], **COMPETITIVE)),
    ("SEN-ROSTER-13", deck(swapped("A-121", A_105=1), schools=["autumn_hare"], **COMPETITIVE)),
    ("SEN-ROSTER-14", deck(swapped("A-121", A_105=1), **COMPETITIVE)),
    ("SEN-ROSTER-20", deck(poison=["C-002", "C-002"])),
    ("SEN-ROSTER-20", deck(poison=["C-009"])),
    ("SEN-SETUP-08", deck(prepared=["A-112"])),
    ("SEN-SETUP-09", deck(prepared=["A-048", "A-048"])),
]


@refuses(
    "SEN-ROSTER-02",
    "SEN-ROSTER-03",
    "SEN-ROSTER-04",
    "SEN-ROSTER-05",
    "SEN-ROSTER-06",
    "SEN-ROSTER-07",
    "SEN-ROSTER-08",
    "SEN-ROSTER-09",
    "SEN-ROSTER-10",
    "SEN-ROSTER-11",
    "SEN-ROSTER-12",
    "SEN-ROSTER-13",
    "SEN-ROSTER-14",
    "SEN-ROSTER-20",
    "SEN-SETUP-08",
    "SEN-SETUP-09",
)
@pytest.mark.parametrize(("rule", "body"), REFUSED)
def test_a_deck_is_refused_by_one_rule_alone(rule: str, body: dict[str, Any]) -> None:
    report = judged(body)
    assert [violation.rule for violation in report.violations] == [rule]
    for language in ("en", "ru"):
        assert len(sentence(report.violations[0], language)) > 15


def test_all_violations_are_told() -> None:
    cards = {"A-038": 1, "A-048": 4, "A-044": 3, "A-018": 1, "S-010": 1, "A-105": 1}
    rules = broken(deck(cards, weapon_cards=[], **COMPETITIVE))
    wanted = ("02", "03", "04", "05", "06", "10", "11", "14")
    assert {f"SEN-ROSTER-{number}" for number in wanted} <= set(rules)


@accepts("SEN-ROSTER-13")
def test_a_declared_school_may_be_used_or_not() -> None:
    assert broken(deck(swapped("A-121", A_105=1), schools=["jade_river"], **COMPETITIVE)) == []
    assert broken(deck(schools=["jade_river"], **COMPETITIVE)) == []


@accepts("SEN-ROSTER-15")
def test_casual_play_knows_no_schools() -> None:
    assert broken(deck(swapped("A-121", "A-122", A_105=1, A_112=1))) == []


@accepts("SEN-ROSTER-16", "SEN-ROSTER-12")
@refuses("SEN-ROSTER-12", "SEN-ROSTER-13")
def test_a_printed_deck_is_legal_whatever_schools_the_organisers_forbid() -> None:
    """Its school is declared by itself, also where the event knows it no more or has moved its cards."""
    moved = {"still_lake": ("A-096", "A-103"), "dry_wind": ("A-112",)}
    body = {"signature": True, "format": "competitive", "forbidden": moved}
    for character, printed in SIGNATURES.items():
        told = {**body, "character": character, "cards": printed.cards}
        for schools in ((), (printed.school,)) if printed.school else ((),):
            assert broken({**told, "schools": schools}) == []
    master = {**body, "character": "master", "cards": SIGNATURES["master"].cards}
    assert "SEN-ROSTER-12" in broken({**master, "schools": ("autumn_hare", "still_lake")})
    assert "SEN-ROSTER-13" in broken({**master, "schools": ("still_lake",)})


def test_the_organisers_may_change_the_schools() -> None:
    forbidden = {"new_school": ["A-121"]}
    assert broken(deck(forbidden=forbidden, **COMPETITIVE)) == ["SEN-ROSTER-14"]
    assert broken(deck(swapped("A-123", A_105=1), forbidden={}, **COMPETITIVE)) == []


@accepts("SEN-ROSTER-17")
def test_three_copies_of_a_card_of_unknown_rank_pass_with_a_warning() -> None:
    report = judged(deck({**swapped("A-048", "A-048", "A-048"), UNKNOWN: 3}))
    assert report.ok
    assert [w.rule for w in report.warnings] == ["SEN-ROSTER-17", "SEN-ROSTER-10"]


@refuses("SEN-ROSTER-17")
def test_a_fourth_copy_on_another_row() -> None:
    rows = [*swapped("A-048", "A-048", "A-048", "A-049").items(), (UNKNOWN, 3), (UNKNOWN, 1)]
    assert broken(deck(rows)) == ["SEN-ROSTER-17"]


def test_an_import_replaces_an_inferred_rank_but_not_a_certain_one() -> None:
    imported = {"A-049": {"rank": "gold", "owner": "student"}, "A-048": {"rank": "gold", "owner": "student"}}
    assert broken(deck(), imported) == ["SEN-ROSTER-07"]
    report = judged(deck({**swapped("A-048", "A-048", "A-048"), UNKNOWN: 3}), {UNKNOWN: {"rank": "steel"}})
    assert [violation.rule for violation in report.violations] == ["SEN-ROSTER-06"]


@accepts("SEN-ROSTER-20", "SEN-SETUP-08", "SEN-SETUP-09")
def test_poison_and_prepared_cards() -> None:
    assert broken(deck(poison=["C-002"])) == []
    assert broken(deck(poison=["C-002", "C-010"]), {"C-010": {"name": "Veil"}}) == []
    report = judged(deck(prepared=["A-048"]))
    assert report.ok and [w.rule for w in report.warnings] == ["SEN-SETUP-08"]
    assert broken(deck(prepared=["A-048"]), {"A-048": {"prepared": False}}) == []
    assert broken(deck(prepared=["A-049"]), {"A-049": {"prepared": False}}) == ["SEN-SETUP-08"]


def test_a_body_of_another_form_is_told() -> None:
    for body in ({}, {"character": "student", "cards": {"A-048": 0}}, {"character": "student", "colour": 1}):
        assert broken(body) == ["WL-ROS-01"]
    assert broken(deck(), {"A-049": {"rank": "silver"}}) == ["WL-ROS-01"]
