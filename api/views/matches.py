"""`matches/`: the list, a new stand-alone match, and one match with everything that made its score."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from uuid import UUID

import msgspec
from django.http import HttpResponse
from django.urls import reverse

from api import display_names, expand, inputs
from api.answers import as_json, read, version_tag
from api.endpoint import Endpoint
from api.shapes.matches import Match, MatchDetail, NewMatch, Seat
from api.views import described
from api.views.access import require_rows, standing_of, viewer_of
from games.ruleset import Setup, Viewer
from tracker import commands, selectors
from tracker.identity import Identity
from tracker.models import MatchRow, Stream
from tracker.moments import written
from tracker.roles import viewer_at
from tracker.systems import MATCH

PARTS = ("events", "state", "score", "next", "verify", "audit")


class MatchesView(Endpoint):
    """Matches, newest first; game, tournament, its round, event day, player and status narrow the list."""

    def get(self, request: Any) -> HttpResponse:
        self.identity.require_scope("read")
        return expand.page(self.http_request, MATCH, self.identity, self._wanted(), shown_matches)

    def _wanted(self) -> Any:
        rows = selectors.matches()
        wanted = inputs.several(self.http_request, "id")
        rows = rows.filter(stream_id__in=wanted) if wanted else rows
        for name, field in (("system", "system"), ("status", "status")):
            value = inputs.text(self.http_request, name)
            rows = rows.filter(**{field: value}) if value else rows
        for name, field in (("tournament", "tournament_id"), ("campaign", "campaign_id")):
            id_ = inputs.identifier(self.http_request, name)
            rows = rows.filter(**{field: id_}) if id_ else rows
        rows = described.of_person(self.http_request, rows, "players")
        round_ = inputs.number(self.http_request, "round")
        return rows.filter(round=round_) if round_ else rows

    def post(self, request: Any) -> HttpResponse:
        asked = inputs.body(self.http_request, NewMatch)
        match = commands.create_match(
            self.identity,
            system=asked.system,
            setup=asked.setup,
            events=[{"type": event.type, "data": event.data} for event in asked.events],
            key=inputs.idempotency_key(self.http_request),
        )
        viewer = viewer_at(self.identity, match, selectors.sides_of(match))
        detail = detail_of(self.identity, match, viewer)
        headers = {"Location": detail.match.url, "ETag": version_tag(detail.match.version)}
        return as_json(detail, 201, headers)


class MatchView(Endpoint):
    """One match: players, score lines with the events that made them, points by turn, and where to read on."""

    def get(self, request: Any, stream: UUID) -> HttpResponse:
        row = require_rows(stream, MATCH)
        viewer = viewer_of(self.identity, stream)
        detail = detail_of(self.identity, stream, viewer)
        parts = expand.asked(self.http_request, MATCH)
        detail.match.expanded = expand.expanded(MATCH, parts, self.identity, stream)
        return read(self.http_request, detail, row.version, viewer)


def detail_of(identity: Any, stream: UUID, viewer: Viewer) -> MatchDetail:
    """The match as one viewer sees it. The score comes from the log itself, so it is never behind."""
    row = selectors.stream_of(stream)
    match = selectors.match(stream)
    setup = msgspec.json.decode(row.setup, type=Setup)
    return MatchDetail(
        match=shown_matches([match])[0] if match else _unopened(row),
        ruleset=row.ruleset,
        edition=setup.edition,
        lines=match.lines if match else [],
        chart=match.chart if match else [],
        links={part: reverse(f"api:match-{part}", args=[stream]) for part in PARTS}
        | {"live": live_url(stream)},
        you=standing_of(identity, stream, viewer),
    )


@expand.part(MATCH, "match")
def _head_part(identity: Identity, viewer: Viewer, stream: UUID) -> Match:
    return detail_of(identity, stream, viewer).match


def live_url(stream: UUID) -> str:
    return reverse("api:live", args=[stream])


def url_of(stream: UUID) -> str:
    return reverse("api:match", args=[stream])


def seats(players: Iterable[str], names: dict[str, str]) -> list[Seat]:
    """The players of one side with their names."""
    return [Seat(player, names.get(player)) for player in players]


def shown_matches(rows: list[MatchRow]) -> list[Match]:
    """Rows as clients see them: one query for the names of all players of the page, five for what is around them."""
    names = selectors.player_names({player for row in rows for side in row.sides.values() for player in side})
    around = selectors.surroundings(rows)
    return [_shown(row, names, around[row.stream_id]) for row in rows]


def _shown(row: MatchRow, names: dict[str, str], around: selectors.Surroundings) -> Match:
    return Match(
        id=str(row.stream_id),
        url=url_of(row.stream_id),
        system=row.system,
        game=display_names.game(row.system),
        status=row.status,
        turn=row.turn,
        sides={side: seats(players, names) for side, players in row.sides.items()},
        vp=row.vp,
        winner=row.winner,
        contested=row.contested,
        tournament=str(row.tournament_id) if row.tournament_id else None,
        tournament_name=around.tournament,
        campaign=str(row.campaign_id) if row.campaign_id else None,
        campaign_name=around.campaign,
        scenario=around.scenario,
        round=row.round,
        table=row.table,
        version=row.version,
        opened_at=written(row.stream.opened_at),
    )


def _unopened(row: Stream) -> Match:
    """A match whose table was not opened yet has no row."""
    return Match(
        id=str(row.id),
        url=url_of(row.id),
        system=row.system,
        game=display_names.game(row.system),
        status="open",
        turn=0,
        sides={},
        vp={},
        winner=None,
        contested=False,
        tournament=None,
        tournament_name=None,
        campaign=None,
        campaign_name=None,
        scenario=None,
        round=None,
        table=None,
        version=row.version,
        opened_at=written(row.opened_at),
    )
