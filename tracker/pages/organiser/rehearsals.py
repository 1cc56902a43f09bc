"""The rehearsal of an event: asked for on one form, played by a worker, told in sentences."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import msgspec
from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import formats
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games import rulebook
from games.ruleset import REFEREE
from tracker import commands, identity, messages
from tracker.pages.core.answers import attempt
from tracker.pages.organiser.console import console_context, staff_page
from tracker.rehearsal import Report
from tracker.selectors.rehearsals import rehearsal


class RehearsalForm(forms.Form):
    """What is rehearsed."""

    players = forms.IntegerField(label=gettext_lazy("Players"), min_value=2, max_value=512)
    clubs = forms.IntegerField(
        label=gettext_lazy("Clubs among them"), min_value=0, max_value=200, required=False
    )
    minutes = forms.IntegerField(label=gettext_lazy("Minutes of a round"), min_value=5, max_value=600)
    pause = forms.IntegerField(label=gettext_lazy("Minutes between rounds"), min_value=0, max_value=240)
    runs = forms.IntegerField(label=gettext_lazy("How often it is played"), min_value=1, max_value=500)


@staff_page
def rehearsal_page(request: HttpRequest, event: UUID) -> HttpResponse:
    """GET: the newest rehearsal, and how far it is. POST: another one begins."""
    context = console_context(event, "round")
    size = max(8, len(context["state"].entrants))
    usual = {"players": size, "clubs": 0, "minutes": 120, "pause": 15, "runs": 40}
    form = RehearsalForm(request.POST or None, initial=usual)
    status = 200
    if request.method == "POST":
        if form.is_valid():
            asked = {name: value or 0 for name, value in form.cleaned_data.items()}
            answered = attempt(
                lambda: commands.start_rehearsal(identity.of_request(request), event, **asked), REFEREE
            )
            if answered.refusal is None:
                return redirect("pages:console-rehearsal", event=event)
            context |= answered.refusal.context
        status = 400
    row = rehearsal(event)
    refused = row is not None and row.failed in rulebook.all_rules()
    rule = rulebook.title(row.failed, messages.language()) if row is not None and refused else ""
    context |= {"form": form, "rehearsal": row, "rule": rule}
    if row is not None and row.report is not None:
        context |= told(msgspec.convert(row.report, Report))
    return render(request, "console/rehearsal.html", context, status=status)


def told(report: Report) -> dict[str, Any]:
    """The report in sentences and one table."""
    return {
        "report": report,
        "sentences": list(_sentences(report)),
        "each": [_each(one) for one in report.each],
    }


def _each(one: Any) -> dict[str, Any]:
    return {"round": one.round, "unbeaten": number(one.unbeaten), "leader": percent(one.one_leader)}


def percent(share: float) -> str:
    """A share as people read it."""
    return f"{round(100 * share)} %"


def number(mean: float) -> str:
    """A mean as people read it, in their language."""
    return formats.number_format(mean, 0 if mean == int(mean) else 1)


def _sentences(report: Report) -> list[str]:
    hours, minutes = divmod(report.minutes, 60)
    found = [
        ngettext(
            "%(count)d round, %(hours)d h %(minutes)02d min from the first start to the last end.",
            "%(count)d rounds, %(hours)d h %(minutes)02d min from the first start to the last end.",
            report.rounds,
        )
        % {"count": report.rounds, "hours": hours, "minutes": minutes},
        _("Swiss rounds that separate this field: %(rounds)d.") % {"rounds": report.suggested},
    ]
    if report.tied_at_cut is not None:
        found.append(
            _("Somebody shares the last place of the cut in %(share)s of the runs.")
            % {"share": percent(report.tied_at_cut)}
        )
    found += [
        _("The first place is shared in %(share)s of the runs.") % {"share": percent(report.tied_first)},
        _("The strongest player wins in %(share)s of the runs.") % {"share": percent(report.best_wins)},
    ]
    if report.best_cut is not None:
        found.append(
            _("The strongest player reaches the cut in %(share)s of the runs.")
            % {"share": percent(report.best_cut)}
        )
    found.append(_("Repeated meetings in an event: %(count)s.") % {"count": number(report.rematches)})
    found.append(_("Tables of one club in an event: %(count)s.") % {"count": number(report.club_tables)})
    if report.bye_rank is not None:
        words = {"count": number(report.second_byes), "share": percent(report.bye_rank)}
        found.append(
            _(
                "Players with a second bye: %(count)s. Who has a bye ends, on average, at %(share)s of the field."
            )
            % words
        )
    return found
