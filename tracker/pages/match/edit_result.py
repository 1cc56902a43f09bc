""" "Edit this result": entered once, shown in words with what it changes, confirmed once.

For any match of an event or of a campaign that is over or has logged turns, whatever its round and also after the end.
Nothing is removed: the old entries stay in the match's log, taken back with the reason.
"""

from __future__ import annotations

from typing import Any, NamedTuple
from uuid import UUID, uuid4

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from games.codec import tag
from games.registry import SYSTEMS
from games.ruleset import REFEREE
from tracker import commands, identity, selectors
from tracker.commands.corrections import Plan
from tracker.models import MatchRow
from tracker.pages.campaign.chronicle_words import Words, change_view, question_view
from tracker.pages.campaign.chronicles import standing
from tracker.pages.core.answers import Refusal, attempt, plain, too_late
from tracker.pages.desks import desk_context, place_name
from tracker.pages.match.at_table import AtTable, seated
from tracker.pages.match.moved import Moved, fingerprint_of, moved
from tracker.pages.match.results import match_of, result_of, version_of
from tracker.pages.organiser.console import staff_of
from tracker.selectors.stood import Stood
from tracker.systems import CAMPAIGN, CHRONICLE, TOURNAMENT

LINE = 200
"""The longest text of a remark in an event's log."""


class Editing(NamedTuple):
    """A match whose result is entered anew: as it stands, and as it was before its play, where the form is made."""

    now: Stood
    table: AtTable
    form: Any


@staff_of(TOURNAMENT, CAMPAIGN, CHRONICLE)
def edit_result(request: HttpRequest, event: UUID, match: UUID) -> HttpResponse:
    """GET: the form with what stands. POST `preview`: what would change. POST `save`: it is done."""
    row = match_of(event, match)
    editing = _editing(request, row)
    form = editing.form
    if form is None:
        return _by_its_log(request, event, editing)
    if request.method != "POST":
        return _show(request, event, row, editing)
    expected, version = version_of(request), editing.now.base.head.version
    if expected is not None and expected != version and not _sent_before(request, match):
        return _show(request, event, row, editing, too_late(match, version, expected, REFEREE))
    if not form.is_valid():
        return _show(request, event, row, editing, Refusal(400, [plain(_("Check the marked fields."))]))
    if request.POST.get("how") == "save" and request.POST.get("seen") == fingerprint_of(form):
        if request.POST.get("redraw") == "report" and row.tournament_id == event:
            return _noted(request, event, row, editing)
        return _save(request, event, row, editing)
    return _preview(request, event, row, editing)


def _by_its_log(request: HttpRequest, event: UUID, editing: Editing) -> HttpResponse:
    """A match that the rules let nobody report whole is logged to its end, and later its log corrected."""
    match = editing.table.match
    if editing.table.desk.outcome.status == "open":
        text = _(
            "At this level of detail the result follows from what is logged. Log what is on the paper here."
        )
        if getattr(editing.now.base.state.play, "detail", "") == "summary":
            text = _("Something has to be logged here before the result can be: the pad shows it first.")
        messages.info(request, text)
        return redirect("pages:score-pad", match)
    messages.warning(request, _("The rules take no report of the whole match here: correct its log."))
    return redirect("pages:correct", event=event, stream=match)


def _editing(request: HttpRequest, row: MatchRow) -> Editing:
    """The form is that of the report, made from the table as it was before anything was told of the play."""
    now, who = selectors.stood(row.stream_id), identity.of_request(request)
    table = seated(who, now.base, row=row)
    step, event = table.pages.REPORT, SYSTEMS[table.system].reports
    if not event:
        return Editing(now, table, None)
    before = now.base._replace(state=now.states[now.before_play(event)])
    table = seated(who, before, row=row)
    if f"{step}:" not in table.desk.types:
        return Editing(now, table, None)
    form = table.pages.bound(table.desk, step, "", request.POST or None)
    told = [entry.event for entry in now.entries if tag(type(entry.event)) == event]
    form.prefill(now.base.state.play, told[-1] if told else None)
    return Editing(now, table, form)


def _sent_before(request: HttpRequest, match: UUID) -> bool:
    """A second tap on the same button: the first answer is given again."""
    return request.POST.get("how") == "save" and commands.answered(match, request.POST.get("key", ""))


def _preview(request: HttpRequest, event: UUID, row: MatchRow, editing: Editing) -> HttpResponse:
    who, form = identity.of_request(request), editing.form
    answered = attempt(
        lambda: commands.plan_result(who, row.stream_id, form.payloads_on), REFEREE, row.stream_id
    )
    plan = answered.value
    if answered.refusal is not None or plan is None:
        told = answered.refusal
        return _show(request, event, row, editing, told.held(form.private) if told is not None else None)
    old = editing.now.outcome(len(editing.now.entries))
    changes = moved(row, editing.table.desk.sides(), old, plan)
    return _show(request, event, row, editing, changes=changes, campaign=_in_campaign(event, row, plan))


def _in_campaign(event: UUID, row: MatchRow, plan: Plan) -> dict[str, Any] | None:
    """What would follow in the campaign of the match, in words; None for a match of no campaign."""
    if selectors.kind_of(event) != CHRONICLE:
        return None
    seen = selectors.if_it_said(event, row.stream_id, plan.match)
    if seen is None:
        return {"changes": [], "questions": []}
    words = Words(standing(event))
    return {
        "changes": [change_view(words, one) for one in seen.changes],
        "questions": [question_view(words, one) for one in seen.questions],
    }


def _save(request: HttpRequest, event: UUID, row: MatchRow, editing: Editing) -> HttpResponse:
    who, match, form = identity.of_request(request), row.stream_id, editing.form
    answered = attempt(
        lambda: commands.edit_result(
            who,
            match,
            form.payloads_on,
            commands.Because(
                request.POST.get("because", ""), version_of(request), request.POST.get("key") or None
            ),
        ),
        REFEREE,
        match,
    )
    if answered.refusal is not None:
        return _show(request, event, row, editing, answered.refusal.held(editing.form.private))
    if selectors.kind_of(event) == CHRONICLE:
        return _heard(request, event, match)
    messages.success(request, _("The result is corrected; the places follow."))
    if request.POST.get("redraw") == "yes" and unstarted_round(event):
        return _redrawn(request, event)
    return redirect("pages:match", match)


def _heard(request: HttpRequest, event: UUID, match: UUID) -> HttpResponse:
    """The campaign has heard of it at once, or asks its arbitrator first."""
    state = standing(event).state
    if any(state.links[link].match == str(match) for link in state.waiting):
        messages.warning(request, _("The result is corrected. The campaign asks you before it follows."))
        return redirect("pages:chronicle-desk", event=event)
    messages.success(request, _("The result is corrected; the campaign is counted anew."))
    return redirect("pages:match", match)


def _noted(request: HttpRequest, event: UUID, row: MatchRow, editing: Editing) -> HttpResponse:
    """The result stays as it counts; what was right stands in the event's log, with the reason, for its report."""
    who, form, order = identity.of_request(request), editing.form, editing.table.desk.sides()
    old = editing.now.outcome(len(editing.now.entries))

    def note() -> Any:
        reason = commands.Because(request.POST.get("because", "")).said()
        plan = commands.plan_result(who, row.stream_id, form.payloads_on)
        was, now = (result_of(row.system, one, order) for one in (old, plan.outcome))
        text = f"{was} \N{RIGHTWARDS ARROW} {now}. {reason}"[:LINE]
        data = {"round": row.round, "table": row.table, "text": text}
        told = [{"type": "correction_noted", "data": data}]
        return commands.append(who, event, told, key=request.POST.get("key") or None)

    answered = attempt(note, REFEREE, row.stream_id)
    if answered.refusal is not None:
        return _show(request, event, row, editing, answered.refusal.held(editing.form.private))
    messages.success(request, _("Noted for the report; nothing else changes."))
    return redirect("pages:match", row.stream_id)


def unstarted_round(event: UUID) -> int | None:
    """The round of a tournament that is drawn and not started: the correction may change who should meet."""
    if selectors.kind_of(event) != TOURNAMENT:
        return None
    current = selectors.current_state(event).state.current
    return current.round if current is not None and current.status in ("draft", "published") else None


def _redrawn(request: HttpRequest, event: UUID) -> HttpResponse:
    """The draw that rested on the old result is discarded, and a new one is there to be looked at."""
    who = identity.of_request(request)
    answered = attempt(lambda: commands.redraw_round(who, event, reason=request.POST.get("because", "")))
    if answered.refusal is None:
        messages.success(request, _("The round is drawn again: look at it and publish it."))
    else:
        messages.warning(request, " ".join(problem["message"] for problem in answered.refusal.problems))
    return redirect("pages:console-round", event=event)


def _show(
    request: HttpRequest,
    event: UUID,
    row: MatchRow,
    editing: Editing,
    refusal: Refusal | None = None,
    changes: Moved | None = None,
    campaign: dict[str, Any] | None = None,
) -> HttpResponse:
    table, now = editing.table, editing.now
    old = now.outcome(len(now.entries))
    dispute = selectors.disputes([row.stream_id] if row.contested else []).get(row.stream_id)
    context = desk_context(event, "now")
    context |= {
        "form": editing.form,
        "match": row,
        "place": place_name(event, row.stream_id),
        "heading_names": _names(table),
        "match_version": now.base.head.version,
        "key": uuid4().hex,
        "stands": result_of(row.system, old, table.desk.sides()),
        "logged": max(0, now.closing - now.played),
        "unstarted": unstarted_round(event),
        "of_round": row.tournament_id == event,
        "reason": request.POST.get("because") or (dispute and dispute.reason) or _("entered by mistake"),
        "changes": changes,
        "campaign": campaign,
        "seen": fingerprint_of(editing.form) if changes else "",
        "dispute": dispute,
    }
    told = refusal.context if refusal is not None else {}
    return render(
        request, "console/edit_result.html", context | told, status=refusal.status if refusal else 200
    )


def _names(table: AtTable) -> str:
    sides = table.desk.sides()
    return " \N{EN DASH} ".join(", ".join(map(table.names.player, table.sides[side])) for side in sides)
