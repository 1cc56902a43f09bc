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
    NewPlayer,
    NewToken,
    Player,
    PlayerDetail,
    PlayerMade,
    Token,
    TokenSecret,
)
from api.views.matches import url_of
from tracker import commands, identity, models, selectors
from tracker.throttle import guessing, key_of


class PlayersView(Endpoint):
    """Everybody who plays somewhere here, newest first; `?name=` searches."""

    def get(self, request: Any) -> HttpResponse:
        self.identity.require_scope("read")
        rows = selectors.players(inputs.text(self.http_request, "name"))
        return paging.page(self.http_request, rows, "id", lambda found: [shown_player(row) for row in found])

    def post(self, request: Any) -> HttpResponse:
        asked = inputs.body(self.http_request, NewPlayer)
        made = commands.create_player(
            self.identity, name=asked.name, club=asked.club, key=inputs.idempotency_key(self.http_request)
        )
        return as_json(PlayerMade(shown_player(made), made.claim_code), 201)


class PlayerView(Endpoint):
    """One player and the matches of the player's published tables."""

    def get(self, request: Any, player: UUID) -> HttpResponse:
        self.identity.require_scope("read")
        row = selectors.players_named([player]).first()
        if row is None:
            raise Problem("not_found")
        played = selectors.my_matches([str(player)])
        return as_json(
            PlayerDetail(shown_player(row), [url_of(one.match_id) for one in played if one.match_id])
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
        return paging.page(self.http_request, rows, "id", lambda found: [_shown(row) for row in found])

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
    return Token(str(row.id), row.name, list(row.scopes), row.created_at.isoformat(timespec="seconds"))
