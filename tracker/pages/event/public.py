"""Pages for everyone: home, event, pairings, standings, players, log. What the public may know and nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import condition

from games.registry import MATCHES
from games.ruleset import EVERYONE
from tracker import commands, identity, selectors
from tracker.commands.door import ACCOUNTS, lets_in
from tracker.messages import language
from tracker.models import TournamentRow
from tracker.pages import lines
from tracker.pages.core.kept import kept
from tracker.pages.core.numbers import whole
from tracker.pages.event import brackets, figures, tables
from tracker.pages.event.clock import clock_of
from tracker.pages.event.described import said
from tracker.pages.event.events import event_context, public_rounds, round_asked, standings_etag
from tracker.pages.event.team_views import round_of_teams
from tracker.pages.ladder import ladder_view
from tracker.pages.player import door
from tracker.pairing.structs import Player
from tracker.rulesets.tournament import RULES
from tracker.selectors.events import events
from tracker.selectors.ladders import seasons
from tracker.selectors.tournaments import disqualified, dropped, unplayed
from tracker.systems import TOURNAMENT

FINISHED, REGISTRATION, PREPARING = "finished", "registration", "preparing"
RUNNING, LATEST, EVENTS = 200, 5, 50
"""Events on the front page, running and over, and on a page of all events."""
LOG_PAGE = 200
TOP = 8


def home(request: HttpRequest) -> HttpResponse:
    """What this is, what runs here today, a match of two at once, and the way to my event by code."""
    code = "".join(request.GET.get("code", "").split()).replace("-", "").upper()
    if code.isalnum():
        return redirect("pages:claim-code", code=code)
    events, days = selectors.tournaments(), selectors.campaigns()
    unfinished = [selectors.without_draft(row) for row in events.exclude(status=FINISHED)[:RUNNING]]
    prepared = days.filter(status=PREPARING)[:RUNNING]
    who = identity.of_request(request)
    context = {
        "on": [event for event in unfinished if event.status != REGISTRATION],
        "coming": sorted(
            [*prepared, *(one for one in unfinished if one.status == REGISTRATION)], key=_begins
        ),
        "finished": events.filter(status=FINISHED)[:LATEST],
        "days_on": days.exclude(status__in=(FINISHED, PREPARING))[:RUNNING],
        "finished_days": days.filter(status=FINISHED)[:LATEST],
        "season": ladder_view.running(seasons()),
        "games": [(system, commands.tables_of(system).name.to(language())) for system in MATCHES],
        "play": door.play_form(who),
        "known": who.is_known,
        "may_sign_up": lets_in(ACCOUNTS) and not request.user.is_authenticated,
    }
    return render(request, "event/home.html", context)


def _begins(row: Any) -> tuple[bool, str]:
    """Those with a date first, by it."""
    starts = selectors.said_of(row).get("starts", "")
    return not starts, starts


def archive(request: HttpRequest) -> HttpResponse:
    """All events, `EVENTS` at a time, or those with a word in their name."""
    name, page = request.GET.get("name", "").replace("\0", "").strip()[:100], request.GET.get("page", "1")
    start = EVENTS * (max(1, int(page)) - 1) if page.isdecimal() and len(page) < 6 else 0
    found = list(events(name)[start : start + EVENTS + 1])
    for one in found:
        if one.kind == TOURNAMENT:
            selectors.without_draft(one.tournament_row)
    following = urlencode({"name": name, "page": start // EVENTS + 2}) if len(found) > EVENTS else ""
    return render(
        request, "event/archive.html", {"name": name, "events": found[:EVENTS], "following": following}
    )


@kept()
def event(request: HttpRequest, event: UUID) -> HttpResponse:
    """The event at a glance: its round, the tables, the head of the standings."""
    context = event_context(request, event, "event")
    row = context["event"]
    context |= round_tables(request, event, row)
    top = list(selectors.standings(event)[:TOP])
    if not _has_results(row, context):
        top = []
    first = [next(iter(figures.telling(standing)), None) for standing in top]
    context |= {
        "standings": list(zip(top, first, strict=True)),
        "column": figures.column(first[0]["id"]) if first and first[0] else None,
        "podium": podium(row, top),
        **said_here(event),
    }
    return render(request, "event/event.html", context)


def _has_results(row: TournamentRow, shown: Mapping[str, Any]) -> bool:
    """Whether anybody has a place: not before the first result of the first round, when all would be first."""
    if row.round > 1 or row.status in ("closed", FINISHED):
        return True
    return any(table.result and not table.bye for table in shown["tables"])


def podium(row: Any, ranked: Sequence[Any]) -> list[Any]:
    """The first three places of an event that is over: of its teams where teams play."""
    if row.status != FINISHED:
        return []
    if row.options.get("teams"):
        return list(selectors.team_podium(row.pk))
    return [standing for standing in ranked if standing.rank <= 3]


def said_here(event: UUID) -> dict[str, Any]:
    """What people read before they come, and whether they can enter themselves."""
    state = selectors.streams.readable_state(event)
    if state is None:
        return {}
    return {
        **said(state.described, reverse("pages:calendar", args=[event])),
        "joinable": state.registration.open and not state.finished,
        "unsanctioned": state.unsanctioned,
    }


@kept()
def pairings(request: HttpRequest, event: UUID) -> HttpResponse:
    """Who meets whom: by name (find yourself) or by table, to read, to print."""
    context = event_context(request, event, "pairings")
    context |= round_tables(request, event, context["event"])
    if context["by_table"] and context["round"]:
        context["tables"] = tables.with_standing(context["tables"], _before(event, context["round"]))
    return render(request, "event/pairings.html", context)


def _before(event: UUID, number: int) -> dict[str, Player]:
    """How everybody stood before a published round, by what everybody may know."""
    state = RULES.visible_to(selectors.current_state(event).state, EVERYONE)
    round_ = state.round(number)
    return tables.before(state, round_) if round_ is not None else {}


def round_tables(request: HttpRequest, event: UUID, row: Any) -> dict[str, Any]:
    """The tables of the round asked for, by table and by name, its clock, and what a bracket calls it."""
    rounds = public_rounds(row)
    number = round_asked(request, rounds)
    rows = list(selectors.pairings(event, number)) if number else []
    matches = [match for match in (getattr(pairing.match, "match", None) for pairing in rows) if match]
    found = tables.views(event, row.system, row.options["sides"], tables.of_rows(rows), matches)
    if row.options.get("stages") and any(table.bye for table in found):
        found = tables.with_given(found, tables.walkovers(selectors.current_state(event).state, number))
    by_table = request.GET.get("by") == "table"
    return {
        "rounds": rounds,
        "round": number,
        "by_table": by_table,
        "tables": found,
        "seats": [] if by_table else tables.by_name(found),
        "scenario": next((table.scenario for table in found if table.scenario), ""),
        "clock": clock_of(event) if number and number == row.round else None,
        **(round_of_teams(event, EVERYONE, number) if row.options.get("teams") else {}),
        **(brackets.called(event, number) if row.options.get("stages") and number else {}),
    }


@kept(marks_own=True)
@condition(etag_func=standings_etag)
def standings(request: HttpRequest, event: UUID) -> HttpResponse:
    """Rank, points, every tie-breaker in its order, the change since the last round; each figure opens."""
    context = event_context(request, event, "standings")
    rounds = selectors.standing_rounds(event)
    number = round_asked(request, rounds)
    rows = list(selectors.standings(event, number))
    gone = dropped(event)
    context |= {
        "rounds": rounds,
        "round": number,
        "standings": rows,
        "columns": figures.columns(rows),
        "mine": identity.of_request(request).players,
        "dropped": gone,
        "disqualified": disqualified(event) if gone else (),
        "unplayed": {player for _event, player in unplayed([event])} if rows else (),
    }
    return render(request, "event/standings.html", context)


def explain(request: HttpRequest, event: UUID, player: UUID, figure: str) -> HttpResponse:
    """One figure of one player, down to the events: a page, or a fragment for the standings."""
    context = event_context(request, event, "standings")
    number = round_asked(request, selectors.standing_rounds(event))
    context |= figures.opened(event, str(player), figure, number)
    context["round"] = number
    template = "parts/_explained.html" if request.headers.get("HX-Request") else "event/explain.html"
    return render(request, template, context)


@kept()
def players(request: HttpRequest, event: UUID) -> HttpResponse:
    """Everybody who plays here, and their lists once they may be seen."""
    context = event_context(request, event, "players")
    teams = selectors.teams_by_player(selectors.current_state(event).state)
    context["entrants"] = [(one, teams.get(str(one.player_id), "")) for one in selectors.entrants(event)]
    context["teams"] = bool(teams)
    context["lists_public"] = selectors.state_view(event, EVERYONE)["state"].get("lists_public", False)
    return render(request, "event/players.html", context)


def log(request: HttpRequest, event: UUID) -> HttpResponse:
    """What happened at the event, as the public may know it, one line for each event of its log."""
    context = event_context(request, event, "log")
    page = selectors.events_page(event, EVERYONE, whole(request.GET.get("after")) or 0, LOG_PAGE)
    context |= {"lines": lines.of_events(selectors.stream_of(event), page.events), "next": page.next}
    return render(request, "event/log.html", context)
