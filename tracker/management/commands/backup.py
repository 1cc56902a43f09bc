"""`backup FILE`: a copy of the whole installation in one file, made while it runs."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tracker import backup


class Command(BaseCommand):
    help = (
        "Copies the whole installation, key and database at one moment, into one file, and proves the copy."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="where to write; an older copy there is replaced")

    def handle(self, *args: Any, **options: Any) -> None:
        target: Path = options["file"]
        try:
            manifest = backup.write(target)
        except (backup.Unfit, OSError) as error:
            raise CommandError(f"no copy was made: {error}", returncode=1) from error
        with target.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
        self.stdout.write(
            f"{target}: {manifest['events']} events, {target.stat().st_size} bytes, sha256 {digest}"
        )
