"""Counts the tests that show each rule, by reading the marks `@accepts("ID")` and `@refuses("ID")` in their sources.

Nothing is run or imported. Called by the coverage table (`manage.py rules`) and by the contract tests.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

MARKS = ("accepts", "refuses")
ROOT = Path(__file__).parent.parent
FOLDERS = ("games", "tracker", "api")


class Marks(NamedTuple):
    """How many tests accept and refuse by each rule."""

    accepts: Counter[str]
    refuses: Counter[str]


def count_marks(paths: Iterable[Path]) -> Marks:
    """Counts each test function once for every rule and mark. Raises ValueError for a mark that cannot be read."""
    counted = Marks(Counter(), Counter())
    for path in paths:
        for mark, rule in sorted(_marks_of(path, path.stat().st_mtime_ns)):
            getattr(counted, mark)[rule[1]] += 1
    return counted


def sources_of_tests() -> list[Path]:
    """Every test file of the project."""
    return sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("tests/**/test_*.py"))


@lru_cache(maxsize=4096)
def _marks_of(path: Path, _written: int) -> frozenset[tuple[str, tuple[str, str]]]:
    """(mark, (test, rule)) of a file as it was written then; most files have none and need no parsing."""
    text = path.read_text(encoding="utf-8")
    if not any(f"@{mark}" in text for mark in MARKS):
        return frozenset()
    tree = ast.parse(text, str(path))
    tests = [
        node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name.startswith("test")
    ]
    return frozenset((mark, (test.name, rule)) for test in tests for mark, rule in _decorations(test, path))


def _decorations(test: ast.FunctionDef, path: Path) -> Iterator[tuple[str, str]]:
    for call in test.decorator_list:
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in MARKS:
            for argument in call.args:
                yield call.func.id, _literal(argument, path)


def _literal(argument: ast.expr, path: Path) -> str:
    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
        return argument.value
    raise ValueError(
        f"{path}:{argument.lineno}: a mark holds rule IDs as plain text, so that they can be counted"
    )
