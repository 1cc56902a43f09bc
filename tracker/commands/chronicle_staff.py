"""The arbitrator of a campaign: adjustments, cycles, amended rules, corrections."""

from __future__ import annotations

from collections.abc import Mapping
from uuid import UUID

import msgspec

from tracker.commands.because import said
from tracker.commands.chronicle_streams import (
    log_one,
    short,
    state_of,
)
from tracker.commands.clocks import now_after
from tracker.commands.streams import staff_actor
from tracker.handle import Answer
from tracker.identity import Identity
from tracker.ids import uuid7
from tracker.inputs import BadInput
from tracker.rulesets.chronicle import events as ev


def adjust(
    identity: Identity,
    stream: UUID,
    *,
    verb: str,
    target: str = "",
    reason: str,
    roster: str = "",
    fighter: str = "",
    amount: int = 0,
    key: str | None = None,
) -> Answer:
    """The arbitrator's hand, for everybody to read."""
    staff_actor(identity, stream)
    told = {
        "type": "adjusted",
        "id": f"adjust-{short(key) if key else uuid7().hex[-12:]}",
        "verb": verb,
        "target": target,
        "reason": said(reason),
        "roster": roster,
        "fighter": fighter,
        "amount": amount,
        "at": now_after(state_of(stream).last),
    }
    try:
        event = msgspec.convert(told, ev.Adjusted)
    except msgspec.ValidationError as error:
        raise BadInput("adjustment", str(error)) from None
    return log_one(identity, stream, event, key=key)


def close_cycle(
    identity: Identity,
    stream: UUID,
    cycle: int,
    *,
    expected_version: int | None = None,
    key: str | None = None,
) -> Answer:
    """The cycle is over: income, what ends, and perhaps the campaign."""
    staff_actor(identity, stream)
    event = ev.CycleClosed(cycle=cycle, at=now_after(state_of(stream).last))
    return log_one(identity, stream, event, expected_version=expected_version, key=key)


def amend_definition(
    identity: Identity,
    stream: UUID,
    definition: str,
    reason: str,
    *,
    expected_version: int | None = None,
    key: str | None = None,
) -> Answer:
    """The rules of the campaign change from its next cycle on. Raises `CommandRejected` with what is wrong, by line."""
    staff_actor(identity, stream)
    why, at = said(reason, most=500), now_after(state_of(stream).last)
    event = ev.DefinitionAmended(definition=definition, reason=why, at=at)
    return log_one(identity, stream, event, expected_version=expected_version, key=key)


def accept_correction(
    identity: Identity,
    stream: UUID,
    link: str,
    preview: str,
    answers: Mapping[str, str],
    *,
    expected_version: int | None = None,
    key: str | None = None,
) -> Answer:
    """What a match says now counts, as the preview showed it; or, without a match, answers to open questions."""
    staff_actor(identity, stream)
    event = ev.CorrectionAccepted(link=link, preview=preview, answers=dict(answers))
    return log_one(identity, stream, event, expected_version=expected_version, key=key)
