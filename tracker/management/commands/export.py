"""`export STREAM`: writes a portable log, or a tournament with all its matches."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandParser

from tracker import transfer, warm
from tracker.management.tool import bad_input, viewer_named


class Command(BaseCommand):
    help = "Writes a stream as a portable log; a tournament with all its matches as one archive."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("stream", type=UUID, help="the id of a match or a tournament")
        parser.add_argument(
            "--as",
            dest="viewer",
            default="staff",
            metavar="VIEWER",
            help="what this side (or player, or 'public') may see",
        )
        parser.add_argument("--out", metavar="FILE", help="where to write (default: standard output)")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            state = warm.current(options["stream"])
        except warm.UnknownStream:
            raise bad_input(f"there is no stream {options['stream']}") from None
        viewer = viewer_named(options["viewer"], state.rules.sides(state.state))
        self.write(transfer.export_stream(options["stream"], viewer), options["out"])

    def write(self, content: bytes, out: str | None) -> None:
        if out is None:
            sys.stdout.buffer.write(content)
            return
        try:
            Path(out).write_bytes(content)
        except OSError as error:
            raise bad_input(f"{out}: {error.strerror}") from None
        self.stdout.write(out)
