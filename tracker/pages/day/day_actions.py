"""What the buttons of an event day's console do: each POST is one command, then the page it came from."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from games.ruleset import REFEREE
from tracker import commands, identity, selectors
from tracker.pages.core.answers import Refusal, attempt, plain
from tracker.pages.core.pressed import Action, Sent
from tracker.pages.day import day_console
from tracker.pages.day.day_console import day_staff
from tracker.pages.day.day_seats import seat
from tracker.pages.event.described import event_of
from tracker.pages.forms.organiser import PasteForm
from tracker.pages.organiser.decisions import seqs_of
from tracker.pages.organiser.pasted import shown as pasted_shown
from tracker.pages.organiser.pasted import with_known
from tracker.pages.organiser.pasted import words as problem_words


def _start(sent: Sent) -> Any:
    return commands.start_day(sent.who, sent.event, expected_version=sent.version, key=sent.key)


def _finish(sent: Sent) -> Any:
    return commands.finish_day(sent.who, sent.event, expected_version=sent.version, key=sent.key)


def _remove(sent: Sent) -> Any:
    reason = sent.text("reason") or _("the table is set up anew")
    return commands.remove_table(
        sent.who, sent.event, table=sent.needed("table"), reason=reason, key=sent.key
    )


def _earn(sent: Sent) -> Any:
    told = {name: sent.needed(name) for name in ("arcana", "table", "side")}
    return commands.create_arcanum(sent.who, sent.event, **told, key=sent.key)


def _send(sent: Sent) -> Any:
    return commands.grant_arcanum(
        sent.who, sent.event, arcana=sent.needed("arcana"), table=sent.needed("table"), key=sent.key
    )


def _fates(sent: Sent) -> Any:
    """Fields `fate-<table>|<owner>|<number>|<figure>`; a table without dead is published by `tables` alone."""
    told: dict[str, list[dict[str, Any]]] = {key: [] for key in sent.texts("tables")}
    state = selectors.current_state(sent.event).state
    for key in told:
        table = state.tables.get(key)
        for fallen in table.fallen if table else ():
            figure, owner, number = fallen.key
            fate = sent.text(f"fate-{key}|{owner}|{number}|{figure}")
            if fate:
                told[key].append({"figure": figure, "owner": owner, "number": number, "fate": fate})
    return commands.publish_fates(sent.who, sent.event, told, key=sent.key)


def _check_in(sent: Sent) -> Any:
    return commands.check_in(sent.who, sent.event, player=sent.needed("player"), key=sent.key)


def _undo_check_in(sent: Sent) -> Any:
    return commands.undo_check_in(sent.who, sent.event, player=sent.needed("player"), key=sent.key)


def _check_in_all(sent: Sent) -> Any:
    return commands.check_in_all(sent.who, sent.event, key=sent.key)


def _undo_of_many(sent: Sent) -> Any:
    return commands.void(sent.who, sent.event, seqs_of(sent.event, sent.number("seq")), _("undone"))


def _describe(sent: Sent) -> Any:
    told = event_of(sent.text)
    return commands.append(sent.who, sent.event, [told], key=sent.key)


ACTIONS: dict[str, Action] = {
    "start": Action(_start, lambda: _("Started: the matches are open.")),
    "finish": Action(_finish, lambda: _("The day is over; the overall result is final.")),
    "check-in": Action(_check_in, lambda: _("Checked in."), "players"),
    "check-in-all": Action(_check_in_all, lambda: _("All are checked in."), "players"),
    "undo-check-in": Action(_undo_check_in, lambda: _("Check-in undone."), "players"),
    "undo-of-many": Action(
        _undo_of_many, lambda: _("Undone; it stays in the log with its reason."), "players"
    ),
    "seat": Action(seat, lambda: _("The players are seated."), "players"),
    "remove": Action(_remove, lambda: _("The table is removed; its players are free again."), "players"),
    "earn": Action(_earn, lambda: _("Recorded. Now send it to a table.")),
    "send": Action(_send, lambda: _("Sent. It arrives as soon as the table can take it.")),
    "describe": Action(_describe, lambda: _("Saved; everybody can read it."), "settings"),
    "fates": Action(_fates, lambda: _("The fates are published. Everyone sees them now.")),
}
PAGES = {"now": "day-console", "players": "day-players", "settings": "day-settings"}


@require_POST
@day_staff
def act(request: HttpRequest, day: UUID, action: str) -> HttpResponse:
    """One button. Done: back to its page. Refused: the same page with the reasons, nothing changed."""
    found = ACTIONS.get(action)
    if found is None:
        raise Http404
    sent = Sent(identity.of_request(request), day, action, request.POST)
    answered = attempt(lambda: found.run(sent), REFEREE, day)
    if answered.refusal is not None:
        return day_console.SHOWN[found.back](request, day, answered.refusal)
    messages.success(request, found.done())
    return redirect(f"pages:{PAGES[found.back]}", day=day)


@require_POST
@day_staff
def add_players(request: HttpRequest, day: UUID) -> HttpResponse:
    """Registers what was typed or pasted, all or nothing; the text stays in the form when a line has a problem."""
    form = PasteForm(request.POST)
    people, found = commands.parse_pasted_players(request.POST.get("text", ""))
    wrong = [plain(problem_words()[one.what], _("Line %(line)d") % {"line": one.line}) for one in found]
    if wrong:
        return day_console.show_players(request, day, Refusal(400, wrong), form)
    who, key = identity.of_request(request), request.POST.get("key") or None
    entered = with_known(people, request.POST)
    answered = attempt(lambda: commands.register_players(who, day, entered, key=key), REFEREE)
    if answered.refusal is not None:
        return day_console.show_players(request, day, answered.refusal, form)
    text = ngettext("%(count)d player added.", "%(count)d players added.", len(people))
    messages.success(request, text % {"count": len(people)})
    return redirect("pages:day-players", day=day)


@require_POST
@day_staff
def preview_players(request: HttpRequest, day: UUID) -> HttpResponse:
    """What the typed or pasted lines are read as, while they are typed. Stores nothing."""
    return pasted_shown(request, day)
