"""`campaigns/`: event days, their tables, cards, fallen and overall result, and what staff do with them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

import msgspec
from django.http import HttpResponse
from django.urls import reverse

from api import display_names, inputs, paging
from api.answers import as_json, read, version_tag
from api.endpoint import Endpoint
from api.errors import Problem
from api.shapes import campaigns as shapes
from api.shapes.tournaments import PlayersIn
from api.views import described
from api.views.access import require_kind, require_rows, standing_of, viewer_of
from api.views.logs import appended
from api.views.matches import seats
from api.views.tournaments import needed, new_players, write_options
from tracker import commands, selectors
from tracker.folding import called
from tracker.handle import Answer
from tracker.identity import Identity
from tracker.models import CampaignRow, DayTableRow, FallenRow
from tracker.moments import written
from tracker.roles import open_code, viewer_at
from tracker.systems import CAMPAIGN

OF_ROWS = (selectors.DESCRIBED, selectors.HERE)
"""What the row keeps beside the options of the day."""
PARTS = ("players", "tables", "arcana", "fallen", "result", "events", "state", "next", "verify")


class CampaignsView(Endpoint):
    """Event days, newest first; game, status, name, player, place and first day narrow the list. POST makes one."""

    def get(self, request: Any) -> HttpResponse:
        self.identity.require_scope("read")
        return paging.page(
            self.http_request, self._wanted(), paging.STREAMS, lambda found: [shown(row) for row in found]
        )

    def _wanted(self) -> Any:
        rows = selectors.campaigns()
        for field in ("system", "status"):
            value = inputs.text(self.http_request, field)
            rows = rows.filter(**{field: value}) if value else rows
        rows = described.narrowed(self.http_request, rows)
        name = inputs.text(self.http_request, "name")
        rows = called(rows, name) if name else rows
        return described.of_person(self.http_request, rows, "players")

    def post(self, request: Any) -> HttpResponse:
        asked = inputs.body(self.http_request, shapes.NewCampaign)
        made = commands.create_campaign(
            self.identity,
            name=asked.name,
            system=asked.system,
            options=asked.options,
            key=inputs.idempotency_key(self.http_request),
        )
        detail = detail_of(self.identity, made)
        headers = {"Location": detail.campaign.url, "ETag": version_tag(detail.campaign.version)}
        return as_json(detail, 201, headers)


class DayPart(Endpoint):
    """The base of what lies below a day: GET answers `shown` unless the caller has it already."""

    def shown(self, stream: UUID) -> Any:
        """What GET answers."""
        raise NotImplementedError

    def get(self, request: Any, stream: UUID) -> HttpResponse:
        row = require_rows(stream, CAMPAIGN)
        viewer = viewer_of(self.identity, stream)
        return read(self.http_request, self.shown(stream), row.version, viewer)


class CampaignView(DayPart):
    """One day; POST starts or finishes it."""

    def shown(self, stream: UUID) -> Any:
        return detail_of(self.identity, stream)

    def post(self, request: Any, stream: UUID) -> HttpResponse:
        require_kind(stream, CAMPAIGN)
        asked = inputs.body(self.http_request, shapes.CampaignAction)
        acts: dict[str, Callable[..., Any]] = {"start": commands.start_day, "finish": commands.finish_day}
        options = write_options(self, asked.expected_version)
        return appended(acts[asked.action](self.identity, stream, **options))


class DayPlayersView(DayPart):
    """Who plays, and who of them is there; staff see claim codes. POST registers new players."""

    def shown(self, stream: UUID) -> Any:
        staff, row = viewer_of(self.identity, stream).role == "staff", _row(stream)
        return {"results": [_player(self.identity, row, one, staff) for one in selectors.day_players(stream)]}

    def post(self, request: Any, stream: UUID) -> HttpResponse:
        require_kind(stream, CAMPAIGN)
        asked = inputs.body(self.http_request, PlayersIn)
        people = new_players(asked.players)
        key = inputs.idempotency_key(self.http_request)
        made = commands.enter(self.identity, stream, people, present=asked.check_in, key=key)
        row = _row(stream)
        return as_json({"results": [_player(self.identity, row, one, True) for one in made]}, 201)


def _player(identity: Identity, day: CampaignRow, player: Any, staff: bool) -> dict[str, Any]:
    told = {"player": str(player.id), "name": player.name, "club": player.club}
    told["checked_in"] = selectors.is_here(day, str(player.id))
    return {**told, "claim_code": open_code(identity, player, day.stream_id)} if staff else told


class DayPlayerView(Endpoint):
    """POST: a player is there, or is not after all."""

    def post(self, request: Any, stream: UUID, player: UUID) -> HttpResponse:
        require_kind(stream, CAMPAIGN)
        asked = inputs.body(self.http_request, shapes.DayEntrantAction)
        acts: dict[str, Callable[..., Answer]] = {
            "check_in": commands.check_in,
            "undo_check_in": commands.undo_check_in,
        }
        key = inputs.idempotency_key(self.http_request)
        return appended(acts[asked.action](self.identity, stream, player=player, key=key))


class DayTablesView(DayPart):
    """The tables with their points; POST lays one and seats its players."""

    def shown(self, stream: UUID) -> Any:
        rows = list(selectors.day_tables(stream))
        names = selectors.player_names({p for row in rows for side in row.sides.values() for p in side})
        return {"results": [_table(row, names) for row in rows]}

    def post(self, request: Any, stream: UUID) -> HttpResponse:
        require_kind(stream, CAMPAIGN)
        asked = inputs.body(self.http_request, shapes.NewTable)
        key = inputs.idempotency_key(self.http_request)
        answer = commands.add_table(
            self.identity, stream, battlefield=asked.battlefield, sides=asked.sides, key=key
        )
        return appended(answer)


def _table(row: DayTableRow, names: dict[str, str]) -> shapes.DayTable:
    match = getattr(row.match, "match", None) if row.match else None
    return shapes.DayTable(
        battlefield=row.battlefield,
        role=row.role,
        sides={side: seats(players, names) for side, players in row.sides.items()},
        match=str(row.match_id) if row.match_id else None,
        status=match.status if match else "laid",
        turn=match.turn if match else 0,
        vp=match.vp if match else {},
        result=row.result,
        fates_published=row.fates_published,
    )


class ArcanaView(DayPart):
    """The cards earned so far; POST enters one that was earned, or sends one to a table."""

    def shown(self, stream: UUID) -> Any:
        fields = shapes.Arcanum.__struct_fields__[1:]
        rows = selectors.arcana(stream)
        return {"results": [shapes.Arcanum(row.card, *(getattr(row, f) for f in fields)) for row in rows]}

    def post(self, request: Any, stream: UUID) -> HttpResponse:
        require_kind(stream, CAMPAIGN)
        asked = inputs.body(self.http_request, shapes.ArcanumIn)
        told = {"arcana": asked.arcana, "table": asked.table, **write_options(self)}
        if asked.action == "send":
            return appended(commands.grant_arcanum(self.identity, stream, **told))
        side = needed(asked.side, "$.side")
        return appended(commands.create_arcanum(self.identity, stream, side=side, **told))


class FallenView(DayPart):
    """Who fell, table by table; POST publishes the fates of whole tables."""

    def shown(self, stream: UUID) -> Any:
        rows = list(selectors.fallen(stream))
        names = selectors.player_names({row.owner for row in rows if len(row.owner) == 36})
        return {"results": [_fallen(row, names) for row in rows]}

    def post(self, request: Any, stream: UUID) -> HttpResponse:
        require_kind(stream, CAMPAIGN)
        asked = inputs.body(self.http_request, shapes.FatesIn)
        key = inputs.idempotency_key(self.http_request)
        fates: dict[str, Any] = msgspec.to_builtins(asked.fates)
        return appended(commands.publish_fates(self.identity, stream, fates, key=key))


def _fallen(row: FallenRow, names: dict[str, str]) -> shapes.FallenFigure:
    return shapes.FallenFigure(
        table=row.battlefield,
        figure=row.figure,
        owner=seats([row.owner], names)[0] if row.owner else None,
        side=row.side,
        number=row.number,
        how=row.how,
        turn=row.turn,
        by=row.by,
        match_seq=row.match_seq,
        fate=row.fate,
    )


class DayResultView(DayPart):
    """The overall result as it stands, per side and per player."""

    def shown(self, stream: UUID) -> Any:
        row = _row(stream)
        names = selectors.player_names(row.results)
        players = [shapes.DayPlayer(id_, names.get(id_), **told) for id_, told in row.results.items()]
        players.sort(key=lambda one: (-one.scheme_vp, one.player))
        return shapes.DayResult(str(stream), row.status, row.winner, row.version, row.sides, players)


def _row(stream: UUID) -> CampaignRow:
    row = selectors.campaign(stream)
    if row is None:
        raise Problem("not_found")
    return row


def detail_of(identity: Identity, stream: UUID) -> shapes.CampaignDetail:
    """The day with its options and where to read on."""
    row = _row(stream)
    links = {part: reverse(f"api:campaign-{part}", args=[stream]) for part in PARTS}
    links["live"] = reverse("api:live", args=[stream])
    you = standing_of(identity, stream, viewer_at(identity, stream, selectors.sides_of(stream)))
    options = {name: value for name, value in row.options.items() if name not in OF_ROWS}
    return shapes.CampaignDetail(shown(row), options, links, you, described.about(row))


def shown(row: CampaignRow) -> shapes.Campaign:
    """A row as clients see it."""
    return shapes.Campaign(
        id=str(row.stream_id),
        url=reverse("api:campaign", args=[row.stream_id]),
        name=row.name,
        system=row.system,
        game=display_names.game(row.system),
        **described.facts(row),
        status=row.status,
        winner=row.winner,
        version=row.version,
        opened_at=written(row.stream.opened_at),
    )
