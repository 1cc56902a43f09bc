"""The secrets of a finished stream, checked one by one against what was committed to. Called by the API's `audit/`."""

from __future__ import annotations

from typing import NamedTuple
from uuid import UUID

from games.codec import tag
from games.ruleset import SecretEvent
from games.secrets import check_commitment, secret_of
from tracker import log, warm


class Kept(NamedTuple):
    """A secret event: whether the kept value is the committed one; None when the server was never told it."""

    seq: int
    type: str
    commitment: str
    holds: bool | None


def commitments(stream: UUID) -> list[Kept]:
    """Every secret of the stream, in order; never the value."""
    codec = warm.get(stream).codec
    events = ((row.seq, warm.event_of(codec, row)) for row in log.read(stream))
    return [_kept(seq, event) for seq, event in events if isinstance(event, SecretEvent) and event.commitment]


def _kept(seq: int, event: SecretEvent) -> Kept:
    holds = None if secret_of(event) is None else not check_commitment(event)
    return Kept(seq, tag(type(event)), event.commitment, holds)
