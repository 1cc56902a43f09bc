"""What the guides call a word on the screen stands on the screen, in both languages, and both guides name the same."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import polib
import pytest

from games.registry import SYSTEMS

ROOT = Path(__file__).parents[3]
NO_BUTTONS = {"bold", "жирным", "EN", "RU", "…"}
"""The word that explains what bold means, and buttons that are the same in every language."""
ALL_OF_THEM = ("organisers", "players")
"""Guides in which all bold words stand on the screen; in the others a paragraph may begin with its subject in bold."""
GUIDES = ("bushido", "campaigns", "last_battle", "ninja", "senjutsu", "super_fantasy_brawl", *ALL_OF_THEM)
FORMATS = ROOT / "tracker" / "formats"
SUBJECT = re.compile(r"(?m)^(?:- )?\*\*[^*]+\*\*")


def plain(text: str) -> str:
    """Without numbers, capitals and line breaks; a number is N, typed or to be filled in."""
    return " ".join(re.sub(r"%\(\w+\)[ds]|\{(?:turn|round|wave|level)\}|\d+", "N", text).split()).lower()


@cache
def texts() -> tuple[tuple[str, str], ...]:
    """Everything that a page can say, in English and in Russian."""
    catalogue = polib.pofile(str(ROOT / "tracker" / "locale" / "ru" / "LC_MESSAGES" / "django.po"))
    entries = [entry for entry in catalogue if not entry.obsolete]
    said = [(entry.msgid, entry.msgstr) for entry in entries if entry.msgstr]
    for entry in entries:
        said += [(entry.msgid_plural, text) for text in entry.msgstr_plural.values()]
        said += [(entry.msgid, text) for text in entry.msgstr_plural.values()]
    for words in (
        *ROOT.glob("games/*/words.toml"),
        *ROOT.glob("games/*/opening.toml"),
        *FORMATS.glob("*.toml"),
    ):
        said += _texts(tomllib.loads(words.read_text(encoding="utf-8")))
    return tuple((plain(english), plain(russian)) for english, russian in said)


def on_the_screen(language: str) -> str:
    """Everything that a page can say, one sentence per line."""
    return "\n".join(["", *(text[language == "ru"] for text in texts()), ""])


def stands(word: str, screen: str) -> bool:
    """Whether a page says just that, or that and what it is of or means: not somewhere in a sentence of its own."""
    return any(f"\n{word}{end}" in screen for end in ("\n", ":", ".\n", " of n", " n\n"))


def _texts(table: Any) -> Iterator[tuple[str, str]]:
    """What a game says in its own words."""
    if isinstance(table, dict) and isinstance(table.get("en"), str):
        yield table["en"], table["ru"]
    elif isinstance(table, dict | list):
        for value in table.values() if isinstance(table, dict) else table:
            yield from _texts(value)


def bold(language: str, page: str) -> set[str]:
    text = (ROOT / "docs" / language / f"{page}.md").read_text(encoding="utf-8")
    return set(re.findall(r"\*\*([^*]+)\*\*", text)) - NO_BUTTONS


def lost(language: str, page: str) -> list[str]:
    """What is bold in a guide of this language, stands on the screen, and is not bold by any of its names in the guide
    of the other."""
    mine, other = (0, 1) if language == "en" else (1, 0)
    names: dict[str, set[str]] = {}
    for said in texts():
        names.setdefault(said[mine], set()).add(said[other])
    there = {plain(word) for word in bold("ru" if language == "en" else "en", page)}
    return sorted(
        word for word in map(plain, bold(language, page)) if word in names and not names[word] & there
    )


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("page", GUIDES)
def test_bold_words_are_those_of_the_screen(language: str, page: str) -> None:
    text = (ROOT / "docs" / language / f"{page}.md").read_text(encoding="utf-8")
    named = bold(language, page)
    if page not in ALL_OF_THEM:
        named -= {one.strip("-* ") for one in SUBJECT.findall(text)}
    screen = on_the_screen(language)
    assert named
    assert sorted(word for word in named if not stands(plain(word), screen)) == []


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("page", GUIDES)
def test_a_button_of_one_language_is_named_in_the_guide_of_the_other(language: str, page: str) -> None:
    assert lost(language, page) == []


@pytest.mark.parametrize("language", ["en", "ru"])
def test_the_presets_that_organisers_read_of_are_those_of_the_games(language: str) -> None:
    """A bullet begins with the name of a preset, or with how the names of several begin; a game with some has one."""
    text = (ROOT / "docs" / language / "organisers.md").read_text(encoding="utf-8")
    told = re.findall(r"(?m)^   - \*([^*]+)\*", text)
    for system in SYSTEMS.values():
        names = [preset.name.to(language) for preset in system.presets.values()]
        found = [one for one in told if any(name.startswith(one) for name in names)]
        assert found or not names, f"docs/{language}/organisers.md tells no preset of {system.key}"
    every = [preset.name.to(language) for system in SYSTEMS.values() for preset in system.presets.values()]
    assert [one for one in told if not any(name.startswith(one) for name in every)] == []


SHAPE = {
    "headings": r"(?m)^#+ ",
    "rows": r"(?m)^\|",
    "steps": r"(?m)^\d+\. ",
    "pictures": r"(?m)^!\[",
    "blocks": r"(?m)^ *```",
}


@pytest.mark.parametrize("page", sorted(path.stem for path in (ROOT / "docs" / "en").glob("*.md")))
def test_both_languages_have_the_same_headings_rows_steps_and_pictures(page: str) -> None:
    written = [(ROOT / "docs" / one / f"{page}.md").read_text(encoding="utf-8") for one in ("en", "ru")]
    english, russian = ({name: len(re.findall(one, text)) for name, one in SHAPE.items()} for text in written)
    assert english == russian
