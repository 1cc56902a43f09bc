"""Ladders, seasons and runs: one page of a ladder with its places, a player's places, the runs behind them.

A place is one more than the entries with a higher score, so equal scores share it. Queries do not grow with runs.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Count, Max, OuterRef, Q, QuerySet, Subquery, UUIDField
from django.db.models.functions import Coalesce

from tracker import appended
from tracker.kept_queries import Kept
from tracker.models import LadderEntry, RunRow, SamePerson, SeasonRow
from tracker.models.ladders import ladder_id
from tracker.selectors.matches import brought_up


class LadderKey(NamedTuple):
    """Which ladder: `season` None is all time, `character` "" any character."""

    system: str
    board: str
    season: UUID | None = None
    character: str = ""

    @property
    def id(self) -> UUID:
        return ladder_id(self.season, self.system, self.board, self.character)


class Placed(NamedTuple):
    """An entry with its place; `shared` when others hold the same."""

    place: int
    shared: bool
    entry: LadderEntry


class Standing(NamedTuple):
    """What a list of ladders tells of one: how many players, and who leads."""

    board: str
    character: str
    players: int
    first: LadderEntry | None


def seasons(system: str | None = None) -> QuerySet[SeasonRow]:
    """The seasons, the latest first."""
    appended.bring_up_own()
    rows = SeasonRow.objects.select_related("stream").order_by("-starts", "-stream_id")
    return rows.filter(system=system) if system else rows


def season(stream: UUID) -> SeasonRow | None:
    """One season, brought up."""
    return brought_up(_SEASON, stream)


_SEASON = Kept(lambda stream: SeasonRow.objects.filter(pk=stream).select_related("stream"), UUIDField())


def seasons_of(user: Any) -> QuerySet[SeasonRow]:
    """The seasons of which a signed-in user is staff, the latest first."""
    return seasons().filter(stream__membership__user=user)


def ladders(system: str, season: UUID | None) -> list[Standing]:
    """Every ladder of a season with somebody on it, by board and character. Two queries."""
    appended.bring_up_own()
    rows = LadderEntry.objects.filter(system=system, season=season)
    told = rows.values("ladder", "board", "character").annotate(players=Count("id"), top=Max("score"))
    found = list(told.order_by("board", "character"))
    tops = Q(pk__in=[])
    for one in found:
        tops |= Q(ladder=one["ladder"], score=one["top"])
    first: dict[UUID, LadderEntry] = {}
    for entry in LadderEntry.objects.filter(tops).select_related("player").order_by("run_id"):
        first.setdefault(entry.ladder, entry)
    return [
        Standing(one["board"], one["character"], one["players"], first.get(one["ladder"])) for one in found
    ]


def entries(key: LadderKey) -> QuerySet[LadderEntry]:
    """A ladder from the top; of equal scores the older log first, which decides nothing."""
    appended.bring_up_own()
    rows = LadderEntry.objects.filter(ladder=key.id).select_related("player")
    return rows.order_by("-score", "run_id")


def stretch(key: LadderKey, cursor: str | None, length: int) -> tuple[list[Placed], str | None]:
    """At most `length` places that follow `cursor` (None: the top), and the cursor of what follows them.

    A cursor is a score and a run, so it stays right while runs come in. Raises ValueError for any other text.
    """
    rows = entries(key)
    if cursor is not None:
        score, _, run = cursor.partition("-")
        rows = rows.filter(Q(score__lt=int(score)) | Q(score=int(score), run_id__gt=UUID(run)))
    found = list(rows[: length + 1])
    more = len(found) > length
    last = found[length - 1] if more else None
    return placed(found[:length]), f"{last.score}-{last.run_id.hex}" if last else None


def size(key: LadderKey) -> int:
    """How many players stand on the ladder."""
    return LadderEntry.objects.filter(ladder=key.id).count()


def placed(rows: list[LadderEntry]) -> list[Placed]:
    """One stretch of a ladder with its places: two queries, however long it is."""
    if not rows:
        return []
    ladder, scores = rows[0].ladder, {row.score for row in rows}
    place = LadderEntry.objects.filter(ladder=ladder, score__gt=rows[0].score).count() + 1
    same = LadderEntry.objects.filter(ladder=ladder, score__in=scores).order_by()
    equal = dict(same.values_list("score").annotate(Count("id")))
    found: list[Placed] = []
    for before, row in zip([None, *rows], rows, strict=False):
        if before is not None and before.score != row.score:
            place += equal[before.score]
        found.append(Placed(place, equal[row.score] > 1, row))
    return found


def places_of(players: Iterable[Any], **narrowed: Any) -> list[Placed]:
    """Where these players stand as the persons who they are, the best boards first; one query."""
    appended.bring_up_own()
    higher = LadderEntry.objects.filter(ladder=OuterRef("ladder"), score__gt=OuterRef("score"))
    equal = LadderEntry.objects.filter(ladder=OuterRef("ladder"), score=OuterRef("score"))
    asked = set(players)
    persons = Q(player_id__in=SamePerson.objects.filter(player_id__in=asked).values("person_id"))
    rows = LadderEntry.objects.filter(persons | Q(player_id__in=asked), **narrowed).select_related("player")
    rows = rows.annotate(above=_counted(higher), same=_counted(equal))
    return [
        Placed(row.above + 1, row.same > 1, row)
        for row in rows.order_by("board", "character", "-season_id", "-score", "run_id")
    ]


def _counted(rows: QuerySet[LadderEntry]) -> Coalesce:
    counted = rows.order_by().values("ladder").annotate(many=Count("id")).values("many")
    return Coalesce(Subquery(counted), 0)


def my_places(key: LadderKey, players: Iterable[Any]) -> list[Placed]:
    """The places of these players on one ladder."""
    return places_of(players, ladder=key.id)


def places_of_run(row: RunRow) -> list[Placed]:
    """Where the player of a run stands on its board."""
    return places_of([row.player_id], system=row.system, board=row.board) if row.player_id else []


def run(stream: UUID) -> RunRow | None:
    """One run, brought up; None for a match that is none."""
    return brought_up(_RUN, stream)


_RUN = Kept(
    lambda stream: RunRow.objects.filter(pk=stream).select_related("player", "stream__match"), UUIDField()
)


def runs(system: str | None = None) -> QuerySet[RunRow]:
    """Every scored run, those too that do not count, the latest first."""
    appended.bring_up_own()
    rows = RunRow.objects.select_related("player", "stream").order_by("-started", "-stream_id")
    return rows.filter(system=system) if system else rows


def runs_of(person: Iterable[Any]) -> QuerySet[RunRow]:
    """The runs of one person, under each of these ids, the latest first."""
    return runs().filter(player_id__in=list(person))


def runs_in(season: SeasonRow) -> QuerySet[RunRow]:
    """The runs that were started in a season and came in time, those too that do not count, the latest first."""
    rows = runs(season.system).filter(started__gte=season.starts)
    rows = rows.filter(started__lt=season.ends) if season.ends else rows
    return rows.filter(recorded__lte=season.closed) if season.closed else rows
