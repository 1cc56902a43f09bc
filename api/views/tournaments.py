"""`tournaments/`: the list, a new one from a preset, one with its options, and what staff do to all of it."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.urls import reverse

from api import inputs, paging
from api.answers import as_json, not_modified, version_tag, viewer_tag
from api.endpoint import Endpoint
from api.errors import Problem, wrong
from api.shapes.tournaments import NewTournament, Tournament, TournamentAction, TournamentDetail
from api.views.access import require_kind, require_rows, standing_of, viewer_of
from api.views.logs import appended
from tracker import commands, selectors
from tracker.handle import Answer
from tracker.identity import Identity, viewer_at
from tracker.models import TournamentRow
from tracker.systems import TOURNAMENT

PARTS = ("players", "rounds", "pairings", "standings", "events", "state", "next", "verify")


class TournamentsView(Endpoint):
    """Tournaments, newest first; `?system=` and `?status=` (running, finished) narrow the list."""

    def get(self, request: Any) -> HttpResponse:
        self.identity.require_scope("read")
        return paging.page(
            self.http_request, self._wanted(), "stream_id", lambda found: [public(row) for row in found]
        )

    def _wanted(self) -> Any:
        """No finer status than `running` can be asked for: it would tell who has a draft."""
        rows = selectors.tournaments()
        system, status = inputs.text(self.http_request, "system"), inputs.text(self.http_request, "status")
        if status not in (None, "running", "finished"):
            raise wrong("?status", "running or finished is legal")
        rows = rows.filter(system=system) if system else rows
        if status == "running":
            return rows.exclude(status="finished")
        return rows.filter(status=status) if status else rows

    def post(self, request: Any) -> HttpResponse:
        asked = inputs.body(self.http_request, NewTournament)
        made = commands.create_tournament(
            self.identity,
            name=asked.name,
            preset=asked.preset,
            options=asked.options,
            key=inputs.idempotency_key(self.http_request),
        )
        detail = detail_of(self.identity, made)
        headers = {"Location": detail.tournament.url, "ETag": version_tag(detail.tournament.version)}
        return as_json(detail, 201, headers)


class TournamentView(Endpoint):
    """One tournament; POST locks or unlocks its lists, or ends it."""

    def get(self, request: Any, stream: UUID) -> HttpResponse:
        row = require_rows(stream, TOURNAMENT)
        etag = viewer_tag(row.version, viewer_of(self.identity, stream), row.projected_version)
        body = not_modified(self.http_request, etag)
        return body or as_json(detail_of(self.identity, stream), headers={"ETag": etag})

    def post(self, request: Any, stream: UUID) -> HttpResponse:
        require_kind(stream, TOURNAMENT)
        return appended(_act(self, stream, inputs.body(self.http_request, TournamentAction)))


def _act(view: Endpoint, stream: UUID, asked: TournamentAction) -> Answer:
    who, options = view.identity, write_options(view)
    match asked.action:
        case "lock_lists":
            return commands.lock_lists(who, stream, **options)
        case "unlock_lists":
            return commands.unlock_lists(who, stream, reason=needed(asked.reason, "$.reason"), **options)
        case "finish":
            return commands.finish(who, stream, **options)


def write_options(view: Endpoint, in_body: int | None = None) -> dict[str, Any]:
    """The version that the decision was made on and the idempotency key, as commands take them."""
    request = view.http_request
    version = inputs.expected_version(request, in_body)
    return {"expected_version": version, "key": inputs.idempotency_key(request)}


def needed(value: str | None, where: str) -> str:
    """A text that this action cannot do without."""
    if not value:
        raise wrong(where, "this action needs it")
    return value


def detail_of(identity: Identity, stream: UUID) -> TournamentDetail:
    """The tournament with its options and where to read on."""
    row = selectors.tournament(stream)
    if row is None:
        raise Problem("not_found")
    viewer = viewer_at(identity, stream, selectors.sides_of(stream))
    links = {part: reverse(f"api:tournament-{part}", args=[stream]) for part in PARTS}
    links["live"] = reverse("api:live", args=[stream])
    head = shown(row) if viewer.role == "staff" else public(row)
    return TournamentDetail(head, row.options, links, standing_of(identity, stream, viewer))


def public(row: TournamentRow) -> Tournament:
    """A row for everybody: a drawn round does not show before it is published."""
    return shown(selectors.without_draft(row))


def shown(row: TournamentRow) -> Tournament:
    """A row as clients see it."""
    return Tournament(
        id=str(row.stream_id),
        url=reverse("api:tournament", args=[row.stream_id]),
        name=row.name,
        system=row.system,
        status=row.status,
        round=row.round,
        rounds=row.rounds,
        players=row.players,
        version=row.version,
    )
