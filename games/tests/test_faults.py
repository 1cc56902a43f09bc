"""Every fault of a file or a table has its sentence in both languages, and no place raises one in English alone."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from games.faults import Fault, fault, of_decoder, texts, within

CYRILLIC = re.compile("[а-яё]", re.I)
HOLES = re.compile(r"\{\w+[^}]*\}")
ROOT = Path(__file__).parents[2]
RAISED = {"Problem": -1, "BadLog": 1, "BadMap": 0, "SealProblem": -1}
"""What carries a fault to a person, and where its text stands among the arguments."""
MAKES = re.compile(rf"\b({'|'.join(('fault', *RAISED))})\(")
OPERATORS = {"tracker/proof/verify.py", "tracker/proof/seals.py", "tracker/management/commands/replay.py"}
"""What only the console of an operator prints."""
OTHERS = {"api", "tracker/pairing", "tracker/rulesets/tournament/drawing.py"}
"""Problems of another kind."""


@cache
def calls() -> list[tuple[str, str, ast.Call]]:
    """(file, name, call) of everything that makes a fault, or carries one to a person."""
    found = []
    for folder in ("games", "tracker"):
        for path in (ROOT / folder).rglob("*.py"):
            name, text = path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")
            if "/tests/" in name or name.startswith((*OPERATORS, *OTHERS)) or not MAKES.search(text):
                continue
            made = (one for one in ast.walk(ast.parse(text)) if isinstance(one, ast.Call))
            found += [(name, one.func.id, one) for one in made if isinstance(one.func, ast.Name)]
    return found


@pytest.mark.parametrize("code", texts())
def test_both_languages_say_the_same(code: str) -> None:
    text = texts()[code]
    assert CYRILLIC.search(text.ru) and not CYRILLIC.search(text.en)
    assert sorted(HOLES.findall(text.en)) == sorted(HOLES.findall(text.ru))


def test_every_sentence_is_used_and_none_is_missing() -> None:
    used = {
        call.args[0].value
        for _file, name, call in calls()
        if name == "fault" and call.args and isinstance(call.args[0], ast.Constant)
    }
    of_seals = {"seal_gone", "seal_other"}  # raised where operators' problems are as well
    of_rounds = {"round_then", "round_end"}  # chosen before they are filled
    assert used | of_seals | of_rounds == set(texts())


def test_nobody_tells_a_fault_in_one_language() -> None:
    told = []
    for file, name, call in calls():
        if name in RAISED:
            at = RAISED[name]
            text = call.args[at] if len(call.args) > max(at, 0) else None
            if isinstance(text, ast.Constant | ast.JoinedStr):
                told.append(f"{file}:{call.lineno}")
    assert told == []


def test_a_place_stands_in_front_in_both_languages() -> None:
    found = within("logs/one.jsonl", fault("header_count", told=3, found=2))
    assert found == "logs/one.jsonl: the header counts 3 entries, the file has 2"
    assert isinstance(found, Fault) and found.to("ru").startswith("logs/one.jsonl: в заголовке записей 3")


def test_a_fault_within_a_fault_is_said_in_the_language_of_the_whole() -> None:
    found = fault("at_table", table="sea", what=fault("day_card"))
    assert found.to("ru") == "стол sea: день битвы записал карту этого стола, а в этой партии её нет"


def test_what_no_decoder_says_stays_as_it_is() -> None:
    assert of_decoder("something new: nobody knows") == "something new: nobody knows"
    assert not isinstance(of_decoder("something new"), Fault)
