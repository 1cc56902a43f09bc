"""`manage.py bench [NAME] [--json]`: measures the figures of `tracker.bench` and prints each against its limit."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tracker.tests.services import Unavailable


class Command(BaseCommand):
    help = "Benchmarks: each figure is a ratio against its limit, measured in the same run. Takes about two minutes."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", nargs="?", default="", help="figures whose name begins so (default: all)")
        parser.add_argument("--json", action="store_true", help="print a JSON list instead of a table")
        parser.add_argument(
            "--once",
            action="store_true",
            help="one round of each side: quick, and good to see that all of it runs",
        )
        parser.add_argument("--list", action="store_true", help="print the names of the figures and stop")

    def handle(self, *args: Any, **options: Any) -> None:
        from tracker.bench.figures import FIGURES
        from tracker.bench.harness import measure

        chosen = [figure for name, figure in FIGURES.items() if name.startswith(options["name"])]
        if not chosen:
            raise CommandError(
                f"no figure begins with {options['name']!r}; there are {', '.join(FIGURES)}", returncode=2
            )
        if options["list"]:
            return self.stdout.write("\n".join(f"{figure.name:<20} {figure.title}" for figure in chosen))
        results = []
        for figure in chosen:
            try:
                results.append(measure(replace(figure, rounds=1) if options["once"] else figure))
            except Unavailable as problem:
                raise CommandError(
                    f"{figure.name} cannot be measured here: {problem}", returncode=2
                ) from problem
            if not options["json"]:
                self.stdout.write(results[-1].as_line())
                self.stdout.flush()
        if options["json"]:
            self.stdout.write(json.dumps([result.as_json() for result in results], indent=1))
