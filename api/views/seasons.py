"""`seasons/`: spans of time in which runs are ranked together; made, changed, closed and reopened by their staff."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.urls import reverse

from api import inputs, paging
from api.answers import as_json, not_modified, version_tag
from api.endpoint import Endpoint
from api.errors import Problem, wrong
from api.shapes import ladders as shapes
from api.views.access import require_kind
from api.views.logs import appended
from api.views.tournaments import needed, write_options
from tracker import commands, moments, selectors
from tracker.folding import called
from tracker.models import SeasonRow
from tracker.moments import BadMoment, written
from tracker.rulesets.season.state import SeasonState
from tracker.selectors import ladders as found
from tracker.systems import SEASON


class SeasonsView(Endpoint):
    """Seasons, newest first; `?system=` and `?name=` narrow the list. POST makes one."""

    def get(self, request: Any) -> HttpResponse:
        self.identity.require_scope("read")
        rows, name = (
            found.seasons(inputs.text(self.http_request, "system")),
            inputs.text(self.http_request, "name"),
        )
        rows = called(rows, name) if name else rows
        return paging.page(self.http_request, rows, paging.STREAMS, lambda rows: list(map(shown, rows)))

    def post(self, request: Any) -> HttpResponse:
        asked = inputs.body(self.http_request, shapes.NewSeason)
        made = commands.create_season(
            self.identity,
            name=asked.name,
            system=asked.system,
            starts=_moment(asked.starts, "$.starts"),
            ends=None if asked.ends is None else _moment(asked.ends, "$.ends"),
            key=inputs.idempotency_key(self.http_request),
        )
        season = season_of(made)
        return as_json(season, 201, {"Location": season.url, "ETag": version_tag(season.version)})


class SeasonView(Endpoint):
    """One season; POST changes, closes or reopens it."""

    def get(self, request: Any, stream: UUID) -> HttpResponse:
        self.identity.require_scope("read")
        require_kind(stream, SEASON)
        season = season_of(stream)
        etag = version_tag(season.version)
        return not_modified(self.http_request, etag) or as_json(season, headers={"ETag": etag})

    def post(self, request: Any, stream: UUID) -> HttpResponse:
        require_kind(stream, SEASON)
        asked = inputs.body(self.http_request, shapes.SeasonAction)
        options = write_options(self, asked.expected_version)
        if asked.action == "close":
            return appended(commands.close_season(self.identity, stream, **options))
        if asked.action == "reopen":
            reason = needed(asked.reason, "$.reason")
            return appended(commands.reopen_season(self.identity, stream, reason=reason, **options))
        told: dict[str, Any] = {
            "name": needed(asked.name, "$.name"),
            "starts": _moment(needed(asked.starts, "$.starts"), "$.starts"),
            "ends": None if asked.ends is None else _moment(asked.ends, "$.ends"),
        }
        return appended(commands.change_season(self.identity, stream, **told, **options))


def _moment(text: str, where: str) -> datetime:
    try:
        return moments.exact(text)
    except BadMoment as error:
        raise wrong(where, str(error)) from None


def season_of(stream: UUID) -> shapes.Season:
    """The season as its own log has it: never behind. Raises `Problem` when its creation was voided."""
    now = selectors.current_state(stream)
    state: SeasonState = now.state
    if not state.name:
        raise Problem("not_found")
    times = (state.starts, state.ends, state.closed)
    return _shape(stream, state.name, now.system, times, now.head.version)


def shown(row: SeasonRow) -> shapes.Season:
    """A season of the list."""
    times = [written(moment) if moment else None for moment in (row.starts, row.ends, row.closed)]
    return _shape(row.pk, row.name, row.system, (times[0] or "", times[1], times[2]), row.version)


def _shape(
    stream: UUID, name: str, system: str, times: tuple[str, str | None, str | None], version: int
) -> shapes.Season:
    return shapes.Season(
        id=str(stream),
        url=reverse("api:season", args=[stream]),
        name=name,
        system=system,
        starts=times[0],
        ends=times[1],
        closed=times[2],
        ladders=f"{reverse('api:ladders')}?season={stream}",
        version=version,
    )
