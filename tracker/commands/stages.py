"""Stages of an event: who goes on to the next one, and taking that back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

import msgspec
from django.utils.translation import gettext as _

from tracker import warm
from tracker.commands.ratings import freeze_ratings
from tracker.commands.streams import append_as_staff, staff_actor, together
from tracker.commands.tournaments import as_staff
from tracker.formats.structs import Stage
from tracker.handle import Answer
from tracker.identity import Identity
from tracker.inputs import BadInput, undecodable
from tracker.rulesets.tournament import events as happened
from tracker.rulesets.tournament.plans import current_stage
from tracker.rulesets.tournament.seeding import wanted_by
from tracker.rulesets.tournament.stages import going, to_begin

withdraw_stage = as_staff(happened.StageWithdrawn)


def begin_stage(
    identity: Identity,
    stream: UUID,
    *,
    stage: dict[str, Any] | None = None,
    field: Sequence[Any] | None = None,
    reason: str | None = None,
    expected_version: int | None = None,
    key: str | None = None,
) -> Answer:
    """Begins the next stage: by default the planned one, with those whom the standings name.

    Another plan or field needs a `reason`. Raises `BadInput` where nothing is planned and none is given.
    """
    staff_actor(identity, stream)
    state = warm.current(stream).state
    plan = plan_of(stage) if stage is not None else to_begin(state)
    if plan is None:
        raise BadInput("stage", _("no stage is planned now: say which one is to be played"))
    now = current_stage(state)
    with together(identity, stream):
        if expected_version in (None, warm.current(stream).head.version) and wanted_by(plan):
            freeze_ratings(identity, stream, plan)
            frozen = warm.current(stream)
            state, expected_version = frozen.state, frozen.head.version
        chosen = going(state, plan).field if field is None else tuple(str(player) for player in field)
        event = happened.StageBegun(
            number=now.number + 1 if now is not None else 1, stage=plan, field=chosen, reason=reason or None
        )
        return append_as_staff(identity, stream, event, expected_version=expected_version, key=key)


def plan_of(stage: dict[str, Any]) -> Stage:
    """The plan that was typed or sent. Raises `BadInput`."""
    try:
        return msgspec.convert(stage, Stage)
    except msgspec.ValidationError as error:
        raise undecodable("stage", error, type_=Stage) from None
