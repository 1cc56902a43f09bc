"""The organiser's console of an event day: who sits where, the next step, cards to send, fates to publish.

Everything to decide on comes from the state of the log itself; points and the fallen from the read models, which
follow within a moment. Its buttons are in `day_actions`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any
from uuid import UUID, uuid4

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from tracker import selectors
from tracker.messages import language
from tracker.pages.core.answers import Refusal, with_refusal
from tracker.pages.day.day import day_row
from tracker.pages.day.day_seats import seats_view
from tracker.pages.day.day_view import DayView, day_view
from tracker.pages.event.described import FIELDS
from tracker.pages.event.events import live_url
from tracker.pages.event.slips import slips_of
from tracker.pages.forms.organiser import PasteForm
from tracker.pages.match_forms import pages_of
from tracker.pages.organiser.console import View, staff_of
from tracker.pages.organiser.decisions import told_of_many
from tracker.rulesets.campaign.state import CampaignState
from tracker.selectors import player_day
from tracker.systems import CAMPAIGN


def day_staff(view: View) -> View:
    """Only organisers and judges of the day come in."""
    guarded = staff_of(CAMPAIGN)(
        lambda request, event, *args, **kwargs: view(request, event, *args, **kwargs)
    )

    @wraps(view)
    def page(request: HttpRequest, day: UUID, *args: Any, **kwargs: Any) -> HttpResponse:
        return guarded(request, day, *args, **kwargs)

    return page


def day_context(day: UUID, tab: str) -> dict[str, Any]:
    """What every page of the console shows: the day, its next step, its version, a key for its forms."""
    now = selectors.current_state(day)
    state: CampaignState = now.state
    assert state.created is not None
    return {
        "event_id": day,
        "name": state.created.name,
        "system": now.system,
        "state": state,
        "options": state.options,
        "version": now.head.version,
        "step": _step(day, state),
        "tab": tab,
        "key": uuid4().hex,
        "live_url": live_url(day, now.head.version),
        "desk": "console/day_base.html",
        "console_url": reverse("pages:day-console", args=[day]),
        "players_url": reverse("pages:day-players", args=[day]),
        "do": reverse("pages:day-act", args=[day, "x"]).removesuffix("x/"),
    }


def _step(day: UUID, state: CampaignState) -> dict[str, str]:
    """The next step: {"action" or "url", "text", "next"}; `action` is a button of `day_actions`."""
    missing = len(state.without_result())
    if state.finished is not None:
        return {"text": "", "next": _after_the_end(state)}
    if state.started and not missing:
        return {
            "action": "finish",
            "text": _("Finish the day"),
            "next": _("The overall result becomes final."),
        }
    if state.started:
        playing = _("The tables play. Results missing: %(count)d.") % {"count": missing}
        return {"text": "", "next": f"{playing} {_whom_tables_await(state)}".strip()}
    if state.tables:
        return {"action": "start", "text": _("Start the day"), "next": _what_opens(state)}
    page = reverse("pages:day-players", args=[day])
    if not state.players:
        return {"url": f"{page}#add", "text": _("Add players"), "next": _("Then you seat them.")}
    return {
        "url": f"{page}#seats",
        "text": _("Seat the players"),
        "next": _("A seat for everybody is proposed."),
    }


def _what_opens(state: CampaignState) -> str:
    """What the start of the day does, and for whom it does not wait, or does."""
    if state.options.check_in:
        opens = _("A match opens at every table whose players are all here, and everybody sees it.")
        return f"{opens} {_whom_tables_await(state)}".strip()
    opens = _("A match opens at every table, and everybody sees it.")
    if missing := len(state.absent()):
        opens += " " + _("Not checked in yet: %(count)d.") % {"count": missing}
    return opens


def _whom_tables_await(state: CampaignState) -> str:
    """How many tables stay closed until their players have come."""
    waiting = sum(bool(state.waits_for(table)) for table in state.unopened())
    return _("Tables that wait for their players: %(count)d.") % {"count": waiting} if waiting else ""


def _after_the_end(state: CampaignState) -> str:
    """What is still to be done once the day is over."""
    if state.without_result():
        return _("A result is being corrected: enter the right one at its table. The overall result follows.")
    if any(table.wants_fates for table in state.tables.values()):
        return _("The day is over. Fates can still be published.")
    return _("The day is over.")


@day_staff
def console(request: HttpRequest, day: UUID) -> HttpResponse:
    return show_console(request, day)


@day_staff
def players(request: HttpRequest, day: UUID) -> HttpResponse:
    return show_players(request, day)


def show_console(request: HttpRequest, day: UUID, refusal: Refusal | None = None) -> HttpResponse:
    """The day now: tables, cards, fates."""
    context = day_context(day, "now")
    state: CampaignState = context["state"]
    view = day_view(day_row(day))
    context["in_hall"] = len(state.here) if state.checks_in and state.finished is None else None
    context |= {"view": view, "cards": _cards(context["state"], context["system"])}
    context |= {"disputed": _disputed(day, context["system"]), "unfated": _unfated(view)}
    context["hired_twice"] = _hired_twice(context["state"], context["system"])
    return with_refusal(request, "console/day.html", context, refusal)


def _cards(state: CampaignState, system: str) -> dict[str, Any]:
    """What may be entered now: unearned cards and open sources, waiting cards and open targets, by name."""
    words, lang = pages_of(system), language()
    roles = state.options.roles
    playing = [key for key, table in state.tables.items() if table.match and not table.result]

    def named(keys: list[str], say: Callable[[str, str], str]) -> list[tuple[str, str]]:
        return [(key, say(key, lang)) for key in keys]

    unearned = [card for card in state.options.arcana if card not in state.arcana]
    waiting = [card for card, one in state.arcana.items() if one.status == "created"]
    return {
        "unearned": sorted(named(unearned, words.card_name), key=lambda card: card[1]),
        "waiting": named(waiting, words.card_name),
        "sources": named([key for key in playing if roles[key] == "source"], words.battlefield_name),
        "targets": named([key for key in playing if roles[key] == "target"], words.battlefield_name),
        "sides": named(list(state.options.sides), words.side_name),
    }


def _disputed(day: UUID, system: str) -> list[dict[str, Any]]:
    """Cards that a table's log holds against the day's: staff void the one that is wrong."""
    words, lang = pages_of(system), language()
    return [
        {"table": words.battlefield_name(table, lang), "match": match, "card": words.card_name(card, lang)}
        for table, match, card in selectors.disputed_cards(day)
    ]


def _hired_twice(state: CampaignState, system: str) -> list[dict[str, Any]]:
    """Unique figures that two tables hired before they heard of each other, with their matches (LB-ROSTER-07)."""
    words, lang, found = pages_of(system), language(), state.hired_twice()
    names = player_day.figure_names(system, found) if found else {}
    return [
        {
            "figure": names.get(figure, figure),
            "tables": [(words.battlefield_name(key, lang), state.tables[key].match) for key in tables],
        }
        for figure, tables in found.items()
    ]


def _unfated(view: DayView) -> list[dict[str, Any]]:
    """Tables that are done, where somebody died and the fates are open, with the dead."""
    tables = [table for table in view.tables if table.state == "done" and not table.fates_published]
    dead = [{"table": table, "dead": [one for one in table.fallen if one.died]} for table in tables]
    return [one for one in dead if one["dead"]]


def show_players(
    request: HttpRequest, day: UUID, refusal: Refusal | None = None, form: PasteForm | None = None
) -> HttpResponse:
    """Who plays and where, who is in the hall; names to add; seats for those who have none."""
    context = day_context(day, "players")
    state: CampaignState = context["state"]
    words, lang = pages_of(context["system"]), language()
    people = sorted(selectors.players_named(state.players), key=lambda one: one.name.casefold())
    here = set(state.here)
    seats = {str(person.id): state.table_of(str(person.id)) for person in people}
    context |= {
        "form": form or PasteForm(),
        "people": [
            (person, _seat(seats[str(person.id)], str(person.id), words, lang), str(person.id) in here)
            for person in people
        ],
        "asked": state.checks_in and state.finished is None,
        "absent": len(state.absent()),
        "of_many": told_of_many(day) if state.here and state.finished is None else None,
        "removable": [(t.battlefield, words.battlefield_name(t.battlefield, lang)) for t in state.unopened()],
    }
    context |= seats_view(state, people, request.POST, context["system"], lang)
    return with_refusal(request, "console/day_players.html", context, refusal)


def _seat(table: Any, player: str, words: Any, lang: str) -> str:
    if table is None:
        return ""
    side = next(side for side, seated in table.sides.items() if player in seated)
    return f"{words.battlefield_name(table.battlefield, lang)}, {words.side_name(side, lang)}"


@day_staff
def settings(request: HttpRequest, day: UUID) -> HttpResponse:
    return show_settings(request, day)


def show_settings(request: HttpRequest, day: UUID, refusal: Refusal | None = None) -> HttpResponse:
    """What people read before they come; what was refused stays in the form."""
    context = day_context(day, "settings")
    typed = {name: request.POST.get(name, "") for name in FIELDS}
    context["told"] = typed if request.method == "POST" else context["state"].described
    return with_refusal(request, "console/day_settings.html", context, refusal)


@day_staff
def codes(request: HttpRequest, day: UUID) -> HttpResponse:
    """A printable sheet: every player's claim code and its QR."""
    context = day_context(day, "codes")
    people = selectors.players_named(context["state"].players)
    return render(request, "console/codes.html", context | slips_of(request, day, people))


SHOWN: dict[str, Callable[[HttpRequest, UUID, Refusal], HttpResponse]] = {
    "now": show_console,
    "players": show_players,
    "settings": show_settings,
}
"""The page that shows why a button of it was refused."""
