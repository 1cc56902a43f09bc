"""`rules [SYSTEM]`: the coverage table: every rule, its status, and how many tests show it accepting and refusing."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandParser

from games.rule_coverage import Marks, count_marks, sources_of_tests
from games.rulebook import Rule, books
from tracker.management.tool import Tool, bad_input


class Command(Tool):
    help = "The coverage table: rule ID, title, status, number of tests that accept and refuse."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("system", nargs="?", help=f"one of {', '.join(books())} (default: all)")
        super().add_arguments(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        system = options["system"]
        if system is not None and system not in books():
            raise bad_input(f"unknown system {system!r}; known: {', '.join(books())}")
        listed = [books()[system]] if system else list(books().values())
        sources = sources_of_tests()
        marks = count_marks(sources)
        rows = [row_of(rule, marks, options["lang"]) for book in listed for rule in book.rules.values()]
        if options["json"]:
            self.print_json(rows)
        else:
            self.print_table(rows, bool(sources))

    def print_table(self, rows: list[dict[str, Any]], counted: bool) -> None:
        """`counted`: whether the tests are here; an image that serves has none, and its zeros would be untrue."""
        for row in rows:
            tests = f"{row['accepts']:>3} {row['refuses']:>3}" if counted else "  -   -"
            self.stdout.write(f"{row['id']:<16} {row['status']:<12} {tests}  {row['title']}")
        shown = [row for row in rows if row["status"] == "enforced"]
        whole = sum(1 for row in shown if row["accepts"] and row["refuses"])
        shows = f"{whole} of them with both kinds of test" if counted else "the tests are not here"
        self.stdout.write(f"{len(rows)} rules, {len(shown)} enforced, {shows}")


def row_of(rule: Rule, marks: Marks, language: str) -> dict[str, Any]:
    """One rule as the table and its JSON show it."""
    return {
        "id": rule.id,
        "title": rule.title.to(language),
        "status": rule.status,
        "accepts": marks.accepts[rule.id],
        "refuses": marks.refuses[rule.id],
    }
