"""Seasons for those who keep them: make one, change its times, close it, look after the runs in it."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.registry import LADDERS
from tracker import commands, identity, roles, selectors
from tracker.models.ladders import CONTESTED, LOGGED
from tracker.pages.core.answers import Answered, Refusal, attempt
from tracker.pages.forms.ladders import SYSTEM, NewSeasonForm, SeasonForm
from tracker.pages.ladder import ladder_view as view
from tracker.pages.organiser.console import staff_of
from tracker.rulesets.season.state import SeasonState
from tracker.selectors import ladders as found
from tracker.systems import SEASON

TO_SETTLE = 50


@login_required
def seasons(request: HttpRequest) -> HttpResponse:
    """The seasons that the reader keeps, and a new one."""
    today = timezone.localtime().replace(hour=0, minute=0)
    form = NewSeasonForm(request.POST or None, initial={"key": uuid4().hex, "starts": today})
    keeper = roles.keeps_seasons(identity.of_request(request))
    context: dict[str, Any] = {
        "form": form,
        "seasons": list(found.seasons_of(request.user)),
        "keeper": keeper,
    }
    if request.method != "POST":
        return render(request, "ladder/ladder_seasons.html", context)
    if keeper is None:
        raise identity.NotAllowed("an administrator, or an account that an administrator lets keep seasons")
    if not form.is_valid():
        return render(request, "ladder/ladder_seasons.html", context, status=400)
    data, who = form.cleaned_data, identity.of_request(request)
    told = {name: data[name] for name in ("name", "starts", "ends")}
    system = data["system"] or SYSTEM
    answered = attempt(lambda: commands.create_season(who, system=system, key=data["key"] or None, **told))
    if answered.refusal is not None:
        return render(
            request, "ladder/ladder_seasons.html", context | answered.refusal.context, status=answered.status
        )
    opened = _("%(name)s is open. Runs started in its time come in by themselves.")
    if system not in LADDERS:
        opened = _("%(name)s is open. Under League you take in its tournaments.")
    messages.success(request, opened % told)
    return redirect("pages:season", event=answered.value)


def season_context(season: UUID, tab: str) -> dict[str, Any]:
    """What every page of a season's desk shows, from the state of its own log."""
    now = selectors.current_state(season)
    state: SeasonState = now.state
    return {
        "event_id": season,
        "name": state.name,
        "system": now.system,
        "state": state,
        "version": now.head.version,
        "tab": tab,
        "has_runs": now.system in LADDERS,
        "desk": "ladder/ladder_season_base.html",
        "console_url": reverse("pages:season", args=[season]),
        "no_archive": True,
    }


@staff_of(SEASON)
def season(request: HttpRequest, event: UUID) -> HttpResponse:
    """The desk of a season: its times, and the runs that nobody has confirmed or that somebody contests."""
    return _show(request, event)


@staff_of(SEASON)
@require_POST
def act(request: HttpRequest, event: UUID, action: str) -> HttpResponse:
    """Change, close or reopen the season."""
    form = SeasonForm(request.POST) if action == "change" else None
    if form is not None and not form.is_valid():
        return _show(request, event, form=form, status=400)
    answered = _acted(request, event, action, form)
    if answered.refusal is not None:
        return _show(request, event, form=form, refusal=answered.refusal)
    ranks_runs = season_context(event, "now")["has_runs"]
    messages.success(request, _("Done. The ladders are being updated.") if ranks_runs else _("Done."))
    return redirect("pages:season", event=event)


def _acted(request: HttpRequest, event: UUID, action: str, form: SeasonForm | None) -> Answered[Any]:
    who = identity.of_request(request)
    if form is not None:
        told = {name: form.cleaned_data[name] for name in ("name", "starts", "ends")}
        return attempt(lambda: commands.change_season(who, event, **told))
    if action == "close":
        return attempt(lambda: commands.close_season(who, event))
    reason = request.POST.get("reason", "").strip() or _("opened again")
    return attempt(lambda: commands.reopen_season(who, event, reason=reason))


def _show(
    request: HttpRequest,
    event: UUID,
    form: SeasonForm | None = None,
    refusal: Refusal | None = None,
    status: int = 200,
) -> HttpResponse:
    context = season_context(event, "now")
    row = found.season(event)
    initial = {"name": row.name, "starts": row.starts, "ends": row.ends} if row else {}
    runs = found.runs_in(row).filter(status__in=(LOGGED, CONTESTED))[:TO_SETTLE] if row else []
    context |= {
        "row": row,
        "form": form or SeasonForm(initial=initial),
        "runs": [view.run_view(run, run.pk) for run in runs],
        "ladders_url": f"{reverse('pages:ladders')}?season={event}",
    }
    if refusal is not None:
        return render(request, "ladder/ladder_season.html", context | refusal.context, status=refusal.status)
    return render(request, "ladder/ladder_season.html", context, status=status)
