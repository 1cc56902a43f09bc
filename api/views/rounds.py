"""A tournament's entrants, rounds and pairings, and what staff do with them."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby
from typing import Any
from uuid import UUID

from django.http import HttpResponse

from api import inputs
from api.answers import as_json
from api.endpoint import Endpoint
from api.errors import Problem, wrong
from api.shapes.tournaments import DrawIn, EntrantAction, EntrantsIn, Pairing, Round, RoundAction
from api.views.access import require_kind, require_rows, viewer_of
from api.views.logs import appended
from api.views.matches import seats
from api.views.tournaments import needed, write_options
from games.registry import ROSTER_KINDS
from tracker import commands, selectors
from tracker.commands import NewPlayer
from tracker.commands.showing import owns
from tracker.handle import Answer
from tracker.identity import Identity, is_staff_at, open_code
from tracker.models import PairingRow
from tracker.systems import TOURNAMENT


class EntrantsView(Endpoint):
    """Who plays here, in order of registration; staff see claim codes. POST registers new players."""

    def get(self, request: Any, stream: UUID) -> HttpResponse:
        require_rows(stream, TOURNAMENT)
        return as_json({"results": entrants_of(self.identity, stream, self._staff(stream))})

    def post(self, request: Any, stream: UUID) -> HttpResponse:
        require_kind(stream, TOURNAMENT)
        asked = inputs.body(self.http_request, EntrantsIn)
        people = [NewPlayer(one.name.strip(), one.club.strip()) for one in asked.players]
        key = inputs.idempotency_key(self.http_request)
        registered = {
            str(one.id) for one in commands.register_players(self.identity, stream, people, key=key)
        }
        require_rows(stream, TOURNAMENT)
        shown = [one for one in entrants_of(self.identity, stream, True) if one["player"] in registered]
        return as_json({"results": shown}, 201)

    def _staff(self, stream: UUID) -> bool:
        return viewer_of(self.identity, stream).role == "staff"


def entrants_of(identity: Identity, stream: UUID, staff: bool) -> list[dict[str, Any]]:
    """The entrants; claim codes for staff alone."""
    return [_entrant(identity, row, staff) for row in selectors.entrants(stream)]


def _entrant(identity: Identity, row: Any, staff: bool) -> dict[str, Any]:
    shown = {
        "player": str(row.player_id),
        "name": row.player.name,
        "club": row.player.club,
        "number": row.number,
        "checked_in": row.checked_in,
        "dropped": row.dropped,
        "list_ok": row.list_ok,
    }
    return {**shown, "claim_code": open_code(identity, row.player, row.tournament_id)} if staff else shown


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
            raise wrong("$.warband", f"you have no such {kind}")
        found = [row for row in roster.revisions.all() if asked.revision in (None, row.number)]
        if not found:
            raise wrong("$.revision", f"the {kind} has no such revision")
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
        answer = commands.draw_round(
            self.identity, stream, seed=asked.seed, scenario=asked.scenario, reason=asked.reason, key=key
        )
        return appended(answer)


class RoundView(Endpoint):
    """One round; POST publishes, starts, closes or discards it."""

    def get(self, request: Any, stream: UUID, round: int) -> HttpResponse:
        require_rows(stream, TOURNAMENT)
        staff = viewer_of(self.identity, stream).role == "staff"
        found = rounds_of(list(selectors.pairings(stream, round, staff=staff)))
        if not found:
            raise Problem("not_found")
        return as_json(found[0])

    def post(self, request: Any, stream: UUID, round: int) -> HttpResponse:
        require_kind(stream, TOURNAMENT)
        asked = inputs.body(self.http_request, RoundAction)
        return appended(self._act(stream, round, asked))

    def _act(self, stream: UUID, round: int, asked: RoundAction) -> Answer:
        options = {"round": round, **write_options(self, asked.expected_version)}
        if asked.action == "discard":
            options |= {"seed": _seed(stream, round), "reason": needed(asked.reason, "$.reason")}
        acts: dict[str, Callable[..., Answer]] = {
            "publish": commands.publish_round,
            "start": commands.start_round,
            "close": commands.close_round,
            "discard": commands.discard_round,
        }
        return acts[asked.action](self.identity, stream, **options)


def _seed(stream: UUID, round: int) -> str:
    """The draw that is thrown away: the one that stands now."""
    drawn = selectors.current_state(stream).state.round(round)
    return drawn.seed if drawn else "?"


class PairingsView(Endpoint):
    """The tables of all rounds, or of `?round=`; drafts are for staff."""

    def get(self, request: Any, stream: UUID) -> HttpResponse:
        require_rows(stream, TOURNAMENT)
        staff = viewer_of(self.identity, stream).role == "staff"
        number = inputs.number(self.http_request, "round", low=1)
        return as_json({"results": shown_pairings(list(selectors.pairings(stream, number, staff=staff)))})


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
