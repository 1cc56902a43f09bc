"""What one stream's news makes of another: a match's confirmed result goes into its tournament, once and in order.

`day_links` does the same between the tables of an event day, in both directions, `chronicle_links` for campaigns.
 Called after a stream has been
projected; safe to run twice, late, or at the same time in two workers, because the tournament's own state tells what
it has already heard, and news is appended only where the tournament still stands as it was compared.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import NamedTuple
from uuid import UUID

from games.match import EventVoided
from games.ruleset import SYSTEM, Event
from tracker import warm
from tracker.after import chronicle_links, day_links
from tracker.handle import Command, CommandRejected, KeyReused, StaleVersion, handle
from tracker.models import Stream
from tracker.projections.source import Place, Source, of_matches, place_of, uuids
from tracker.rulesets.tournament import links
from tracker.rulesets.tournament.events import TournamentFinished
from tracker.rulesets.tournament.links import MatchNow
from tracker.rulesets.tournament.state import TournamentState
from tracker.systems import MATCH, TOURNAMENT

logger = logging.getLogger(__name__)
ATTEMPTS = 50
TOLD_ANEW = (EventVoided, TournamentFinished)
"""After these a tournament asks all its matches again: what it had heard may have been taken back, or be old."""


class Table(NamedTuple):
    """A table of a tournament and what its match said at `version` of its log."""

    place: Place
    now: MatchNow
    version: int


def react(source: Source) -> None:
    """Tells the tournament of a match, or the day and its tables each other, what they do not know yet."""
    day_links.react(source)
    chronicle_links.react(source)
    if source.stream.kind == MATCH and (place := place_of(source)) is not None:
        _settle(Table(place, _now(source), source.version))
    elif source.stream.kind == TOURNAMENT and isinstance(source.entries[-1].event, TOLD_ANEW):
        for table in unheard(source.stream.id, source.state):
            _settle(table)


def unheard(tournament: UUID, state: TournamentState) -> Iterator[Table]:
    """The tables of which the tournament says something else than their matches do."""
    places = _opened(tournament, state)
    for source in of_matches(places):
        for place in places[source.stream.id]:
            found = Table(place, _now(source), source.version)
            if links.news(state, place.round, place.table, found.now) is not None:
                yield found


def _read(place: Place, match: UUID) -> Table | None:
    """None for a match that is not here or cannot be read: it says nothing against its tournament."""
    source = next(of_matches([match]), None)
    return Table(place, _now(source), source.version) if source is not None else None


def _opened(tournament: UUID, state: TournamentState) -> dict[UUID, list[Place]]:
    """Match -> the tables that name it: one, but a log from elsewhere may name matches freely."""
    found: dict[UUID, list[Place]] = {}
    for round_ in state.rounds:
        for table in round_.pairings:
            for match in uuids([table.match or ""]):
                found.setdefault(match, []).append(Place(tournament, round_.round, table.table))
    return found


def _now(source: Source) -> MatchNow:
    return links.match_now(str(source.stream.id), source.rules.outcome(source.state), source.entries)


def _settle(table: Table) -> None:
    """Logs the news of a table, if it is any, on the tournament as it stands.

    The match is looked at after the tournament: whoever read it before another confirmed it, and is late, would else
    take back what the other has told. What comes in between moves the tournament on, and all is looked at again.
    """
    place = table.place
    for _ in range(ATTEMPTS):
        base = warm.current(place.tournament)
        newest = _newest(table)
        if newest is None:
            return
        news = links.news(base.state, place.round, place.table, newest.now)
        if news is None or _tell(base, news, newest.now):
            return
    raise StaleVersion(place.tournament, base.head.version, base.head.version)


def _newest(table: Table) -> Table | None:
    """The same table with what its match says now."""
    match = UUID(table.now.match)
    moved = Stream.objects.filter(id=match, version__gt=table.version).exists()
    return _read(table.place, match) if moved else table


def _tell(base: warm.Warm, news: Event, now: MatchNow) -> bool:
    """False when the tournament has moved on meanwhile.

    The key names both places, so that two workers log one event, and what staff void in the tournament comes again.
    """
    key = f"match:{now.match}:{now.confirmed_at}:{base.head.version}"
    command = Command(
        stream=base.stream, actor=SYSTEM, events=(news,), key=key, expected_version=base.head.version
    )
    try:
        handle(command)
    except StaleVersion:
        return False
    except (CommandRejected, KeyReused) as refused:
        # An older job that comes late, or a tournament that is not this match's any more: `verify` tells of the rest.
        logger.warning(
            "the tournament %s does not take news of match %s: %s", base.stream, now.match, refused
        )
    return True
