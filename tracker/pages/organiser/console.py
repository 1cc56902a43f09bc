"""The organiser's console: what is to be done now, the players, the round, the claim codes.

Everything here comes from the state of the log itself, so a page after a command shows what the command did,
whether or not the read models have followed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any
from uuid import UUID, uuid4

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.functional import SimpleLazyObject
from django.utils.http import content_disposition_header

from games.ruleset import REFEREE
from tracker import identity, moments, roles, selectors
from tracker.exchange import archive
from tracker.messages import language
from tracker.models import MatchRow, Player
from tracker.pages.core.answers import Refusal, with_refusal
from tracker.pages.event import tables
from tracker.pages.event.clock import clock_view
from tracker.pages.event.events import live_url
from tracker.pages.event.slips import slips_of
from tracker.pages.event.team_views import round_of_teams
from tracker.pages.event.why import asked
from tracker.pages.forms.organiser import DrawForm, PasteForm
from tracker.pages.match_forms import pages_of
from tracker.pages.organiser.certificates import certificate_view
from tracker.pages.organiser.decisions import last_decision, told_of_many
from tracker.pages.organiser.next_step import Step, absent, next_step, settling, settling_sheet, without_list
from tracker.pages.organiser.swaps import swap_view
from tracker.rulesets.tournament.draws import planned_scenario
from tracker.rulesets.tournament.plans import rounds_planned, undrawn
from tracker.rulesets.tournament.rounds import is_deserted
from tracker.rulesets.tournament.stages import may_meet, takes_round
from tracker.rulesets.tournament.state import TournamentState
from tracker.systems import CAMPAIGN, TOURNAMENT

NO_FILE_NAME = re.compile(r"[\x00-\x1f\x7f<>:\"/\\|?*]")
"""What some file system refuses in a name."""
DAY = len("2026-11-28")
PLAYED = ("started", "closed")
WAITING = "finished"
"""The status of a match whose result is logged and not confirmed."""

View = Callable[..., HttpResponse]


def staff_of(*kinds: str) -> Callable[[View], View]:
    """Only organisers and judges of an event of these kinds come in. Raises `NotAllowed`; an unknown event is 404."""

    def guard(view: View) -> View:
        @wraps(view)
        def guarded(request: HttpRequest, event: UUID, *args: Any, **kwargs: Any) -> HttpResponse:
            selectors.bring_up(event)
            if selectors.kind_of(event) not in kinds:
                raise Http404
            if not roles.is_staff_at(identity.of_request(request), event):
                raise identity.NotAllowed("organiser or judge of this event")
            return view(request, event, *args, **kwargs)

        return guarded

    return guard


staff_page = staff_of(TOURNAMENT)


def console_context(event: UUID, tab: str) -> dict[str, Any]:
    """What every page of the console shows: the event, its next step, its version, a key for its forms."""
    now = selectors.current_state(event)
    state: TournamentState = now.state
    created = state.created
    assert created is not None
    matches = SimpleLazyObject(lambda: _matches(event, state))
    return {
        "event_id": event,
        "name": created.name,
        "system": created.system,
        "state": state,
        "options": created.options,
        "planned": rounds_planned(state),
        "current": state.current,
        "version": now.head.version,
        # many pages of the console do not show these, and then do not ask for them
        "round_matches": matches,
        "step": SimpleLazyObject(lambda: _step(state, matches)),
        "tab": tab,
        "key": uuid4().hex,
        "live_url": live_url(event, now.head.version),
        "desk": "console/base.html",
        "console_url": reverse("pages:console", args=[event]),
        "players_url": reverse("pages:console-players", args=[event]),
        "do": reverse("pages:console-act", args=[event, "x"]).removesuffix("x/"),
    }


def _matches(event: UUID, state: TournamentState) -> list[MatchRow]:
    """The matches of the round that runs."""
    return list(selectors.matches_of(event, state.current.round)) if state.current else []


def _step(state: TournamentState, matches: Iterable[MatchRow]) -> Step:
    """The next step. What is disputed comes first, a result or a sheet of teams: players wait for it. `matches`: those
    of the round that runs."""
    current = state.current
    if current is None or current.status not in PLAYED or not (current.missing() or current.disputed()):
        return next_step(state)
    for row in matches:
        if row.contested and row.table is not None:
            return settling(row.table, str(row.pk))
    if disputed := current.disputed():
        return settling_sheet(disputed[0], selectors.team_names(state))
    return next_step(state, {str(row.pk) for row in matches if row.status == WAITING})


@staff_page
def console(request: HttpRequest, event: UUID) -> HttpResponse:
    return show_now(request, event)


@staff_page
def players(request: HttpRequest, event: UUID) -> HttpResponse:
    return show_players(request, event)


@staff_page
def round_page(request: HttpRequest, event: UUID) -> HttpResponse:
    return show_round(request, event)


def show_now(request: HttpRequest, event: UUID, refusal: Refusal | None = None) -> HttpResponse:
    """The console itself: the next step, how far things are, the tables of the round."""
    context = console_context(event, "now")
    state: TournamentState = context["state"]
    context["tables"] = _current_tables(event, context)
    context["counts"] = _counts(state, context["tables"])
    context |= _left_out(state)
    context["clock"] = clock_view(state)
    context["calls"] = _calls(state)
    context["sheets"] = _sheets(event, state)
    context["last"] = last_decision(event)
    context["played"] = [round_.round for round_ in state.rounds[:-1]]
    context |= _teams(event, state) if not context["tables"] else {}
    return with_refusal(request, "console/now.html", context, refusal)


def _teams(event: UUID, state: TournamentState) -> dict[str, Any]:
    """The matches of the teams of the round, where teams play."""
    current = state.current
    return round_of_teams(event, REFEREE, current.round) if current and state.plays_in_teams else {}


def _left_out(state: TournamentState) -> dict[str, Any]:
    """The names of those who have come into the hall after the draw of a round that can still be drawn again, and
    whether another round is drawn after it in which they would play (`plays_on`)."""
    current = state.current
    if current is None or current.status not in ("draft", "published"):
        return {}
    here = {entrant.player for entrant in state.in_hall()}
    players = [entrant.player for entrant in undrawn(state, current) if entrant.player in here]
    names = selectors.called_among(state.entrants, players) if players else {}
    return {
        "left_out": [names[player] for player in players],
        "plays_on": any(may_meet(state, player, current.round + 1) for player in players),
    }


def _sheets(event: UUID, state: TournamentState) -> list[dict[str, Any]]:
    """The matches of teams whose sheet a captain disputes, with their boards."""
    if state.current is None or not state.current.disputed():
        return []
    found = round_of_teams(event, REFEREE, state.current.round)["team_matches"]
    return [match for match in found if match["dispute"]]


def _calls(state: TournamentState) -> list[dict[str, Any]]:
    """The tables that wait for a judge, the first call first."""
    if not state.calls:
        return []
    names = selectors.called_among(state.entrants, {call.player for call in state.calls})
    return [
        {
            "table": call.table,
            "name": names[call.player],
            "at": moments.clamped(call.at),
            "about": call.about,
        }
        for call in state.calls
    ]


def _current_tables(event: UUID, context: dict[str, Any]) -> list[tables.TableView]:
    current, sides = context["current"], context["options"].sides
    if current is None:
        return []
    matches = context["round_matches"]
    found = tables.views(event, context["system"], sides, tables.of_round(current, sides[0]), matches)
    found = tables.with_given(found, tables.walkovers(context["state"], current.round))
    found = tables.of_teams(found, context["state"])
    told = selectors.disputes(row.stream_id for row in matches if row.contested)
    reasons = {str(match): dispute.reason for match, dispute in told.items()}
    return tables.for_staff(found, reasons, context["state"].left())


def _counts(state: TournamentState, found: list[tables.TableView]) -> dict[str, int]:
    playing = [table for table in found if not table.bye]
    active = [entrant for entrant in state.entrants.values() if not (entrant.dropped or entrant.waiting)]
    return {
        "players": len(active),
        "waiting": sum(one.waiting and not one.dropped for one in state.entrants.values()),
        "in_hall": len(active) - absent(state),
        "absent": absent(state),
        "lists": sum(entrant.roster is not None for entrant in active),
        "lists_missing": len(without_list(state)),
        "tables": len(playing),
        "results": sum(table.result is not None for table in playing),
        "contested": sum(table.contested for table in playing),
    }


def show_players(
    request: HttpRequest, event: UUID, refusal: Refusal | None = None, form: PasteForm | None = None
) -> HttpResponse:
    """Who plays: check-in by name, lists, who left; and the form that adds more."""
    context = console_context(event, "players")
    state: TournamentState = context["state"]
    people = {str(player.id): player for player in selectors.players_named(state.entrants)}
    strangers = selectors.called_in(state.entrants, state.entrants.keys() - people.keys())
    teams = selectors.teams_by_player(state)
    rows = [
        (
            people.get(id_, Player(id=id_, name=strangers.get(id_, ""))),
            entrant,
            id_ in people,
            teams.get(id_, ""),
        )
        for id_, entrant in state.entrants.items()
    ]
    context["rows"] = sorted(rows, key=lambda row: (row[1].dropped, row[0].name.casefold()))
    context["counts"] = _counts(state, [])
    context["of_many"] = told_of_many(event) if not state.rounds else None
    context["form"] = form or PasteForm()
    return with_refusal(request, "console/players.html", context, refusal)


def show_round(request: HttpRequest, event: UUID, refusal: Refusal | None = None) -> HttpResponse:
    """The draft with its certificate and warnings, and why two players meet or not; or the form that draws."""
    context = console_context(event, "round")
    state: TournamentState = context["state"]
    context["tables"] = _current_tables(event, context)
    current = context["current"]
    if current is not None and current.certificate is not None:
        context["certificate"] = certificate_view(
            current, context["tables"], selectors.team_names(context["state"])
        )
    if current is not None and current.status in ("draft", "published"):
        context["tables"] = tables.with_standing(context["tables"], tables.before(state, current))
        context |= asked(request, state, current) | {"gone": is_deserted(state, current)}
        context |= _left_out(state)
    context |= swap_view(request, event, state) | _teams(event, state)
    context["draw_form"] = draw_form(context["system"], state, request.POST or None)
    return with_refusal(request, "console/round.html", context, refusal)


def draw_form(system: str, state: TournamentState, data: Any = None) -> DrawForm | None:
    """The choice of a battlefield, when the options do not fix it; None when no round can be made now."""
    number = len(state.rounds) + 1
    if not takes_round(state):
        return None
    planned = planned_scenario(state, number)
    return DrawForm(pages_of(system).battlefields(language()), planned, data)


@staff_page
def codes(request: HttpRequest, event: UUID) -> HttpResponse:
    """A printable sheet: every player's claim code and its QR."""
    context = console_context(event, "codes")
    people = selectors.players_named(context["state"].entrants)
    teams = selectors.teams_by_player(context["state"])
    return render(request, "console/codes.html", context | slips_of(request, event, people, teams))


@staff_of(TOURNAMENT, CAMPAIGN)
def whole_event(request: HttpRequest, event: UUID) -> HttpResponse:
    """The event with all its matches, players and lists as one file: for the club's server, or to keep."""
    who = identity.of_request(request)
    content = archive.export_event(
        event,
        lambda _stream: REFEREE,
        with_people=True,
        code_of=lambda player: roles.open_code(who, player, event),
    )
    headers = {
        "Content-Disposition": content_disposition_header(True, f"{_file_name(event)}.zip") or "attachment",
        "Cache-Control": "private, no-store",
    }
    return HttpResponse(content, content_type="application/zip", headers=headers)


def _file_name(event: UUID) -> str:
    """The event's name and the day on which it starts, or on which it was made, as every file system takes it."""
    state = selectors.current_state(event).state
    day = state.described.starts[:DAY] or selectors.stream_of(event).opened_at.date().isoformat()
    name = " ".join(NO_FILE_NAME.sub(" ", state.created.name).split()).strip(". ")
    return f"{name} {day}".strip()
