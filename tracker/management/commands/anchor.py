"""`anchor --reason TEXT`: the key of this installation was lost; the present one takes over its seals, openly."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tracker.management.tool import require_tables
from tracker.proof import anchors, seals


class Command(BaseCommand):
    help = "After the key was lost: the present key vouches for the seals from now on, and everybody is told why."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--reason", required=True, help="what became of the key, for everybody to read")

    def handle(self, *args: Any, **options: Any) -> None:
        require_tables()
        try:
            anchor = anchors.make(options["reason"])
        except anchors.NotNeeded as error:
            raise CommandError(f"nothing was done: {error}", returncode=1) from error
        seals.seal_heads()
        self.stdout.write(
            f"the present key vouches for the seals from {anchor.seal} on; verify-log and the API tell everybody: "
            f"{anchor.reason}"
        )
