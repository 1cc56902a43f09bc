"""Campaigns: in lists, what one has come to, the matches in it. Queries do not grow with rosters or fighters."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import QuerySet

from tracker import appended, warm
from tracker.models import ChronicleMatchRow, ChronicleRow
from tracker.models.log import NEWEST
from tracker.rulesets.chronicle.definition import Definition
from tracker.rulesets.chronicle.derive import derive
from tracker.rulesets.chronicle.state import ChronicleState
from tracker.rulesets.chronicle.world import World
from tracker.systems import CHRONICLE, uuids


class Standing(NamedTuple):
    """A campaign as its log has it: its definition, the folded log, and what that comes to."""

    stream: UUID
    version: int
    rules: Definition
    state: ChronicleState
    world: World


def chronicles() -> QuerySet[ChronicleRow]:
    """Every campaign, newest first."""
    appended.bring_up_own()
    return ChronicleRow.objects.select_related("stream").order_by(*NEWEST)


def chronicles_of(user: Any) -> QuerySet[ChronicleRow]:
    """The campaigns of which a signed-in user is arbitrator, newest first."""
    return chronicles().filter(stream__membership__user=user)


def chronicles_with(players: Collection[str]) -> QuerySet[ChronicleRow]:
    """The campaigns in which any of these players has a roster, newest first."""
    return chronicles().filter(players__in=uuids(players)).distinct()


def chronicle(stream: UUID) -> Standing | None:
    """A campaign as it stands now, its matches heard as far as can be; None for anything else."""
    appended.bring_up(stream)
    try:
        now = warm.current(stream)
    except warm.UnknownStream:
        return None
    if now.kind != CHRONICLE or not now.state.name:
        return None
    return Standing(stream, now.head.version, now.state.rules, now.state, derive(now.state))


class ToSign(NamedTuple):
    """What still follows a match for one of one's rosters."""

    chronicle: UUID
    name: str
    link: str
    roster: str


def to_sign(players: Collection[str]) -> list[ToSign]:
    """Everything that these players have not signed. One query."""
    rows = ChronicleMatchRow.objects.filter(chronicle__chronicle_row__players__in=uuids(players))
    rows = rows.exclude(unsigned=[]).distinct().select_related("chronicle__chronicle_row")
    return [
        ToSign(row.chronicle_id, row.chronicle.chronicle_row.name, row.link, roster)
        for row in rows
        for roster, player in row.unsigned
        if player in players
    ]


def has_match(chronicle: UUID, match: UUID) -> bool:
    """Whether the match is one of the campaign's."""
    return ChronicleMatchRow.objects.filter(chronicle_id=chronicle, match_id=match).exists()
