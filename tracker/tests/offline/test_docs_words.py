"""What the pages for organisers and players call a word on the screen stands on the screen, in both languages."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import polib
import pytest

ROOT = Path(__file__).parents[3]
NO_BUTTONS = {
    *("Last Battle", "Последней Битвы", "Senjutsu: Battle for Japan", "Сэндзюцу", "bold", "жирным"),
    *("EN", "RU", "…"),
}
"""Names, the word that explains what bold means, and buttons that are the same in every language."""


def plain(text: str) -> str:
    """Without numbers, capitals and line breaks; a number is N, typed or to be filled in."""
    return " ".join(re.sub(r"%\(\w+\)[ds]|\d+", "N", text).split()).lower()


def on_the_screen(language: str) -> str:
    """Everything that a page can say, one sentence a line."""
    catalogue = polib.pofile(str(ROOT / "tracker" / "locale" / "ru" / "LC_MESSAGES" / "django.po"))
    entries = [entry for entry in catalogue if not entry.obsolete]
    if language == "en":
        said = [text for entry in entries for text in (entry.msgid, entry.msgid_plural)]
    else:
        said = [text for entry in entries for text in (entry.msgstr, *entry.msgstr_plural.values())]
    for words in (ROOT / "games").glob("*/words.toml"):
        said += _texts(tomllib.loads(words.read_text(encoding="utf-8")), language)
    return "\n".join(plain(text) for text in said)


def _texts(table: Any, language: str) -> Iterator[str]:
    """What a game says in its own words."""
    for name, value in table.items() if isinstance(table, dict) else enumerate(table):
        if isinstance(value, dict | list):
            yield from _texts(value, language)
        elif name == language:
            yield str(value)


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("page", ["organisers.md", "players.md"])
def test_bold_words_are_those_of_the_screen(language: str, page: str) -> None:
    text = (ROOT / "docs" / language / page).read_text(encoding="utf-8")
    named = set(re.findall(r"\*\*([^*]+)\*\*", text)) - NO_BUTTONS
    screen = on_the_screen(language)
    assert len(named) > 20
    assert sorted(word for word in named if plain(word) not in screen) == []
