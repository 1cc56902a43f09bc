"""The start of a round or of an event day taken back: what follows from it by itself, its matches, goes with it, as
long as nobody has logged anything in them. Called by whatever takes entries of a tournament or a day back.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _
from msgspec.structs import replace

from games.codec import tag
from games.match import EventVoided
from games.replay import standing
from games.ruleset import RULES, SYSTEM, Entry
from tracker import log, warm
from tracker.handle import Answer, Command, first_use, handle
from tracker.inputs import BadInput
from tracker.models import Event as EventRow
from tracker.rulesets.campaign.events import DayStarted
from tracker.rulesets.campaign.events import MatchOpened as TableOpened
from tracker.rulesets.tournament.events import MatchOpened, RoundStarted
from tracker.systems import CAMPAIGN, TOURNAMENT

BY_ITSELF = (SYSTEM.role, RULES)
STARTS = {TOURNAMENT: tag(RoundStarted), CAMPAIGN: tag(DayStarted)}
"""Type of the event that opens matches, by kind of stream."""


class Opened(NamedTuple):
    """A match that stands open at a table because its round or day was started: `seq` in the log of the event, and the
    `version` and the standing entries of its own."""

    seq: int
    table: int | str
    match: UUID
    version: int
    entries: tuple[Entry, ...]


def opened_by(stream: UUID, seqs: Sequence[int]) -> tuple[Opened, ...]:
    """The matches that go when these entries of a log go, none where no start of a round or a day is among them.

    Raises `BadInput` where somebody has logged something in one of them.
    """
    base = warm.get(stream)
    start = STARTS.get(base.kind)
    if start is None or not _starts(stream, start) & set(seqs):
        return ()
    entries = standing(warm.entries_of(base.codec, log.read(stream)))
    rounds = {one.event.round for one in entries if one.seq in seqs and isinstance(one.event, RoundStarted)}
    found = tuple(
        _opened(one.seq, one.event)
        for one in entries
        if isinstance(one.event, TableOpened)
        or (isinstance(one.event, MatchOpened) and one.event.round in rounds)
    )
    told = [one.table for one in found if any(entry.actor.role not in BY_ITSELF for entry in one.entries)]
    if told:
        words = {"tables": ", ".join(map(str, told))}
        raise BadInput(
            "seqs",
            _("something is logged already in the matches that were opened, at tables: %(tables)s") % words,
        )
    return found


def _starts(stream: UUID, start: str) -> set[int]:
    """The entries that open matches. Numbers that a client names are no part of the query: no database takes all."""
    return set(EventRow.objects.filter(stream_id=stream, type=start).values_list("seq", flat=True))


def _opened(seq: int, event: MatchOpened | TableOpened) -> Opened:
    match = UUID(event.match)
    base = warm.current(match)
    entries = tuple(standing(warm.entries_of(base.codec, log.read(match)[: base.head.version])))
    return Opened(seq, event.table, match, base.head.version, entries)


def take_back(command: Command) -> Answer:
    """A command that takes entries back, as `handle` does it; matches that a round's start opened go with the start.

    Raises `BadInput` where somebody has logged something in one of them, and what `handle` raises.
    """
    voided, key = command.events[0], command.key
    if not isinstance(voided, EventVoided) or not command.actor.is_staff:
        return handle(command)
    first = first_use(command.stream, key) if key else None
    if first is not None:
        return handle(_as_first(command, voided, first.first_seq))
    opened = opened_by(command.stream, voided.seqs)
    seqs = tuple(sorted({*voided.seqs, *(one.seq for one in opened)}))
    command = (
        replace(command, events=(replace(voided, seqs=seqs), *command.events[1:])) if opened else command
    )
    if command.dry_run or not opened:
        return handle(command)
    with transaction.atomic():
        answer = handle(command)
        for one in opened:
            _close(one, voided.reason)
    return answer


def _as_first(command: Command, voided: EventVoided, seq: int) -> Command:
    """A command that comes again names what it took back the first time: those matches stand open no more."""
    stream = command.stream
    stored = warm.event_of(warm.get(stream).codec, log.read(stream, seq - 1, 1)[0])
    seqs = set(stored.seqs) - set(voided.seqs) if isinstance(stored, EventVoided) else set()
    # A table of a day opens by an event of the same type.
    openings = EventRow.objects.filter(stream_id=stream, seq__in=seqs, type=tag(MatchOpened)).count()
    if not seqs or openings < len(seqs) or not set(voided.seqs) <= set(stored.seqs):
        return command
    return replace(command, events=(replace(voided, seqs=stored.seqs), *command.events[1:]))


def _close(one: Opened, reason: str) -> None:
    voided = EventVoided(seqs=tuple(entry.seq for entry in one.entries), reason=reason)
    if one.entries:
        handle(Command(stream=one.match, actor=SYSTEM, events=(voided,), expected_version=one.version))
