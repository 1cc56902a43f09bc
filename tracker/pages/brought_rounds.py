"""Pairings made elsewhere, or on paper: pasted, shown as they were read, and taken as a round made by hand."""

from __future__ import annotations

from typing import Any, NamedTuple
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from games.ruleset import REFEREE
from tracker import commands, identity, selectors
from tracker.commands import round_lists
from tracker.messages import language
from tracker.pages.answers import Refusal, attempt, plain
from tracker.pages.console import console_context, staff_page
from tracker.pages.match_forms import pages_of
from tracker.rulesets.tournament.draws import planned_scenario
from tracker.rulesets.tournament.state import TournamentState

LONGEST = 400_000


class Row(NamedTuple):
    """A table as it was read: both names as they are known here, or as they were written with what is wrong."""

    number: int
    first: str
    second: str
    wrong: str = ""


class Found(NamedTuple):
    """The rows in the order of tables, the tables to draw, who has the bye, and whether anything is wrong."""

    rows: list[Row]
    pairings: list[dict[str, list[str]]]
    bye: str | None
    wrong: bool


@staff_page
def brought_round(request: HttpRequest, event: UUID) -> HttpResponse:
    """POST `how=look`: what the text was read as. POST `how=take`: the round is made of it."""
    context = console_context(event, "round")
    state: TournamentState = context["state"]
    number = len(state.rounds) + 1
    sent = request.POST
    text = sent.get("text", "")[:LONGEST]
    planned = planned_scenario(state, number)
    known = pages_of(context["system"]).battlefields(language())
    context |= {"number": number, "text": text, "reason": sent.get("reason", "")}
    context |= {"battlefields": [] if planned else list(known.items()), "chosen": sent.get("scenario", "")}
    if request.method != "POST":
        return render(request, "console/brought.html", context)
    found = read(state, text, number)
    context["found"] = found
    if sent.get("how") != "take" or found.wrong or not found.rows:
        return render(
            request, "console/brought.html", context, status=200 if sent.get("how") == "look" else 400
        )
    reason = sent.get("reason", "").strip()
    if not reason:
        context |= Refusal(400, [plain(_("say why, in a few words"), _("Reason"))]).context
        return render(request, "console/brought.html", context, status=400)
    draw = commands.Draw(
        until="draft",
        scenario=sent.get("scenario") or None,
        reason=reason[:200],
        pairings=found.pairings,
        bye=found.bye,
    )
    who, key = identity.of_request(request), sent.get("key") or None
    answered = attempt(lambda: commands.draw_until(who, event, draw, key=key), REFEREE)
    if answered.refusal is not None:
        context |= answered.refusal.context
        return render(request, "console/brought.html", context, status=answered.refusal.status)
    messages.success(request, _("Drafted by hand. Look at it, then publish it."))
    return redirect("pages:console-round", event=event)


def read(state: TournamentState, text: str, number: int) -> Found:
    """What the text says of the round, by the names of the event: of its teams where teams play."""
    told = round_lists.read(text, number)
    names = selectors.team_names(state) if state.plays_in_teams else selectors.player_names(state.entrants)
    by_name: dict[str, list[str]] = {}
    for id_, name in names.items():
        by_name.setdefault(name.casefold(), []).append(id_)
    told = sorted(told, key=lambda one: (not one.second, one.table if one.table is not None else one.line))
    seen: set[str] = set()
    rows: list[Row] = []
    pairings: list[dict[str, list[str]]] = []
    bye: str | None = None
    for one in told:
        wrong, ids = [], []
        for name in (one.first, one.second) if one.second else (one.first,):
            found = by_name.get(" ".join(name.split()).casefold(), [])
            wrong += _wrong_with(name, found, seen)
            ids += found[:1]
            seen.update(found[:1])
        if not one.second and bye is not None:
            wrong.append(_("a second bye"))
        shown = [names[id_] for id_ in ids] if not wrong else [one.first, one.second]
        rows.append(
            Row(len(pairings) + 1 if one.second else 0, shown[0], "".join(shown[1:2]), "; ".join(wrong))
        )
        if not wrong and one.second:
            pairings.append({side: [id_] for side, id_ in zip(state.options.sides, ids, strict=True)})
        elif not wrong:
            bye = ids[0]
    return Found(rows, pairings, bye, any(row.wrong for row in rows))


def _wrong_with(name: str, found: list[str], seen: set[str]) -> list[str]:
    words: dict[str, Any] = {"name": name or "?"}
    if not found:
        return [_("nobody here is called %(name)s") % words]
    if len(found) > 1:
        return [_("%(name)s is the name of several here") % words]
    return [_("%(name)s stands there twice") % words] if found[0] in seen else []
