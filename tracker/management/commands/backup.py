"""`backup FILE`, `backup --into FOLDER`: a copy of the whole installation in one file, made while it runs."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tracker import backup


class Command(BaseCommand):
    help = "Copies the whole installation, key, seals and database at one moment, into one file, and proves the copy."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        where = parser.add_mutually_exclusive_group(required=True)
        where.add_argument(
            "file", type=Path, nargs="?", help="where to write; an older copy there is replaced"
        )
        where.add_argument("--into", type=Path, metavar="FOLDER", help="a new copy named by its moment")
        parser.add_argument(
            "--keep", type=int, default=14, help="with --into: how many copies stay (default 14)"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["keep"] < 1:
            raise CommandError("--keep: one copy at least", returncode=2)
        try:
            if options["into"] is not None:
                target, manifest = backup.write_into(options["into"], options["keep"])
            else:
                target, manifest = options["file"], backup.write(options["file"])
        except (backup.Unfit, OSError) as error:
            raise CommandError(f"no copy was made: {error}", returncode=1) from error
        with target.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
        self.stdout.write(
            f"{target}: {manifest['events']} events, {target.stat().st_size} bytes, sha256 {digest}"
        )
