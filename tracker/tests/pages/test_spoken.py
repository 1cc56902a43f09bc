"""Technical refusals in both languages: what files, cards and decoders really say is told in Russian."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest
from django.utils import translation

import tracker
from games import portable
from games.faults import fault
from games.last_battle.cards import parse_figures
from games.portable import BadLog
from tracker.messages import spoken
from tracker.pages.core.spoken import field_name
from tracker.pages.match_forms.frame import voided
from tracker.systems import find_rules

CYRILLIC = re.compile("[а-яё]", re.I)


def in_russian(text: str) -> str:
    with translation.override("ru"):
        return spoken(text)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"hello",
        b"{}",
        b'{"warledger": 2, "kind": "match", "system": "last_battle", "ruleset": "1.0"}',
        b'{"warledger": 1, "kind": "match", "system": "chess", "ruleset": "1.0"}',
        b'{"warledger": 1, "kind": "match", "system": "last_battle", "ruleset": "99.0"}',
        b'{"warledger": "one", "kind": "match", "system": "last_battle", "ruleset": "1.0"}',
        b'{"warledger": 1, "kind": "match", "system": "last_battle", "ruleset": "1.0", "extra": 1}',
        b'{"warledger": 1, "kind": "match", "system": "last_battle"',
    ],
)
def test_what_is_wrong_with_a_file_is_told_in_russian(content: bytes) -> None:
    with pytest.raises(BadLog) as caught:
        portable.read_log(content, find_rules)
    assert CYRILLIC.search(in_russian(caught.value.problem.what)), caught.value.problem.what


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("figure_id,name,cost\na,A,many\na,A,1\n,B,1\nc,C,1,2\n", "csv"),
        ("name,colour\nA,red\n", "csv"),
        ("[1]", "json"),
        ("{", "json"),
        ("7", "json"),
        ('[{"figure_id": "a", "name": "A", "size": -1, "strength": 3}]', "json"),
    ],
)
def test_what_is_wrong_with_cards_is_told_in_russian(text: str, kind: str) -> None:
    _cards, problems = parse_figures(text, kind)
    assert problems
    for problem in problems:
        assert CYRILLIC.search(in_russian(problem.what)), problem.what


def test_what_a_decoder_says_keeps_its_place() -> None:
    with pytest.raises(msgspec.ValidationError) as caught:
        msgspec.convert({"a": "x"}, dict[str, int])
    assert "$[...]" in in_russian(f"options: {caught.value}")


def test_english_stays_as_exact_as_it_was() -> None:
    with translation.override("en"):
        assert spoken(fault("entry_order", seq=4, wanted=3)) == "entry 4 stands where 3 belongs"
        assert spoken("Expected `int`, got `str`") == "Expected `int`, got `str`"
        assert spoken("something new: nobody knows") == "something new: nobody knows"


@pytest.mark.parametrize(
    ("seqs", "said"),
    [
        ([4], "Entry 4 is taken back: typo"),
        ([9, 10, 11, 12], "Entries 9\N{EN DASH}12 are taken back: typo"),
        ([7, 2, 3, 9], "Entries 2\N{EN DASH}3, 7, 9 are taken back: typo"),
    ],
)
def test_voided_events_that_follow_each_other_are_said_as_a_span(seqs: list[int], said: str) -> None:
    assert voided({"seqs": seqs, "reason": "typo"}) == said


FORGED = {"after", "body", "cycle", "die", "do", "draw", "mode", "type", "types"}
"""Fields that REST alone sends, or that no page lets anybody leave out."""


def test_no_refusal_of_a_form_begins_with_the_name_that_the_program_has_for_a_field() -> None:
    """ "award: choose what happened", in both languages."""
    root = Path(tracker.__file__).parent
    sources = (path.read_text() for path in root.rglob("*.py") if "tests" not in path.parts)
    named = {
        re.split(r"[.[{]", one)[0]
        for text in sources
        for one in re.findall(r'BadInput\(\s*f?"([^"]+)"', text)
    }
    with translation.override("ru"):
        assert {one for one in named - FORGED if one and field_name(one) == one} == set()
