"""`standings/`: the ranking after a round as JSON or CSV, and every figure of a player down to its events.

Standings are public and the same for everybody, so each process keeps the finished bytes. How far the tournament is
projected is asked of the database at most every `FRESH_FOR` seconds (or when this process knows of newer events, or
the client says `Cache-Control: no-cache`); in between, an answer costs no query.
"""

from __future__ import annotations

import csv
import io
import time
from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import NamedTuple
from uuid import UUID

import msgspec
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from api import expand, inputs
from api.answers import JSON, as_json, version_tag
from api.auth import Caller
from api.errors import Problem
from api.plain_views import plain
from api.shapes.matches import Seat
from api.shapes.tournaments import (
    Column,
    Explained,
    Explanation,
    FigureShown,
    ReasonRow,
    StandingRow,
    Standings,
)
from api.views.access import require_rows
from games.rulebook import Text
from games.ruleset import Viewer
from tracker import models, selectors
from tracker.identity import Identity
from tracker.names import harmless
from tracker.rulesets import tournament
from tracker.standings import words
from tracker.standings.order import Table
from tracker.standings.structs import Figure, Reason, shown
from tracker.systems import TOURNAMENT

FRESH_FOR = 0.5
KEPT = 512
CSV = "text/csv; charset=utf-8"
SHARED = "public, no-cache"
"""The same for everybody, but to be asked for again: standings move."""


class Kept(NamedTuple):
    """Finished bytes, their tag, the version that they show, how its players are called in them (names are in no
    version), and until when they need no second look.
    """

    body: bytes
    etag: str
    version: int
    called: int
    until: float


_kept: OrderedDict[tuple[UUID, int | None, str], Kept] = OrderedDict()
_lock = Lock()


def get(request: HttpRequest, caller: Caller, stream: UUID, form: str | None = None) -> HttpResponse:
    """200 with the ranking, or 304 for a client that has it."""
    caller.identity.require_scope("read")
    round_, form = inputs.number(request, "round"), form or inputs.json_or_csv(request)
    kept = _fresh((stream, round_, form), request)
    wanted = request.META.get("HTTP_IF_NONE_MATCH")
    headers = {"ETag": kept.etag, "Cache-Control": SHARED, "Vary": "Accept"}
    if wanted is not None and (wanted == kept.etag or kept.etag in wanted or wanted.strip() == "*"):
        response = HttpResponse(status=304, headers=headers)
        del response.headers["Content-Type"]
        return response
    return HttpResponse(kept.body, headers={"Content-Type": CSV if form == "csv" else JSON, **headers})


view = plain(get=get)


def _fresh(key: tuple[UUID, int | None, str], request: HttpRequest) -> Kept:
    kept, now = _kept.get(key), time.monotonic()
    asked_anew = request.META.get("HTTP_CACHE_CONTROL") == "no-cache"
    if kept and now < kept.until and not asked_anew and not selectors.is_newer_here(key[0], kept.version):
        return kept
    version = _projected(key[0])
    called = selectors.called_now(p for side in selectors.sides_of(key[0]).values() for p in side)
    if kept is None or (kept.version, kept.called) != (version, called):
        body = _rendered(*key, version)
        kept = Kept(body, version_tag(version, key[1:], body), version, called, 0)
    _keep(key, kept._replace(until=now + FRESH_FOR))
    return kept


def _projected(stream: UUID) -> int:
    return require_rows(stream, TOURNAMENT).projected_version


def _keep(key: tuple[UUID, int | None, str], kept: Kept) -> None:
    with _lock:
        _kept[key] = kept
        _kept.move_to_end(key)
        if len(_kept) > KEPT:
            _kept.popitem(last=False)


def forget() -> None:
    """Drops all finished bytes: costs time, changes nothing."""
    with _lock:
        _kept.clear()


def _rendered(stream: UUID, round_: int | None, form: str, version: int) -> bytes:
    found = standings_of(stream, round_, version)
    return as_csv(found) if form == "csv" else msgspec.json.encode(found)


def standings_of(stream: UUID, round_: int | None, version: int) -> Standings:
    """The ranking after `round_` (None: the last one)."""
    rounds = selectors.standing_rounds(stream)
    number = max(rounds, default=0) if round_ is None else round_
    if round_ is not None and round_ not in rounds:
        raise _not_ranked(round_, rounds)
    rows = list(selectors.standings(stream, number)) if rounds else []
    ids = [figure["id"] for figure in rows[0].figures] if rows else []
    met = selectors.records(stream, number, [str(row.player_id) for row in rows])
    names = {str(row.player_id): row.player.name for row in rows}
    explain = reverse("api:tournament-standings", args=[stream]) + "{player}/?round=" + str(number)
    return Standings(
        tournament=str(stream),
        round=number,
        rounds=rounds,
        version=version,
        columns=[Column(id_, title(id_)) for id_ in ids],
        rows=[_row(row, explain, met[str(row.player_id)], names) for row in rows],
    )


def _not_ranked(round_: int, rounds: list[int]) -> Problem:
    return Problem("no_round", round=round_, rounds=", ".join(map(str, rounds)) or "0")


@expand.part(TOURNAMENT, "standings")
def _standings_part(identity: Identity, viewer: Viewer, stream: UUID) -> Standings:
    return standings_of(stream, None, _projected(stream))


def title(id_: str) -> Text:
    """A tie-breaker's name in both languages."""
    return words.tiebreak_words()[id_].title


def _row(
    row: models.StandingRow, explain: str, record: selectors.Record, names: dict[str, str]
) -> StandingRow:
    return StandingRow(
        rank=row.rank,
        shared=row.shared,
        change=row.change,
        player=str(row.player_id),
        name=row.player.name,
        club=row.player.club,
        wins=record.wins,
        draws=record.draws,
        losses=record.losses,
        byes=record.byes,
        opponents=[Seat(other, names.get(other)) for other in record.opponents],
        figures=[FigureShown(**figure) for figure in row.figures],
        explain=explain.format(player=row.player_id),
    )


def as_csv(found: Standings) -> bytes:
    """The ranking as CSV, a row for each player, figures by their ids. No text of it can run in a spreadsheet."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(["rank", "player", "name", "club", *(column.id for column in found.columns), "change"])
    for row in found.rows:
        figures = [figure.shown for figure in row.figures]
        change = "" if row.change is None else row.change
        writer.writerow([row.rank, row.player, harmless(row.name), harmless(row.club), *figures, change])
    return out.getvalue().encode()


def explain(request: HttpRequest, caller: Caller, stream: UUID, player: UUID) -> HttpResponse:
    """Every figure of one player after `?round=`: the rows that add up to it, each with its event."""
    caller.identity.require_scope("read")
    require_rows(stream, TOURNAMENT)
    state = selectors.current_state(stream).state
    if state.created is None or str(player) not in state.entrants:
        raise Problem("not_found")
    number, rounds = inputs.number(request, "round"), selectors.standing_rounds(stream)
    if number is not None and number not in rounds:
        raise _not_ranked(number, rounds)
    ranking = tournament.ranking(state, number)
    shown_round = max(rounds, default=0) if number is None else number
    return as_json(_explanation(stream, str(player), ranking, shown_round, state.options.times))


explain_view = plain(get=explain)


def _explanation(
    stream: UUID, player: str, ranking: Table, round_: int, times: Callable[[int], int]
) -> Explanation:
    """`times`: how many times the points of a round count."""
    standing = next(one for one in ranking.standings() if one.player == player)
    reasons = {figure.id: ranking.explain(player, figure.id) for figure in standing.figures}
    people = {other for rows in reasons.values() for row in rows for other in row.opponents}
    names = selectors.player_names({player, *people})
    figures = [
        Explained(
            _figure(figure),
            title(figure.id),
            [_reason(row, names, times(row.round)) for row in reasons[figure.id]],
        )
        for figure in standing.figures
    ]
    return Explanation(str(stream), round_, Seat(player, names.get(player)), standing.rank, figures)


def _figure(figure: Figure) -> FigureShown:
    return FigureShown(figure.id, figure.top, figure.bottom, shown(figure.top, figure.bottom))


def _reason(row: Reason, names: dict[str, str], weight: int) -> ReasonRow:
    event = None
    if row.match and row.seq:
        event = f"{reverse('api:match-events', args=[row.match])}?after={row.seq - 1}&limit=1"
    return ReasonRow(
        kind=row.kind,
        round=row.round,
        top=row.top,
        bottom=row.bottom,
        shown=shown(row.top, row.bottom),
        table=row.table,
        opponents=[Seat(other, names.get(other)) for other in row.opponents],
        opens=row.opens,
        match=row.match,
        seq=row.seq,
        event=event,
        weight=weight,
    )
