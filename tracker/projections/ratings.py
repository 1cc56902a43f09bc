"""The ratings of a game, counted from its confirmed matches in order, from the first week that is stale.

`settle` counts what is stale; it holds the game's row meanwhile and writes only what differs, so jobs may come twice,
late, shuffled, or die half-way. `differences` counts everything from nothing and compares: `verify-log` and `rebuild`.
Called by `tracker.projections`, by `jobs` and by `rebuild`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any
from uuid import UUID, uuid5

from django.conf import settings
from django.db import models, transaction
from django.db.models import F, Max, Min, Window

from tracker.models import ConfirmedMatch, RatedGame, RatingChange, RatingRow, SamePerson
from tracker.projections.confirmed import mark_stale
from tracker.ratings import history
from tracker.ratings.glicko2 import Rating
from tracker.ratings.history import DUEL, MANY, Change, Played, Standing
from tracker.systems import uuids

NAMES = UUID("6f0d3a52-5e0d-4c55-9f5c-6b6f0f7a2c11")
AT_ONCE = 1000
"""Confirmed matches that are counted beside the work that made them stale; more are left to a job of their own."""

Known = dict[str, Standing]
Made = tuple[list[RatingChange], dict[UUID, RatingRow]]


def settle(system: str, most: int | None = None) -> bool:
    """Counts what is stale; False when that were more than `most` matches, and nothing was done."""
    if not RatedGame.objects.filter(system=system, stale_from__isnull=False).exists():
        return True
    with transaction.atomic():
        game = RatedGame.objects.select_for_update().get(system=system)
        if game.stale_from is None:
            return True
        since = game.stale_from
        if most is not None and _matches(system, since).count() > most:
            return False
        _write(system, since, _counted(system, since))
        game.stale_from = None
        game.save()
    return True


def settle_soon(system: str) -> bool:
    """Counts what is stale if it is little, and leaves much to the job; all of it where jobs run in the web process."""
    return settle(system, None if settings.CELERY_TASK_ALWAYS_EAGER else AT_ONCE)


def stale() -> list[str]:
    """The games whose ratings wait to be counted."""
    return list(RatedGame.objects.filter(stale_from__isnull=False).values_list("system", flat=True))


def waiting() -> dict[str, int]:
    """Game -> how many confirmed matches wait to be counted, for the games that are stale."""
    rows = RatedGame.objects.filter(stale_from__isnull=False).order_by("system")
    return {one.system: _matches(one.system, one.stale_from).count() for one in rows}


def persons_changed(persons: Iterable[UUID]) -> list[str]:
    """These players became one person, or are none any more: marks their games as stale, and names them.

    Their matches are looked at as well as their changes: two who were one person had none of those that they played
    against each other.
    """
    people, first = list(persons), dict[str, int]()
    for rows in (
        RatingChange.objects.filter(person__in=people),
        ConfirmedMatch.objects.filter(stream__match__players__in=people),
    ):
        for system, week in rows.order_by().values_list("system").annotate(Min("week")):
            first[system] = min(week, first.get(system, week))
    for system in sorted(first):
        mark_stale(system, first[system])
    return sorted(first)


def _matches(system: str, since: int | None) -> models.QuerySet[ConfirmedMatch]:
    rows = ConfirmedMatch.objects.filter(system=system).order_by("confirmed", "stream_id")
    return rows if since is None else rows.filter(week__gte=since)


def _played(system: str, since: int | None) -> dict[str, list[Played]]:
    """Scale -> what counts of it, in the order of confirmation."""
    same = {str(one): str(person) for one, person in SamePerson.objects.values_list("player_id", "person_id")}
    found: dict[str, list[Played]] = {DUEL: [], MANY: []}
    rows = _matches(system, since).values_list("stream_id", "week", "sides", "places")
    for stream, week, sides, places in rows.iterator():
        people = tuple(tuple(same.get(one, one) for one in seated) for seated in sides.values())
        known = len(uuids(one for side in people for one in side)) == sum(map(len, people))
        if known and history.counts(people):
            one = Played(str(stream), week, people, tuple(places[side] for side in sides))
            found[one.scale].append(one)
    return found


def _before(system: str, scale: str, week: int) -> Known:
    """Where everybody stood before this week."""
    rows = RatingChange.objects.filter(system=system, scale=scale, week__lt=week)
    last = Window(Max("number"), partition_by=F("person"))
    newest = rows.annotate(last=last).filter(number=F("last"))
    return {str(row.person): _standing(row) for row in newest}


def _standing(row: RatingChange) -> Standing:
    rating = Rating(row.after_rating, row.after_deviation, row.after_volatility)
    return Standing(rating, row.week, row.number, row.won, row.drawn)


def _counted(system: str, since: int | None) -> Made:
    """The changes of all matches since a week, and where they leave everybody who was in one of them."""
    changes: list[RatingChange] = []
    rows: dict[UUID, RatingRow] = {}
    for scale, played in _played(system, since).items():
        known = {} if since is None else _before(system, scale, since)
        if since is not None:
            rows.update(_rows_of(system, scale, known))
        for change in history.changes(scale, played, known):
            changes.append(_change_row(system, scale, change))
            rows.update(_rows_of(system, scale, {change.person: change.after}))
    return changes, rows


def _rows_of(system: str, scale: str, standings: Known) -> Iterator[tuple[UUID, RatingRow]]:
    for person, standing in standings.items():
        id_ = uuid5(NAMES, f"{system} {scale} {person}")
        yield (
            id_,
            RatingRow(
                id=id_,
                system=system,
                scale=scale,
                person=UUID(person),
                rating=standing.rating.rating,
                deviation=standing.rating.deviation,
                volatility=standing.rating.volatility,
                week=standing.week,
                matches=standing.matches,
                won=standing.won,
                drawn=standing.drawn,
            ),
        )


def _change_row(system: str, scale: str, change: Change) -> RatingChange:
    after = change.after
    return RatingChange(
        id=uuid5(UUID(change.match), change.person),
        match_id=UUID(change.match),
        system=system,
        scale=scale,
        person=UUID(change.person),
        week=after.week,
        number=after.matches,
        rating=change.before.rating,
        deviation=change.before.deviation,
        expected=change.expected,
        score=change.score,
        gain=change.gain,
        after_rating=after.rating.rating,
        after_deviation=after.rating.deviation,
        after_volatility=after.rating.volatility,
        won=after.won,
        drawn=after.drawn,
    )


def _write(system: str, since: int, made: Made) -> None:
    changes, rows = made
    _put(RatingChange, RatingChange.objects.filter(system=system, week__gte=since), changes)
    _put(RatingRow, RatingRow.objects.filter(system=system), list(rows.values()))


def _put(model: type[Any], stored: models.QuerySet[Any], wanted: list[Any]) -> None:
    """Makes `stored` what is `wanted`, writing only what differs."""
    kept = {row.id: row for row in stored}
    new = {row.id: row for row in wanted}
    if gone := kept.keys() - new.keys():
        for some in _packs(sorted(gone)):
            model._default_manager.filter(id__in=some).delete()
    changed = [row for id_, row in new.items() if id_ not in kept or _values(row) != _values(kept[id_])]
    names = [field.name for field in model._meta.concrete_fields if not field.primary_key]
    model._default_manager.bulk_create(
        changed, update_conflicts=True, unique_fields=["id"], update_fields=names, batch_size=50
    )


def _packs(ids: list[UUID]) -> Iterator[list[UUID]]:
    for at in range(0, len(ids), 500):
        yield ids[at : at + 500]


def _values(row: models.Model) -> tuple[Any, ...]:
    return tuple(getattr(row, field.attname) for field in row._meta.concrete_fields)


def differences() -> Iterator[str]:
    """What the stored ratings of games that are not stale show and their confirmed matches do not give."""
    waiting = set(stale())
    for system in systems():
        if system not in waiting:
            yield from _differences(system)


def systems() -> list[str]:
    """The games that have ratings, or should have."""
    found: set[str] = set()
    for model in (ConfirmedMatch, RatingChange, RatingRow):
        found.update(model._default_manager.order_by().values_list("system", flat=True).distinct())
    return sorted(found)


def _differences(system: str, counted: Made | None = None) -> Iterator[str]:
    changes, rows = counted or _counted(system, None)
    for model, made in ((RatingChange, changes), (RatingRow, list(rows.values()))):
        stored = {row.pk: row for row in model._default_manager.filter(system=system)}
        wanted = {row.pk: row for row in made}
        for id_ in sorted(stored.keys() | wanted.keys()):
            if id_ not in wanted or id_ not in stored or _values(stored[id_]) != _values(wanted[id_]):
                row: Any = wanted.get(id_) or stored[id_]
                match = f", match {row.match_id}" if model is RatingChange else ""
                yield (
                    f"{system}: the rating of {row.person} ({row.scale}{match}) is not what the confirmed "
                    "matches give"
                )


def rebuild(system: str) -> list[str]:
    """Counts a game's ratings from nothing; tells what was different."""
    with transaction.atomic():
        mark_stale(system, -(2**31))
        game = RatedGame.objects.select_for_update().get(system=system)
        made = _counted(system, None)
        found = list(_differences(system, made))
        if found:
            _write(system, game.stale_from or 0, made)
        game.stale_from = None
        game.save()
    return found
