"""What a day's log says that it heard of its tables, held against the tables' own logs. Pure.

Every such event names the event of the match that told it. What the match says there must bear it out: as it stood
then, or after one of the corrections that came later, since only these change what was told. What the day has yet to
hear is late, not wrong. Called by `tracker.proof.witness` for files and by `tracker.proof.verify` for the database.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from typing import Any, NamedTuple

from games.faults import fault
from games.match import EventVoided
from games.replay import refold, standing
from games.ruleset import Entry, Outcome, Ruleset, Setup
from tracker.rulesets.campaign import events as ev
from tracker.rulesets.campaign.links import TableNow, scheme_points, table_now
from tracker.rulesets.campaign.state import CampaignState, Result

RESULT = fault("day_then")
END = fault("day_end")
FALLEN = fault("day_fallen")
CARD = fault("day_card")
HIRED = fault("day_hired")
FATES = fault("day_fates")


class Match(NamedTuple):
    """The log of a table's match, whole."""

    rules: Ruleset[Any, Any]
    setup: Setup
    entries: Sequence[Entry]


class Unheard(NamedTuple):
    """What the day says and the match does not: the match, the event that the day names, and what."""

    match: str
    seq: int | None
    table: str
    what: str


class Claim(NamedTuple):
    """An event of the day: the event of the match that it names (None: any), whether the match bears it out."""

    table: str
    seq: int | None
    borne: Callable[[TableNow], bool]
    what: str


def unheard(day: Match, known: Mapping[str, Match]) -> Iterator[Unheard]:
    """Everything that the day says of the matches that are `known`, and that they do not bear out."""
    state: CampaignState = refold(day.rules, day.setup, day.entries)
    claims = [claim for entry in standing(day.entries) for claim in _claims(entry.event)]
    for key, table in state.tables.items():
        match = known.get(table.match or "")
        if match is None or table.match is None:
            continue
        for claim in _not_borne(match, [claim for claim in claims if claim.table == key]):
            yield Unheard(table.match, claim.seq, key, claim.what)
        if table.result is not None and not _still(match, table.result):
            yield Unheard(table.match, table.result.match_seq, key, END)


def _claims(event: Any) -> Iterator[Claim]:
    match event:
        case ev.TableResultRecorded():
            yield Claim(event.table, event.match_seq, lambda now: _has_result(now.outcome, event), RESULT)
        case ev.FigureFell():
            yield Claim(event.table, event.match_seq, lambda now: _has_fallen(now, event), FALLEN)
        case ev.ArcanumCreated() if event.match_seq is not None:
            earned = lambda now: now.carried.arcana.get(event.arcana) == event.side
            yield Claim(event.table, event.match_seq, earned, CARD)
        case ev.ArcanumNoted() | ev.ArcanumArrived():
            yield Claim(event.table, event.match_seq, lambda now: event.arcana in now.carried.arcana, CARD)
        case ev.FiguresHired():
            hired = lambda now: set(now.carried.hired) == set(event.figures)
            yield Claim(event.table, event.match_seq, hired, HIRED)
        case ev.FatesPublished():
            yield Claim(event.table, None, lambda now: _has_fates(now, event), FATES)


def _has_result(outcome: Outcome, told: ev.TableResultRecorded | Result) -> bool:
    now = (outcome.vp, outcome.winner or "", scheme_points(outcome))
    return outcome.status == "confirmed" and now == (told.vp, told.winner, told.schemes)


def _still(match: Match, result: Result) -> bool:
    """Whether the result that counts is the match's own. One that is being corrected is not over."""
    outcome = match.rules.outcome(refold(match.rules, match.setup, match.entries))
    return outcome.status != "confirmed" or _has_result(outcome, result)


def _has_fallen(now: TableNow, told: ev.FigureFell) -> bool:
    fell = now.fallen().get((told.figure, told.owner, told.number))
    return fell is not None and (fell.side, fell.how, fell.turn, fell.by, fell.by_owner, fell.unique) == (
        told.side,
        told.how,
        told.turn,
        told.by,
        told.by_owner,
        told.unique,
    )


def _has_fates(now: TableNow, told: ev.FatesPublished) -> bool:
    fallen = now.fallen()
    told_here = [(fallen.get((one.figure, one.owner, one.number)), one.fate) for one in told.figures]
    return now.carried.fates_published and all(fell and fell.fate == fate for fell, fate in told_here)


def _not_borne(match: Match, claims: Sequence[Claim]) -> list[Claim]:
    """Goes through the match as it was before each of its corrections, and as it is."""
    left, said = list(claims), dict[int | None, TableNow]()
    for entries in _corrected(match.entries):
        said = _said(match, entries, {claim.seq for claim in left})
        left = [claim for claim in left if claim.seq not in said or not claim.borne(said[claim.seq])]
        if not left:
            return []
    # Fates go from the day to the match as well: one that has yet to take them says nothing against them.
    takes = said[None].carried.fates_published
    return [claim for claim in left if claim.what != FATES or takes]


def _corrected(entries: Sequence[Entry]) -> Iterator[Sequence[Entry]]:
    for place, entry in enumerate(entries):
        if isinstance(entry.event, EventVoided):
            yield entries[:place]
    yield entries


def _said(match: Match, entries: Sequence[Entry], wanted: Set[int | None]) -> dict[int | None, TableNow]:
    """What the match says at the wanted events, and (None) at the last one."""
    state, said = match.rules.initial(match.setup), dict[int | None, TableNow]()
    for entry in standing(entries):
        state = match.rules.evolve(state, entry.event)
        if entry.seq in wanted:
            said[entry.seq] = table_now("", "", match.rules.outcome(state))
    return {**said, None: table_now("", "", match.rules.outcome(state))}
