"""Dice and tables for anybody: what was committed to is what falls, and beside a match nobody rolls twice."""

from __future__ import annotations

import hashlib
import html
import re
from collections import Counter

import pytest
from django.test import Client

from tracker.dice import dice_of
from tracker.tests.pages.test_pad_play_bushido import seated

pytestmark = pytest.mark.django_db(transaction=True)
TOOLS = "/tools/bushido/"


def page(path: str, language: str = "en") -> str:
    answer = Client(headers={"accept-language": language}).get(path)
    assert answer.status_code == 200
    return html.unescape(answer.content.decode())


def fell(text: str) -> list[str]:
    return re.findall(r'data-face="(\d)"', text)


def test_the_wound_calculator_answers_at_once_and_shows_row_and_column() -> None:
    told = page(f"{TOOLS}?tool=wounds&roll=9&level=4&plus=2")
    assert "Wounds: 6" in told and "With modifiers 11: row 11" in told and 'aria-current="true">6<' in told
    assert "Ран: 6" in page(f"{TOOLS}?tool=wounds&roll=9&level=4&plus=2", "ru")
    assert "Wounds: 13" in page(f"{TOOLS}?tool=wounds&roll=99&level=999&plus=99")


def test_dice_are_those_that_were_committed_to() -> None:
    first = page(TOOLS)
    (nonce,) = set(re.findall(r'name="nonce" value="(\w+)"', first))
    (seal,) = set(re.findall(r"before the roll: <code>(\w+)</code>", first))
    rolled = page(f"{TOOLS}?tool=challenge&pool=4&plus=1&support=2&value=5&nonce={nonce}")
    secret = re.findall(r"Secret: <code>(\w+)</code>", rolled)[0]
    question = re.findall(r"Question: <code>([^<]+)</code>", rolled)[0]
    assert hashlib.sha256(secret.encode()).hexdigest().startswith(seal)
    assert fell(rolled) == list(dice_of(secret, question, "own", 4))
    assert f'name="nonce" value="{nonce}"' not in rolled, "the next roll has another secret"


def test_beside_a_match_the_same_question_gets_the_same_dice_until_something_is_logged() -> None:
    play = seated("shin_keii", "turns", 1)
    ask = f"{TOOLS}?match={play.match}&tool=opposed&pool=5&other_pool=5"
    first = page(ask)
    assert fell(first) == fell(page(ask)) and len(fell(first)) == 10
    assert "Secret: shown as soon as" in first and not re.findall(r"Secret: <code>", first)
    at = re.findall(r"&at=(\d+)", first)[0]
    seal = re.findall(r"before the roll: <code>(\w+)</code>", first)[0]
    play.until(lambda state: state.phase == "turns")
    assert fell(page(ask)) != fell(first)
    told = page(f"{ask}&at={at}")
    secret = re.findall(r"Secret: <code>(\w+)</code>", told)[0]
    assert seal == hashlib.sha256(secret.encode()).hexdigest()[:16] and fell(told) == fell(first)


def test_dice_are_fair() -> None:
    faces = Counter(dice_of("secret", "question", "pool", 12_000))
    assert set(faces) == set("123456") and all(abs(count - 2000) < 200 for count in faces.values())


def test_every_scenario_is_on_the_reference_page() -> None:
    told = page(f"{TOOLS}reference/", "ru")
    assert told.count('<article class="sheet"') == 18 and "Базовая линия" in told.replace(
        "базовая", "Базовая"
    )


@pytest.mark.parametrize(
    "path", ["/tools/senjutsu/", "/tools/nothing/", f"{TOOLS}?match=x", f"{TOOLS}?match={'0' * 32}"]
)
def test_what_is_not_there_is_not_found(path: str) -> None:
    assert Client().get(path).status_code == 404


def test_inches_are_written_as_people_write_them() -> None:
    from games.registry import SYSTEMS
    from tracker.pages.match_forms.generic.reader import Reader
    from tracker.pages.match_forms.names import Names

    english, russian = (Reader(SYSTEMS["bushido"], Names({}, {}, language)) for language in ("en", "ru"))
    assert english.value("inches", 0.0) == "0" and english.value("inches", 2.5) == "2.5"
    assert russian.value("inches", 2.5) == "2,5"
