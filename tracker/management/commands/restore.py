"""`restore FILE`: fills an empty installation from a copy that `backup` made."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tracker import backup


class Command(BaseCommand):
    help = "Fills this installation, which must be empty, from a copy that `backup` made."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="the copy")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            manifest = backup.restore(options["file"])
        except (backup.Unfit, OSError) as error:
            raise CommandError(f"not restored: {error}", returncode=1) from error
        self.stdout.write(f"restored: {manifest['events']} events, as they stood at {manifest['made']}")
        if lacking := backup.lacking(options["file"]):
            self.stdout.write(
                f"keys of before that the copy knows and SECRET_KEY_FALLBACKS lacks: {len(lacking)}. What they signed"
                f" does not count until it names them; they are the copy's part `{backup.FORMER}`"
            )
