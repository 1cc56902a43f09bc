"""`simulate-day`: writes portable logs of whole event days, the same bytes for the same seed."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from games.registry import EVENT_DAYS, usual
from tracker.day_simulation import simulate_day
from tracker.management.tool import Writer, bad_input

LEVELS = ("summary", "turns", "full")


class Command(Writer):
    help = (
        "Writes portable logs of whole event days: the day's own and one for each table; prints their paths."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "system", nargs="?", default=usual(EVENT_DAYS), choices=EVENT_DAYS, help="which game"
        )
        parser.add_argument("--days", type=int, default=1, metavar="N", help="how many (default: 1)")
        parser.add_argument(
            "--seed", type=int, default=0, metavar="S", help="same seed, same bytes (default: 0)"
        )
        parser.add_argument(
            "--level", choices=LEVELS, default="turns", help="how tables log (default: turns)"
        )
        parser.add_argument(
            "--players",
            type=int,
            default=1,
            metavar="P",
            help="players a side at each table, 1 to 10 (default: 1)",
        )
        parser.add_argument("--out", default=".", metavar="DIR", help="where to write (default: here)")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["days"] < 0 or not 1 <= options["players"] <= 10:
            raise bad_input("--days is at least 0, --players 1 to 10")
        self.tell(self._written(options), options["json"])

    def _written(self, options: dict[str, Any]) -> Iterator[Path]:
        folder = Path(options["out"])
        folder.mkdir(parents=True, exist_ok=True)
        for number in range(options["days"]):
            yield from self._day(folder, number, options)

    def _day(self, folder: Path, number: int, options: dict[str, Any]) -> Iterator[Path]:
        own = hashlib.sha256(f"{options['seed']}:{number}".encode()).digest()[:6]
        played = simulate_day(
            int.from_bytes(own, "big"), options["system"], options["level"], options["players"]
        )
        for name, content in played.logs().items():
            path = folder / f"{options['system']}-day-{options['seed']}-{number + 1:04}-{name}.jsonl"
            path.write_bytes(content)
            yield path
