"""`stages/`: how the event is played, stage by stage, with brackets and groups; POST begins the next one."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpResponse

from api import expand, inputs
from api.answers import as_json
from api.endpoint import Endpoint
from api.shapes.tournaments import StageIn, Stages
from api.views.access import require_kind, require_rows, viewer_of
from api.views.logs import appended
from api.views.tournaments import needed, write_options
from games.ruleset import Viewer
from tracker import commands, selectors
from tracker.identity import Identity
from tracker.selectors.stages import stages
from tracker.systems import TOURNAMENT


class StagesView(Endpoint):
    """The stages that have begun, as they stand, and those that are planned; drafts are for staff."""

    def get(self, request: Any, stream: UUID) -> HttpResponse:
        require_rows(stream, TOURNAMENT)
        return as_json(stages_of(self.identity, viewer_of(self.identity, stream), stream))

    def post(self, request: Any, stream: UUID) -> HttpResponse:
        require_kind(stream, TOURNAMENT)
        asked = inputs.body(self.http_request, StageIn)
        options = write_options(self, asked.expected_version)
        if asked.action == "withdraw":
            number = len(selectors.current_state(stream).state.stages)
            reason = needed(asked.reason, "$.reason")
            answer = commands.withdraw_stage(
                self.identity, stream, number=max(1, number), reason=reason, **options
            )
            return appended(answer)
        return appended(
            commands.begin_stage(
                self.identity,
                stream,
                stage=asked.stage,
                field=asked.field,
                reason=asked.reason,
                **options,
            )
        )


@expand.part(TOURNAMENT, "stages")
def stages_of(identity: Identity, viewer: Viewer, stream: UUID) -> Stages:
    """The stages as this viewer may see them, with the names of their players."""
    found = stages(stream, staff=viewer.role == "staff")
    names = selectors.player_names({player for stage in found.begun for player in stage.field})
    return Stages(found.begun, found.planned, names)
