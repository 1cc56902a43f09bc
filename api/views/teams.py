"""`teams/`: the teams of an event with standings, matches and boards; POST enters teams with their players."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpResponse

from api import inputs
from api.answers import as_json
from api.endpoint import Endpoint
from api.shapes.tournaments import TeamsIn
from api.views.access import require_kind, require_rows, viewer_of
from api.views.tournaments import new_players
from tracker import commands, selectors
from tracker.identity import Identity
from tracker.selectors.teams import Teams
from tracker.systems import TOURNAMENT


class TeamsView(Endpoint):
    """The teams as this caller may see them; without a plan players play for themselves."""

    def get(self, request: Any, stream: UUID) -> HttpResponse:
        require_rows(stream, TOURNAMENT)
        return as_json(_shown(self.identity, stream))

    def post(self, request: Any, stream: UUID) -> HttpResponse:
        require_kind(stream, TOURNAMENT)
        asked = inputs.body(self.http_request, TeamsIn)
        teams = [
            commands.NewTeam(one.name.strip(), tuple(new_players(one.players, f"$.teams[{at}]")))
            for at, one in enumerate(asked.teams)
        ]
        commands.enter_teams(self.identity, stream, teams, key=inputs.idempotency_key(self.http_request))
        return as_json(_shown(self.identity, stream), 201)


def _shown(identity: Identity, stream: UUID) -> Teams:
    return selectors.teams_of(stream, viewer_of(identity, stream))
