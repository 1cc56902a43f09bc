"""Who goes on to the next stage: proposed from the standings, decided by the organiser, logged with the reason."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import msgspec
from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.ruleset import REFEREE
from tracker import commands, identity, selectors
from tracker.formats.structs import Stage
from tracker.pages.core.answers import Refusal, attempt
from tracker.pages.core.numbers import whole
from tracker.pages.event.brackets import names_of, title_of
from tracker.pages.event.formats import FORMATS, stage_name
from tracker.pages.organiser.console import console_context, staff_page
from tracker.rulesets.tournament.draws import players_of
from tracker.rulesets.tournament.plans import current_stage, planned_stages
from tracker.rulesets.tournament.stages import (
    going,
    is_complete,
    table_of,
    to_begin,
    uneven,
    withdrawable,
)
from tracker.rulesets.tournament.state import TournamentState
from tracker.standings.structs import shown


class StageForm(forms.Form):
    """How the next stage is played, where it is not as planned."""

    format = forms.ChoiceField(label=gettext_lazy("Format"), choices=lambda: list(FORMATS.items()))
    cut = forms.IntegerField(
        label=gettext_lazy("How many go on"),
        required=False,
        min_value=2,
        help_text=gettext_lazy("Leave empty to let everybody play."),
    )
    rounds = forms.IntegerField(
        label=gettext_lazy("Rounds (Swiss only)"), required=False, min_value=1, max_value=99
    )
    groups = forms.IntegerField(label=gettext_lazy("Groups (round robin only)"), required=False, min_value=1)
    third_place = forms.BooleanField(label=gettext_lazy("A game for the third place"), required=False)

    def plan(self) -> dict[str, Any]:
        """What was chosen, as a plan."""
        told = {name: value for name, value in self.cleaned_data.items() if value}
        return told


def _chosen(text: str) -> dict[str, Any] | None:
    """The plan that the page was made with; None for that which stands, and for what this page never wrote."""
    try:
        told = msgspec.json.decode(text or "null")
    except (msgspec.DecodeError, RecursionError):
        return None
    return told if isinstance(told, dict) else None


@staff_page
def stage_page(request: HttpRequest, event: UUID) -> HttpResponse:
    """GET: who goes on by the standings (`?format=` and the rest: by another plan). POST: the stage begins."""
    if request.method != "POST":
        return _show(request, event)
    if request.POST.get("how") == "withdraw":
        return _withdraw(request, event)
    data = request.POST
    told = _chosen(data.get("stage", ""))
    answered = attempt(
        lambda: commands.begin_stage(
            identity.of_request(request),
            event,
            stage=told,
            field=data.getlist("field"),
            reason=data.get("reason", "").strip() or None,
            expected_version=whole(data.get("version")),
            key=data.get("key") or None,
        ),
        REFEREE,
    )
    if answered.refusal is not None:
        return _show(request, event, answered.refusal)
    messages.success(request, _("The stage begins. Draw its first round."))
    return redirect("pages:console", event=event)


def _withdraw(request: HttpRequest, event: UUID) -> HttpResponse:
    state: TournamentState = selectors.current_state(event).state
    reason = request.POST.get("reason", "").strip() or _("the stage was begun too early")
    answered = attempt(
        lambda: commands.withdraw_stage(
            identity.of_request(request), event, number=len(state.stages), reason=reason
        ),
        REFEREE,
    )
    if answered.refusal is not None:
        return _show(request, event, answered.refusal)
    messages.success(request, _("The stage is taken back."))
    return redirect("pages:console", event=event)


def _show(request: HttpRequest, event: UUID, refusal: Refusal | None = None) -> HttpResponse:
    context = console_context(event, "now")
    state: TournamentState = context["state"]
    form = StageForm(request.GET if "format" in request.GET else None, initial=_usual(state))
    plan = to_begin(state)
    if form.is_bound and form.is_valid():
        answered = attempt(lambda: commands.plan_of(form.plan()), REFEREE)
        refusal = refusal or answered.refusal
        plan = answered.value or plan
    context |= {"form": form, "withdrawable": withdrawable(state), "ready": _ready(state)}
    stage = current_stage(state)
    if (stage is None or stage.number == 1) and len(planned_stages(state.options)) > 1:
        context["planned_stages"] = [_in_words(one) for one in planned_stages(state.options)]
    if plan is not None and context["ready"]:
        context |= _proposed(event, state, plan, request)
    context |= refusal.context if refusal is not None else {}
    return render(request, "console/stage.html", context, status=refusal.status if refusal else 200)


def _in_words(plan: Stage) -> str:
    """A planned stage: with the rounds of a Swiss, the number that goes on to a cut."""
    if plan.cut:
        return _("Cut to %(count)d: %(format)s") % {"count": plan.cut, "format": stage_name(plan)}
    if not plan.rounds:
        return stage_name(plan)
    rounds = ngettext("%(count)s round", "%(count)s rounds", plan.rounds) % {"count": plan.rounds}
    return f"{stage_name(plan)} ({rounds})"


def _usual(state: TournamentState) -> dict[str, Any]:
    """A cut to the best half at most, as a power of two."""
    size = max(2, len(state.present()) // 2)
    return {"format": "single_elimination", "cut": 1 << (size.bit_length() - 1), "groups": 1}


def _ready(state: TournamentState) -> bool:
    """Whether a stage can begin: between rounds, with somebody to play."""
    last, stage = state.current, current_stage(state)
    between = last is None or (last.status == "closed" and not last.missing())
    started = stage is None or last is not None
    return between and started and not state.finished and len(players_of(state, stage)) > 1


def _proposed(event: UUID, state: TournamentState, plan: Stage, request: HttpRequest) -> dict[str, Any]:
    found, stage = going(state, plan), current_stage(state)
    rows = {row.player: row for row in table_of(state).standings()}
    here = going(state, Stage("swiss")).field
    ordered = sorted(here, key=lambda player: rows[player].rank)
    names = names_of(event, ordered)
    chosen = request.POST.getlist("field") if request.method == "POST" else list(found.field)
    listed = [*found.field, *(player for player in ordered if player not in found.field)]
    return {
        "plan": plan,
        "plan_json": msgspec.json.encode(plan).decode(),
        "title": title_of(plan),
        "as_planned": plan == to_begin(state),
        "early": stage is not None and not is_complete(state, stage),
        "tied": [names.get(player, "?") for player in found.tied],
        "uneven": [
            ngettext(
                "%(name)s: %(points)s in %(games)s game", "%(name)s: %(points)s in %(games)s games", games
            )
            % {"name": names[player], "points": _points(rows[player]), "games": games}
            for player, games in uneven(state, plan).items()
            if player in names
        ],
        "apart": [
            names.get(now, "?")
            for now, ranked in zip(found.field, found.as_ranked, strict=True)
            if now != ranked
        ],
        "candidates": [
            {
                "player": player,
                "name": names.get(player, "?"),
                "rank": rows[player].rank,
                "shared": rows[player].shared,
                "points": _points(rows[player]),
                "goes": player in chosen,
                "tied": player in found.tied,
            }
            for player in listed
        ],
    }


def _points(row: Any) -> str:
    figure = next((one for one in row.figures if one.id == "points"), row.figures[0])
    return shown(figure.top, figure.bottom)
