"""The ladders, from the rows of runs and seasons: each person's best run, per season, board and character.

`settle` makes right what one stream touches. It runs after the stream's own row was committed: whoever commits
second sees the other, so a run and a season that are scored at the same moment find each other. The entries of a person
are made anew from all runs of all players who are that person while those are locked, so jobs may come twice, late,
shuffled, or die half-way, and leave the same rows. Called by `tracker.projections`, and where persons are joined.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID, uuid5

from django.db import transaction
from django.db.models import Q, QuerySet

from games.registry import LADDERS
from tracker.models import LadderEntry, Player, RunRow, SamePerson, SeasonRow
from tracker.models.ladders import ladder_id
from tracker.projections.source import Source
from tracker.systems import MATCH, SEASON

AT_ONCE = 200
"""Persons locked together when a season is settled."""

COPIED = ("system", "board", "figures", "score", "rank", "status", "by_staff", "started", "version")
FIELDS = [field.name for field in LadderEntry._meta.concrete_fields if not field.primary_key]
COLUMNS = tuple(field.attname for field in LadderEntry._meta.concrete_fields)
KEY = COLUMNS.index("id")
READ = tuple(field.attname for field in RunRow._meta.concrete_fields if field.name != "steps")
"""What is read of entries and of runs: as plain rows, since a season has thousands of both."""


class Span(NamedTuple):
    """Which runs of a system its ladders take: all, or those of a season."""

    system: str
    season: UUID | None = None
    starts: datetime | None = None
    ends: datetime | None = None
    closed: datetime | None = None

    def holds(self, run: Run) -> bool:
        """Started within the span; a log that begins after the closing comes too late."""
        after = self.starts is None or self.starts <= run.started
        before = self.ends is None or run.started < self.ends
        in_time = self.closed is None or run.recorded <= self.closed
        return self.system == run.system and after and before and in_time


Run = Any
"""A row of a run as `READ` names it."""


class Best(NamedTuple):
    """The best run of an entry, and how many runs there are to choose from."""

    ladder: UUID
    season: UUID | None
    person: UUID
    character: str
    run: Run
    runs: int


class Persons(NamedTuple):
    """Who is whom: `same` leads from a player to the player by whose id the person goes."""

    same: Mapping[UUID, UUID]

    def of(self, player: UUID) -> UUID:
        return self.same.get(player, player)

    def players(self, persons: Container[UUID]) -> list[UUID]:
        """Those who were joined to these persons."""
        return [player for player, person in self.same.items() if person in persons]


def settle(source: Source, also: Iterable[UUID] = ()) -> None:
    """The ladders that this stream can have changed; `also` are players who stood there by rows that are gone."""
    if source.stream.kind == SEASON:
        settle_season(source.stream.id)
    elif source.stream.kind == MATCH and source.stream.system in LADDERS:
        settle_runs([source.stream.id], also)


def settle_each(sources: Iterable[Source]) -> None:
    """The same for several matches, whose players are locked together."""
    if runs := [one.stream.id for one in sources if one.stream.system in LADDERS]:
        settle_runs(runs)


def players_of(*streams: UUID, also: Iterable[UUID] = ()) -> QuerySet[Player]:
    """Whose entries these runs can change: the runners', and those of whom they were before a correction."""
    now, before = RunRow.objects.filter(pk__in=streams), LadderEntry.objects.filter(run_id__in=streams)
    anybody = Q(id__in=now.values("player_id")) | Q(id__in=before.values("player_id"))
    return Player.objects.filter(anybody | Q(id__in=list(also)))


def settle_runs(streams: Sequence[UUID], also: Iterable[UUID] = ()) -> None:
    """Every entry of the players of these runs. A match that never was a run touches nobody."""
    if also or _are_runs(streams):
        settle_people(players_of(*streams, also=also).values_list("id", flat=True))


def settle_people(players: Iterable[UUID]) -> None:
    """Every entry of the persons who these players are.

    Once more when a season or a person changed meanwhile, since the job that did it cannot have seen what was written
    here.
    """
    named = set(players)
    known: tuple[list[Span], Persons] | None = None
    while known != (known := (_spans(), Persons(SamePerson.persons()))):
        spans, persons = known
        people = {persons.of(player) for player in named}
        with transaction.atomic():
            locked = _lock({*named, *people, *persons.players(people)})
            runs = RunRow.objects.filter(player_id__in=locked)
            _make(runs, LadderEntry.objects.filter(player_id__in=locked), spans, persons)


def _are_runs(streams: Sequence[UUID]) -> bool:
    """Whether any of these is a run, or was one before a correction."""
    now, before = RunRow.objects.filter(pk__in=streams), LadderEntry.objects.filter(run_id__in=streams)
    return now.exists() or before.exists()


def settle_season(season: UUID) -> None:
    """Every ladder of one season, some persons at a time; once more when a person changed meanwhile."""
    row = SeasonRow.objects.filter(pk=season).first()
    runs = _in_season(row) if row else RunRow.objects.none()
    spans = [_span(row)] if row else []
    entries = LadderEntry.objects.filter(season_id=season)
    persons: Persons | None = None
    while persons != (persons := Persons(SamePerson.persons())):
        players = {player for rows in (runs, entries) for player in rows.values_list("player_id", flat=True)}
        people = sorted(set(map(persons.of, players)))
        for at in range(0, len(people), AT_ONCE):
            some = set(people[at : at + AT_ONCE])
            with transaction.atomic():
                locked = _lock({*some, *persons.players(some)})
                mine = runs.filter(player_id__in=locked), entries.filter(player_id__in=locked)
                _make(*mine, spans, persons)


def _lock(players: Iterable[UUID]) -> list[UUID]:
    """Nobody else makes entries of these players meanwhile. In order of id, so that nobody waits in a ring."""
    rows = Player.objects.filter(id__in=list(players)).order_by("id")
    return list(rows.select_for_update(no_key=True).values_list("id", flat=True))


def _in_season(row: SeasonRow) -> QuerySet[RunRow]:
    runs = RunRow.objects.filter(system=row.system, counts=True, started__gte=row.starts)
    return runs.filter(started__lt=row.ends) if row.ends else runs


def _span(row: SeasonRow) -> Span:
    return Span(row.system, row.pk, row.starts, row.ends, row.closed)


def _spans() -> list[Span]:
    return [*map(Span, LADDERS), *map(_span, SeasonRow.objects.order_by("pk"))]


def _make(
    runs: QuerySet[RunRow], entries: QuerySet[LadderEntry], spans: list[Span], persons: Persons
) -> None:
    """Makes `entries` what `runs` and `spans` say, writing only what differs."""
    wanted = _wanted(runs.filter(counts=True).values_list(*READ, named=True), spans, persons)
    made = {id_: _entry(id_, best) for id_, best in wanted.items()}
    kept = {row[KEY]: row for row in entries.values_list(*COLUMNS)}
    gone = kept.keys() - made.keys()
    if gone:
        LadderEntry.objects.filter(id__in=gone).delete()
    changed = [
        LadderEntry(**dict(zip(COLUMNS, row, strict=True)))
        for id_, row in made.items()
        if kept.get(id_) != row
    ]
    if changed:
        LadderEntry.objects.bulk_create(
            changed, update_conflicts=True, unique_fields=["id"], update_fields=FIELDS, batch_size=100
        )


def _wanted(runs: Iterable[Run], spans: Iterable[Span], persons: Persons) -> dict[UUID, Best]:
    """Id of an entry -> the best run of its person there."""
    found: dict[UUID, Best] = {}
    for run in runs:
        person = persons.of(run.player_id)
        for span in spans:
            for character in {run.character, ""} if span.holds(run) else ():
                ladder = ladder_id(span.season, run.system, run.board, character)
                id_ = uuid5(ladder, str(person))
                before = found.get(id_)
                best = run if before is None or _order(run) < _order(before.run) else before.run
                runs_here = before.runs + 1 if before else 1
                found[id_] = Best(ladder, span.season, person, character, best, runs_here)
    return found


def _order(run: Run) -> tuple[Any, ...]:
    """The best first: higher score, then the earlier one."""
    return -run.score, run.started, run.stream_id


def _entry(id_: UUID, best: Best) -> tuple[Any, ...]:
    """The row of an entry, as `COLUMNS` name it."""
    row = {name: getattr(best.run, name) for name in COPIED}
    row |= {"id": id_, "ladder": best.ladder, "season_id": best.season, "character": best.character}
    row |= {"player_id": best.person}
    row |= {"runs": best.runs, "run_id": best.run.stream_id, "played_as": best.run.character}
    return tuple(row[name] for name in COLUMNS)
