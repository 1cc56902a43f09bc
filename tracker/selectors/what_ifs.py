"""What-if forks of campaigns: one's own, and what one of them comes to.

A fork is the real log up to an entry, then what its owner assumes. It is read here and nowhere else: no row, feed,
rating or export knows of it.
"""

from __future__ import annotations

from typing import NamedTuple
from uuid import UUID

from django.db.models import QuerySet

from tracker import log, warm
from tracker.identity import Identity
from tracker.models import WhatIf
from tracker.rulesets.chronicle.derive import derive
from tracker.rulesets.chronicle.state import ChronicleState
from tracker.selectors.chronicles import Standing
from tracker.systems import CHRONICLE


class Fork(NamedTuple):
    """A what-if: its row, the campaign as the fork has it, and whether the real log has the entry that it names."""

    row: WhatIf
    now: Standing
    holds: bool


def what_ifs(identity: Identity, stream: UUID) -> QuerySet[WhatIf]:
    """One's own forks of a campaign, the newest first."""
    return WhatIf.objects.filter(chronicle_id=stream, user=identity.user.pk)


def what_if(identity: Identity, id_: UUID) -> Fork | None:
    """One's own fork; None for anybody else's."""
    row = WhatIf.objects.filter(pk=id_, user=identity.user.pk).first()
    return fork_of(row) if row is not None else None


def fork_of(row: WhatIf) -> Fork:
    """What it comes to."""
    base = warm.get(row.chronicle_id)
    state: ChronicleState = warm.past(base, row.at)
    holds = entry_hash(row.chronicle_id, row.at) == row.hash
    for one in row.entries:
        state = base.rules.evolve(state, base.codec.from_payload(one["type"], one["data"]))
    now = Standing(row.chronicle_id, row.at, state.rules, state, derive(state))
    return Fork(row, now, holds)


def entry_hash(stream: UUID, at: int) -> str | None:
    """The hash of an entry of a campaign's log; None where there is none."""
    if warm.get(stream).kind != CHRONICLE or at < 1:
        return None
    rows = log.read(stream, after=at - 1, limit=1)
    return rows[0].hash if rows else None
