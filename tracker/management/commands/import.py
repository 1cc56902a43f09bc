"""`import FILE`: judges and stores a portable log, or a whole event; what is there already stays as it is."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.core.management.base import CommandParser

from games.audit import Refused
from games.portable import BadLog
from tracker.exchange import archive, joining, transfer
from tracker.log import StaleHead
from tracker.management.tool import Tool, bad_input, content_of, line_of, require_tables, told


class Command(Tool):
    help = "Judges and stores a portable log, or what is new of it; hashes and ids stay the same."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help="a portable log or an exported event, or - for standard input")
        parser.add_argument(
            "--join",
            action="store_true",
            help="both places went on with the event: keep what is here, add what is there as far as the rules allow",
        )
        parser.add_argument(
            "--take",
            action="append",
            default=[],
            type=UUID,
            metavar="MATCH",
            help="with --join: a match that both went on with, and of which the file's entries count",
        )
        parser.add_argument("--trial", action="store_true", help="with --join: only say what would happen")
        super().add_arguments(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        require_tables(options["lang"])
        content = content_of(options["file"])
        if (options["trial"] or options["take"]) and not options["join"]:
            raise bad_input("--trial and --take belong to --join")
        try:
            if options["join"]:
                return self.show_joined(
                    joining.join(content, trial=options["trial"], taken=options["take"]), options
                )
            imported = imported_from(content)
        except BadLog as error:
            self.bad_log(error, options["json"])
        except transfer.IllegalLog as error:
            self.refuse(error.stream, refusals(error.refused[0], options["lang"]), options["json"])
        except transfer.BrokenLog as error:
            problems = [{"line": one.line, "seq": one.seq, "message": one.what} for one in error.problems]
            self.refuse(error.stream, problems, options["json"])
        except (transfer.OtherHistory, StaleHead) as error:
            message = "the database knows another history of this stream: --join adds what can be added"
            self.refuse(str(error), [{"line": 1, "seq": None, "message": message}], options["json"])
        self.show(imported, options["json"])
        for lack in archive.lacks(content) if archive.is_archive(content) else ():
            self.stderr.write(f"does not come along: {lack}")

    def show_joined(self, joined: joining.Joined, options: dict[str, Any]) -> None:
        if options["json"]:
            conflicts = [one._asdict() for one in joined.conflicts]
            streams = [one._asdict() for one in joined.streams]
            told = {"streams": streams, "told_again": joined.told_again, "conflicts": conflicts}
            self.print_json({"ok": not conflicts, **told})
        else:
            self.show([one for one in joined.streams if one.appended], False)
            self.stdout.write(f"{joined.told_again} entries of the event itself added again")
            for one in joined.conflicts:
                where = "" if one.seq is None else f", event {one.seq}"
                self.stdout.write(f"conflict: {one.stream}{where}: {one.what}")
            if options["trial"]:
                self.stdout.write("nothing was stored: this was a trial")
        self.finish(refused=bool(joined.conflicts))

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
