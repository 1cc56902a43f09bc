"""Proves the log: chain, rows and heads of every stream, today's judgement, seals, and projections against the log.

Reads everything anew from the database and trusts no cache. Called by `verify-log`, the API's `verify/` and the pages.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any
from uuid import UUID

import msgspec
from django.db import connection
from django.db.models import Exists, F, OuterRef

from games import portable
from games.audit import judge_log
from games.chain import Row, genesis, link
from games.codec import Codec, MalformedEvent, codec_for, tag
from games.portable import BadLog, Mark, PortableLog, actor_from, genesis_of, read_log, verify
from games.replay import refold, rejudge
from games.rulebook import sentence
from games.ruleset import Entry, Ruleset, RuleViolation, Setup
from games.secrets import commitment
from tracker import log, parallel, shots
from tracker.after import reactions
from tracker.exchange import archive
from tracker.models import Event, SealedHead, Snapshot, Stream, triggers
from tracker.projections import ratings, source
from tracker.projections.faults import faults
from tracker.projections.rebuild import Difference, Together, differences, score_difference
from tracker.proof import anchors, seals, witness
from tracker.rulesets.campaign import heard
from tracker.rulesets.tournament.events import RoundDrawn
from tracker.systems import CAMPAIGN, TOURNAMENT, find_rules, uuids

ATTEMPTS = 20
DRAWN = tag(RoundDrawn)
MISPLACED = "the seed of the draw is not made of the log before it"


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is wrong, and where: the stream (None: the installation) and the event's seq (None: the whole stream).

    `older`: no damage; an older version of the program made it, and `rebuild` brings it up to date.
    `notice`: no damage; something that everybody should know.
    """

    stream: str | None
    seq: int | None
    what: str
    older: bool = False
    notice: bool = False


def _misplaced_draws(read: PortableLog) -> Iterator[portable.Problem]:
    """Draws of a file whose seed was not made where they stand."""
    head = genesis_of(read.header)
    for number, line in enumerate(read.lines, start=2):
        if line.type == DRAWN and line.data.get("after") not in (head, None):
            yield portable.Problem(number, line.seq, MISPLACED)
        head = line.hash or head


def damage(found: Iterable[Problem]) -> list[Problem]:
    """The problems but for those that an upgrade left and `rebuild` mends, and for what is only to be known."""
    return [problem for problem in found if not problem.older and not problem.notice]


def verify_file(content: bytes, *, here: bool = False) -> list[Problem]:
    """A portable log, or every log of an exported event. [] means untouched and legal.

    `here`: the seals of this installation are witnesses too; without, no database is needed.
    """
    if not archive.is_archive(content):
        return verify_log(content, here=here)
    try:
        logs = [text for _, text in archive.logs_in(content)]
        found = [problem for text in logs for problem in verify_log(text, here=here)]
        return found or [
            Problem(*clash) for clash in witness.contradictions(read_log(text, find_rules) for text in logs)
        ]
    except BadLog as error:
        return [Problem(None, None, error.problem.what)]


def verify_log(content: bytes, *, here: bool = False) -> list[Problem]:
    """A portable log: untouched since it was written, and legal by the rules of today. [] means both.

    What a copy leaves out may be what makes the rest legal, so refusals are held against whole logs alone.
    """
    name, found, sealed = None, [], []
    try:
        read = read_log(content, find_rules)
        name = read.header.stream
        found = [*verify(read), *_misplaced_draws(read)]
        if here and not found:
            sealed = [Problem(*clash) for clash in witness.against_seals(read)]
        judged = judge_log(read).refused if read.header.complete else []
    except BadLog as error:
        found.append(error.problem)
        judged = []
    broken = [Problem(name, wrong.seq, f"line {wrong.line}: {wrong.what}") for wrong in found]
    return broken + sealed + [_refusal(name, one.seq, one.violations, f"line {one.line}: ") for one in judged]


def verify_database(
    kept: Iterable[Mark] = (), processes: int = 1, progress: parallel.Progress = lambda done, total: None
) -> Iterator[Problem]:
    """Every stream, what could not be followed, rows without a stream, the seals, those too that somebody `kept`, and
    the triggers.
    """
    for name in triggers.missing(connection):
        yield Problem(
            None, None, f"the trigger {name} is missing: the database would accept changes of the log"
        )
    streams = list(Stream.objects.order_by("id").values_list("id", flat=True))
    yield from parallel.over(streams, _verified_each, processes, progress)
    yield from _unfollowed()
    yield from (Problem(None, None, what) for what in ratings.differences())
    yield from _orphans()
    yield from map(_of_seal, seals.problems())
    yield from _anchored()
    yield from kept_seals(kept)
    for row in seals.missing_streams():
        yield Problem(
            str(row.stream), None, f"the stream is missing; a seal knows {row.version} events of it"
        )
    yield from _moved(None)


def _verified_each(streams: Sequence[UUID]) -> list[Problem]:
    """Read together and, where that shows nothing wrong, done; whatever is not sound is looked at by itself."""
    together, sealed = Together(streams), seals.sealed_together(streams)
    shot = {one.stream_id: one for one in Snapshot.objects.filter(stream__in=streams)}
    found = []
    for stream in streams:
        if not _is_sound(together, stream, sealed.get(stream, []), shot.get(stream)):
            if (row := Stream.objects.filter(id=stream).first()) is not None:
                found += verify_stream(row)
            found += _unbound(stream)
    return found


def _is_sound(together: Together, stream: UUID, sealed: list[SealedHead], shot: Snapshot | None) -> bool:
    """A match whose log, judgement, seals, snapshot and rows hold. False tells nothing yet."""
    try:
        source = together.source(stream)
        if source is None or (shot is not None and not _is_ours(shot)):
            return False
        row, rows = source.stream, source.rows
        whole = not _chain_problems(row, rows) and not _refusals(
            row, source.rules, source.setup, source.entries
        )
        return whole and seals.all_bound(sealed, rows) and together.is_sound(stream)
    except Exception:  # whoever looks at it alone tells why
        return False


def kept_seals(kept: Iterable[Mark]) -> Iterator[Problem]:
    """What the seals that somebody kept say against this database."""
    yield from map(_of_seal, filter(None, map(seals.against, kept)))


def _anchored() -> Iterator[Problem]:
    """A key was lost: what its seals prove since then, and what they do not."""
    if (anchor := anchors.newest()) is not None:
        what = (
            f"the key that signed the seals before {anchor.seal} was lost ({anchor.at}: {anchor.reason}); the present "
            "key vouches for their chain since then, and for what was before only those who kept seals do"
        )
        yield Problem(None, None, what, notice=True)


def _of_seal(problem: seals.SealProblem) -> Problem:
    return Problem(None, None, f"seal {problem.number}: {problem.what}")


def _unfollowed() -> Iterator[Problem]:
    for fault in faults():
        since, again = (moment.isoformat(timespec="seconds") for moment in (fault.since, fault.again))
        what = f"its rows cannot be made since {since} ({fault.tries} tries, the next after {again}): {fault.what}"
        yield Problem(str(fault.stream_id), None, what)


def _orphans() -> Iterator[Problem]:
    known = Stream.objects.filter(id=OuterRef("stream_id"))
    rows = Event.objects.filter(~Exists(known)).order_by("stream_id", "seq")
    for stream, seq in rows.values_list("stream_id", "seq"):
        yield Problem(str(stream), seq, "the event belongs to a stream that is missing")


def seal_problems(stream: Stream) -> list[Problem]:
    """What the seals of one stream say against it. Reads these seals and no others."""
    unproven = map(_of_seal, seals.unproven(stream.id))
    return [*unproven, *_moved(stream.id), *_unbound(stream.id)]


def _moved(stream: UUID | None) -> Iterator[Problem]:
    """The first sealed head of each stream that its log contradicts; the later ones follow from it."""
    told: set[UUID] = set()
    for row in seals.moved_heads(stream):
        if row.stream in told or not Stream.objects.filter(id=row.stream).exists():
            continue
        told.add(row.stream)
        cut = not Event.objects.filter(stream=row.stream, seq=row.version).exists()
        what = (
            f"cut: a seal knows {row.version} events"
            if cut
            else "rewritten: a seal knows another hash of this event"
        )
        yield Problem(str(row.stream), row.version, f"the log was {what}")


def _unbound(stream: UUID) -> Iterator[Problem]:
    for row in seals.unbound(stream):
        what = f"a secret, or the digest or size of a request, was changed since seal {row.seal}"
        yield Problem(str(stream), row.version, what)


def verify_stream(stream: Stream) -> list[Problem]:
    """One stream: chain, its own row, today's judgement, and the rows that the pages show. Never fails."""
    try:
        return _verified(stream)
    except Exception as error:
        what = f"the stream cannot be verified: {type(error).__name__}: {error}"
        return [Problem(str(stream.id), None, what)]


def _verified(stream: Stream) -> list[Problem]:
    try:
        rules = find_rules(stream.kind, stream.system)
        setup = msgspec.json.decode(stream.setup, type=Setup)
    except (KeyError, msgspec.DecodeError) as error:
        return [Problem(str(stream.id), None, f"the stream cannot be read: {error}")]
    rows = _rows(stream)
    linked = [*_chain_problems(stream, rows), *_snapshot_problems(stream)]
    entries, malformed = _entries(codec_for(rules), rows)
    if linked or malformed:
        return linked + malformed + _refusals(stream, rules, setup, entries)
    refused = _refusals(stream, rules, setup, entries)
    if refused:
        return refused
    return _derived_problems(stream, rules, setup, entries) if entries else _empty_problems(stream)


def _rows(stream: Stream) -> list[Event]:
    """The rows together with the stream's own row, although somebody may be appending meanwhile."""
    for _ in range(ATTEMPTS):
        version, rows = stream.version, log.read(stream.id)
        stream.refresh_from_db()
        if stream.version == version:
            break
    return rows


def _chain_problems(stream: Stream, rows: list[Event]) -> list[Problem]:
    setup = msgspec.json.decode(stream.setup)
    head = genesis(
        kind=stream.kind, system=stream.system, ruleset=stream.ruleset, setup=setup, stream=str(stream.id)
    )
    problems = []
    for place, row in enumerate(rows, start=1):
        expected = link(head, chain_row(row), row.data.encode())
        if row.type == DRAWN and _misplaced(row.data, head):
            problems.append(Problem(str(stream.id), row.seq, MISPLACED))
        problems += [Problem(str(stream.id), row.seq, what) for what in _row_problems(row, place, expected)]
        head = row.hash
    if stream.private != log.is_private(msgspec.convert(setup, Setup)):
        problems.append(Problem(str(stream.id), None, "the stream's row says otherwise who may see it"))
    if stream.version != len(rows):
        what = f"the stream's row counts {stream.version} events, the log has {len(rows)}"
        problems.append(Problem(str(stream.id), None, what))
    if stream.head != head:
        problems.append(Problem(str(stream.id), None, "the stream's head is not the hash of its last event"))
    return problems


def _misplaced(data: str | bytes, head: str) -> bool:
    """Whether a draw says that its seed was made after another event than the one before it."""
    try:
        return msgspec.json.decode(data).get("after", head) not in (head, None)
    except (msgspec.DecodeError, AttributeError):
        return False


def _row_problems(row: Event, place: int, expected: str) -> Iterator[str]:
    if row.seq != place:
        yield f"event {row.seq} stands where {place} belongs"
    if row.hash != expected:
        yield "the hash does not match the entry and all before it"
    if row.secret is not None and not _keeps_commitment(row.data, row.secret):
        yield "the secret does not match its seal"


def chain_row(row: Event) -> Row:
    """The part of a stored event that its hash covers, its data aside."""
    return Row(
        seq=row.seq,
        type=row.type,
        schema=row.schema,
        side=row.side,
        visibility=row.visibility,
        actor=row.actor,
        at=row.at,
        recorded=row.recorded or None,
        key=row.key,
    )


def _snapshot_problems(stream: Stream) -> Iterator[Problem]:
    """A forged one is never used; but somebody forged it. One that other rules made is old and no fault."""
    for shot in Snapshot.objects.filter(stream=stream.id):
        if not _is_ours(shot):
            yield Problem(str(stream.id), shot.version, "the snapshot was not made by this installation")


def _is_ours(shot: Snapshot) -> bool:
    return shots.holds(shot.mac, shot.stream_id, shot.version, shot.head, shot.rules, bytes(shot.state))


def _keeps_commitment(data: str, secret: str) -> bool:
    try:
        told = msgspec.json.decode(secret)
        return commitment(told["salt"], told["value"]) == msgspec.json.decode(data)["commitment"]
    except (msgspec.DecodeError, KeyError, TypeError, AttributeError):
        return False


def _entries(codec: Codec, rows: list[Event]) -> tuple[list[Entry], list[Problem]]:
    entries, problems = [], []
    for row in rows:
        try:
            event = codec.from_row(row.type, row.schema, row.data, row.secret)
            entries.append(Entry(row.seq, event, actor_from(row.actor)))
        except (MalformedEvent, msgspec.DecodeError, KeyError, TypeError) as error:
            problems.append(Problem(str(row.stream_id), row.seq, f"the event cannot be read: {error}"))
    return entries, problems


def _refusals(stream: Stream, rules: Ruleset[Any, Any], setup: Setup, entries: list[Entry]) -> list[Problem]:
    """What the rules of today refuse."""
    refused = rejudge(rules, setup, entries)[1]
    return [_refusal(str(stream.id), one.entry.seq, one.violations) for one in refused]


def _empty_problems(stream: Stream) -> list[Problem]:
    """A stream without events has neither a score nor rows."""
    what = "the stream has no events, but a score or rows"
    nothing = stream.score == "{}" and stream.projected_version == 0 and not differences(stream.id)
    return [] if nothing else [Problem(str(stream.id), None, what)]


def _derived_problems(
    stream: Stream, rules: Ruleset[Any, Any], setup: Setup, entries: list[Entry]
) -> list[Problem]:
    """A score row or rows of pages that do not follow from the log. Only an unbroken, legal log can tell."""
    state = refold(rules, setup, entries)
    scored = score_difference(stream.score, rules.outcome(state))
    found = [*([scored] if scored else []), *differences(stream.id)]
    if stream.kind == TOURNAMENT:
        found += map(Difference, _contradicted(stream, state))
    if stream.kind == CAMPAIGN:
        found += map(Difference, _unborne(heard.Match(rules, setup, entries), state))
    return [Problem(str(stream.id), None, what, older) for what, older in found]


def _contradicted(stream: Stream, state: Any) -> Iterator[str]:
    """Results that are not those of the matches. What a job has yet to carry over is late, not wrong."""
    for table in reactions.unheard(stream.id, state):
        if Stream.objects.filter(id=table.now.match, projected_version=F("version")).exists():
            place = f"round {table.place.round}, table {table.place.table}"
            yield f"{place}: the ranking counts another result than match {table.now.match} has"


def _unborne(day: heard.Match, state: Any) -> Iterator[str]:
    """What the day heard of its tables and their logs do not bear out."""
    opened = uuids(table.match or "" for table in state.tables.values())
    read = {str(one.stream.id): one for one in source.of_matches(opened)}
    followed = {name for name, one in read.items() if one.stream.version == one.stream.projected_version}
    matches = {name: heard.Match(one.rules, one.setup, one.entries) for name, one in read.items()}
    for found in heard.unheard(day, matches):
        if found.what != heard.END or found.match in followed:
            yield f"table {found.table}, match {found.match}, event {found.seq}: {found.what}"


def _refusal(stream: str | None, seq: int, violations: Sequence[RuleViolation], where: str = "") -> Problem:
    broken = "; ".join(f"{violation.rule}: {sentence(violation, 'en')}" for violation in violations)
    return Problem(stream, seq, f"{where}the rules of today refuse it: {broken}")
