"""`ratings/`, `players/ID/ratings/`, `statistics/`: public, the same for everybody."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import msgspec
from django.http import HttpResponse
from django.utils.translation import gettext as _

from api import inputs
from api.answers import JSON
from api.endpoint import Endpoint
from api.errors import Problem, wrong
from api.shapes import ratings as shapes
from api.shapes.matches import Seat
from api.views.ladders import tagged
from games.registry import SYSTEMS
from tracker import selectors
from tracker.counts import SURE, Line
from tracker.moments import written
from tracker.ratings.history import DUEL, MANY
from tracker.selectors import ratings as found
from tracker.selectors.persons import players_of_person
from tracker.selectors.statistics import Span, UnknownSpan, statistics_of

CHANGES = 100
"""Matches that are told of one player."""


class RatingsView(Endpoint):
    """One list of a game."""

    def get(self, request: Any, system: str) -> HttpResponse:
        self.identity.require_scope("read")
        if system not in SYSTEMS:
            raise Problem("not_found")
        scale: Any = inputs.text(self.http_request, "scale") or DUEL
        if scale not in (DUEL, MANY):
            raise wrong("?scale", _("duel or many is legal"))
        rows = found.rated(system, scale)
        names = selectors.player_names(str(one.row.person) for one in rows)
        told = [_rating(one, names) for one in rows]
        body = shapes.Ratings(system, scale, SYSTEMS[system].tables.name, told)
        return tagged(self.http_request, msgspec.json.encode(body), JSON)


class PlayerRatingsView(Endpoint):
    """A player's ratings in one game, explained match by match."""

    def get(self, request: Any, player: UUID, system: str) -> HttpResponse:
        self.identity.require_scope("read")
        if system not in SYSTEMS or not selectors.players_named([player]).exists():
            raise Problem("not_found")
        person = players_of_person(player)
        changes = found.opened(list(found.shares(person, system)[:CHANGES]))
        own = [one for one in found.ratings_of(person) if one.row.system == system]
        ids = {row.person for one in changes for row in one.others} | {one.row.person for one in own}
        names = selectors.player_names(map(str, ids))
        body = shapes.PlayerRatings(
            [_rating(one, names) for one in own], [_change(one, names) for one in changes]
        )
        return tagged(self.http_request, msgspec.json.encode(body), JSON)


class StatisticsView(Endpoint):
    """What the confirmed matches of a game, an event or a season come to."""

    def get(self, request: Any, system: str) -> HttpResponse:
        self.identity.require_scope("read")
        event = inputs.identifier(self.http_request, "tournament")
        season = inputs.identifier(self.http_request, "season")
        try:
            told = statistics_of(Span(system, event, season))
        except UnknownSpan:
            raise Problem("not_found") from None
        results = [
            shapes.Statistic(
                one.key, one.kind.name, one.kind.counts, [_share(name, line) for name, line in one.lines]
            )
            for one in told.tables
        ]
        body = shapes.Statistics(system, told.matches, SURE, results)
        return tagged(self.http_request, msgspec.json.encode(body), JSON)


def _seat(person: UUID, names: dict[str, str]) -> Seat:
    return Seat(str(person), names.get(str(person)))


def _rating(one: found.Rated, names: dict[str, str]) -> shapes.Rating:
    row: Any = one.row
    return shapes.Rating(
        system=row.system,
        scale=row.scale,
        player=_seat(row.person, names),
        place=one.place,
        rating=round(one.rating.rating, 2),
        deviation=round(one.rating.deviation, 2),
        provisional=one.provisional,
        matches=row.matches,
        won=row.won,
        drawn=row.drawn,
        lost=one.lost,
    )


def _change(share: found.Share, names: dict[str, str]) -> shapes.RatingChange:
    one: Any = share.change
    return shapes.RatingChange(
        match=str(one.match_id),
        scale=one.scale,
        confirmed=written(share.confirmed),
        rating=round(one.rating, 2),
        deviation=round(one.deviation, 2),
        expected=round(one.expected, 4),
        score=one.score,
        gain=round(one.gain, 2),
        after=round(one.after_rating, 2),
        others=[
            shapes.RatedFoe(_seat(row.person, names), round(row.rating, 2), round(row.deviation, 2))
            for row in share.others
        ],
    )


def _share(name: Any, line: Line) -> shapes.Share:
    low, high = line.interval
    share = line.hits / line.trials if line.is_sure else None
    return shapes.Share(
        value=line.value,
        name=name,
        picks=line.picks,
        of=line.of,
        hits=line.hits,
        trials=line.trials,
        share=None if share is None else round(share, 4),
        low=None if share is None else round(low, 4),
        high=None if share is None else round(high, 4),
    )
