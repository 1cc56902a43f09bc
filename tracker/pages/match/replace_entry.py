""" "Replace this entry": one logged entry of a match entered anew, in its place, with what it changes in words.

What came after it is logged again as far as it is legal; what is not is listed first, as sentences of the log.
"""

from __future__ import annotations

from typing import Any, NamedTuple
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from games.codec import tag
from games.ruleset import REFEREE
from tracker import commands, identity, selectors
from tracker.commands.corrections import Plan
from tracker.identity import Identity
from tracker.pages import lines
from tracker.pages.core.answers import Refusal, attempt, no_longer_legal, plain, too_late
from tracker.pages.desks import desk_context, place_name
from tracker.pages.match.at_table import AtTable, seated, with_lists
from tracker.pages.match.moved import fingerprint_of, moved
from tracker.pages.match.results import match_of, version_of
from tracker.pages.organiser.console import staff_of
from tracker.selectors.stood import Stood
from tracker.systems import CAMPAIGN, TOURNAMENT


class Replacing(NamedTuple):
    """The entry at place `at` of a match, the table as it was before it, and the form of such an entry, if any."""

    who: Identity
    now: Stood
    at: int
    table: AtTable
    form: Any

    @property
    def seq(self) -> int:
        return self.now.entries[self.at].seq

    @property
    def payloads(self) -> list[dict[str, Any]]:
        told: list[dict[str, Any]] = self.form.payloads_on(self.now.states[self.at])
        return told

    def ending(self, state: Any) -> list[dict[str, Any]]:
        """The entry that ends the match in another state, where the pad needs nothing more to be said for it."""
        type_ = tag(type(self.now.entries[self.now.closing].event))
        table = seated(self.who, self.now.base._replace(state=state))
        form = next((one for one in table.pages.steps(table.desk) if one.event == type_), None)
        starts = {one.html_name: one.value() for one in form if one.value() is not None} if form else {}
        bound = table.pages.bound(table.desk, form.step, form.player, starts) if form else None
        return bound.payloads() if bound is not None and bound.is_valid() else []


@staff_of(TOURNAMENT, CAMPAIGN)
def replace_entry(request: HttpRequest, event: UUID, match: UUID, seq: int) -> HttpResponse:
    """GET: the form of such an entry. POST `preview`: what would change. POST `save`: it is done."""
    row = match_of(event, match)
    replacing = _replacing(request, match, seq)
    form = replacing.form
    if form is None:
        messages.warning(
            request, _("An entry of this kind has no form of its own: take it back and log it again.")
        )
        return redirect("pages:correct", event=event, stream=match)
    if request.method != "POST":
        return _show(request, event, row, replacing)
    expected, version = version_of(request), replacing.now.base.head.version
    if expected is not None and expected != version:
        return _show(request, event, row, replacing, too_late(match, version, expected, REFEREE))
    if not form.is_valid():
        return _show(request, event, row, replacing, Refusal(400, [plain(_("Check the marked fields."))]))
    if request.POST.get("how") == "save" and request.POST.get("seen") == fingerprint_of(form):
        return _save(request, event, row, replacing)
    return _preview(request, event, row, replacing)


def _replacing(request: HttpRequest, match: UUID, seq: int) -> Replacing:
    """Raises `Http404` where no such entry stands."""
    who, now = identity.of_request(request), selectors.stood(match)
    at = now.replaceable(seq)
    if at is None:
        raise Http404
    table = with_lists(seated(who, now.base._replace(state=now.states[at])))
    form = _form(table, now.entries[at].event, request.POST or None)
    if form is not None:
        form.keep(now.states[at + 1].play, now.entries[at].event)
    return Replacing(who, now, at, table, form)


def _form(table: AtTable, event: Any, data: Any) -> Any:
    """The pad's form of such an entry, for the same player."""
    player = getattr(event, "player", "")
    found = [one for one in table.pages.steps(table.desk) if one.event == tag(type(event))]
    one = next((one for one in found if one.player == player), found[0] if found else None)
    return table.pages.bound(table.desk, one.step, one.player, data) if one is not None else None


def _preview(request: HttpRequest, event: UUID, row: Any, replacing: Replacing) -> HttpResponse:
    answered = attempt(
        lambda: commands.plan_entry(
            replacing.who, row.stream_id, replacing.seq, replacing.payloads, replacing.ending
        ),
        REFEREE,
        row.stream_id,
    )
    told = answered.refusal
    held = told.held(replacing.form.private) if told is not None else None
    return _show(request, event, row, replacing, held, answered.value)


def _save(request: HttpRequest, event: UUID, row: Any, replacing: Replacing) -> HttpResponse:
    match = row.stream_id
    answered = attempt(
        lambda: commands.replace_entry(
            replacing.who,
            match,
            replacing.seq,
            replacing.payloads,
            replacing.ending,
            commands.Because(request.POST.get("because", ""), version_of(request)),
        ),
        REFEREE,
        match,
    )
    if answered.refusal is not None:
        return _show(request, event, row, replacing, answered.refusal.held(replacing.form.private))
    messages.success(request, _("The entry is replaced; everything is counted anew."))
    return redirect("pages:match", match)


def _show(
    request: HttpRequest,
    event: UUID,
    row: Any,
    replacing: Replacing,
    refusal: Refusal | None = None,
    plan: Plan | None = None,
) -> HttpResponse:
    now, table = replacing.now, replacing.table
    old = now.outcome(len(now.entries))
    context = desk_context(event, "log")
    context |= {
        "form": replacing.form,
        "match": row,
        "place": place_name(event, row.stream_id),
        "line": _line(row.stream_id, replacing.seq),
        "match_version": now.base.head.version,
        "reason": request.POST.get("because") or selectors.why_disputed(row) or _("entered by mistake"),
        "changes": moved(row, table.desk.sides(), old, plan) if plan else None,
        "lost": no_longer_legal(plan.lost, row.stream_id, REFEREE) if plan else [],
        "seen": fingerprint_of(replacing.form) if plan else "",
    }
    told = refusal.context if refusal is not None else {}
    return render(
        request, "console/replace_entry.html", context | told, status=refusal.status if refusal else 200
    )


def _line(match: UUID, seq: int) -> dict[str, Any]:
    """The entry as a sentence of the log, as staff know it."""
    return lines.as_known(match, REFEREE, selectors.events_page(match, REFEREE, seq - 1, 1).events)[0]
