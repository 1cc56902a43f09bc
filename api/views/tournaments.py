"""`tournaments/`: the list, a new one from a preset, one with its options, and what staff do to all of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from api import display_names, expand, inputs
from api.answers import as_json, read, version_tag
from api.endpoint import Endpoint
from api.errors import Problem, wrong
from api.shapes.tournaments import (
    Entrant,
    NewEntrant,
    NewTournament,
    Tournament,
    TournamentAction,
    TournamentDetail,
)
from api.views import described
from api.views.access import require_kind, require_rows, standing_of, viewer_of
from api.views.logs import appended
from games.ruleset import Viewer
from tracker import commands, selectors
from tracker.folding import called
from tracker.handle import Answer
from tracker.identity import Identity
from tracker.models import TournamentRow
from tracker.moments import written
from tracker.roles import open_code, viewer_at
from tracker.systems import TOURNAMENT

OF_ROWS = (selectors.DESCRIBED, "lists_public")
"""What a row tells beside the options of its event."""
PARTS = ("players", "rounds", "pairings", "stages", "standings", "events", "state", "next", "verify")


class TournamentsView(Endpoint):
    """Tournaments, newest first; game, status (running, finished), name, player, day and place narrow the list."""

    def get(self, request: Any) -> HttpResponse:
        self.identity.require_scope("read")
        return expand.page(self.http_request, TOURNAMENT, self.identity, self._wanted(), _public)

    def _wanted(self) -> Any:
        """No finer status than `running` can be asked for: it would tell who has a draft."""
        rows = selectors.tournaments()
        wanted = inputs.several(self.http_request, "id")
        rows = rows.filter(stream_id__in=wanted) if wanted else rows
        system, status = inputs.text(self.http_request, "system"), inputs.text(self.http_request, "status")
        name = inputs.text(self.http_request, "name")
        rows = rows.filter(system=system) if system else rows
        rows = called(rows, name) if name else rows
        rows = described.of_person(self.http_request, rows, "stream__entrants__player")
        rows = described.narrowed(self.http_request, rows)
        if status == "running":
            return rows.exclude(status="finished")
        return rows.filter(status=status) if status else rows

    def post(self, request: Any) -> HttpResponse:
        asked = inputs.body(self.http_request, NewTournament)
        made, players = commands.create_filled(
            self.identity,
            name=asked.name,
            preset=asked.preset,
            options=asked.options,
            people=new_players(asked.players),
            present=asked.check_in,
            key=inputs.idempotency_key(self.http_request),
        )
        detail = detail_of(self.identity, made)
        if players:
            detail.players = entrants_of(self.identity, made, staff=True)
        headers = {"Location": detail.tournament.url, "ETag": version_tag(detail.tournament.version)}
        return as_json(detail, 201, headers)


class TournamentView(Endpoint):
    """One tournament; POST locks or unlocks its lists, or ends it."""

    def get(self, request: Any, stream: UUID) -> HttpResponse:
        row = require_rows(stream, TOURNAMENT)
        parts = expand.asked(self.http_request, TOURNAMENT)
        viewer = viewer_of(self.identity, stream)
        detail = detail_of(self.identity, stream)
        detail.tournament.expanded = expand.expanded(TOURNAMENT, parts, self.identity, stream)
        return read(self.http_request, detail, row.version, viewer)

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


def new_players(asked: Sequence[NewEntrant], below: str = "$") -> list[commands.NewPlayer]:
    """Those to be registered: new ones by a name, known ones by an id. `below`: where in the request they stand."""
    return [_new_player(one, f"{below}.players[{place}]") for place, one in enumerate(asked)]


def _new_player(asked: NewEntrant, where: str) -> commands.NewPlayer:
    if (asked.name is None) == (asked.player is None):
        raise wrong(where, _("either `name` of somebody new, or `player`, the id of somebody known"))
    if asked.player is not None:
        known = inputs.converted(asked.player, UUID, f"{where}.player")
        return commands.NewPlayer("", "", known)
    return commands.NewPlayer((asked.name or "").strip(), asked.club.strip())


def needed(value: str | None, where: str) -> str:
    """A text that this action cannot do without."""
    if not value:
        raise wrong(where, _("this action needs it"))
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
    options = {name: value for name, value in row.options.items() if name not in OF_ROWS}
    return TournamentDetail(head, options, links, standing_of(identity, stream, viewer), described.about(row))


@expand.part(TOURNAMENT, "tournament")
def _head_part(identity: Identity, viewer: Viewer, stream: UUID) -> Tournament:
    return detail_of(identity, stream).tournament


@expand.part(TOURNAMENT, "players")
def _players_part(identity: Identity, viewer: Viewer, stream: UUID) -> list[Entrant]:
    return entrants_of(identity, stream, viewer.role == "staff")


def entrants_of(identity: Identity, stream: UUID, staff: bool) -> list[Entrant]:
    """The entrants; claim codes for staff alone."""
    return [_entrant(identity, row, staff) for row in selectors.entrants(stream)]


def _entrant(identity: Identity, row: Any, staff: bool) -> Entrant:
    return Entrant(
        player=str(row.player_id),
        name=row.player.name,
        club=row.player.club,
        number=row.number,
        checked_in=row.checked_in,
        dropped=row.dropped,
        list_ok=row.list_ok,
        claim_code=open_code(identity, row.player, row.tournament_id) if staff else None,
    )


def public(row: TournamentRow) -> Tournament:
    """A row for everybody: a drawn round does not show before it is published."""
    return shown(selectors.without_draft(row))


def _public(rows: list[TournamentRow]) -> list[Tournament]:
    return [public(row) for row in rows]


def shown(row: TournamentRow) -> Tournament:
    """A row as clients see it."""
    return Tournament(
        id=str(row.stream_id),
        url=reverse("api:tournament", args=[row.stream_id]),
        name=row.name,
        system=row.system,
        game=display_names.game(row.system),
        **described.facts(row),
        status=row.status,
        round=row.round,
        rounds=row.rounds,
        players=row.players,
        version=row.version,
        opened_at=written(row.stream.opened_at),
    )
