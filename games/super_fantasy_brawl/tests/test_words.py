"""The words of the game: every event has a sentence in both languages, with plurals and conditions filled in."""

from __future__ import annotations

from typing import Any

import pytest

from games.super_fantasy_brawl.pages.faces import FACES, called
from games.super_fantasy_brawl.system import SYSTEM
from games.words import missing, plural

WORDS = SYSTEM.words


def test_every_event_has_its_words() -> None:
    assert [key for key in missing(WORDS, SYSTEM.rules) if key.startswith("events.")] == []


def test_the_order_names_events_and_steps() -> None:
    assert set(WORDS.order) <= {*WORDS.events, *WORDS.steps}


@pytest.mark.parametrize(
    ("number", "russian", "english"),
    [
        (1, "1 карта", "1 card"),
        (3, "3 карты", "3 cards"),
        (5, "5 карт", "5 cards"),
        (12, "12 карт", "12 cards"),
    ],
)
def test_what_is_counted_has_its_plural(number: int, russian: str, english: str) -> None:
    forms = WORDS.counted["count"]
    assert (plural(forms.ru, number, "ru"), plural(forms.en, number, "en")) == (russian, english)


@pytest.mark.parametrize(
    ("type_", "data", "says"),
    [
        ("mulligan_resolved", {"count": 0}, "{player} keeps the hand."),
        ("mulligan_resolved", {"count": 2}, "{player}: mulligan, {count}[: {drawn}]."),
        ("champion_healed", {"cause": "vampirism"}, "{champion} heals {amount} by lifesteal."),
        ("ruling_recorded", {"rule": None}, "A ruling: {note}"),
    ],
)
def test_a_sentence_follows_what_happened(type_: str, data: dict[str, Any], says: str) -> None:
    assert WORDS.events[type_].spoken(data).en == says


def test_a_champion_tells_its_side_and_a_hit_its_sums() -> None:
    name = called("champion", "red:gwaien", {"gwaien": "Gwaien"}.get)  # type: ignore[arg-type]
    assert name is not None and name.en == "Gwaien (A)"
    hit = {"champion": "b:x", "strength": 3, "defence": 1, "damage": 5, "strength_mods": [{"amount": 2}]}
    assert FACES.told("attack_resolved", {"targets": [hit]})["targets"][0]["strength"] == "5"
