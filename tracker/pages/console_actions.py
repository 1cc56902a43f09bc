"""What the console's buttons do: each POST is one command, then the page it came from, with what came of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from games.ruleset import REFEREE
from tracker import commands, identity, selectors
from tracker.identity import Identity
from tracker.pages import console
from tracker.pages.answers import Answered, Refusal, attempt, plain
from tracker.pages.console import staff_page
from tracker.pages.forms.organiser import PasteForm
from tracker.pages.pasted import preview

Data = Mapping[str, str]
KEY_LENGTH = 128


class Sent(NamedTuple):
    """A button that was pressed: by whom, where, which one, with which fields."""

    who: Identity
    event: UUID
    action: str
    data: Data

    @property
    def player(self) -> str:
        return self.data.get("player", "")

    @property
    def round(self) -> int:
        text = self.data.get("round", "")
        return int(text) if text.isdecimal() and len(text) < 6 else 0

    @property
    def version(self) -> int | None:
        """The version on which the decision was made, for those decisions that depend on it."""
        text = self.data.get("version", "")
        return int(text) if text.isdecimal() else None

    @property
    def key(self) -> str | None:
        """One press of one button, however often it arrives; a page's buttons share the page's own key."""
        page = self.data.get("key", "")
        return f"{page}:{self.action}:{self.player}"[:KEY_LENGTH] if page else None


class Action(NamedTuple):
    """`run` is the command; `done` the sentence afterwards; `back` the page that shows it."""

    run: Callable[[Sent], Any]
    done: Callable[[], str]
    back: str


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
    reason = sent.data.get("reason", "").strip() or _("drawn again")
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
    reason = sent.data.get("reason", "").strip()
    if not reason:
        raise commands.BadInput("reason", "say why, in a few words")
    return commands.unlock_lists(
        sent.who, sent.event, reason=reason, expected_version=sent.version, key=sent.key
    )


def _everybody(sent: Sent) -> Any:
    """Checks in all who are registered and not in the hall, in one step; nobody who is there already is touched."""
    entrants = selectors.current_state(sent.event).state.entrants.values()
    absent = [entrant.player for entrant in entrants if not entrant.checked_in and not entrant.dropped]
    told = [{"type": "player_checked_in", "data": {"player": player}} for player in absent]
    return commands.append(sent.who, sent.event, told, key=sent.key) if told else None


ACTIONS: dict[str, Action] = {
    "check-in": Action(_player(commands.check_in), lambda: _("Checked in."), "players"),
    "check-in-all": Action(_everybody, lambda: _("All are checked in."), "players"),
    "undo-check-in": Action(_player(commands.undo_check_in), lambda: _("Check-in undone."), "players"),
    "drop": Action(_player(commands.drop), lambda: _("Dropped; results stay."), "players"),
    "reinstate": Action(_player(commands.reinstate), lambda: _("Back in the event."), "players"),
    "lock-lists": Action(_whole(commands.lock_lists), lambda: _("Lists are locked."), "now"),
    "unlock-lists": Action(_unlock, lambda: _("Lists are open again."), "players"),
    "draw": Action(_draw, lambda: _("Drawn. Only you and the judges see it yet."), "round"),
    "discard": Action(_discard, lambda: _("The draw is thrown away. The next one gets a new seed."), "round"),
    "publish": Action(_round(commands.publish_round), lambda: _("Published. Everyone sees it now."), "now"),
    "start": Action(_round(commands.start_round), lambda: _("Started. Every table has its match."), "now"),
    "close": Action(_round(commands.close_round), lambda: _("The round is closed."), "now"),
    "finish": Action(_whole(commands.finish), lambda: _("The event is over; the ranking is final."), "now"),
}
PAGES = {"now": "console", "players": "console-players", "round": "console-round"}


@staff_page
def act(request: HttpRequest, event: UUID, action: str) -> HttpResponse:
    """One button. Done: back to its page. Refused: the same page with the reasons, nothing changed.

    A tab that a browser restored comes by GET: it gets the button's page, and nothing is done.
    """
    found = ACTIONS.get(action)
    if found is None:
        raise Http404
    if request.method != "POST":
        return redirect(f"pages:{PAGES[found.back]}", event=event)
    sent = Sent(identity.of_request(request), event, action, request.POST.dict())
    answered = attempt(lambda: found.run(sent), REFEREE)
    if answered.refusal is not None:
        return _again(request, event, found.back, answered.refusal)
    messages.success(request, found.done())
    return redirect(f"pages:{PAGES[found.back]}", event=event)


def _again(request: HttpRequest, event: UUID, back: str, refusal: Refusal) -> HttpResponse:
    show = {"now": console.show_now, "players": console.show_players, "round": console.show_round}[back]
    return show(request, event, refusal)


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
    answered: Answered[Any] = attempt(lambda: commands.register_players(who, event, people, key=key), REFEREE)
    if answered.refusal is not None:
        return console.show_players(request, event, answered.refusal, form)
    text = ngettext("%(count)d player added.", "%(count)d players added.", len(people))
    messages.success(request, text % {"count": len(people)})
    return redirect("pages:console-players", event=event)
