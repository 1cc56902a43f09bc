"""`take-back EVENT`: an event that was handed over takes entries here again."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandParser

from tracker import warm
from tracker.exchange import hand_over
from tracker.management.tool import bad_input, require_tables


class Command(BaseCommand):
    help = "Takes back an event that `export --hand-over` gave away: entries are made here again."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("stream", type=UUID, help="the id of a tournament, an event day or a campaign")

    def handle(self, *args: Any, **options: Any) -> None:
        require_tables()
        try:
            count = hand_over.take_back(options["stream"])
        except warm.UnknownStream:
            raise bad_input(f"there is no stream {options['stream']}") from None
        if not count:
            raise bad_input("this event was not handed over")
        self.stdout.write(f"{count} logs take entries here again")
        self.stderr.write(
            "what the other server logged comes by `import FILE`, or by `import FILE --join` once both went on"
        )
