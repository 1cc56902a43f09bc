"""Logging a run at home or in a club, without any tournament. What it came to is on the run's page (`ladders`)."""

from __future__ import annotations

from collections import Counter
from datetime import datetime
from functools import cache
from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.registry import MATCHES, RUNS
from games.ruleset import SYSTEM as TRACKER
from games.ruleset import Setup
from tracker import commands, identity, selectors
from tracker.identity import Identity
from tracker.pages.core.answers import attempt
from tracker.pages.forms.ladders import SYSTEM
from tracker.pages.match_forms import pages_of
from tracker.selectors import ladders as found

AT_MOST = 1000
"""Names that a season's staff choose from."""

DETAILS = {
    "summary": gettext_lazy("the result only"),
    "turns": gettext_lazy("turn by turn"),
    "full": gettext_lazy("every card and die"),
}


@cache
def details() -> tuple[str, ...]:
    """The levels of detail at which the rules let a run begin today."""
    rules = MATCHES[SYSTEM]
    state = rules.initial(Setup())
    opening = {
        detail: RUNS[SYSTEM]("nobody", {"character": "ronin", "detail": detail})[0][0] for detail in DETAILS
    }
    return tuple(detail for detail, event in opening.items() if not rules.check(state, event, TRACKER))


def log_run(request: HttpRequest) -> HttpResponse:
    """GET: the form. POST: a result alone leads to its run, anything finer to the score pad of its match."""
    who = identity.of_request(request)
    players = _players(who)
    if not players:
        context = {"form": None, "keeps": _keeps_a_season(who)}
        return render(request, "ladder/ladder_log_run.html", context)
    levels = [(key, words) for key, words in DETAILS.items() if key in details()]
    RunForm = pages_of(SYSTEM).RunForm
    if request.method != "POST":
        form = RunForm(players, levels, initial={"key": uuid4().hex, "detail": "summary", "vos_in_wave": 0})
        return render(request, "ladder/ladder_log_run.html", {"form": form})
    form = RunForm(players, levels, request.POST)
    if not form.is_valid():
        return render(request, "ladder/ladder_log_run.html", {"form": form}, status=400)
    return _log(request, who, form)


def _log(request: HttpRequest, who: Identity, form: Any) -> HttpResponse:
    data = form.cleaned_data
    told = {"player": data["player"], "run": form.told(), "at": _moment(data["played"])}
    answered = attempt(lambda: commands.log_run(who, key=data["key"] or None, **told))
    if answered.refusal is not None:
        context = {"form": form, **answered.refusal.context}
        return render(request, "ladder/ladder_log_run.html", context, status=answered.status)
    if data["detail"] != "summary":
        return redirect("pages:score-pad", match=answered.value)
    messages.success(request, _("The run is logged."))
    return redirect("pages:run-logged", run=answered.value)


def _moment(played: datetime | None) -> str | None:
    return played.isoformat(timespec="seconds") if played else None


def _players(who: Identity) -> list[tuple[str, str]]:
    """(id, name) of whom this person may log for: their own players; for a season's staff those whom they have met; for
    administrators everybody. Whoever has no own player begins with nobody chosen."""
    rows: Any = selectors.players_named(who.players)
    if who.is_administrator:
        rows = selectors.players()[:AT_MOST]
    elif _keeps_a_season(who):
        rows = selectors.acquaintances(who)[:AT_MOST]
    own = sorted(rows, key=lambda player: (str(player.id) not in who.players, player.name.casefold()))
    often = Counter(player.name.casefold() for player in own)
    named = [
        (
            str(player.id),
            f"{player.name} ({known})" if known and often[player.name.casefold()] > 1 else player.name,
        )
        for player, known in selectors.who_is_who(own)
    ]
    return [("", _("choose")), *named] if named and not who.players else named


def _keeps_a_season(who: Identity) -> bool:
    return who.user.is_authenticated and found.seasons_of(who.user).exists()


def logged(request: HttpRequest, run: Any) -> HttpResponse:
    """Right after logging: the run's page; where it cannot be scored now a word of that, which asks again by itself."""
    selectors.stream_of(run)
    if found.run(run) is not None:
        return redirect("pages:run", run=run)
    return render(request, "ladder/ladder_scoring.html", {"run": run})
