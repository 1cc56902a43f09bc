"""Corrections: a log in which staff take events back, with a preview of what would become illegal.

One page for the event's own log and for the logs of its matches, or of a season's runs. Nothing is removed: a
voiding is an event itself.
"""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from games.codec import tag
from games.match import FRAME_EVENTS
from games.ruleset import REFEREE
from tracker import commands, identity, roles, selectors
from tracker.models import MatchRow
from tracker.pages import lines
from tracker.pages.core.answers import Answered, Refusal, attempt, plain, with_refusal
from tracker.pages.core.numbers import whole
from tracker.pages.desks import desk_context
from tracker.pages.match.results import report_form
from tracker.pages.organiser.console import staff_of
from tracker.selectors import EventView
from tracker.systems import CAMPAIGN, CHRONICLE, SEASON, TOURNAMENT

PAGE = 500
UNVOIDABLE = ("event_voided",)
FRAME = {tag(event) for event in FRAME_EVENTS}


@staff_of(TOURNAMENT, CAMPAIGN, SEASON, CHRONICLE)
def correct(request: HttpRequest, event: UUID, stream: UUID) -> HttpResponse:
    """GET: the log with a box at each event. POST `preview`: what would break. POST `void` or `tail`: it is done."""
    _belongs(event, stream)
    if request.method != "POST":
        return _show(request, event, stream)
    chosen = [seq for text in request.POST.getlist("seq") if (seq := whole(text)) is not None]
    if not chosen:
        return _show(request, event, stream, Refusal(400, [plain(_("Choose at least one entry."))]))
    how = request.POST.get("how", "preview")
    answered = _void(request, stream, chosen, how)
    if answered.refusal is not None:
        return _show(request, event, stream, answered.refusal)
    if how == "preview":
        return _show(request, event, stream, legal=True)
    messages.success(request, _("The entries are taken back; everything is counted anew."))
    return redirect("pages:correct", event=event, stream=stream)


def _belongs(event: UUID, stream: UUID) -> None:
    """The stream is the event's own or that of one of its matches. Raises `Http404`."""
    if stream == event:
        return
    if selectors.has_match(event, stream):
        return
    row = selectors.match(stream)
    if row is None or event not in (row.tournament_id, row.campaign_id, *_seasons(stream)):
        raise Http404


def _seasons(stream: UUID) -> list[UUID]:
    """The seasons of a run."""
    return list(roles.seasons_of_run(stream).values_list("stream_id", flat=True))


def _void(request: HttpRequest, stream: UUID, chosen: list[int], how: str) -> Answered[Any]:
    who = identity.of_request(request)
    version = request.POST.get("version", "")
    reason = request.POST.get("reason", "")
    if how == "preview" and not reason.strip():
        reason = _("preview")
    return attempt(
        lambda: commands.void(
            who,
            stream,
            chosen,
            reason,
            tail=how == "tail",
            dry_run=how == "preview",
            expected_version=whole(version),
        ),
        REFEREE,
        stream,
    )


def _show(
    request: HttpRequest, event: UUID, stream: UUID, refusal: Refusal | None = None, legal: bool = False
) -> HttpResponse:
    context = desk_context(event, "log")
    page = selectors.events_page(stream, REFEREE, _after(request), PAGE)
    chosen = set(request.POST.getlist("seq"))
    match = selectors.match(stream) if stream != event else None
    context |= {
        "stream": stream,
        "match": match,
        "lines": _lines(stream, page.events, chosen),
        "next": page.next,
        "stream_version": page.version,
        "reason": request.POST.get("reason", selectors.why_disputed(match)),
        "legal": legal,
    }
    _mark_replaceable(context, event)
    context["may_type"] = _reportable(request, event, context["match"])
    return with_refusal(request, "console/correct.html", context, refusal)


def _mark_replaceable(context: dict[str, Any], event: UUID) -> None:
    """An entry of the play that somebody typed, in a match of the event, may be entered anew in its place."""
    match = context["match"]
    if match is None or event not in (match.tournament_id, match.campaign_id):
        return
    for line in context["lines"]:
        line["replaceable"] = line["voidable"] and line["typed"] and line["type"] not in FRAME


def _reportable(request: HttpRequest, event: UUID, match: MatchRow | None) -> bool:
    """After a correction the result is typed again: whether the page may lead there."""
    if match is None or event not in (match.tournament_id, match.campaign_id):
        return False
    return report_form(request, match) is not None


def _after(request: HttpRequest) -> int:
    return whole(request.GET.get("after")) or 0


def _lines(stream: UUID, events: list[EventView], chosen: set[str]) -> list[dict[str, Any]]:
    """The log as staff know it."""
    found = lines.as_known(stream, REFEREE, events)
    for line, event in zip(found, events, strict=True):
        line["chosen"] = str(line["seq"]) in chosen
        lasting = line["type"] in UNVOIDABLE or selectors.is_lasting(stream, event)
        line["voidable"] = not line["voided_by"] and not lasting
    return found
