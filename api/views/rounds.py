"""A tournament's entrants, rounds and pairings, and what staff do with them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Any, TypeVar
from uuid import UUID

import msgspec
from django.http import HttpResponse
from django.utils.translation import gettext as _

from api import expand, inputs
from api.answers import as_json, version_tag
from api.endpoint import Endpoint
from api.errors import Problem, rejected, wrong
from api.shapes.tournaments import (
    Draw,
    DrawIn,
    EntrantAction,
    EntrantsIn,
    Pairing,
    ResultsIn,
    Round,
    RoundAction,
    RoundAppended,
    RoundTold,
)
from api.views.access import require_kind, require_rows, viewer_of
from api.views.logs import appended, warned
from api.views.matches import seats
from api.views.tournaments import entrants_of, needed, new_players, write_options
from games.codec import MalformedEvent
from games.registry import ROSTER_KINDS
from games.ruleset import Viewer
from tracker import commands, selectors
from tracker.commands import BadInput, TableRefused, TableResult
from tracker.commands.showing import owns
from tracker.handle import Answer, CommandRejected
from tracker.identity import Identity
from tracker.models import PairingRow
from tracker.roles import is_staff_at
from tracker.systems import TOURNAMENT

T = TypeVar("T")


class EntrantsView(Endpoint):
    """Who plays here, in order of registration; staff see claim codes. POST registers new players."""

    def get(self, request: Any, stream: UUID) -> HttpResponse:
        require_rows(stream, TOURNAMENT)
        return as_json({"results": entrants_of(self.identity, stream, self._staff(stream))})

    def post(self, request: Any, stream: UUID) -> HttpResponse:
        require_kind(stream, TOURNAMENT)
        asked = inputs.body(self.http_request, EntrantsIn)
        key = inputs.idempotency_key(self.http_request)
        people = new_players(asked.players)
        entered = commands.enter(self.identity, stream, people, present=asked.check_in, key=key)
        registered = {str(one.id) for one in entered}
        require_rows(stream, TOURNAMENT)
        shown = [one for one in entrants_of(self.identity, stream, True) if one.player in registered]
        return as_json({"results": shown}, 201)

    def _staff(self, stream: UUID) -> bool:
        return viewer_of(self.identity, stream).role == "staff"


class EntrantView(Endpoint):
    """POST: check in, drop, reinstate, hand a list in or take it back."""

    def post(self, request: Any, stream: UUID, player: UUID) -> HttpResponse:
        require_kind(stream, TOURNAMENT)
        asked = inputs.body(self.http_request, EntrantAction)
        return appended(self._act(stream, player, asked))

    def _act(self, stream: UUID, player: UUID, asked: EntrantAction) -> Answer:
        key = inputs.idempotency_key(self.http_request)
        if asked.action == "submit_list":
            revision = self._revision(stream, asked)
            return commands.submit_list(self.identity, stream, player=player, revision=revision, key=key)
        if asked.action == "drop":
            return commands.drop(self.identity, stream, player=player, reason=asked.reason, key=key)
        plain: dict[str, Callable[..., Answer]] = {
            "check_in": commands.check_in,
            "undo_check_in": commands.undo_check_in,
            "reinstate": commands.reinstate,
            "withdraw_list": commands.withdraw_list,
        }
        return plain[asked.action](self.identity, stream, player=player, key=key)

    def _revision(self, stream: UUID, asked: EntrantAction) -> Any:
        """The revision named, or the newest one, of a list of the caller's (or, for staff, of anybody's)."""
        id_ = inputs.converted(needed(asked.warband, "$.warband"), UUID, "$.warband")
        kind = ROSTER_KINDS[selectors.stream_of(stream).system]
        roster: Any = selectors.roster(kind, id_)
        staff = is_staff_at(self.identity, stream)
        if roster is None or not (staff or owns(self.identity, roster)):
            raise wrong("$.warband", _("you have no such list"))
        found = [row for row in roster.revisions.all() if asked.revision in (None, row.number)]
        if not found:
            raise wrong("$.revision", _("the list has no such version"))
        return max(found, key=lambda row: row.number)


class RoundsView(Endpoint):
    """The rounds with their tables; drafts are for staff. POST draws the next round as a draft."""

    def get(self, request: Any, stream: UUID) -> HttpResponse:
        require_rows(stream, TOURNAMENT)
        staff = viewer_of(self.identity, stream).role == "staff"
        return as_json({"results": rounds_of(list(selectors.pairings(stream, staff=staff)))})

    def post(self, request: Any, stream: UUID) -> HttpResponse:
        require_kind(stream, TOURNAMENT)
        asked = inputs.body(self.http_request, DrawIn)
        key = inputs.idempotency_key(self.http_request)
        draw = _draw(asked)
        warnings = commands.warned_of_draw(self.identity, stream, draw)
        answer = commands.draw_until(self.identity, stream, draw, key=key)
        return _with_round(stream, answer, warnings=warnings)


class RoundView(Endpoint):
    """One round; POST publishes, starts, closes or discards it."""

    def get(self, request: Any, stream: UUID, round: int) -> HttpResponse:
        require_rows(stream, TOURNAMENT)
        staff = viewer_of(self.identity, stream).role == "staff"
        found = rounds_of(list(selectors.pairings(stream, round, staff=staff)))
        if not found:
            raise _no_round(stream, round, staff)
        return as_json(found[0])

    def post(self, request: Any, stream: UUID, round: int) -> HttpResponse:
        require_kind(stream, TOURNAMENT)
        asked = inputs.body(self.http_request, RoundAction)
        answer = _of_round(self.identity, stream, round, lambda: self._act(stream, round, asked))
        return _with_round(stream, answer, round)

    def _act(self, stream: UUID, round: int, asked: RoundAction) -> Answer:
        options = {"round": round, **write_options(self, asked.expected_version)}
        if asked.action == "discard":
            options["reason"] = needed(asked.reason, "$.reason")
        acts: dict[str, Callable[..., Answer]] = {
            "publish": commands.publish_round,
            "start": commands.start_round,
            "close": commands.close_round,
            "discard": commands.discard_drawn,
        }
        return acts[asked.action](self.identity, stream, **options)


def _draw(asked: Draw) -> commands.Draw:
    tables = None
    if asked.pairings is not None:
        tables = [{side: [player] for side, player in one.items()} for one in asked.pairings]
    return commands.Draw(asked.until, asked.seed, asked.scenario, asked.reason, tables, asked.bye)


def _with_round(
    stream: UUID, answer: Answer, number: int | None = None, warnings: Sequence[commands.Warned] = ()
) -> HttpResponse:
    """What was appended, with the round (the last one by default) as staff see it now."""
    require_rows(stream, TOURNAMENT)
    found = rounds_of(list(selectors.pairings(stream, number, staff=True)))
    seqs = list(range(answer.first_seq, answer.first_seq + answer.count))
    shown = found[-1] if found else None
    told = msgspec.UNSET if answer.repeated else warned(warnings)
    body = RoundAppended(str(answer.stream), answer.version, seqs, answer.repeated, told, round=shown)
    return as_json(body, 201, {"ETag": version_tag(answer.version)})


class ResultsView(Endpoint):
    """POST: results of several tables of a round, each with the report of its game; staff's confirmation follows."""

    def post(self, request: Any, stream: UUID, round: int) -> HttpResponse:
        require_kind(stream, TOURNAMENT)
        asked = inputs.body(self.http_request, ResultsIn)
        if not asked.results and asked.then == "nothing":
            raise wrong("$.results", _("name at least one table, or say with `then` what follows"))
        told = [
            TableResult(one.table, [{"type": event.type, "data": event.data} for event in one.events])
            for one in asked.results
        ]
        key = inputs.idempotency_key(self.http_request)
        expected = inputs.expected_version(self.http_request)
        try:
            _of_round(
                self.identity,
                stream,
                round,
                lambda: commands.report_round(
                    self.identity, stream, round, told, then=_then(asked), expected_version=expected, key=key
                ),
            )
        except TableRefused as refused:
            raise _at_table(refused, asked.results[refused.position].table) from None
        require_rows(stream, TOURNAMENT)
        return as_json(_told(stream, round, followed=asked.then == "draw"), 201)


def _then(asked: ResultsIn) -> commands.Then:
    if asked.draw is not None and asked.then != "draw":
        raise wrong("$.draw", _("`then` says `draw` where the next round is to be drawn"))
    match asked.then:
        case "draw":
            return _draw(asked.draw) if asked.draw else commands.Draw()
        case other:
            return other


def _told(stream: UUID, number: int, followed: bool) -> RoundTold:
    """The round as staff see it now, and the one that was drawn after it."""
    found = {one.round: one for one in rounds_of(list(selectors.pairings(stream, staff=True)))}
    shown = msgspec.structs.asdict(found[number])
    return RoundTold(**shown, next=found.get(number + 1) if followed else None)


def _at_table(refused: TableRefused, table: int) -> Problem:
    problem = rejected(refused.cause)
    problem.extra["errors"] = [
        {"where": f"$.results[{refused.position}]", "what": _("table %(table)s") % {"table": table}}
    ]
    return problem


def _of_round(identity: Identity, stream: UUID, number: int, act: Callable[[], T]) -> T:
    """What `act` comes to. Raises `Problem` `no_round` to staff where it is refused of a round that was never drawn."""
    try:
        return act()
    except (
        CommandRejected,
        BadInput,
        MalformedEvent,
    ):  # of a number that no round can have the event is malformed
        drawn = selectors.current_state(stream).state.round(number)
        if drawn is None and is_staff_at(identity, stream):
            raise _no_round(stream, number, staff=True) from None
        raise


def _no_round(stream: UUID, number: int, staff: bool) -> Problem:
    """The rounds that this reader may know of."""
    known = sorted({row.round for row in selectors.pairings(stream, staff=staff)})
    return Problem("no_round", round=number, rounds=", ".join(map(str, known)) or "0")


class PairingsView(Endpoint):
    """The tables of all rounds, or of `?round=`; drafts are for staff."""

    def get(self, request: Any, stream: UUID) -> HttpResponse:
        require_rows(stream, TOURNAMENT)
        staff = viewer_of(self.identity, stream).role == "staff"
        number = inputs.number(self.http_request, "round")
        return as_json({"results": shown_pairings(list(selectors.pairings(stream, number, staff=staff)))})


@expand.part(TOURNAMENT, "rounds")
def _rounds_part(identity: Identity, viewer: Viewer, stream: UUID) -> list[Round]:
    return rounds_of(list(selectors.pairings(stream, staff=viewer.role == "staff")))


def rounds_of(rows: list[PairingRow]) -> list[Round]:
    """Pairings grouped by round."""
    tables = shown_pairings(rows)
    return [_round(list(found)) for _, found in groupby(tables, key=lambda one: one.round)]


def _round(tables: list[Pairing]) -> Round:
    first = tables[0]
    missing = [one.table for one in tables if one.table and one.result is None]
    scenario = next((one.scenario for one in tables if one.scenario), "")
    return Round(first.round, first.status, scenario, tables, missing)


def shown_pairings(rows: list[PairingRow]) -> list[Pairing]:
    """Rows as clients see them: one query for all names."""
    names = selectors.player_names({player for row in rows for side in row.sides.values() for player in side})
    return [
        Pairing(
            round=row.round,
            table=row.table,
            status=row.round_status,
            scenario=row.scenario,
            sides={side: seats(players, names) for side, players in row.sides.items()},
            match=str(row.match_id) if row.match_id else None,
            result=row.result,
        )
        for row in rows
    ]
