"""Carries news between an event day and its tables, in both directions: each thing once, in order, and late if need be.

What is missing is found by comparing the two states (`rulesets.campaign.links`), and appended only if the stream still
stands where it was compared. So it does no harm to look twice, late, out of order or from two workers at once, and a
worker killed in between leaves nothing half-done: whoever looks next goes on. Called by `tracker.after.reactions`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any
from uuid import UUID

from games.replay import judge
from games.ruleset import SYSTEM, Event
from tracker import appended, log, warm
from tracker.commands.campaigns import open_table
from tracker.handle import Command, CommandRejected, KeyReused, StaleVersion, handle
from tracker.projections.source import Source, day_of
from tracker.rulesets.campaign import links
from tracker.rulesets.campaign.links import TableNow
from tracker.rulesets.campaign.state import CampaignState
from tracker.systems import CAMPAIGN, MATCH, uuids
from tracker.warm import UnknownStream, Warm

LIMIT = 1000
"""More things than a table and its day can have to tell each other."""


class Restless(Exception):
    """A day and a table that never come to rest: a fault, and better an unfinished job than an endless one."""


def react(source: Source) -> None:
    """After a match: its table. After the day: every table, those first that open because somebody has come."""
    if source.stream.kind == CAMPAIGN:
        if source.state.created is not None and source.state.options.check_in:
            _open_ready(source.stream.id)
        for key in source.state.tables:
            settle(source.stream.id, key)
    elif source.stream.kind == MATCH:
        place = day_of(source)
        if place is not None:
            settle(place.campaign, place.table)


def _open_ready(day: UUID) -> None:
    """Opens the tables at which everybody is now. One that cannot be opened keeps no other one closed."""
    now = warm.current(day)
    for table in now.state.to_open():
        try:
            open_table(now, table)
        except (StaleVersion, KeyReused, CommandRejected):
            continue  # somebody was faster, or its day has moved on meanwhile


def settle(day: UUID, key: str) -> None:
    """Lets the day and one of its tables tell each other everything, then tells what has changed."""
    touched: dict[UUID, int] = {}
    with appended.held():
        for _ in range(LIMIT):
            if not (_tell_day(day, key, touched) or _tell_table(day, key, touched)):
                break
        else:
            raise Restless(f"{day} {key}")
    for stream, version in touched.items():
        appended.tell(stream, version)


def _tell_day(day: UUID, key: str, touched: dict[UUID, int]) -> bool:
    """One piece of news for the day; False when there is none."""
    both = _both(day, key)
    if both is None:
        return False
    here, there, now = both
    news = links.next_news(here.state, now, _seqs(there))
    return news is not None and _append(here, there, news, touched)


def _tell_table(day: UUID, key: str, touched: dict[UUID, int]) -> bool:
    """One event that the table's log should hold and can take now; False when there is none."""
    both = _both(day, key)
    if both is None:
        return False
    here, there, now = both
    for type_, data in links.orders(here.state, now):
        event = there.codec.from_payload(type_, data)
        if not judge(there.rules, there.state, event, SYSTEM):
            return _append(there, here, event, touched)
    return False


def _both(day: UUID, key: str) -> tuple[Warm, Warm, TableNow] | None:
    """The day and the match of a table as they stand; None while there is none, or only one of them is here."""
    here = warm.current(day)
    state: CampaignState = here.state
    table = state.tables.get(key)
    match = next(iter(uuids([table.match or ""])), None) if table else None
    if table is None or table.match is None or match is None:
        return None
    try:
        there = warm.current(match)
    except UnknownStream:
        return None
    return here, there, links.table_now(key, table.match, there.rules.outcome(there.state))


def _seqs(there: Warm) -> Callable[[Any], int]:
    """Names the events of the match that tell something; the log is read when the first is asked for."""

    @cache
    def traced() -> dict[Any, int]:
        rows = log.read(there.stream, limit=there.head.version)
        return links.traced(there.rules, there.setup, warm.entries_of(there.codec, rows))

    return lambda key: traced()[key]


def _append(to: Warm, of: Warm, event: Event, touched: dict[UUID, int]) -> bool:
    """True when it is worth looking again: the event stands, or somebody was faster."""
    key = f"{of.stream}:{of.head.version}:{to.head.version}"
    version = to.head.version
    try:
        command = Command(stream=to.stream, actor=SYSTEM, events=(event,), expected_version=version, key=key)
        touched[to.stream] = handle(command).version
    except (StaleVersion, KeyReused):
        return True
    except CommandRejected:
        return False
    return True
