"""The row of a confirmed match: who reached which place, when, and what the game publishes of it for statistics.

A match without a confirmed result has no row. Where the row changes, the ratings of its game are marked as stale from
that week on, in the same transaction, so that no killed worker leaves them wrong. Called by `tracker.projections`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence, Sized
from datetime import datetime
from typing import Any
from uuid import UUID

from games import statistics
from games.match import ResultConfirmed
from games.registry import SYSTEMS
from games.ruleset import DRAW, EVERYONE, Outcome
from tracker import log, moments
from tracker.models import ConfirmedMatch, MatchRow, RatedGame
from tracker.projections.source import Source, overtaken_each, place_of, put_each
from tracker.ratings.history import week_of

Row = Mapping[str, Any]
COMPARED = ("system", "week", "confirmed", "sides", "places")
"""What ratings are made of."""
COUNTED_FOR_NOBODY = (log.PRIVATE, "what_if")
"""Options of a match's setup."""


def save(source: Source) -> None:
    save_each([source])


def save_each(sources: Sequence[Source]) -> None:
    """The rows of several matches. Whoever is overtaken, as the match's own row tells, writes nothing."""
    rows = {one.stream.id: row for one in sources if (row := fields_of(one)) is not None}
    if not rows and not ConfirmedMatch.objects.filter(pk__in=[one.stream.id for one in sources]).exists():
        return
    late = overtaken_each(MatchRow, sources)
    ready = [one for one in sources if one.stream.id not in late]
    wanted = [(one, rows[one.stream.id]) for one in ready if one.stream.id in rows]
    before = ConfirmedMatch.objects.in_bulk([one.stream.id for one in ready])
    gone = before.keys() - {one.stream.id for one, _ in wanted}
    if gone:
        ConfirmedMatch.objects.filter(pk__in=gone).delete()
    if wanted:
        put_each(ConfirmedMatch, wanted)
    for system, week in sorted(_made_stale(before, {one.stream.id: row for one, row in wanted}).items()):
        mark_stale(system, week)


def _made_stale(before: Mapping[UUID, ConfirmedMatch], now: Mapping[UUID, Row]) -> dict[str, int]:
    """Game -> the first week of which its ratings count another match than before."""
    stale: dict[str, int] = {}
    for stream in before.keys() | now.keys():
        was, row = before.get(stream), now.get(stream)
        if was is not None and row is not None and all(getattr(was, name) == row[name] for name in COMPARED):
            continue
        if was is not None:
            _stale(stale, was.system, was.week, was.sides)
        if row is not None:
            _stale(stale, row["system"], row["week"], row["sides"])
    return stale


def _stale(found: dict[str, int], system: str, week: int, sides: Sized) -> None:
    """A game's ratings, unless the match has one side alone (a run of a ladder), which nobody is rated by."""
    if len(sides) > 1:
        found[system] = min(week, found.get(system, week))


def mark_stale(system: str, week: int) -> None:
    """The ratings of a game have to be counted anew from this week on."""
    RatedGame.objects.bulk_create([RatedGame(system=system)], ignore_conflicts=True)
    game = RatedGame.objects.select_for_update().get(system=system)
    if game.stale_from is None or week < game.stale_from:
        game.stale_from = week
        game.save()


def expected(source: Source) -> ConfirmedMatch | None:
    """The row as `save` writes it."""
    row = fields_of(source)
    return None if row is None else ConfirmedMatch(stream_id=source.stream.id, version=source.version, **row)


def fields_of(source: Source) -> dict[str, Any] | None:
    """The row of a match that counts; None unless its result is confirmed."""
    if not counts(source):
        return None
    outcome = source.rules.outcome(source.state)
    if outcome.status != "confirmed" or outcome.incomplete:
        return None
    moment = _confirmed_at(source)
    sides = source.rules.sides(source.state)
    place = place_of(source)
    return {
        "tournament_id": place.tournament if place else None,
        "system": source.stream.system,
        "confirmed": moment,
        "week": week_of(moment),
        "sides": {side: list(players) for side, players in sides.items()},
        "places": places(outcome, list(sides)),
        "facts": _facts(source, outcome, sides),
    }


def counts(source: Source) -> bool:
    """Whether a match counts for ratings and statistics: none of a private campaign does, and none that was only
    supposed (what-if)."""
    return not any(source.setup.options.get(name) for name in COUNTED_FOR_NOBODY)


def _confirmed_at(source: Source) -> datetime:
    """When the result was first confirmed, whoever took that back since."""
    at = next(
        row.recorded
        for row, entry in zip(source.rows, source.entries, strict=True)
        if isinstance(entry.event, ResultConfirmed)
    )
    return moments.clamped(at)


def places(outcome: Outcome, sides: Sequence[str]) -> dict[str, int]:
    """The winner is first; of more than two sides the others follow by their points. A draw shares the first place."""
    if outcome.winner == DRAW and len(sides) < 3:
        return dict.fromkeys(sides, 1)
    reached = {side: (side == outcome.winner, outcome.vp.get(side, 0)) for side in sides}
    if len(sides) < 3:
        reached = {side: (side == outcome.winner, 0) for side in sides}
    return {side: 1 + sum(other > reached[side] for other in reached.values()) for side in sides}


def _facts(source: Source, outcome: Outcome, sides: Mapping[str, tuple[str, ...]]) -> list[list[Any]]:
    published = SYSTEMS[source.stream.system].statistics
    seen = source.rules.visible_to(source.state, EVERYONE)
    told = statistics.read(published, seen.play, outcome, sides)
    return json.loads(json.dumps([[one.statistic, one.side, one.value, one.hit] for one in told]))
