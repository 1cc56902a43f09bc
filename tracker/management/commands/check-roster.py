"""`check-roster FILE`: judges a warband, deck or team file and prints every violation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from django.core.management.base import CommandParser

from games.registry import MATCHES
from games.ruleset import Cards, Roster, RosterReport
from tracker.management.tool import Tool, bad_input, content_of, line_of, told
from tracker.named import card_names

WARNING = {"en": "could not be checked", "ru": "проверить нельзя"}


class Command(Tool):
    help = "Judges a warband, deck or team file: prints every violation, and what could not be checked."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help="a roster (JSON), or - for standard input")
        parser.add_argument(
            "--cards", metavar="FILE", help="an imported edition: JSON, card id -> its fields"
        )
        super().add_arguments(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        roster: Roster = decoded(options["file"], Roster)
        cards: Cards = decoded(options["cards"], dict[str, dict[str, Any]]) if options["cards"] else {}
        if roster.system not in MATCHES:
            raise bad_input(
                f"{options['file']}: unknown system {roster.system!r}; known: {', '.join(MATCHES)}"
            )
        report = MATCHES[roster.system].check_roster(roster, cards)
        self.show(report, options["json"], options["lang"], card_names(cards, options["lang"]))
        self.finish(refused=not report.ok)

    def show(self, report: RosterReport, as_json: bool, language: str, names: Mapping[str, str]) -> None:
        """`names`: those of cards in the reader's language, where the edition has them."""
        if as_json:
            violations = [told(violation, language, names) for violation in report.violations]
            warnings = [told(warning, language, names) for warning in report.warnings]
            self.print_json({"ok": report.ok, "violations": violations, "warnings": warnings})
            return
        for violation in report.violations:
            self.stdout.write(line_of(violation, language, names))
        for warning in report.warnings:
            self.stdout.write(f"({WARNING[language]}) {line_of(warning, language, names)}")
        if report.ok:
            self.stdout.write("ok")


def decoded(path: str, cls: Any) -> Any:
    """A JSON file as `cls`; anything else is bad input, with the place."""
    try:
        return msgspec.json.decode(content_of(path), type=cls)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise bad_input(f"{path}: {error}") from None
