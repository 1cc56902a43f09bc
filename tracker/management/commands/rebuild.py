"""`rebuild [--only NAME]`: makes the projections anew from the logs and reports every difference."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandParser

from tracker.management.tool import Tool, add_processes, require_tables
from tracker.projections import CONFIRMED, ratings
from tracker.projections.rebuild import TABLES, Rebuilt, rebuild


class Command(Tool):
    help = "Projections from nothing: progress, every row that was different, every stream that failed."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--only", choices=TABLES, help="one projection (default: all)")
        add_processes(parser)
        super().add_arguments(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        require_tables(options["lang"])
        rebuilt = list(rebuild(options["only"], self.progress, options["processes"]))
        rated = self.ratings() if options["only"] in (None, CONFIRMED) else []
        faulty = [one for one in rebuilt if one.fault]
        if options["json"]:
            changed = [told(one) for one in rebuilt if one.differences]
            broken = [{"stream": one.stream, "fault": one.fault} for one in faulty]
            self.print_json({"streams": len(rebuilt), "changed": changed, "ratings": rated, "faults": broken})
            return self.finish(bool(faulty))
        for one in rebuilt:
            for difference in one.differences:
                self.stdout.write(f"{one.stream}{' (was behind)' if one.behind else ''}: {difference.what}")
        for what in rated:
            self.stdout.write(what)
        changed_count = sum(bool(one.differences) for one in rebuilt)
        for one in faulty:
            self.stdout.write(f"{one.stream}: could not be rebuilt, its rows stand as they were: {one.fault}")
        done = len(rebuilt) - len(faulty)
        self.stdout.write(f"{done} streams rebuilt, {changed_count} of them differed")
        self.finish(bool(faulty))

    def ratings(self) -> list[str]:
        """Those of every game from nothing; tells what was different."""
        return [what for system in ratings.systems() for what in ratings.rebuild(system)]

    def progress(self, done: int, total: int) -> None:
        """To the error stream, so that it never mixes with the report."""
        self.stderr.write(f"{done} of {total}")


def told(one: Rebuilt) -> dict[str, Any]:
    """One stream as the JSON report shows it."""
    return {
        "stream": one.stream,
        "behind": one.behind,
        "differences": [difference.what for difference in one.differences],
    }
