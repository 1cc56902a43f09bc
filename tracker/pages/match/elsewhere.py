"""The result of a table that was played under another tool: corrected, or told after all, with what it changes."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from games.ruleset import DRAW, REFEREE, Event
from tracker import commands, identity, warm
from tracker.pages.core.answers import Refusal, attempt, plain
from tracker.pages.event import tables
from tracker.pages.match.moved import Moved, of_states
from tracker.pages.organiser.console import console_context, staff_page
from tracker.rulesets import tournament
from tracker.rulesets.tournament.elsewhere import takes_brought
from tracker.rulesets.tournament.state import Table, TournamentState


@staff_page
def elsewhere(request: HttpRequest, event: UUID, round: int, table: int) -> HttpResponse:
    """GET: the form with what stands. POST `preview`: what would change. POST `save`: it is told."""
    context = console_context(event, "now")
    state: TournamentState = context["state"]
    found = next((one for one in takes_brought(state, round) if one.table == table), None)
    if found is None:
        raise Http404
    drawn = [
        one for one in tables.of_round(state.rounds[round - 1], state.options.sides[0]) if one.number == table
    ]
    context |= {
        "table": tables.views(event, context["system"], state.options.sides, drawn)[0],
        "round": round,
    }
    context |= _stands(found) | {"key": uuid4().hex, "played_draw": DRAW}
    if request.method != "POST":
        return render(request, "console/elsewhere.html", context)
    sent = request.POST
    vp = [sent.get(f"vp-{side}", "").strip() for side in state.options.sides]
    context |= {"vp": vp, "winner": sent.get("winner", ""), "reason": sent.get("reason", "").strip()[:200]}
    if (wrong := _wrong(context)) is not None:
        return _show(request, context, Refusal(400, [wrong]))
    data = _data(state, found, context)
    if sent.get("how") == "save":
        return _save(request, event, context, data)
    answered = attempt(lambda: _plan(request, event, state, found, context, data), REFEREE)
    return _show(request, context | {"changes": answered.value}, answered.refusal)


def _stands(table: Table) -> dict[str, Any]:
    """What the form shows at first: the result that stands, if one does."""
    result = table.result
    if result is None:
        return {"vp": ["", ""], "winner": "", "reason": "", "stands": None}
    vp = ["", ""] if result.untold else [str(told) for told in result.vp.values()]
    return {"vp": vp, "winner": result.winner, "reason": "", "stands": result}


def _wrong(context: dict[str, Any]) -> Any:
    if not context["reason"]:
        return plain(_("say why, in a few words"), _("Reason"))
    if not context["winner"]:
        return plain(_("choose who won"), _("Result"))
    vp = context["vp"]
    if any(vp) and not all(one.isascii() and one.isdecimal() and len(one) < 7 for one in vp):
        return plain(_("whole numbers for both, or for neither"), _("Victory points"))
    return None


def _data(state: TournamentState, table: Table, context: dict[str, Any]) -> dict[str, Any]:
    """The event: points that the other tool gave stay only while the winner does."""
    data: dict[str, Any] = {"round": context["round"], "table": table.table, "winner": context["winner"]}
    stands = table.result
    data["source"] = stands.source if stands is not None and stands.source else context["reason"]
    if any(context["vp"]):
        data["vp"] = dict(zip(state.options.sides, map(int, context["vp"]), strict=True))
    if stands is not None and stands.tp and stands.winner == context["winner"]:
        data["tp"] = stands.tp
    return data | ({"reason": context["reason"]} if stands is not None else {})


def _plan(
    request: HttpRequest,
    event: UUID,
    state: TournamentState,
    table: Table,
    context: dict[str, Any],
    data: dict[str, Any],
) -> Moved:
    """What telling it would change. Raises `CommandRejected`."""
    who = identity.of_request(request)
    commands.append(who, event, [{"type": "result_brought", "data": data}], dry_run=True)
    told: Event = warm.get(event).codec.from_payload("result_brought", data)
    after = tournament.RULES.evolve(state, told)
    found = after.rounds[context["round"] - 1].find(table.table)
    now = found.result if found is not None else None
    score = tuple(_score(one) for one in (table.result, now))
    verdict = tuple(_verdict(context, one) for one in (table.result, now))
    return of_states(state, after, context["round"], (score[0], score[1]), (verdict[0], verdict[1]))


def _score(result: Any) -> str:
    if result is None:
        return "–"
    return _("no score") if result.untold else " : ".join(map(str, result.vp.values()))


def _verdict(context: dict[str, Any], result: Any) -> str:
    if result is None:
        return ""
    won = next((side.names for side in context["table"].sides if side.key == result.winner), "")
    return _("%(name)s wins") % {"name": won} if won else _("draw")


def _save(request: HttpRequest, event: UUID, context: dict[str, Any], data: dict[str, Any]) -> HttpResponse:
    who, key = identity.of_request(request), request.POST.get("key") or None
    payload = [{"type": "result_brought", "data": data}]
    answered = attempt(lambda: commands.append(who, event, payload, key=key), REFEREE)
    if answered.refusal is not None:
        return _show(request, context, answered.refusal)
    messages.success(request, _("The result is corrected; the places follow."))
    return redirect("pages:console", event=event)


def _show(request: HttpRequest, context: dict[str, Any], refusal: Refusal | None) -> HttpResponse:
    told = refusal.context if refusal is not None else {}
    status = refusal.status if refusal is not None else 200
    return render(request, "console/elsewhere.html", context | told, status=status)
