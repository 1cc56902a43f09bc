"""`replay FILE`: judges a portable log without a database and prints its outcome, or the first refusal."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandParser

from games.audit import Refused, judge_log
from games.portable import BadLog, PortableLog
from games.registry import SYSTEMS
from games.replay import refold
from games.ruleset import DRAW, Outcome, Viewer
from tracker.management.tool import Tool, line_of, log_at, told, viewer_named
from tracker.selectors.opened import has_opened
from tracker.systems import MATCH

WORDS = {
    "en": {"legal": "legal: {seq} events", "winner": "winner", DRAW: "draw", "turn": "turn", "end": "end"},
    "ru": {
        "legal": "по правилам, записей: {seq}",
        "winner": "победитель",
        DRAW: "ничья",
        "turn": "ход",
        "end": "конец",
        "open": "идёт",
        "finished": "окончен",
        "confirmed": "подтверждён",
    },
}
INCOMPLETE = "this copy leaves out what its reader may not know, so this event cannot be judged"


class Command(Tool):
    help = "Judges a portable log without a database: prints the outcome, or the first refusal."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help="a portable log (JSON lines), or - for standard input")
        parser.add_argument("--at", type=int, metavar="SEQ", help="stop after this event")
        parser.add_argument(
            "--as",
            dest="viewer",
            default="staff",
            metavar="SIDE",
            help="what this side (or player, or 'public') may see",
        )
        super().add_arguments(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            log = log_at(options["file"])
            judgement = judge_log(log, options["at"])
            if judgement.refused and not log.header.complete:
                raise BadLog(judgement.refused[0].line, INCOMPLETE, judgement.refused[0].seq)
        except BadLog as error:
            self.bad_log(error, options["json"])
        if judgement.refused:
            self.refuse(judgement.refused[0], options)
        viewer = viewer_named(options["viewer"], log.rules.sides(judgement.state))
        self.show(log, judgement.seq, judgement.state, viewer, options)

    def refuse(self, refused: Refused, options: dict[str, Any]) -> None:
        violations = [told(violation, options["lang"]) for violation in refused.violations]
        if options["json"]:
            first = {"ok": False, "line": refused.line, "seq": refused.seq, **violations[0]}
            del first["params"]
            self.print_json({**first, "violations": violations})
        else:
            for violation in refused.violations:
                where = f"line {refused.line}, event {refused.seq}"
                self.stdout.write(f"{where}: {line_of(violation, options['lang'])}")
        self.finish(refused=True)

    def show(self, log: PortableLog, seq: int, state: Any, viewer: Viewer, options: dict[str, Any]) -> None:
        outcome = log.rules.outcome(state)
        if options["json"]:
            visible = log.rules.visible_to(_with_opened(log, seq, state), viewer)
            self.print_json({"ok": True, "seq": seq, "outcome": outcome, "state": visible})
        else:
            self.stdout.write("\n".join(outcome_lines(seq, outcome, WORDS[options["lang"]])))


def _with_opened(log: PortableLog, seq: int, state: Any) -> Any:
    """The state after event `seq`, with what players opened after the end of what they had kept themselves."""
    openings = SYSTEMS[log.header.system].openings if log.header.kind == MATCH else None
    entries = log.entries()
    if openings is None or not has_opened(log.header.system, refold(log.rules, log.setup, entries)):
        return state
    return refold(log.rules, log.setup, entries[:seq], openings.events(log.setup, entries))


def outcome_lines(seq: int, outcome: Outcome, words: dict[str, str]) -> list[str]:
    """The outcome as text: the score of each side, then where every point came from."""
    status = words.get(outcome.status, outcome.status)
    lines = [f"{words['legal'].format(seq=seq)}, {status}, {words['turn']} {outcome.turn}"]
    if outcome.winner:
        lines[0] += f", {words['winner']}: {words[DRAW] if outcome.winner == DRAW else outcome.winner}"
    for side, vp in outcome.vp.items():
        lines.append(f"  {side}: {vp}")
        for line in outcome.lines:
            if line.side == side:
                when = words["end"] if line.turn is None else f"{words['turn']} {line.turn}"
                lines.append(
                    f"    {line.vp:+d} {line.source} ({', '.join(filter(None, (line.player, when)))})"
                )
    return lines
