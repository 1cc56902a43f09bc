"""A result typed in by staff: the whole match in one report, built from the rules, confirmed in the same step."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from games.ruleset import DRAW, REFEREE, Outcome
from tracker import commands, identity, selectors
from tracker.messages import language
from tracker.models import MatchRow
from tracker.pages.core.answers import Refusal, attempt, of_before, plain, too_late, with_refusal
from tracker.pages.core.numbers import whole
from tracker.pages.desks import desk_context, place_name
from tracker.pages.event import tables
from tracker.pages.match.at_table import sit_down, with_lists
from tracker.pages.match_forms import pages_of
from tracker.pages.organiser.console import staff_of
from tracker.systems import CAMPAIGN, TOURNAMENT


@staff_of(TOURNAMENT, CAMPAIGN)
def type_result(request: HttpRequest, event: UUID, match: UUID) -> HttpResponse:
    """GET: the form. POST: reported and confirmed, or the reasons why not, with everything that was typed.

    Whoever comes second has nothing to report any more: what they typed goes on, as it was sent, to the page
    that edits a result, which says what stands.
    """
    row = match_of(event, match)
    form = report_form(request, row, request.POST or None)
    if form is None:
        sent = request.method == "POST"
        if sent and commands.answered(match, request.POST.get("key", "")):
            return _recorded(request, event, row)
        return redirect("pages:edit-result", event=event, match=match, preserve_request=sent)
    if request.method != "POST":
        return _show(request, event, row, form)
    expected, version = version_of(request), form.desk.version
    if expected is not None and expected != version:
        return _show(request, event, row, form, too_late(match, version, expected, REFEREE))
    if form.unread(request.POST):
        return _show(request, event, row, form, Refusal(400, [of_before()]))
    if not form.is_valid():
        return _show(request, event, row, form, Refusal(400, [plain(_("Check the marked fields."))]))
    return _report(request, event, row, form)


def match_of(event: UUID, match: UUID) -> MatchRow:
    """The match of this event, or of this campaign. Raises `Http404`."""
    row = selectors.match(match)
    if row is None or not (
        event in (row.tournament_id, row.campaign_id) or selectors.has_match(event, match)
    ):
        raise Http404
    return row


def report_form(request: HttpRequest, row: MatchRow, data: Any = None) -> Any:
    """The system's report form for staff; None when the match cannot be reported any more."""
    table = with_lists(sit_down(request, row.stream_id))
    step = table.pages.REPORT
    return table.pages.bound(table.desk, step, "", data) if f"{step}:" in table.desk.types else None


def _report(request: HttpRequest, event: UUID, row: MatchRow, form: Any) -> HttpResponse:
    who, match = identity.of_request(request), row.stream_id
    *before, report = form.payloads()
    answered = attempt(
        lambda: commands.report_match(
            who,
            match,
            report["data"],
            type_=report["type"],
            before=before,
            expected_version=version_of(request),
            key=request.POST.get("key") or None,
        ),
        REFEREE,
        match,
    )
    if answered.refusal is not None:
        return _show(request, event, row, form, answered.refusal.held(form.private))
    return _recorded(request, event, row)


def _recorded(request: HttpRequest, event: UUID, row: MatchRow) -> HttpResponse:
    place = place_name(event, row.stream_id) or _("Table %(table)d") % {"table": row.table or 0}
    messages.success(request, _("%(place)s: the result is recorded.") % {"place": place})
    return redirect(desk_context(event, "now")["console_url"])


def version_of(request: HttpRequest) -> int | None:
    """The version of the match on which the form was made."""
    return whole(request.POST.get("version"))


def _show(
    request: HttpRequest, event: UUID, row: MatchRow, form: Any, refusal: Refusal | None = None
) -> HttpResponse:
    context = desk_context(event, "now")
    place = place_name(event, row.stream_id)
    drawn = tables.Drawn(1 if place else row.table or 0, row.sides, "", row.stream_id, None)
    context |= {
        "form": form,
        "match": row,
        "place": place,
        "match_version": form.desk.version,
        "key": uuid4().hex,
        "table": tables.views(event, row.system, context["options"].sides, [drawn])[0],
        "logged": _logged(form),
    }
    return with_refusal(request, "console/result.html", context, refusal)


def _logged(form: Any) -> str:
    """`3 : 1`, what the logged turns give so far; nothing where none is logged."""
    outcome, system = form.desk.outcome, form.desk.system
    if not (outcome.turn or any(outcome.vp.values())) or not pages_of(system.key).POINTS:
        return ""
    return score_of(system.key, outcome, form.desk.sides())


def score_of(system: str, outcome: Outcome, sides: Iterable[str]) -> str:
    """`3 : 1`, in the order of the sides; of a game that counts no points who wins."""
    words = pages_of(system)
    if not words.POINTS:
        return str(words.result_words(outcome.winner, language())) if outcome.winner else ""
    return " : ".join(str(outcome.vp.get(side, 0)) for side in sides)


def result_of(system: str, outcome: Outcome, sides: Iterable[str]) -> str:
    """The same, and who wins where the points do not say it: after a concession, or by a tie-breaker."""
    order, words = list(sides), pages_of(system)
    told = score_of(system, outcome, order)
    most = max((outcome.vp.get(side, 0) for side in order), default=0)
    ahead = [side for side in order if outcome.vp.get(side, 0) == most]
    if not words.POINTS or outcome.winner in (None, ahead[0] if len(ahead) == 1 else DRAW):
        return told
    return f"{told} \N{MIDDLE DOT} {words.result_words(outcome.winner, language())}"
