"""`export STREAM`: writes a portable log, or a tournament, an event day or a campaign with all its matches."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandParser

from games.ruleset import EVERYONE, Viewer
from tracker import warm
from tracker.exchange import archive, hand_over, transfer
from tracker.management.tool import bad_input, require_tables, viewer_named
from tracker.selectors import streams
from tracker.systems import CAMPAIGN, CHRONICLE, TOURNAMENT


class Command(BaseCommand):
    help = (
        "Writes a stream as a portable log; a tournament, an event day or a campaign with all its matches as one "
        "archive."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "stream", type=UUID, help="the id of a match, a tournament, an event day or a campaign"
        )
        parser.add_argument(
            "--as",
            dest="viewer",
            default="staff",
            metavar="VIEWER",
            help="what this side (or player, or 'public') may see",
        )
        parser.add_argument(
            "--hand-over",
            action="store_true",
            help="of an event: from now on the other server goes on with it, and this one takes no entries",
        )
        parser.add_argument("--out", metavar="FILE", help="where to write (default: standard output)")

    def handle(self, *args: Any, **options: Any) -> None:
        require_tables()
        stream, name = options["stream"], options["viewer"]
        try:
            kind = streams.kind_of(stream)
        except warm.UnknownStream:
            raise bad_input(f"there is no stream {stream}") from None
        is_event = kind in (TOURNAMENT, CAMPAIGN, CHRONICLE)
        if options["hand_over"]:
            self.hand_over(stream, is_event and name == "staff")
        if is_event:
            content = archive.export_event(stream, viewer_in_event(stream, name), with_people=name == "staff")
            for left in archive.stays(stream) if name == "staff" else ():
                self.stderr.write(f"stays here: {left}")
        else:
            content = transfer.export_stream(stream, viewer_named(name, streams.sides_of(stream)))
        self.write(content, options["out"])

    def hand_over(self, event: UUID, whole: bool) -> None:
        """Before anything is read, so that the file holds all that was ever logged here."""
        if not whole:
            raise bad_input("--hand-over goes with a whole event, as staff see it")
        count = hand_over.give(event)
        self.stderr.write(
            f"handed over: {count} logs take no more entries here; `take-back {event}` opens them again"
        )

    def write(self, content: bytes, out: str | None) -> None:
        if out is None:
            sys.stdout.buffer.write(content)
            return
        try:
            Path(out).write_bytes(content)
        except OSError as error:
            raise bad_input(f"{out}: {error.strerror}") from None
        self.stdout.write(out)


def viewer_in_event(tournament: UUID, name: str) -> archive.ViewerOf:
    """The viewer of each stream of an event: a player is public at the tables of others."""
    viewer_named(name, streams.sides_of(tournament))

    def viewer(stream: UUID) -> Viewer:
        sides = streams.sides_of(stream)
        seated = name in ("staff", "public") or any(name in players for players in sides.values())
        return viewer_named(name, sides) if seated else EVERYONE

    return viewer
