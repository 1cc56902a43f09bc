"""`runs/`: scored runs, one of them down to its events, and a run logged without any tournament."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.urls import reverse

from api import inputs, paging
from api.answers import as_json, not_modified, version_tag
from api.endpoint import Endpoint
from api.errors import Problem
from api.shapes import ladders as shapes
from api.shapes.matches import Seat
from api.views import described, ladders
from api.views.matches import url_of as match_url
from tracker import commands
from tracker.models import RunRow
from tracker.moments import written
from tracker.selectors import ladders as found
from tracker.selectors.ladders import LadderKey, Placed

NARROWED = ("system", "board", "character", "status")


class RunsView(Endpoint):
    """Runs, newest first; `?player=`, `?system=`, `?board=`, `?character=`, `?status=`, `?season=` narrow the list."""

    judges = True

    def get(self, request: Any) -> HttpResponse:
        self.identity.require_scope("read")
        return paging.page(
            self.http_request, self._wanted(), paging.STREAMS, lambda rows: list(map(shown, rows))
        )

    def _wanted(self) -> Any:
        season = ladders.season_asked(self.http_request)
        row = found.season(season) if season else None
        rows = found.runs_in(row) if row else found.runs()
        for name in NARROWED:
            value = inputs.text(self.http_request, name)
            rows = rows.filter(**{name: value}) if value else rows
        return described.of_person(self.http_request, rows, "player")

    def post(self, request: Any) -> HttpResponse:
        asked = inputs.body(self.http_request, shapes.NewRun)
        run = commands.log_run(
            self.identity,
            player=asked.player,
            run=asked.run,
            system=asked.system,
            at=inputs.moment(asked.at),
            key=inputs.idempotency_key(self.http_request),
            dry_run=asked.dry_run,
        )
        if asked.dry_run:
            return as_json(shapes.RunLogged(None, None, None))
        address = reverse("api:run", args=[run])
        body = shapes.RunLogged(str(run), match_url(run), address, detail_of(run))
        return as_json(body, 201, {"Location": address})


class RunView(Endpoint):
    """One run: every event that changed its score, and where its player stands."""

    def get(self, request: Any, stream: UUID) -> HttpResponse:
        self.identity.require_scope("read")
        detail = detail_of(stream)
        if detail is None:
            raise Problem("not_found")
        etag = version_tag(detail.run.version, detail)
        return not_modified(self.http_request, etag) or as_json(detail, headers={"ETag": etag})


def detail_of(stream: UUID) -> shapes.RunDetail | None:
    """The run as it is scored; None for a match that is none, or is not scored yet."""
    row = found.run(stream)
    if row is None:
        return None
    places = found.places_of_run(row)
    return shapes.RunDetail(
        shown(row), [_step(row, step) for step in row.steps], [_place(row, one) for one in places]
    )


def shown(row: RunRow) -> shapes.Run:
    """A run as clients see it."""
    return shapes.Run(
        id=str(row.pk),
        url=reverse("api:run", args=[row.pk]),
        match=match_url(row.pk),
        system=row.system,
        board=row.board,
        player=Seat(str(row.player_id), row.player.name) if row.player else None,
        character=row.character,
        rank=row.rank,
        figures=row.figures,
        status=row.status,
        by_staff=row.by_staff,
        counts=row.counts,
        detail=row.detail,
        started=written(row.started),
        recorded=written(row.recorded),
        version=row.version,
    )


def _step(row: RunRow, step: dict[str, Any]) -> shapes.Step:
    event = f"{reverse('api:match-events', args=[row.pk])}?after={step['seq'] - 1}&limit=1"
    return shapes.Step(step["seq"], step["turn"], step["figures"], event)


def _place(row: RunRow, one: Placed) -> shapes.PlaceOfRun:
    entry = one.entry
    key = LadderKey(entry.system, entry.board, entry.season_id, entry.character)
    return shapes.PlaceOfRun(
        season=str(entry.season_id) if entry.season_id else None,
        character=entry.character or None,
        place=one.place,
        shared=one.shared,
        best=entry.run_id == row.pk,
        url=ladders.url_of(key),
    )
