"""What the console's buttons do: each POST is one command, then the page it came from, with what came of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from games.ruleset import REFEREE
from tracker import commands, identity
from tracker.ids import is_id
from tracker.pages.core.answers import Answered, Refusal, attempt, plain
from tracker.pages.core.pressed import Action, Sent
from tracker.pages.forms.organiser import PasteForm
from tracker.pages.organiser import console, desk_pages
from tracker.pages.organiser.console import staff_page
from tracker.pages.organiser.desk_actions import DESK
from tracker.pages.organiser.pasted import preview, with_known
from tracker.pages.organiser.ties import show_ties


def _round(command: Callable[..., Any]) -> Callable[[Sent], Any]:
    return lambda sent: command(
        sent.who, sent.event, round=sent.round, expected_version=sent.version, key=sent.key
    )


def _player(command: Callable[..., Any]) -> Callable[[Sent], Any]:
    return lambda sent: command(sent.who, sent.event, player=sent.player, key=sent.key)


def _whole(command: Callable[..., Any]) -> Callable[[Sent], Any]:
    return lambda sent: command(sent.who, sent.event, expected_version=sent.version, key=sent.key)


def _draw(sent: Sent) -> Any:
    return commands.draw_round(sent.who, sent.event, scenario=sent.data.get("scenario") or None, key=sent.key)


def _discard(sent: Sent) -> Any:
    reason = sent.text("reason") or _("drawn again")
    seed = sent.data.get("seed", "")
    return commands.discard_round(
        sent.who,
        sent.event,
        round=sent.round,
        seed=seed,
        reason=reason,
        expected_version=sent.version,
        key=sent.key,
    )


def _unlock(sent: Sent) -> Any:
    return commands.unlock_lists(
        sent.who, sent.event, reason=sent.why(), expected_version=sent.version, key=sent.key
    )


def _drop_absent(sent: Sent) -> Any:
    return commands.drop_absent(sent.who, sent.event, reason=_("did not come"), key=sent.key)


ACTIONS: dict[str, Action] = {
    "check-in": Action(_player(commands.check_in), lambda: _("Checked in."), "players"),
    "check-in-all": Action(
        lambda sent: commands.check_in_all(sent.who, sent.event, key=sent.key),
        lambda: _("All are checked in."),
        "players",
    ),
    "drop-absent": Action(
        _drop_absent, lambda: _("Everybody who is not here has left the event."), "players"
    ),
    "undo-check-in": Action(_player(commands.undo_check_in), lambda: _("Check-in undone."), "players"),
    "drop": Action(_player(commands.drop), lambda: _("Dropped; results stay."), "players"),
    "reinstate": Action(_player(commands.reinstate), lambda: _("Back in the event."), "players"),
    "lock-lists": Action(_whole(commands.lock_lists), lambda: _("Lists are locked."), "now"),
    "unlock-lists": Action(_unlock, lambda: _("Lists are open again."), "players"),
    "draw": Action(_draw, lambda: _("Drawn. Only you and the judges see it yet."), "round"),
    "discard": Action(_discard, lambda: _("The draw is discarded. The next one gets a new seed."), "round"),
    "publish": Action(_round(commands.publish_round), lambda: _("Published. Everyone sees it now."), "now"),
    "publish-start": Action(
        _round(commands.publish_and_start_round),
        lambda: _("Published and started: a match is open at every table."),
        "now",
    ),
    "start": Action(
        _round(commands.start_round), lambda: _("Started: a match is open at every table."), "now"
    ),
    "close": Action(_round(commands.close_round), lambda: _("The round is closed."), "now"),
    "finish": Action(
        _whole(commands.finish), lambda: _("The event is over; the final ranking is set."), "now"
    ),
    **DESK,
}
PAGES = {
    "now": "console",
    "players": "console-players",
    "round": "console-round",
    "settings": "console-settings",
    "player": "console-player",
    "table": "console-table",
    "ties": "console-ties",
}
SHOWN = {
    "now": console.show_now,
    "players": console.show_players,
    "round": console.show_round,
    "settings": desk_pages.show_settings,
    "ties": show_ties,
}


def _address(back: str, sent: Sent) -> str:
    """Where the button's page is; without the player or table that it is about, the console."""
    if back == "player" and is_id(sent.player):
        return reverse("pages:console-player", args=[sent.event, sent.player])
    if back == "table" and sent.table:
        return reverse("pages:console-table", args=[sent.event, sent.table])
    plain = back if back in SHOWN else "now"
    return reverse(f"pages:{PAGES[plain]}", args=[sent.event])


@staff_page
def act(request: HttpRequest, event: UUID, action: str) -> HttpResponse:
    """One button. Done: back to its page. Refused: the same page with the reasons, nothing changed.

    A tab that a browser restored comes by GET: it gets the button's page, and nothing is done.
    """
    found = ACTIONS.get(action)
    if found is None:
        raise Http404
    sent = Sent(identity.of_request(request), event, action, request.POST)
    if request.method != "POST":
        return redirect(_address(found.back, sent))
    answered = attempt(lambda: found.run(sent), REFEREE)
    if answered.refusal is not None:
        return _again(request, sent, found.form or found.back, answered.refusal)
    messages.success(request, found.done())
    return redirect(_address(found.back, sent))


def _again(request: HttpRequest, sent: Sent, back: str, refusal: Refusal) -> HttpResponse:
    if back == "player" and is_id(sent.player):
        return desk_pages.show_player(request, sent.event, UUID(sent.player), refusal)
    if back == "table" and sent.table:
        return desk_pages.show_table(request, sent.event, sent.table, refusal)
    return SHOWN.get(back, console.show_now)(request, sent.event, refusal)


NAMED = 10
"""Names that a message tells at most."""


@require_POST
@staff_page
def add_players(request: HttpRequest, event: UUID) -> HttpResponse:
    """Registers what was typed or pasted, all or nothing; the text stays in the form when a line has a problem."""
    form = PasteForm(request.POST)
    people, problems = preview(event, request.POST.get("text", ""))
    wrong = [plain(problem["message"], problem["where"]) for problem in problems if problem["stops"]]
    if wrong:
        return console.show_players(request, event, Refusal(400, wrong), form)
    who, key = identity.of_request(request), request.POST.get("key") or None
    entered = with_known(people, request.POST)
    answered: Answered[Any] = attempt(
        lambda: commands.register_players(who, event, entered, key=key), REFEREE
    )
    if answered.refusal is not None:
        return console.show_players(request, event, answered.refusal, form)
    text = ngettext("%(count)d player added.", "%(count)d players added.", len(people))
    messages.success(request, text % {"count": len(people)})
    if garbled := [problem["where"] for problem in problems if problem.get("garbled")]:
        names = ", ".join(garbled[:NAMED])
        messages.warning(
            request, _("Look at these names again, they seem garbled: %(names)s") % {"names": names}
        )
    return redirect("pages:console-players", event=event)
