"""The pad's way back: whoever logged last takes it back by one tap, until anybody logs more."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from games.codec import tag
from games.frame import ResultContested
from games.portable import actor_from
from tracker import commands
from tracker.pages import lines
from tracker.pages.answers import Answered, attempt
from tracker.pages.at_table import AtTable
from tracker.pages.numbers import whole

DISPUTE = tag(ResultContested)
STEP = "take-back"
"""What the form of the way back calls itself among the steps of the pad."""


def offered(table: AtTable, events: Sequence[Any]) -> bool:
    """Whether the last of the events, but for disputes of it, is this person's own and may go: asked of the log only
    where it is their own."""
    told = next(
        (one.actor for one in reversed(events) if not lines.follows(one.actor) and one.type != DISPUTE), None
    )
    by = actor_from(told) if told else None
    mine = by is not None and (
        by.player in table.who.players if by.role == "player" else by.player == str(table.who.user.pk)
    )
    last = commands.last_of(table.who, table.match) if mine else None
    return last is not None and last.legal


def take_back(request: HttpRequest, table: AtTable) -> tuple[HttpResponse | None, Answered[Any]]:
    """The pad again, or why not: somebody was faster, or a rule keeps what was shown."""
    answered = attempt(
        lambda: commands.take_back_last(
            table.who,
            table.match,
            expected_version=whole(request.POST.get("version")),
            key=request.POST.get("key") or None,
        ),
        table.viewer,
        table.match,
    )
    if answered.refusal is not None:
        return None, answered
    messages.success(request, _("Taken back. It stays in the log, crossed out."))
    return redirect(reverse("pages:score-pad", args=[table.match])), answered
