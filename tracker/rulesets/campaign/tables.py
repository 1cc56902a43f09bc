"""The day and its tables: created, described, who came, seated, started, opened. Called by `rules`."""

from __future__ import annotations

from msgspec.structs import replace

from games.judging import repeated
from games.registry import EVENT_DAYS
from tracker.rulesets.campaign.chapter import LEGAL, Check, Fold, Violations, broken, with_table
from tracker.rulesets.campaign.events import (
    CampaignCreated,
    DayStarted,
    MatchOpened,
    Options,
    PlayerCheckedIn,
    PlayerCheckInWithdrawn,
    PlayerRegistered,
    TableAdded,
    TableRemoved,
)
from tracker.rulesets.campaign.state import CampaignState, Table
from tracker.rulesets.described import EventDescribed, is_possible, kept


def check_created(state: CampaignState, event: CampaignCreated) -> Violations:
    """CMP-CRE-02: two different sides, and at least one battlefield, each once. CMP-CRE-03: of a game that has days."""
    options: Options = event.options
    if event.system not in EVENT_DAYS:
        return broken("CMP-CRE-03", system=event.system[:40], legal=sorted(EVENT_DAYS))
    twice = len(options.roles) < len(options.battlefields)
    if options.sides[0] == options.sides[1] or twice or not options.battlefields:
        return broken("CMP-CRE-02", sides=list(options.sides), tables=list(options.roles))
    return LEGAL


def on_created(state: CampaignState, event: CampaignCreated) -> CampaignState:
    return replace(state, created=event)


def check_described(state: CampaignState, event: EventDescribed) -> Violations:
    """CMP-DAY-03: it does not end before it starts, and both are days that exist."""
    return LEGAL if is_possible(event) else broken("CMP-DAY-03", starts=event.starts, ends=event.ends)


def on_described(state: CampaignState, event: EventDescribed) -> CampaignState:
    return replace(state, described=kept(event))


def check_registered(state: CampaignState, event: PlayerRegistered) -> Violations:
    """CMP-REG-01: once per player; coming late is allowed."""
    return broken("CMP-REG-01", player=event.player) if event.player in state.players else LEGAL


def on_registered(state: CampaignState, event: PlayerRegistered) -> CampaignState:
    return replace(state, players={**state.players, event.player: event.club})


def check_checked_in(state: CampaignState, event: PlayerCheckedIn) -> Violations:
    """CMP-REG-02, CMP-REG-03: registered, and not checked in yet."""
    if event.player not in state.players:
        return broken("CMP-REG-02", player=event.player)
    return broken("CMP-REG-03", player=event.player) if event.player in state.here else LEGAL


def on_checked_in(state: CampaignState, event: PlayerCheckedIn) -> CampaignState:
    return replace(state, here=(*state.here, event.player))


def check_check_in_withdrawn(state: CampaignState, event: PlayerCheckInWithdrawn) -> Violations:
    """CMP-REG-02, CMP-REG-04: registered, and checked in."""
    if event.player not in state.players:
        return broken("CMP-REG-02", player=event.player)
    return LEGAL if event.player in state.here else broken("CMP-REG-04", player=event.player)


def on_check_in_withdrawn(state: CampaignState, event: PlayerCheckInWithdrawn) -> CampaignState:
    return replace(state, here=tuple(player for player in state.here if player != event.player))


def check_table_added(state: CampaignState, event: TableAdded) -> Violations:
    """CMP-TAB-01: each battlefield once. Then who sits there."""
    options = state.options
    if event.battlefield not in options.roles or event.battlefield in state.tables:
        left = [key for key in options.roles if key not in state.tables]
        return broken("CMP-TAB-01", table=event.battlefield, legal=left)
    return _seats(state, event)


def _seats(state: CampaignState, event: TableAdded) -> Violations:
    """CMP-TAB-02 (LB-MULTI-01): both sides have players. CMP-TAB-03 (LB-MULTI-02): registered, each at one table."""
    sides = state.options.sides
    if event.sides.keys() != set(sides) or not all(event.sides.values()):
        return broken("CMP-TAB-02", "LB-MULTI-01", table=event.battlefield, sides=list(sides))
    players = [player for side in event.sides.values() for player in side]
    twice = sorted(repeated(players))
    seated = [player for player in players if state.table_of(player)]
    strangers = [player for player in players if player not in state.players]
    if strangers:
        return broken("CMP-REG-02", player=strangers)
    if twice or seated:
        return broken("CMP-TAB-03", "LB-MULTI-02", player=sorted({*twice, *seated}), table=event.battlefield)
    return LEGAL


def on_table_added(state: CampaignState, event: TableAdded) -> CampaignState:
    return with_table(state, Table(event.battlefield, event.sides))


def check_table_removed(state: CampaignState, event: TableRemoved) -> Violations:
    """CMP-TAB-04: only a table that nobody has opened."""
    table = state.tables.get(event.table)
    if table is None or table.match is not None:
        return broken("CMP-TAB-04", table=event.table)
    return LEGAL


def on_table_removed(state: CampaignState, event: TableRemoved) -> CampaignState:
    return replace(state, tables={key: table for key, table in state.tables.items() if key != event.table})


def check_started(state: CampaignState, event: DayStarted) -> Violations:
    """CMP-DAY-01: once, with at least one table."""
    if state.started or not state.tables:
        return broken("CMP-DAY-01", tables=list(state.tables))
    return LEGAL


def on_started(state: CampaignState, event: DayStarted) -> CampaignState:
    return replace(state, started=True)


def check_match_opened(state: CampaignState, event: MatchOpened) -> Violations:
    """CMP-DAY-02: one match for each table of a started day, and no match at two tables. CMP-DAY-04: nobody who sits
    there is waited for.
    """
    table = state.tables.get(event.table)
    used = {other.match for other in state.tables.values()}
    if not state.started or table is None or table.match is not None or event.match in used:
        return broken("CMP-DAY-02", table=event.table)
    missing = list(state.waits_for(table))
    return broken("CMP-DAY-04", table=event.table, player=missing) if missing else LEGAL


def on_match_opened(state: CampaignState, event: MatchOpened) -> CampaignState:
    return with_table(state, replace(state.tables[event.table], match=event.match))


CHAPTER: dict[type, tuple[Check, Fold]] = {
    CampaignCreated: (check_created, on_created),
    EventDescribed: (check_described, on_described),
    PlayerRegistered: (check_registered, on_registered),
    PlayerCheckedIn: (check_checked_in, on_checked_in),
    PlayerCheckInWithdrawn: (check_check_in_withdrawn, on_check_in_withdrawn),
    TableAdded: (check_table_added, on_table_added),
    TableRemoved: (check_table_removed, on_table_removed),
    DayStarted: (check_started, on_started),
    MatchOpened: (check_match_opened, on_match_opened),
}
