"""The coverage table, and what it must show: every enforced rule accepts in one test and refuses in another."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from games.rule_coverage import ROOT, count_marks, sources_of_tests
from games.rulebook import all_rules, books
from games.testing import accepts, refuses
from tracker.management.tool import BAD_INPUT

BOOKS = "|".join(sorted({rule.partition("-")[0] for rule in all_rules()}))
RULE_ID = re.compile(rf"\b(?:{BOOKS})-[A-Z]+(?:-[A-Z0-9]+)?-\d{{2,3}}\b")
CATALOGUED = 264
"""Rule IDs in the catalogue of Last Battle."""


def sources() -> list[Path]:
    """The code that judges, tests aside."""
    found = [path for folder in ("games", "tracker") for path in (ROOT / folder).rglob("*.py")]
    return [path for path in found if "tests" not in path.parts]


def rules_json(capsys: pytest.CaptureFixture[str], *args: str) -> list[dict[str, Any]]:
    call_command("rules", *args, json=True)
    rows: list[dict[str, Any]] = json.loads(capsys.readouterr().out)
    return rows


def test_the_table_lists_every_rule_of_last_battle(capsys: pytest.CaptureFixture[str]) -> None:
    rows = rules_json(capsys, "last_battle")
    assert len(rows) == len({row["id"] for row in rows}) == CATALOGUED
    assert all(set(row) == {"id", "title", "status", "accepts", "refuses"} for row in rows)
    assert all(row["title"] and row["status"] in ("enforced", "recorded", "out_of_reach") for row in rows)


def test_without_a_system_all_books_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    listed = {row["id"] for row in rules_json(capsys)}
    assert listed == set(all_rules())
    assert {"WL-SEC-01", "LB-LOG-01"} <= listed


def test_the_table_as_text_in_russian(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("rules", "warledger", lang="ru")
    lines = capsys.readouterr().out.splitlines()
    assert any("Каждая запись один раз и по порядку" in line for line in lines)
    assert re.fullmatch(r"\d+ rules, \d+ enforced, \d+ of them with both kinds of test", lines[-1])


def test_where_the_tests_are_not_installed_nobody_is_told_that_there_are_none(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The image of the server leaves them out."""
    monkeypatch.setattr("tracker.management.commands.rules.sources_of_tests", list)
    call_command("rules", "last_battle")
    *rows, told = capsys.readouterr().out.splitlines()
    assert told.endswith("enforced, the tests are not here")
    assert all(re.search(r" -   -  ", row) for row in rows)


def test_an_unknown_system_is_bad_input() -> None:
    from django.core.management.base import CommandError

    with pytest.raises(CommandError, match="unknown system 'chess'; known: warledger, ") as error:
        call_command("rules", "chess")
    assert error.value.returncode == BAD_INPUT


@pytest.mark.parametrize("system", books())
def test_every_enforced_rule_is_shown_accepting_and_refusing(system: str) -> None:
    marks = count_marks(sources_of_tests())
    enforced = [rule.id for rule in books()[system].rules.values() if rule.status == "enforced"]
    assert enforced
    assert [rule for rule in enforced if not marks.accepts[rule]] == []
    assert [rule for rule in enforced if not marks.refuses[rule]] == []


def test_ninja_lists_its_whole_catalogue_and_enforces_most_of_it() -> None:
    """All 287 rules of the catalogue, at least 85 % of them enforced; with both kinds of test by the test above."""
    rules = books()["ninja"].rules.values()
    enforced = [rule for rule in rules if rule.status == "enforced"]
    assert len(rules) == 287 and len(enforced) >= 0.85 * len(rules)


def test_every_rule_that_a_test_names_is_listed() -> None:
    marks = count_marks(sources_of_tests())
    assert set(marks.accepts + marks.refuses) <= set(all_rules())


def test_every_rule_that_the_code_names_is_listed() -> None:
    named = {rule: path for path in sources() for rule in RULE_ID.findall(path.read_text(encoding="utf-8"))}
    assert {rule: path for rule, path in named.items() if rule not in all_rules()} == {}


def test_every_enforced_rule_is_named_where_it_is_enforced() -> None:
    named = {rule for path in sources() for rule in RULE_ID.findall(path.read_text(encoding="utf-8"))}
    ours = [rule for rule in all_rules().values() if rule.status == "enforced" and rule.shared is None]
    assert [rule.id for rule in ours if rule.id not in named] == []


def test_marks_are_counted_once_for_each_test_and_rule(tmp_path: Path) -> None:
    source = tmp_path / "test_example.py"
    source.write_text(
        '@accepts("A-B-01", "A-B-02")\n@accepts("A-B-01")\n@other("A-B-03")\ndef test_one(): pass\n'
        'class TestMore:\n    @refuses("A-B-01")\n    def test_two(self): pass\n'
        '@accepts("A-B-04")\ndef helper(): pass\n'
    )
    marks = count_marks([source])
    assert marks.accepts == Counter({"A-B-01": 1, "A-B-02": 1})
    assert marks.refuses == Counter({"A-B-01": 1})


def test_a_mark_that_cannot_be_counted_is_an_error(tmp_path: Path) -> None:
    source = tmp_path / "test_example.py"
    source.write_text("@accepts(*RULES)\ndef test_one(): pass\n")
    with pytest.raises(ValueError, match=r"test_example\.py:1: a mark holds rule IDs as plain text"):
        count_marks([source])


def test_marks_leave_the_test_as_it_is() -> None:
    @accepts("A-B-01")
    @refuses("A-B-02")
    @accepts("A-B-03")
    def shown() -> int:
        return 7

    assert shown() == 7
    assert (getattr(shown, "accepts"), getattr(shown, "refuses")) == (("A-B-03", "A-B-01"), ("A-B-02",))  # noqa: B009
