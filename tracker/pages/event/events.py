"""What all pages of an event share: its head, who looks, the round asked for, the ETag of its standings."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.contrib.messages import get_messages
from django.http import Http404, HttpRequest
from django.middleware.csrf import get_token
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tracker import roles, selectors
from tracker.models import TournamentRow
from tracker.pages.core.numbers import whole
from tracker.rulesets.tournament.state import TournamentState

READ = "event_row"
"""Attribute of a request: the head of an event that it has read."""


def event_row(event: UUID, request: HttpRequest | None = None) -> TournamentRow:
    """The head of the event. Raises `Http404`."""
    row = selectors.tournament(event) if request is None else _read_once(request, event)
    if row is None:
        raise Http404
    return selectors.without_draft(row)


def _read_once(request: HttpRequest, event: UUID) -> TournamentRow | None:
    """The row as the ETag of this request was made of it."""
    found: tuple[UUID, TournamentRow | None] | None = getattr(request, READ, None)
    if found is None or found[0] != event:
        found = (event, selectors.tournament(event))
        setattr(request, READ, found)
    return found[1]


def event_context(request: HttpRequest, event: UUID, tab: str) -> dict[str, Any]:
    """The context of every public page of an event. Raises `Http404`."""
    row = event_row(event, request)
    return {
        "event": row,
        "bracket": bracket_word(row),
        "team_count": team_count(row),
        "tab": tab,
        "is_staff": roles.is_staff_here(request, event),
        "live_url": live_url(event),
    }


def team_count(row: TournamentRow) -> int:
    """How many teams play; 0 where players play for themselves."""
    if not row.options.get("teams"):
        return 0
    state: TournamentState = selectors.current_state(row.pk).state
    return sum(not team.dropped for team in state.teams.values())


def bracket_word(row: TournamentRow) -> str:
    """What the page of brackets and groups is called at this event; empty where it has neither."""
    planned = [stage for stage in row.options.get("stages", ()) if stage["format"] != "swiss"]
    robins = [stage for stage in planned if stage["format"] == "round_robin"]
    if not planned:
        return ""
    if not robins:
        return _("Play-off")
    if len(robins) < len(planned):
        return _("Play-off and groups")
    return _("Groups") if any(stage.get("groups", 1) > 1 for stage in robins) else _("Crosstable")


def live_url(stream: UUID, version: int | None = None) -> str:
    """Where a page hears that a stream has moved.

    `version`: the one that the page shows, from which it is told, so that nothing is missed before its connection
    stands; left out on public pages of events, where it would tell of drafts.
    """
    after = "" if version is None else f"?after={version}"
    return f"{reverse('pages:home')}api/v1/live/{stream}/{after}"


def public_rounds(row: TournamentRow) -> list[int]:
    """The rounds whose draw everyone may see; `row` is without draft."""
    return list(range(1, row.round + 1))


def round_asked(request: HttpRequest, rounds: Sequence[int]) -> int:
    """`?round=` when there is such a round, else the last one; 0 when there is none."""
    asked = whole(request.GET.get("round"))
    return asked if asked is not None and asked in rounds else max(rounds, default=0)


def standings_etag(request: HttpRequest, event: UUID) -> str | None:
    """Changes with the tournament, the newest seal, which stands on the page, the reader and the language; none while
    a message waits to be told."""
    row = _read_once(request, event)
    if row is None or len(get_messages(request)):
        return None
    get_token(request)  # A first visitor gets the cookie now, so that the second visit knows the page again.
    reader = request.session.session_key or "", request.user.pk, request.META["CSRF_COOKIE"]
    parts = (row.version, selectors.newest_seal(), get_language(), *reader, request.get_full_path())
    return '"' + hashlib.sha256(repr(parts).encode()).hexdigest()[:32] + '"'
