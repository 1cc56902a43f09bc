"""A refusal is said in the reader's language whole: also what is wrong with a value, and what would be legal."""

from __future__ import annotations

import re
from typing import Any

import pytest

from api.required_rights import NEEDED, in_words
from api.tests.hall import Hall, Rest
from games.faults import Fault, of_decoder
from games.registry import ROSTER_KINDS
from tracker.commands.chronicle_streams import PLAYER_OR_STAFF
from tracker.commands.ladders import RUNNER
from tracker.env import CHECKOUT

CYRILLIC = re.compile(r"[а-яё]{2}")
QUERIES = (
    "tournaments/?limit=-1",
    "tournaments/?cursor=x",
    "tournaments/?sytem=ninja",
    "tournaments/?status=x",
    "tournaments/?player=x",
    "tournaments/?since=x",
    "tournaments/?starts_from=x",
    "tournaments/?name=a&name=b",
    "tournaments/?expand=x",
    "tournaments/?expand=standings&limit=500",
    "tournaments/?fields=x",
    "feed/?type=x",
    "ladders/?system=x",
    "?a=1",
)


def said(answer: Any) -> str:
    """What is wrong, of a refusal of 400."""
    assert answer.status_code == 400, answer.content
    body = answer.json()
    found = [body["detail"], *(one["what"] for one in body.get("errors", ()))]
    assert found[-1] in body["detail"]
    return str(found[-1])


@pytest.mark.django_db
@pytest.mark.parametrize("query", QUERIES)
def test_of_a_query(visitor: Rest, query: str) -> None:
    russian, english = (said(visitor.get(query, Accept_Language=language)) for language in ("ru", "en"))
    assert CYRILLIC.search(russian) and not CYRILLIC.search(english), (russian, english)


BODIES = (
    "{",
    '{"a": 1, "a": 2}',
    '"\\u0000"',
    "[" * 200,
    "1" * 5000,
    "NaN",
    "{}",
    '{"type": "turn"}',
    '{"type": "match_reported", "data": {"turns": "x"}}',
    '{"type": "match_reported", "data": {"turns": 5, "result": "x", "strategy": {}}}',
    '{"type": "match_reported", "data": {"type": "x"}}',
    '{"type": 1}',
    '{"type": "match_reported", "at": "x"}',
    '{"events": []}',
)


@pytest.mark.parametrize("body", BODIES)
def test_of_a_body(hall: Hall, body: str) -> None:
    at = hall.at + "events/"
    russian, english = (
        said(hall.olga.send("POST", at, body, Accept_Language=language)) for language in ("ru", "en")
    )
    russian = russian.replace("запись 0: ", "")
    assert CYRILLIC.search(russian) and not CYRILLIC.search(english), (russian, english)


def test_of_a_header(hall: Hall) -> None:
    event = {"type": "match_reported", "data": {}}
    for header in ({"Idempotency_Key": "a b"}, {"If_Match": "x"}, {"Prefer": "wait=999"}):
        assert CYRILLIC.search(
            said(hall.olga.post(hall.at + "events/", event, **header, Accept_Language="ru"))
        )


def test_a_type_as_long_as_the_body_is_not_said_back(hall: Hall) -> None:
    answer = hall.olga.post(hall.at + "events/", {"type": "x" * 100_000})
    assert len(said(answer)) < 5000


@pytest.mark.parametrize(
    ("english", "russian"),
    [
        ("Expected `array` of length >= 1 - at `$.x`", "нужно количество >= 1 $.x"),
        ("Expected `str` of length <= 2 - at `$.x`", "нужна длина текста <= 2 $.x"),
        ("Expected `int` >= 1", "нужно число >= 1"),
        ("Expected `str | null`, got `int` - at `$.x`", "нужно: текст | null, указано: целое число $.x"),
        ("Invalid enum value 'x' - at `$.x`", "здесь недопустимо: 'x' $.x"),
    ],
)
def test_bounds_are_said_without_the_words_of_a_program(english: str, russian: str) -> None:
    found = of_decoder(english)
    assert isinstance(found, Fault) and found.ru == russian and found == english


def test_whoever_is_needed_is_named_in_russian() -> None:
    """Every `NotAllowed` of the program, as it stands in its source."""
    said = set()
    for folder in ("tracker", "api"):
        for file in (CHECKOUT / folder).rglob("*.py"):
            if "tests" not in file.parts:
                said |= set(re.findall(r'NotAllowed\("([^"]+)"\)', file.read_text(encoding="utf-8")))
    assert said and not said - NEEDED.keys()
    for needed in (
        *said,
        PLAYER_OR_STAFF,
        RUNNER,
        *(f"the owner of this {kind}" for kind in ROSTER_KINDS.values()),
    ):
        assert not re.search("[A-Za-z]", in_words(needed, "ru")), needed
    assert in_words("scope:play", "en") == "a token with the scope play"


def test_a_visitor_reads_who_may_in_one_language(hall: Hall) -> None:
    body = hall.alice.post("tokens/", {"name": "x", "scopes": ["read"]}, Accept_Language="ru").json()
    assert body["needed"] == "a signed-in user" and "signed" not in body["detail"]
