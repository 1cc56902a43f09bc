"""`rule-fix SYSTEM`: replays all stored matches of a game by today's rules and tells which would end differently."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandParser

from games.registry import SYSTEMS
from games.rulebook import sentence
from games.ruleset import RuleViolation
from tracker import rule_fixes
from tracker.commands.rule_fixes import prepared
from tracker.management.tool import Tool, require_tables
from tracker.models import RuleFix, RuleFixMatch
from tracker.selectors.rule_fixes import found_by

WORDS = {
    "en": {
        "read": "{done} matches looked at, {count} would end differently",
        "unread": "{match}: its log cannot be read",
        "changed": "{match}: {what}",
        "refused": "{match}, entry {seq}: {what}",
    },
    "ru": {
        "read": "партий проверено: {done}, иначе закончились бы: {count}",
        "unread": "{match}: журнал не читается",
        "changed": "{match}: {what}",
        "refused": "{match}, запись {seq}: {what}",
    },
}


class Command(Tool):
    help = "Replays the stored matches of a game by today's rules: which outcomes would differ. Changes no match."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("system", choices=sorted(SYSTEMS), help="a game")
        super().add_arguments(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        require_tables(options["lang"])
        fix = prepared(options["system"])
        while rule_fixes.look_on(fix.pk):
            self.progress(fix)
        self.progress(fix)
        found = list(found_by(fix.pk))
        differing = [row for row in found if row.changed]
        if options["json"]:
            told = [_told(row) for row in found]
            self.print_json({"fix": fix.pk, "matches": fix.done, "differing": len(differing), "found": told})
        else:
            words = WORDS[options["lang"]]
            for row in found:
                self.stdout.write("\n".join(_lines(row, words, options["lang"])))
            self.stdout.write(words["read"].format(done=fix.done, count=len(differing)))
        self.finish(refused=bool(differing))

    def progress(self, fix: RuleFix) -> None:
        """To the error stream, so that it never mixes with the report."""
        fix.refresh_from_db()
        self.stderr.write(f"{fix.done} of {fix.total}")


def _told(row: RuleFixMatch) -> dict[str, Any]:
    return {
        "match": row.stream_id,
        "changed": row.changed,
        "before": row.before,
        "after": row.after,
        "seq": row.seq,
        "rules": [one["rule"] for one in row.violations],
        "unread": row.unread,
    }


def _lines(row: RuleFixMatch, words: dict[str, str], language: str) -> list[str]:
    match = str(row.stream_id)
    if row.unread:
        return [words["unread"].format(match=match)]
    lines = [
        words["changed"].format(match=match, what=f"{name}: {row.before.get(name)} -> {row.after.get(name)}")
        for name in row.changed
    ]
    for one in row.violations:
        what = f"{one['rule']}: {sentence(RuleViolation(**one), language)}"
        lines.append(words["refused"].format(match=match, seq=row.seq, what=what))
    return lines
