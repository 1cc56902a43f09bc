"""Rehearsals: asked for by staff, played by a worker, kept as long as they are the newest of the event."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import msgspec
from celery import current_app
from django.utils.translation import gettext as _

from games.ruleset import Rejected
from tracker import warm
from tracker.commands.streams import staff_actor
from tracker.identity import Identity
from tracker.inputs import BadInput
from tracker.models import Rehearsal
from tracker.rehearsal import Asked, rehearse
from tracker.rulesets.tournament.state import TournamentState

JOB = "tracker.jobs.rehearse"
LARGEST = 40_000
"""Players times runs: a worker plays that many in about two minutes."""
STEPS = 20
"""How often the job tells how far it is."""


def start_rehearsal(identity: Identity, stream: UUID, **asked: Any) -> Rehearsal:
    """Asks a worker to play the event with its settings. Raises `BadInput` for what cannot be rehearsed."""
    staff_actor(identity, stream)
    try:
        wanted = msgspec.convert(asked, Asked)
    except msgspec.ValidationError as error:
        raise BadInput("rehearsal", str(error)) from None
    if wanted.players * wanted.runs > LARGEST:
        raise BadInput("runs", _("too much for one rehearsal: take fewer runs"))
    Rehearsal.objects.filter(stream_id=stream).delete()
    row = Rehearsal.objects.create(stream_id=stream, asked=msgspec.to_builtins(wanted))
    try:
        current_app.tasks[JOB].delay(str(row.pk))
    except OSError as error:
        row.failed = f"no worker can be asked: {error}"
        row.save(update_fields=["failed"])
    row.refresh_from_db()
    return row


def play_rehearsal(rehearsal: UUID) -> None:
    """Plays it, telling how far it is; safe to run twice, and nothing where it is gone."""
    row = Rehearsal.objects.filter(pk=rehearsal, report__isnull=True).first()
    if row is None:
        return
    state: TournamentState = warm.load(row.stream_id).state
    asked = msgspec.convert(row.asked, Asked)
    step = max(1, asked.runs // STEPS)

    def told(done: int) -> None:
        if done % step == 0:
            Rehearsal.objects.filter(pk=rehearsal).update(done=done)

    try:
        report = rehearse(state.options, asked, str(rehearsal), told)
    except Rejected as refused:
        rule = refused.violations[0].rule
        Rehearsal.objects.filter(pk=rehearsal).update(failed=rule)
        return
    told_all = {"report": msgspec.to_builtins(report), "done": asked.runs}
    Rehearsal.objects.filter(pk=rehearsal).update(**told_all)
