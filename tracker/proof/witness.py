"""What else knows a history besides its own log: the other logs of the event, and the seals of this installation.

A log that somebody forged and chained anew is intact and legal by itself. It gives itself away by what its tournament
or event day recorded of it, and by the heads that were sealed here. Called by `verify`, the page that checks files,
and imports.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple
from uuid import UUID

from games.faults import fault
from games.portable import PortableLog
from games.replay import refold
from games.ruleset import Entry
from tracker.proof import seals
from tracker.rulesets.campaign import heard
from tracker.rulesets.tournament import links
from tracker.rulesets.tournament.state import Table, TournamentState
from tracker.systems import CAMPAIGN, MATCH, TOURNAMENT


class Clash(NamedTuple):
    """Where a log and a witness differ: the stream, the event, and what."""

    stream: str
    seq: int | None
    what: str


def contradictions(logs: Iterable[PortableLog]) -> Iterator[Clash]:
    """What the log of a tournament or an event day records of matches in the same file that do not bear it out.

    What has yet to reach the event is late, not wrong. Raises `BadLog` for what cannot be read.
    """
    whole = {log.header.stream: log for log in logs if log.header.complete}
    for log in whole.values():
        if log.header.kind == TOURNAMENT:
            yield from _of_tournament(log, whole)
        elif log.header.kind == CAMPAIGN:
            yield from _of_day(log, whole)


def _of_day(log: PortableLog, known: dict[str | None, PortableLog]) -> Iterator[Clash]:
    matches = {name: _told(one) for name, one in known.items() if name and one.header.kind == MATCH}
    for found in heard.unheard(_told(log), matches):
        yield Clash(found.match, found.seq, fault("at_table", table=found.table, what=found.what))


def _told(log: PortableLog) -> heard.Match:
    return heard.Match(log.rules, log.setup, log.entries())


def _of_tournament(log: PortableLog, known: dict[str | None, PortableLog]) -> Iterator[Clash]:
    state: TournamentState = refold(log.rules, log.setup, log.entries())
    for round_ in state.rounds:
        for table in round_.pairings:
            match = known.get(table.match)
            if match is None or match.header.kind != MATCH or table.result is None:
                continue
            if (what := _clash(state, round_.round, table, match)) is not None:
                told = fault(what, round=round_.round, table=table.table)
                yield Clash(str(table.match), table.result.match_seq, told)


def _clash(state: TournamentState, round_: int, table: Table, match: PortableLog) -> str | None:
    assert table.result is not None
    entries = match.entries()
    if _unheard(state, round_, table, match, entries[: table.result.match_seq]):
        return "round_then"
    ends = match.rules.outcome(refold(match.rules, match.setup, entries))
    if ends.status == "confirmed" and _unheard(state, round_, table, match, entries):
        return "round_end"
    return None


def _unheard(
    state: TournamentState, round_: int, table: Table, match: PortableLog, entries: Sequence[Entry]
) -> bool:
    outcome = match.rules.outcome(refold(match.rules, match.setup, entries))
    now = links.match_now(str(table.match), outcome, entries)
    return links.news(state, round_, table.table, now) is not None


def against_seals(log: PortableLog) -> Iterator[Clash]:
    """What the seals of this installation know of the log's stream and the file tells otherwise.

    A copy that ends before a sealed head is only old.
    """
    stream = _uuid(log.header.stream)
    filed = seals.sealed_heads(stream) if stream is not None else []
    for row in filed:
        if 0 < row.version <= len(log.lines) and log.lines[row.version - 1].hash != row.hash:
            yield Clash(
                str(stream),
                row.version,
                fault("sealed_otherwise", seal=row.seal),
            )
            return
    told = log.header.seal
    if filed and told is not None and (problem := seals.against(told)) is not None:
        yield Clash(str(stream), None, fault("at_seal", number=told.number, what=problem.what))


def _uuid(text: str | None) -> UUID | None:
    try:
        return UUID(text) if text else None
    except ValueError:
        return None
