"""`ladders/`: all ladders of a season, one of them in pages or as CSV. Public, the same for everybody."""

from __future__ import annotations

import csv
import hashlib
import io
from typing import Any
from uuid import UUID

import msgspec
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from api import inputs
from api.answers import JSON, not_modified
from api.auth import Caller
from api.endpoint import Endpoint
from api.errors import Problem, wrong
from api.plain_views import plain
from api.shapes import ladders as shapes
from api.shapes.matches import Seat
from api.views.standings import CSV, SHARED
from games.registry import LADDERS, usual
from tracker.moments import written
from tracker.names import harmless
from tracker.selectors import ladders as found
from tracker.selectors.ladders import LadderKey, Placed, Standing

ALL_TIME = "all"


def tagged(request: HttpRequest, body: bytes, kind: str) -> HttpResponse:
    """The body with a tag made of its bytes; 304 for a client that has it."""
    etag = f'"{hashlib.sha256(body).hexdigest()[:24]}"'
    headers = {"ETag": etag, "Cache-Control": SHARED, "Vary": "Accept"}
    unchanged = not_modified(request, etag)
    if unchanged is not None:
        for name, value in headers.items():
            unchanged.headers[name] = value
        return unchanged
    return HttpResponse(body, headers={"Content-Type": kind, **headers})


def season_asked(request: HttpRequest) -> UUID | None:
    """`?season=`: an id, or `all` (the default). Raises `Problem` for an unknown season."""
    if inputs.text(request, "season") in (None, ALL_TIME):
        return None
    season = inputs.identifier(request, "season")
    if season is None or found.season(season) is None:
        raise Problem("not_found")
    return season


def url_of(key: LadderKey) -> str:
    """Where a ladder is read."""
    query = [f"season={key.season}"] if key.season else []
    query += [f"character={key.character}"] if key.character else []
    address = reverse("api:ladder", args=[key.system, key.board])
    return address + ("?" + "&".join(query) if query else "")


class LaddersView(Endpoint):
    """Every board of a system, with the ladders of the characters that somebody played."""

    def get(self, request: Any) -> HttpResponse:
        self.identity.require_scope("read")
        system = inputs.text(self.http_request, "system") or usual(LADDERS)
        if system not in LADDERS:
            raise wrong("?system", _("unknown; known are %(known)s") % {"known": ", ".join(LADDERS)})
        season = season_asked(self.http_request)
        standings = found.ladders(system, season)
        boards = [_board(LadderKey(system, board, season), standings) for board in LADDERS[system].boards]
        ranks = [shapes.RankShown(id_, one.title, one.about) for id_, one in LADDERS[system].ranks.items()]
        body = msgspec.json.encode(shapes.Ladders(str(season) if season else None, ranks, boards))
        return tagged(self.http_request, body, JSON)


def _board(key: LadderKey, standings: list[Standing]) -> shapes.Ladder:
    own = [one for one in standings if one.board == key.board]
    whole = next((one for one in own if not one.character), None)
    board = LADDERS[key.system].boards[key.board]
    return shapes.Ladder(
        system=key.system,
        board=key.board,
        season=str(key.season) if key.season else None,
        title=board.title,
        about=board.about,
        players=whole.players if whole else 0,
        first=_leader(whole),
        characters=[_character(key, one) for one in own if one.character],
        url=url_of(key),
    )


def _leader(whole: Standing | None) -> shapes.Leader | None:
    if whole is None or whole.first is None:
        return None
    entry = whole.first
    seat = Seat(str(entry.player_id), entry.player.name)
    return shapes.Leader(seat, entry.rank, entry.figures, reverse("api:run", args=[entry.run_id]))


def _character(key: LadderKey, one: Standing) -> shapes.CharacterLadder:
    title = LADDERS[key.system].characters.get(one.character)
    return shapes.CharacterLadder(
        one.character, title, one.players, url_of(key._replace(character=one.character))
    )


def ladder(
    request: HttpRequest, caller: Caller, system: str, board: str, form: str | None = None
) -> HttpResponse:
    """A stretch of a ladder, or the whole of it as CSV."""
    caller.identity.require_scope("read")
    key = _key(request, system, board)
    if (form or inputs.json_or_csv(request)) == "csv":
        return tagged(request, as_csv(key), CSV)
    try:
        rows, cursor = found.stretch(key, request.GET.get("cursor"), inputs.limit(request))
    except (ValueError, OverflowError):
        raise wrong("?cursor", _("take the cursor from `next` of the page before")) from None
    return tagged(request, msgspec.json.encode(_page(request, key, rows, cursor)), JSON)


view = plain(get=ladder)


def _key(request: HttpRequest, system: str, board: str) -> LadderKey:
    if system not in LADDERS or board not in LADDERS[system].boards:
        raise Problem("not_found")
    return LadderKey(system, board, season_asked(request), inputs.text(request, "character") or "")


def _page(request: HttpRequest, key: LadderKey, rows: list[Placed], cursor: str | None) -> shapes.LadderPage:
    book = LADDERS[key.system]
    return shapes.LadderPage(
        system=key.system,
        board=key.board,
        season=str(key.season) if key.season else None,
        character=key.character or None,
        title=book.boards[key.board].title,
        players=found.size(key),
        columns=[shapes.LadderColumn(id_, one.title, one.about) for id_, one in book.figures.items()],
        results=[place_of(one) for one in rows],
        next=_next(request, cursor),
    )


def _next(request: HttpRequest, cursor: str | None) -> str | None:
    if cursor is None:
        return None
    query = request.GET.copy()
    query["cursor"] = cursor
    return f"{request.path}?{query.urlencode()}"


def place_of(one: Placed) -> shapes.LadderPlace:
    """A place as clients see it."""
    entry = one.entry
    return shapes.LadderPlace(
        place=one.place,
        shared=one.shared,
        player=str(entry.player_id),
        name=entry.player.name,
        club=entry.player.club,
        character=entry.played_as,
        rank=entry.rank,
        figures=entry.figures,
        status=entry.status,
        by_staff=entry.by_staff,
        started=written(entry.started),
        runs=entry.runs,
        run=reverse("api:run", args=[entry.run_id]),
    )


def as_csv(key: LadderKey) -> bytes:
    """The whole ladder, a row for each place. No text of it can run in a spreadsheet."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    figures = list(LADDERS[key.system].figures)
    writer.writerow(["place", "player", "name", "club", "rank", *figures, "status", "runs", "started", "run"])
    for one in map(place_of, found.placed(list(found.entries(key)))):
        row = [one.place, one.player, harmless(one.name), harmless(one.club), one.rank]
        row += [one.figures[name] for name in figures]
        writer.writerow([*row, one.status, one.runs, one.started, one.run])
    return out.getvalue().encode()
