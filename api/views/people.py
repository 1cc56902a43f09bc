"""Players, tokens and claims."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpResponse

from api import inputs, paging
from api.answers import as_json, nothing
from api.endpoint import Endpoint
from api.errors import Problem
from api.shapes.people import (
    Claimed,
    ClaimIn,
    EventPlayed,
    NewPlayer,
    NewToken,
    Player,
    PlayerDetail,
    PlayerMade,
    PlayerRecord,
    Token,
    TokenSecret,
)
from api.views.matches import url_of
from api.views.tournaments import public
from tracker import commands, identity, models, selectors
from tracker.folding import called
from tracker.moments import written
from tracker.throttle import guessing, key_of

EVENTS = 100
"""Tournaments that are told of one player."""


class PlayersView(Endpoint):
    """Everybody who plays somewhere here, newest first; `?name=` and `?club=` search, `?id=` names several."""

    def get(self, request: Any) -> HttpResponse:
        self.identity.require_scope("read")
        rows, club = (
            selectors.players(inputs.text(self.http_request, "name")),
            inputs.text(self.http_request, "club"),
        )
        wanted = inputs.several(self.http_request, "id")
        rows = rows.filter(id__in=wanted) if wanted else rows
        rows = called(rows, club, "club") if club else rows
        return paging.page(
            self.http_request, rows, paging.OWN, lambda found: [shown_player(row) for row in found]
        )

    def post(self, request: Any) -> HttpResponse:
        asked = inputs.body(self.http_request, NewPlayer)
        made = commands.create_player(
            self.identity, name=asked.name, club=asked.club, key=inputs.idempotency_key(self.http_request)
        )
        return as_json(PlayerMade(shown_player(made), made.claim_code), 201)


class PlayerView(Endpoint):
    """One player and the matches of the published tables at which the person sits."""

    def get(self, request: Any, player: UUID) -> HttpResponse:
        self.identity.require_scope("read")
        row = selectors.players_named([player]).first()
        if row is None:
            raise Problem("not_found")
        person = selectors.players_of_person(player)
        played = selectors.my_matches([str(one) for one in person])
        record, entries = selectors.record_of(person), selectors.entries_of(person)[:EVENTS]
        return as_json(
            PlayerDetail(
                shown_player(row),
                PlayerRecord(record.wins, record.draws, record.losses),
                [_played(entry) for entry in entries],
                [url_of(one.match_id) for one in played if one.match_id],
            )
        )


def _played(entry: models.EntrantRow) -> EventPlayed:
    shown: Any = entry
    event = public(entry.tournament.tournament_row)
    return EventPlayed(
        event.id,
        event.url,
        event.name,
        event.game,
        event.starts,
        event.opened_at,
        entry.dropped,
        shown.place,
        bool(shown.shared),
    )


class ClaimView(Endpoint):
    """A claim code becomes a token that acts for its player, without any account."""

    def post(self, request: Any) -> HttpResponse:
        asked = inputs.body(self.http_request, ClaimIn)
        with guessing(key_of(self.identity, self.http_request)):
            player, row, secret = commands.token_of_code(asked.code, asked.name)
        return as_json(Claimed(shown_player(player), secret, str(row.id), list(row.scopes)), 201)


class TokensView(Endpoint):
    """The tokens of the signed-in user (or of the player that a token acts for)."""

    def get(self, request: Any) -> HttpResponse:
        self.identity.require_scope("read")
        rows = identity.tokens_of(self.identity)
        return paging.page(self.http_request, rows, paging.OWN, lambda found: [_shown(row) for row in found])

    def post(self, request: Any) -> HttpResponse:
        asked = inputs.body(self.http_request, NewToken)
        row, secret = identity.make_token(self.identity, asked.name, sorted(set(asked.scopes)))
        return as_json(TokenSecret(_shown(row), secret), 201)


class TokenView(Endpoint):
    """One token of the caller: DELETE revokes it."""

    def delete(self, request: Any, token: UUID) -> HttpResponse:
        if not identity.revoke_token(self.identity, token):
            raise Problem("not_found")
        return nothing()


def shown_player(row: models.Player) -> Player:
    """A player as everybody may see it: no code, no account."""
    return Player(str(row.id), row.name, row.club)


def _shown(row: models.ApiToken) -> Token:
    return Token(str(row.id), row.name, list(row.scopes), written(row.created_at))
