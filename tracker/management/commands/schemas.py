"""`schemas [SYSTEM] [--write]`: prints a JSON Schema, or writes `docs/schema/` and `docs/events/` anew after events
changed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

from tracker import event_docs
from tracker.schemas import SYSTEMS, document


class Command(BaseCommand):
    help = (
        "JSON Schemas of events, log lines and rosters: prints them, or writes docs/schema/ and docs/events/."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("system", nargs="?", choices=SYSTEMS, help="which (default: all)")
        parser.add_argument(
            "--write",
            action="store_true",
            help="write docs/schema/SYSTEM.json and the page docs/events/SYSTEM.md",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        for system in [options["system"]] if options["system"] else SYSTEMS:
            if options["write"]:
                path_of(system).parent.mkdir(parents=True, exist_ok=True)
                path_of(system).write_text(text_of(system), encoding="utf-8")
                self.stdout.write(str(path_of(system)))
                event_docs.page_of(system).write_text(event_docs.text_of(system), encoding="utf-8")
                self.stdout.write(str(event_docs.page_of(system)))
            else:
                self.stdout.write(text_of(system), ending="")


def path_of(system: str) -> Path:
    """Where the schema of a system is kept."""
    return Path(settings.BASE_DIR) / "docs" / "schema" / f"{system}.json"


def text_of(system: str) -> str:
    """The schema as it is kept: readable, the same bytes every time."""
    return json.dumps(document(system), indent=1, sort_keys=True, ensure_ascii=False) + "\n"
