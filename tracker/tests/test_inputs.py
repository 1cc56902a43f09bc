"""What is wrong with a field is told in the reader's language, wherever it is refused."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.utils import translation

from tracker import names
from tracker.inputs import BadInput, unknown
from tracker.webhooks import targets

ROOT = Path(__file__).parents[2]
SOURCES = [
    path
    for folder in ("tracker", "api")
    for path in sorted((ROOT / folder).rglob("*.py"))
    if "tests" not in path.parts
]
CYRILLIC = re.compile("[а-яё]", re.I)


def refusals(source: str) -> Iterator[ast.Call]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            if name == "BadInput":
                yield node


def untold(call: ast.Call) -> bool:
    """Its message is written there in one language."""
    message = call.args[1]
    return isinstance(message, ast.JoinedStr) or (
        isinstance(message, ast.Constant) and isinstance(message.value, str)
    )


def test_no_refusal_of_a_field_is_written_in_one_language() -> None:
    wrong = [
        f"{path.relative_to(ROOT)}:{call.lineno}"
        for path in SOURCES
        for call in refusals(path.read_text("utf-8"))
        if untold(call)
    ]
    assert not wrong


def test_a_message_in_one_language_would_be_seen() -> None:
    (call,) = refusals('raise BadInput("name", "there is no such player")')
    assert untold(call)


@pytest.mark.parametrize("name", ["x" * 500, "\u202e", "\u2800"])
def test_a_name_is_refused_in_russian(name: str) -> None:
    with translation.override("ru"), pytest.raises(BadInput) as caught:
        names.checked(name)
    assert CYRILLIC.search(caught.value.message)


@pytest.mark.parametrize(
    "address", ["ftp://example.org", "https://", "https://a:b@example.org", "https://[", "x" * 600]
)
def test_an_address_is_refused_in_russian(address: str) -> None:
    with translation.override("ru"), pytest.raises(BadInput) as caught:
        targets.checked(address)
    assert CYRILLIC.search(caught.value.message)


def test_what_is_known_is_named() -> None:
    with translation.override("ru"):
        assert unknown("system", ("a", "b")).message == "неизвестно; известны: a, b"
    assert unknown("system", ("a", "b")).message == "unknown; known are a, b"
