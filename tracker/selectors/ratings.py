"""The ratings of a game, of a person, and what every match did for them. Names are asked for apart, and once.

Who was forgotten stands on no list; what their matches did for others stays.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import NamedTuple
from uuid import UUID

from django.db.models import QuerySet

from tracker import appended
from tracker.models import ConfirmedMatch, Player, RatedGame, RatingChange, RatingRow, SamePerson
from tracker.ratings import history
from tracker.ratings.glicko2 import Rating
from tracker.ratings.history import Standing
from tracker.systems import uuids


class Rated(NamedTuple):
    """A person on a list. `place`: None while provisional, shared by whom pages show with the same number. `rating` as
    it stands this week."""

    row: RatingRow
    rating: Rating
    provisional: bool
    place: int | None = None

    @property
    def shown(self) -> int:
        """The rating as pages show it."""
        return round(self.rating.rating)

    @property
    def lost(self) -> int:
        return self.row.matches - self.row.won - self.row.drawn


class Share(NamedTuple):
    """What one match did for a person: the change, the others of the match as they were counted, and when."""

    change: RatingChange
    others: list[RatingChange]
    confirmed: datetime


def rated(system: str, scale: str) -> list[Rated]:
    """Everybody on one list: the sure ratings from the top, then the provisional ones."""
    _up_to_date(system)
    known = Player.objects.filter(forgotten_at=None).values("pk")
    found = [_now(row) for row in RatingRow.objects.filter(system=system, scale=scale, person__in=known)]
    found.sort(key=lambda one: (one.provisional, -one.rating.rating, one.row.person))
    places: dict[int, int] = {}
    for at, one in enumerate(found, start=1):
        places.setdefault(one.shown, at)
    return [one if one.provisional else one._replace(place=places[one.shown]) for one in found]


def ratings_of(person: Iterable[UUID]) -> list[Rated]:
    """Every rating of the players who are one person, without their places."""
    rows = RatingRow.objects.filter(person__in=list(person)).order_by("system", "scale")
    return [_now(row) for row in rows]


def shown_ratings(system: str, players: Iterable[str]) -> dict[str, int | None]:
    """Player -> the rating that the list of duels shows for the person, rounded; who stands on no list is left out."""
    _up_to_date(system)
    ids = {player: str(player) for player in uuids(players)}
    person = dict(SamePerson.objects.filter(player__in=ids).values_list("player_id", "person_id"))
    of = {player: person.get(player, player) for player in ids}
    known = Player.objects.filter(forgotten_at=None, pk__in=of.values()).values("pk")
    rows = RatingRow.objects.filter(system=system, scale=history.DUEL, person__in=known)
    shown = {row.person: _now(row).shown for row in rows}
    return {ids[player]: max(1, shown[one]) for player, one in of.items() if one in shown}


def shares(person: Iterable[UUID], system: str) -> QuerySet[RatingChange]:
    """What the matches of a game did for a person, the last one first."""
    _up_to_date(system)
    rows = RatingChange.objects.filter(person__in=list(person), system=system)
    return rows.order_by("-week", "scale", "-number")


def opened(changes: list[RatingChange]) -> list[Share]:
    """The same with the others of each match: two queries for all."""
    matches = [one.match_id for one in changes]
    moments = dict(ConfirmedMatch.objects.filter(pk__in=matches).values_list("pk", "confirmed"))
    everybody: dict[UUID, list[RatingChange]] = {}
    for row in RatingChange.objects.filter(match__in=matches).order_by("person"):
        everybody.setdefault(row.match_id, []).append(row)
    return [
        Share(
            one,
            [row for row in everybody[one.match_id] if row.person != one.person],
            moments.get(one.match_id, history.monday_of(one.week)),
        )
        for one in changes
    ]


def _now(row: RatingRow) -> Rated:
    standing = Standing(Rating(row.rating, row.deviation, row.volatility), row.week, row.matches)
    rating = history.now(standing, row.scale, history.week_of(datetime.now(UTC)))
    return Rated(row, rating, history.is_provisional(rating, row.scale))


def _up_to_date(system: str) -> None:
    """What this process appended is counted; a page says so when the rest waits for a job."""
    appended.bring_up_own()
    if RatedGame.objects.filter(system=system, stale_from__isnull=False).exists():
        appended.leave_behind(appended.ANEW)
