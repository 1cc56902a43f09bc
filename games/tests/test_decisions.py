"""DECISIONS.md, the common one and those of games: entries of one form, in order, and no chapter without a row."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from games.registry import SYSTEMS

ROOT = Path(__file__).resolve().parents[2]
SHARED = ROOT / "DECISIONS.md"
OF_GAMES = [ROOT / "games" / system / "DECISIONS.md" for system in sorted(SYSTEMS)]
FILES = [SHARED, *(path for path in OF_GAMES if path.exists())]
"""A game whose rulebook leaves nothing open has none."""
ENTRY = re.compile(r"^- \*\*(\d{4}-\d\d-\d\d)\. (.+?)\*\* ", re.MULTILINE | re.DOTALL)


def chapters(path: Path) -> dict[str, str]:
    """Title -> text; a game's file is one chapter."""
    text = path.read_text(encoding="utf-8")
    if path != SHARED:
        return {path.parent.name: text.partition("\n\n- ")[2].join(("- ", ""))}
    parts = re.split(r"(?m)^## ", text)[1:]
    return {title: body.strip() for title, _, body in (part.partition("\n") for part in parts)}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.parent.name)
def test_every_entry_has_a_date_and_a_question_and_they_follow_one_another(path: Path) -> None:
    for title, body in chapters(path).items():
        dates = [date for date, _ in ENTRY.findall(body)]
        assert dates and dates == sorted(dates), title
        begun = [line for line in body.splitlines() if line and not line.startswith("  ")]
        assert len(begun) == len(dates), f"{title}: what is neither an entry nor part of one"


def test_the_table_at_the_top_names_every_chapter_and_every_game_that_decided_something() -> None:
    rows = re.findall(r"(?m)^\| \[(.+?)\]\((.+?)\) \| \S", SHARED.read_text(encoding="utf-8"))
    own = [title for title, link in rows if link.startswith("#")]
    assert own == list(chapters(SHARED)) and len(own) > 10
    games = [link for _, link in rows if not link.startswith("#")]
    assert {ROOT / link for link in games} == set(FILES[1:])


def test_no_question_is_answered_twice() -> None:
    asked = [
        " ".join(question.split())
        for path in FILES
        for _, question in ENTRY.findall(path.read_text(encoding="utf-8"))
    ]
    assert [question for question, times in Counter(asked).items() if times > 1] == []
