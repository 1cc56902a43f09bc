"""`import FILE`: judges and stores a portable log, or a whole event; what is there already stays as it is."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandParser

from games.audit import Refused
from games.portable import BadLog
from tracker import archive, transfer
from tracker.log import StaleHead
from tracker.management.tool import Tool, content_of, line_of, told


class Command(Tool):
    help = "Judges and stores a portable log, or what is new of it; hashes and ids stay the same."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help="a portable log or an exported event, or - for standard input")
        super().add_arguments(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            imported = imported_from(content_of(options["file"]))
        except BadLog as error:
            self.bad_log(error, options["json"])
        except transfer.IllegalLog as error:
            self.refuse(error.stream, refusals(error.refused[0], options["lang"]), options["json"])
        except transfer.BrokenLog as error:
            problems = [{"line": one.line, "seq": one.seq, "message": one.what} for one in error.problems]
            self.refuse(error.stream, problems, options["json"])
        except (transfer.OtherHistory, StaleHead) as error:
            message = "the database knows another history of this stream"
            self.refuse(str(error), [{"line": 1, "seq": None, "message": message}], options["json"])
        self.show(imported, options["json"])

    def show(self, imported: list[transfer.Imported], as_json: bool) -> None:
        if as_json:
            self.print_json({"ok": True, "streams": [one._asdict() for one in imported]})
            return
        for one in imported:
            self.stdout.write(f"{one.stream}: {one.appended} events")

    def refuse(self, stream: str | None, problems: list[dict[str, Any]], as_json: bool) -> None:
        if as_json:
            self.print_json({"ok": False, "stream": stream, "problems": problems})
        else:
            for problem in problems:
                self.stdout.write(f"{stream or 'log'}, line {problem['line']}: {problem['message']}")
        self.finish(refused=True)


def imported_from(content: bytes) -> list[transfer.Imported]:
    """Stores a single log or a whole event."""
    return archive.import_event(content) if archive.is_archive(content) else [transfer.import_log(content)]


def refusals(refused: Refused, language: str) -> list[dict[str, Any]]:
    """The broken rules of one event, each with its place in the file."""
    where = {"line": refused.line, "seq": refused.seq}
    return [{**where, **told(one, language), "message": line_of(one, language)} for one in refused.violations]
