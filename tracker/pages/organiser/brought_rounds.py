"""Rounds made elsewhere, or on paper: pasted, shown as they were read, and taken as a round made by hand; with the
results of what was played already.
"""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from games.ruleset import REFEREE
from tracker import commands, identity, selectors
from tracker.commands import round_lists
from tracker.commands.moving import Played
from tracker.commands.round_results import Read
from tracker.messages import language
from tracker.pages.core.answers import Refusal, attempt, plain
from tracker.pages.lines.tournament import worths
from tracker.pages.match_forms import pages_of
from tracker.pages.organiser import brought_teams
from tracker.pages.organiser.brought_rows import Found, Row, called, result_words, tidy, wrong_with
from tracker.pages.organiser.console import console_context, staff_page
from tracker.rulesets.tournament.draws import planned_scenario
from tracker.rulesets.tournament.stages import takes_round
from tracker.rulesets.tournament.state import TournamentState

LONGEST = 400_000


@staff_page
def brought_round(request: HttpRequest, event: UUID) -> HttpResponse:
    """POST `how=look`: what the text was read as. `how=take`: the round is made of it, to be played here. `how=played`:
    it was played, and is taken with its results. GET while no round can be made leads to the round that there is."""
    context = _context(request, event)
    if request.method != "POST":
        if not takes_round(context["state"]):
            return redirect("pages:console-round", event=event)
        return render(request, "console/brought.html", context)
    found, how = _look(context), request.POST.get("how")
    if how not in ("take", "played") or found.wrong or not found.rows:
        return render(request, "console/brought.html", context, status=200 if how == "look" else 400)
    if not context["reason"].strip():
        context |= Refusal(400, [plain(_("say why, in a few words"), _("Reason"))]).context
        return render(request, "console/brought.html", context, status=400)
    refusal = (_played if how == "played" else _drafted)(request, event, context)
    if refusal is not None:
        return render(request, "console/brought.html", context | refusal.context, status=refusal.status)
    if how == "take":
        messages.success(request, _("Drafted by hand. Look at it, then publish it."))
        return redirect("pages:console-round", event=event)
    messages.success(request, _("Round %(number)d is here with its results.") % {"number": context["number"]})
    return _next(request, event)


def _context(request: HttpRequest, event: UUID) -> dict[str, Any]:
    context = console_context(event, "round")
    state: TournamentState = context["state"]
    number, sent = len(state.rounds) + 1, request.POST
    known = pages_of(context["system"]).battlefields(language())
    planned = planned_scenario(state, number)
    return context | {
        "number": number,
        "text": sent.get("text", "")[:LONGEST],
        "reason": sent.get("reason", ""),
        "battlefields": [] if planned else list(known.items()),
        "chosen": sent.get("scenario", ""),
    }


def _look(context: dict[str, Any]) -> Found:
    found = read(context["state"], context["text"], context["number"])
    context["found"] = found
    return found


def _drafted(request: HttpRequest, event: UUID, context: dict[str, Any]) -> Refusal | None:
    found: Found = context["found"]
    draw = commands.Draw(
        until="draft",
        scenario=context["chosen"] or None,
        reason=context["reason"].strip()[:200],
        pairings=found.pairings,
        bye=found.bye,
    )
    who, key = identity.of_request(request), request.POST.get("key") or None
    return attempt(lambda: commands.draw_until(who, event, draw, key=key), REFEREE).refusal


def _played(request: HttpRequest, event: UUID, context: dict[str, Any]) -> Refusal | None:
    found: Found = context["found"]
    played = Played(
        found.pairings, found.results, context["reason"], found.bye, found.byes, context["chosen"] or None
    )
    who, key = identity.of_request(request), request.POST.get("key") or None
    return attempt(lambda: commands.bring_round(who, event, played, key=key), REFEREE).refusal


def _next(request: HttpRequest, event: UUID) -> HttpResponse:
    """The next round of the same text, as it is read; the console where the text tells rounds not apart, has no more of
    them, or tables are still to be played."""
    context = _context(request, event)
    current, text, number = context["state"].current, context["text"], context["number"]
    apart = round_lists.read(text, number) != round_lists.read(text, number - 1)
    if current is None or current.status != "closed" or not apart or not _look(context).results:
        return redirect("pages:console-round", event=event)
    return render(request, "console/brought.html", context)


def read(state: TournamentState, text: str, number: int) -> Found:
    """What the text says of the round, by the names of the event: of its teams and their players where teams play."""
    told = round_lists.read(text, number)
    told = sorted(told, key=lambda one: (not one.second, one.table if one.table is not None else one.line))
    if state.plays_in_teams:
        return brought_teams.read(state, told, number)
    names = selectors.all_names(state)
    here = {entrant.player for entrant in state.in_hall()}
    by_name = called(names)
    seen: set[str] = set()
    found = Found([], [], None, False, {}, {}, [])
    for one in told:
        wrong, ids = [one.wrong.to(language())] if one.wrong else [], []
        for name in (one.first, one.second) if one.second else (one.first,):
            known = by_name.get(tidy(name), [])
            wrong += wrong_with(name, known, seen, here)
            ids += known[:1]
            seen.update(known[:1])
        if not one.second and not one.bye and found.bye is not None:
            wrong.append(_("a second bye"))
        found = _with(found, state, one, ids, [names[id_] for id_ in ids], "; ".join(wrong))
    left = [entrant.player for entrant in state.present() if entrant.player not in seen]
    return found._replace(
        byes={**found.byes, **dict.fromkeys(left, "zero")}, missing=[names[player] for player in left]
    )


def _with(
    found: Found, state: TournamentState, one: Read, ids: list[str], names: list[str], wrong: str
) -> Found:
    """What was found before, and this table."""
    if wrong:
        number = sum(bool(row.second) for row in found.rows) + 1 if one.second else 0
        found.rows.append(Row(number, one.first, one.second, wrong))
        return found._replace(wrong=True)
    if one.second:
        found.pairings.append({side: [id_] for side, id_ in zip(state.options.sides, ids, strict=True)})
        table = len(found.pairings)
        if one.told is not None:
            found.results[table] = one.told
        found.rows.append(Row(table, names[0], names[1], result=result_words(one.told, names)))
        return found
    worth = f"{_('bye')}, {worths()[one.bye]}" if one.bye else _("bye")
    found.rows.append(Row(0, names[0], "", without=worth))
    if one.bye:
        found.byes[ids[0]] = one.bye
        return found
    return found._replace(bye=ids[0])
