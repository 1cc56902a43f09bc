"""`verify-log [STREAM or FILE]`: proves a portable log, one stream of the database, or the whole database."""

from __future__ import annotations

from argparse import ArgumentTypeError
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any
from uuid import UUID

from django.core.management.base import CommandParser

from games.portable import Mark, read_mark
from tracker import parallel
from tracker.management.tool import Tool, add_processes, bad_input, content_of, require_tables
from tracker.proof.verify import (
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
        add_processes(parser)
        super().add_arguments(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        stream = stream_named(options["log"])
        if options["log"] is None or stream or options["seal"] or options["here"]:
            require_tables(options["lang"])
        work = partial(verify_database, processes=options["processes"], progress=self.progress)
        found = list(problems_of(options["log"], stream, options["seal"], work, here=options["here"]))
        problems = damage(found)
        older = sorted({str(one.stream) for one in found if one.older})
        notices = [one.what for one in found if one.notice]
        if options["json"]:
            told = {"older": older, "notices": notices}
            extra = {name: value for name, value in told.items() if value}
            self.print_json({"ok": not problems, "problems": problems, **extra})
        else:
            for notice in notices:
                self.stderr.write(notice)
            self.stdout.write("\n".join(map(line_of, problems)) or "ok")
            if older:
                self.stderr.write(
                    f"made by an older version, no damage: {len(older)} streams; `rebuild` mends it"
                )
        self.finish(refused=bool(problems))

    def progress(self, done: int, total: int) -> None:
        """To the error stream, and only where somebody has to wait."""
        if total >= parallel.WORTH_IT:
            self.stderr.write(f"{done} of {total}")


def mark_from(text: str) -> Mark:
    """A seal as people write it down. Raises `ArgumentTypeError`."""
    try:
        return read_mark(text)
    except ValueError as error:
        raise ArgumentTypeError(str(error)) from None


def problems_of(
    name: str | None,
    stream: UUID | None,
    kept: Sequence[Mark],
    whole: Callable[[Sequence[Mark]], Iterable[Problem]] = verify_database,
    *,
    here: bool,
) -> Iterable[Problem]:
    """What is wrong with the database, a stream or a file. A name that is neither is bad input."""
    if name is None:
        return whole(kept)
    found = verify_file(content_of(name), here=here) if stream is None else stream_problems(stream)
    return chain(found, kept_seals(kept))


def stream_named(name: str | None) -> UUID | None:
    """The id of a stream, or None for the whole database and for the name of a file."""
    try:
        return None if name is None or Path(name).exists() else UUID(name)
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
