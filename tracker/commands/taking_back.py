"""What somebody logged last in a match, taken back by its author until anybody builds on it (WL-VOID-01, WL-VOID-05).

Called by the score pad, which offers it and does it by one tap.
"""

from __future__ import annotations

from typing import NamedTuple
from uuid import UUID

from django.utils.translation import gettext as _

from games.match import OWN_EVENTS, EventVoided
from games.replay import Earlier, before_own_voidings, check_void, disputed, secrets_among, standing
from games.ruleset import SYSTEM, Actor, Entry
from tracker import log, warm
from tracker.handle import Answer, Command, StaleVersion, first_use, handle
from tracker.identity import Identity
from tracker.inputs import BadInput
from tracker.messages import MISTAKE
from tracker.models import Event
from tracker.roles import actor_at
from tracker.warm import Warm


class Last(NamedTuple):
    """The entries of the last command, with what followed by itself. `legal`: the rules let its author go back."""

    version: int
    seqs: tuple[int, ...]
    by: Actor
    legal: bool


def last_of(identity: Identity, match: UUID) -> Last | None:
    """The last command in the match if this person gave it; None where somebody else did. Of a result that is disputed
    it is the one that ended the match, with all that was said of the result; where they took entries back it is the
    one before those."""
    base = warm.refreshed(warm.get(match))
    logged = _newest(base)
    # What is disputed, or was taken back, may stand before what this process has not read yet.
    if logged is None or isinstance(logged.entries[-1].event, (*OWN_EVENTS, EventVoided)):
        logged = _whole(base)
    entries, _taken = before_own_voidings(logged.entries, logged.entries[-1].actor)
    play = len(entries) - disputed(entries)
    told = [place for place in logged.told if place < play]
    author = entries[told[-1]].actor if told else SYSTEM
    mine = actor_at(identity, match, base.rules.sides(base.state), author.player) == author
    if not told or not mine or isinstance(entries[told[-1]].event, EventVoided):
        return None
    first = next((place for place in reversed(told) if logged.rows[place].key), told[-1])
    if play - first > (logged.rows[first].batch or 1):
        first = told[-1]  # what came after a command with a key had none
    voided = EventVoided(seqs=tuple(entry.seq for entry in entries[first:]), reason="")
    refused, _broken = check_void(base.rules, base.setup, logged.entries, voided, author, logged.earlier)
    return Last(base.head.version, voided.seqs, author, not refused)


class _Logged(NamedTuple):
    """The end of a log, and what came before it. `told`: the places of what somebody told, not of what followed."""

    rows: list[Event]
    entries: list[Entry]
    told: list[int]
    earlier: Earlier | None = None


def _whole(base: Warm) -> _Logged:
    rows = log.read(base.stream)[: base.head.version]
    return _logged(rows, warm.entries_of(base.codec, rows))


def _newest(base: Warm) -> _Logged | None:
    """What was logged since this process knew the match before, so that a long log is not read for its end.

    None where that is unknown, or nobody told any of it.
    """
    passed = base.passed
    if passed is None:
        return None
    rows = log.read(base.stream, passed.version, also=[*base.codec.hiding, warm.VOIDING])
    rows = [row for row in rows if row.seq <= base.head.version]
    entries = warm.entries_of(base.codec, rows)
    first = sum(row.seq <= passed.version for row in rows)
    secrets = secrets_among(standing(entries[:first]))
    found = _logged(rows[first:], entries[first:], Earlier(passed.state, tuple(secrets)))
    return found if found.told else None


def _logged(rows: list[Event], entries: list[Entry], earlier: Earlier | None = None) -> _Logged:
    told = [place for place, entry in enumerate(entries) if entry.actor.cause is None]
    return _Logged(rows, entries, told, earlier)


def take_back_last(
    identity: Identity, match: UUID, *, expected_version: int | None = None, key: str | None = None
) -> Answer:
    """Takes one's own last command back.

    Raises `CommandRejected`, `StaleVersion`, or `BadInput` where it is another's.
    """
    first = first_use(match, key) if key else None
    if first is not None:
        return Answer(match, first.first_seq, first.first_seq, 1, True)
    last = last_of(identity, match)
    if last is None:
        now = warm.get(match).head.version
        if expected_version is not None and expected_version != now:
            raise StaleVersion(match, now, expected_version)
        raise BadInput("seqs", _("what stands last is not yours, or takes an entry back itself"))
    voided = EventVoided(seqs=last.seqs, reason=MISTAKE)
    version = last.version if expected_version is None else expected_version
    return handle(Command(stream=match, actor=last.by, events=(voided,), expected_version=version, key=key))
