"""`import FILE`: judges and stores a portable log, or a whole event; what is there already stays as it is."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandParser

from games.audit import Refused
from games.portable import BadLog
from tracker import transfer
from tracker.log import StaleHead
from tracker.management.tool import Tool, content_of, line_of, told


class Command(Tool):
    help = "Judges and stores a portable log, or what is new of it; hashes and ids stay the same."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help="a portable log or an exported event, or - for standard input")
        super().add_arguments(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            imported = transfer.import_log(content_of(options["file"]))
        except BadLog as error:
            self.bad_log(error, options["json"])
        except transfer.IllegalLog as error:
            self.refuse(refusals(error.refused[0], options["lang"]), options["json"])
        except transfer.BrokenLog as error:
            problems = [{"line": one.line, "seq": one.seq, "message": one.what} for one in error.problems]
            self.refuse(problems, options["json"])
        except (transfer.OtherHistory, StaleHead) as error:
            message = f"the database knows another history of the stream {error}"
            self.refuse([{"line": 1, "seq": None, "message": message}], options["json"])
        self.show(imported, options["json"])

    def show(self, imported: transfer.Imported, as_json: bool) -> None:
        if as_json:
            self.print_json({"ok": True, "stream": imported.stream, "appended": imported.appended})
        else:
            self.stdout.write(f"{imported.stream}: {imported.appended} events")

    def refuse(self, problems: list[dict[str, Any]], as_json: bool) -> None:
        if as_json:
            self.print_json({"ok": False, "problems": problems})
        else:
            for problem in problems:
                self.stdout.write(f"line {problem['line']}: {problem['message']}")
        self.finish(refused=True)


def refusals(refused: Refused, language: str) -> list[dict[str, Any]]:
    """The broken rules of one event, each with its place in the file."""
    where = {"line": refused.line, "seq": refused.seq}
    return [{**where, **told(one, language), "message": line_of(one, language)} for one in refused.violations]
