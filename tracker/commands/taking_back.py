"""What somebody logged last in a match, taken back by its author until anybody builds on it (WL-VOID-01, WL-VOID-05).

Called by the score pad, which offers it and does it by one tap.
"""

from __future__ import annotations

from typing import NamedTuple
from uuid import UUID

from django.utils.translation import gettext as _

from games.frame import EventVoided
from games.replay import check_void
from games.ruleset import SYSTEM, Actor
from tracker import log, warm
from tracker.handle import Answer, Command, StaleVersion, first_use, handle
from tracker.identity import Identity, actor_at
from tracker.inputs import BadInput


class Last(NamedTuple):
    """The entries of the last command, with what followed by itself. `legal`: the rules let its author go back."""

    version: int
    seqs: tuple[int, ...]
    by: Actor
    legal: bool


def last_of(identity: Identity, match: UUID) -> Last | None:
    """The last command in the match if this person gave it; None where somebody else did, or it takes entries back."""
    base = warm.refreshed(warm.get(match))
    rows = log.read(match)[: base.head.version]
    entries = warm.entries_of(base.codec, rows)
    told = [place for place, entry in enumerate(entries) if entry.actor.cause is None]
    author = entries[told[-1]].actor if told else SYSTEM
    mine = actor_at(identity, match, base.rules.sides(base.state), author.player) == author
    if not told or not mine or isinstance(entries[told[-1]].event, EventVoided):
        return None
    first = next((place for place in reversed(told) if rows[place].key), told[-1])
    if sum(place >= first for place in told) > max(rows[first].batch or 1, 1):
        first = told[-1]  # what came after a command with a key had none
    voided = EventVoided(seqs=tuple(entry.seq for entry in entries[first:]), reason="")
    refused, _broken = check_void(base.rules, base.setup, entries, voided, author)
    return Last(base.head.version, voided.seqs, author, not refused)


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
    voided = EventVoided(seqs=last.seqs, reason=_("logged by mistake"))
    version = last.version if expected_version is None else expected_version
    return handle(Command(stream=match, actor=last.by, events=(voided,), expected_version=version, key=key))
