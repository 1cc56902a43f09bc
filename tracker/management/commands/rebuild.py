"""`rebuild [--only NAME]`: makes the projections anew from the logs and reports every difference."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandParser

from tracker.management.tool import Tool
from tracker.projections.rebuild import TABLES, Rebuilt, rebuild


class Command(Tool):
    help = "Projections from nothing: progress, and every row that was different."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--only", choices=TABLES, help="one projection (default: all)")
        super().add_arguments(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        rebuilt = list(rebuild(options["only"], self.progress))
        if options["json"]:
            changed = [told(one) for one in rebuilt if one.differences]
            self.print_json({"streams": len(rebuilt), "changed": changed})
            return
        for one in rebuilt:
            for difference in one.differences:
                self.stdout.write(f"{one.stream}{' (was behind)' if one.behind else ''}: {difference.what}")
        changed_count = sum(bool(one.differences) for one in rebuilt)
        self.stdout.write(f"{len(rebuilt)} streams rebuilt, {changed_count} of them differed")

    def progress(self, done: int, total: int) -> None:
        """To the error stream, so that it never mixes with the report."""
        if done % 100 == 0 or done == total:
            self.stderr.write(f"{done} of {total}")


def told(one: Rebuilt) -> dict[str, Any]:
    """One stream as the JSON report shows it."""
    return {
        "stream": one.stream,
        "behind": one.behind,
        "differences": [difference.what for difference in one.differences],
    }
