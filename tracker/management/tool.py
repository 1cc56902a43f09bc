"""What the command lines of Warledger share: exit codes, files, JSON, and violations as sentences.

Exit 0: done; 1: the rules (or the log) refuse; 2: bad input. Offline tools touch no database.
"""

from __future__ import annotations

import io
import sys
import zipfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NoReturn

import msgspec
from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.portable import BadLog, PortableLog, read_log
from games.rulebook import sentence
from games.ruleset import EVERYONE, REFEREE, RuleViolation, Viewer
from tracker import fitting, parallel
from tracker.systems import find_rules

REFUSED, BAD_INPUT = 1, 2
LANGUAGES = ("en", "ru")


def bad_input(message: str) -> CommandError:
    """The error of a command that was asked for something impossible."""
    return CommandError(message, returncode=BAD_INPUT)


def require_tables(language: str = LANGUAGES[0]) -> None:
    """A database whose tables are not those of this program is bad input."""
    if found := fitting.misfit():
        raise bad_input(found.to(language))


def add_processes(parser: CommandParser) -> None:
    """`--processes`, for work on every stream."""
    parser.add_argument(
        "--processes",
        type=int,
        default=parallel.cores(),
        help="work in so many processes (default: one for each core)",
    )


class Tool(BaseCommand):
    """A command with `--json` and `--lang`; no system checks, so that it starts fast and needs no database."""

    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--json", action="store_true", help="print JSON")
        parser.add_argument(
            "--lang", choices=LANGUAGES, default="en", help="language of sentences (default: en)"
        )

    def print_json(self, data: Any) -> None:
        """One line of JSON."""
        self.stdout.write(msgspec.json.encode(data, enc_hook=str).decode())

    def finish(self, refused: bool) -> None:
        """Ends with exit code 1 after a refusal."""
        if refused:
            raise SystemExit(REFUSED)

    def bad_log(self, error: BadLog, as_json: bool) -> NoReturn:
        """Ends with exit code 2, naming the line of a file that cannot be read."""
        problem = error.problem
        if as_json:
            told = {
                "ok": False,
                "line": problem.line,
                "seq": problem.seq,
                "rule": None,
                "message": problem.what,
            }
            self.print_json({**told, "violations": []})
        self.stderr.write(str(error))
        raise SystemExit(BAD_INPUT)


class Writer(BaseCommand):
    """A command that writes files and tells where: a path a line as they come, or with `--json` all as one list."""

    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--json", action="store_true", help="print the paths as JSON")

    def tell(self, written: Iterable[Path], as_json: bool) -> None:
        """Goes through `written`, which writes a file at each step. A folder that cannot be written is bad input."""
        paths = []
        try:
            for path in written:
                paths.append(str(path))
                if not as_json:
                    self.stdout.write(str(path))
        except OSError as error:
            raise bad_input(f"{error.filename}: {error.strerror}") from None
        if as_json:
            self.stdout.write(msgspec.json.encode(paths).decode())


def content_of(path: str) -> bytes:
    """The bytes of a file, or of the standard input for "-". A missing file is bad input."""
    if path == "-":
        return sys.stdin.buffer.read()
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise bad_input(f"{path}: {error.strerror}") from None


def log_at(path: str) -> PortableLog:
    """A portable log from a file. Raises `BadLog`; an event with its matches in one zip is bad input."""
    content = content_of(path)
    if zipfile.is_zipfile(io.BytesIO(content)):
        raise bad_input(f"{path}: a zip of several logs. Unpack it and name one of its .jsonl files")
    return read_log(content, find_rules)


def viewer_named(name: str, sides: dict[str, tuple[str, ...]]) -> Viewer:
    """Staff, the public, a side, or a player with the side that the player sits on."""
    if name in ("staff", "public"):
        return REFEREE if name == "staff" else EVERYONE
    if name in sides:
        return Viewer("player", side=name)
    for side, players in sides.items():
        if name in players:
            return Viewer("player", name, side)
    seated = [player for seats in sides.values() for player in seats]
    known = ", ".join(["public", "staff", *sides, *seated])
    raise bad_input(f"--as {name}: no such side or player; known: {known}")


def told(violation: RuleViolation, language: str, names: Mapping[str, str] | None = None) -> dict[str, Any]:
    """A violation as JSON answers show it, with `names` for what is printed."""
    message = sentence(violation, language, names)
    return {"rule": violation.rule, "message": message, "params": violation.params}


def line_of(violation: RuleViolation, language: str, names: Mapping[str, str] | None = None) -> str:
    """A violation as one line of text, with `names` for what is printed."""
    return f"{violation.rule}: {sentence(violation, language, names)}"
