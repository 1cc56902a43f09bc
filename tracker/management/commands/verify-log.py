"""`verify-log [STREAM or FILE]`: proves a portable log, one stream of the database, or the whole database."""

from __future__ import annotations

from argparse import ArgumentTypeError
from collections.abc import Iterable, Sequence
from itertools import chain
from pathlib import Path
from typing import Any
from uuid import UUID

from django.core.management.base import CommandParser

from games.portable import Mark, read_mark
from tracker.management.tool import Tool, bad_input, content_of
from tracker.verify import (
    Problem,
    damage,
    kept_seals,
    seal_problems,
    verify_database,
    verify_file,
    verify_stream,
)


class Command(Tool):
    help = "Proves a log: hash chain, full re-judging, seals, and projections against the log."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "log", nargs="?", help="a stream id or a portable log (default: the whole database)"
        )
        parser.add_argument(
            "--seal",
            action="append",
            default=[],
            type=mark_from,
            metavar="NUMBER:HASH",
            help="a seal that somebody kept (from an export, a print or a device): is it still part of the history?",
        )
        parser.add_argument(
            "--here",
            action="store_true",
            help="hold a file against the seals of this installation too (this alone needs the database)",
        )
        super().add_arguments(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        found = list(problems_of(options["log"], options["seal"], here=options["here"]))
        problems = damage(found)
        older = sorted({str(one.stream) for one in found if one.older})
        if options["json"]:
            self.print_json({"ok": not problems, "problems": problems, **({"older": older} if older else {})})
        else:
            self.stdout.write("\n".join(map(line_of, problems)) or "ok")
            if older:
                self.stderr.write(
                    f"made by an older version, no damage: {len(older)} streams; `rebuild` mends it"
                )
        self.finish(refused=bool(problems))


def mark_from(text: str) -> Mark:
    """A seal as people write it down. Raises `ArgumentTypeError`."""
    try:
        return read_mark(text)
    except ValueError as error:
        raise ArgumentTypeError(str(error)) from None


def problems_of(name: str | None, kept: Sequence[Mark] = (), *, here: bool = False) -> Iterable[Problem]:
    """What is wrong with the database, a stream or a file. A name that is neither is bad input."""
    if name is None:
        return verify_database(kept)
    stream = None if Path(name).exists() else as_uuid(name)
    found = verify_file(content_of(name), here=here) if stream is None else stream_problems(stream)
    return chain(found, kept_seals(kept))


def as_uuid(name: str) -> UUID | None:
    """The id of a stream, or None for the name of a file."""
    try:
        return UUID(name)
    except ValueError:
        return None


def stream_problems(stream: UUID) -> Iterable[Problem]:
    """What is wrong with one stream."""
    from tracker.models import Stream

    row = Stream.objects.filter(id=stream).first()
    if row is None:
        raise bad_input(f"there is no stream {stream}")
    return chain(verify_stream(row), seal_problems(row))


def line_of(problem: Problem) -> str:
    """A problem as one line of text."""
    where = f"{problem.stream or 'log'}" + (f", event {problem.seq}" if problem.seq is not None else "")
    return f"{where}: {problem.what}"
