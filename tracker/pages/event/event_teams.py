"""The teams of an event: standings whose figures open, who meets whom at which boards, what captains tell.

One page for everybody, with forms for the captains whose device it is; one of the console for staff, who may tell
everything for a captain.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from games.ruleset import REFEREE, Viewer
from tracker import commands, identity, selectors
from tracker.pages.core.answers import Answered, Refusal, attempt, with_refusal
from tracker.pages.core.pressed import Sent
from tracker.pages.event.events import event_context, event_row
from tracker.pages.event.exports import csv_file
from tracker.pages.event.team_views import column_of, is_ranked, shown_teams, steps
from tracker.pages.forms.organiser import told_of
from tracker.pages.organiser.console import console_context, staff_page
from tracker.pages.organiser.pasted import teams_with_known
from tracker.rulesets.tournament.captains import choices, step_of, unpaired
from tracker.rulesets.tournament.sheets import disputable
from tracker.rulesets.tournament.stages import may_meet
from tracker.rulesets.tournament.state import Round, Team, TeamTable, TournamentState
from tracker.rulesets.tournament.team_draws import lineup_of
from tracker.rulesets.tournament.teams import may_line_up, public_rounds, team_table
from tracker.selectors.teams import all_names, team_names


def teams(request: HttpRequest, event: UUID, refusal: Refusal | None = None) -> HttpResponse:
    """Standings, matches and boards of the teams, and the forms of this device's captains."""
    context = event_context(request, event, "teams")
    who = identity.of_request(request)
    state: TournamentState = selectors.current_state(event).state
    captains = [team for team in state.teams.values() if team.captain in who.players]
    viewer = Viewer("player", captains[0].captain) if captains else Viewer("public")
    context |= shown_teams(event, viewer)
    context |= {
        "ranked": is_ranked(context),
        "asks": _asks(state, captains, public_rounds(state) + 1),
        "sheets": _sheets(state, captains),
        "key": uuid4().hex,
        "to": "pages:captain",
    }
    return with_refusal(request, "event/event_teams.html", context, refusal)


# --- What captains tell


def _asks(
    state: TournamentState, asked: Iterable[Team], coming: int, is_staff: bool = False
) -> list[dict[str, Any]]:
    """What these captains, or staff for them, may tell now: the step of the pairing, the line-up of the round `coming`.
    `chosen` of a step is the captain's own choice, for nobody else's eyes.
    """
    names = all_names(state)
    found = []
    for team in asked:
        if team.dropped or state.finished:
            continue
        if step := _step(state, team, names):
            found.append({"team": team, "step": step})
        if lineup := _lineup(state, team, coming, names, is_staff):
            found.append({"team": team, "lineup": lineup})
    return found


def _step(state: TournamentState, team: Team, names: Mapping[str, str]) -> dict[str, Any] | None:
    last = state.current
    table = table_of(last, team) if last is not None and last.status == "published" else None
    if last is None or table is None or table.table not in unpaired(state, last):
        return None
    side, step = table.side_of(team.team) or "", step_of(state, table)
    allowed, count = choices(state, table, side)
    other = next(one for one in table.sides if one != side)
    return {
        "round": last.round,
        "table": table.table,
        "step": step,
        "title": steps()[step or "defender"],
        "count": count,
        "told": side in table.pending,
        "chosen": [names.get(player, "?") for player in table.pending.get(side, ())],
        "against": names.get(table.sides[other], "?"),
        "own_defender": names.get(table.defenders.get(side, ""), ""),
        "their_defender": names.get(table.defenders.get(other, ""), ""),
        "choices": [(player, names.get(player, "?")) for player in allowed],
    }


def table_of(round_: Round | None, team: Team) -> TeamTable | None:
    """Where the team sits in the round."""
    tables = round_.teams if round_ is not None else ()
    return next((table for table in tables if table.side_of(team.team)), None)


def _sheets(state: TournamentState, captains: Iterable[Team]) -> list[dict[str, Any]]:
    """The sheets that these captains may dispute now."""
    last = state.current
    if last is None:
        return []
    open_, names = disputable(state, last), team_names(state)
    return [
        {
            "captain": team.captain,
            "round": last.round,
            "table": table.table,
            "teams": [names.get(one, "?") for one in table.sides.values()],
        }
        for team in captains
        for table in open_
        if table.side_of(team.team)
    ]


def owes_a_step(state: TournamentState, player: str) -> str:
    """What a captain has still to tell in the captains' pairing, in words; empty for everybody else."""
    team = state.team_of(player) if state.plays_in_teams else None
    if team is None or team.captain != player:
        return ""
    step = _step(state, team, {})
    return "" if step is None or step["told"] else step["title"]


def _lineup(
    state: TournamentState, team: Team, coming: int, names: Mapping[str, str], is_staff: bool
) -> dict[str, Any] | None:
    """The boards with who is to sit there, for teams that have somebody to choose."""
    size = state.team_plan.size
    few = len(team.members) <= (size if state.team_plan.by_captains else 1)
    plays = may_line_up(state, team.team, coming, is_staff) and may_meet(state, team.team, coming)
    if few or not plays:
        return None
    table = team_table(state, team.team, coming)
    now = lineup_of(state, team, coming) if table is None else table.lineups[table.side_of(team.team) or ""]
    now = (*now, *(player for player in team.members if player not in now))  # nobody may have arrived yet
    return {
        "round": coming,
        "boards": [(at, now[at - 1] if at <= len(now) else "") for at in range(1, size + 1)],
        "members": [(player, names.get(player, "?")) for player in team.members],
        "told": team.lineup is not None and team.lineup_round == coming,
        "published": coming <= public_rounds(state),
    }


@require_POST
def tell(request: HttpRequest, event: UUID) -> HttpResponse:
    """A captain tells a line-up or a step of the pairing, or that the sheet is wrong."""
    sent = Sent(identity.of_request(request), event, "tell", request.POST)
    if sent.player not in sent.who.players:
        raise identity.NotAllowed("the captain who tells")
    answered = attempt(lambda: _told(sent))
    if answered.refusal is not None:
        return teams(request, event, answered.refusal)
    messages.success(request, _said(sent))
    return redirect("pages:event-teams", event=event)


def _said(sent: Sent) -> str:
    """What the captain reads who has told a line-up or a step, or disputed a sheet."""
    if sent.text("do") == "dispute":
        return _("The judges and organisers are called; the sheet is marked as disputed.")
    if sent.text("step"):
        return _("Entered. The other captain sees it when both have chosen.")
    if sent.round <= public_rounds(selectors.current_state(sent.event).state):
        return _("The line-up is entered, and everybody sees it.")
    return _("The line-up is entered. It can change until the round is published.")


def _told(sent: Sent) -> Any:
    if sent.text("do") == "dispute":
        return commands.dispute_sheet(
            sent.who,
            sent.event,
            player=sent.player,
            round=sent.round,
            table=sent.table,
            reason=sent.text("reason"),
            key=sent.key,
        )
    players = [player for player in sent.texts("players") if player]
    told: dict[str, Any] = {"player": sent.player, "round": sent.round, "players": players, "key": sent.key}
    if sent.text("step"):
        return commands.put_forward(sent.who, sent.event, table=sent.table, step=sent.text("step"), **told)
    return commands.tell_lineup(sent.who, sent.event, team=sent.text("team"), **told)


# --- The console


def _enter(sent: Sent) -> Any:
    teams = teams_with_known(commands.parse_pasted_teams(sent.text("teams")), sent.data)
    return commands.enter_teams(sent.who, sent.event, teams, key=sent.key)


def _change(sent: Sent) -> Any:
    return commands.change_team(
        sent.who,
        sent.event,
        team=sent.text("team"),
        name=sent.text("name") or None,
        members=list(dict.fromkeys(player for player in sent.texts("members") if player)),
        captain=sent.text("captain"),
        expected_version=sent.version,
        key=sent.key,
    )


def _leave(sent: Sent) -> Any:
    kind = "team_dropped" if sent.text("do") == "drop" else "team_reinstated"
    return commands.append(
        sent.who, sent.event, [{"type": kind, "data": {"team": sent.text("team")}}], key=sent.key
    )


DEEDS = {"enter": _enter, "change": _change, "drop": _leave, "back": _leave, "tell": _told}


@staff_page
def console_teams(request: HttpRequest, event: UUID) -> HttpResponse:
    """GET: the teams with the forms that enter and change them. POST: one of these, or told for a captain."""
    if request.method != "POST":
        return _console(request, event)
    do = request.POST.get("do", "")
    action = f"teams:{do}:{request.POST.get('team', '')}:{request.POST.get('table', '')}"
    sent = Sent(identity.of_request(request), event, action, request.POST)
    answered: Answered[Any] = attempt(lambda: DEEDS.get(do, _enter)(sent), REFEREE)
    if answered.refusal is not None:
        return _console(request, event, answered.refusal)
    messages.success(request, _done(sent, answered.value))
    return redirect("pages:console-teams", event=event)


def _done(sent: Sent, value: Any) -> str:
    """What the desk has just done."""
    do = sent.text("do")
    if do == "enter":
        return ngettext("%(count)d team entered", "%(count)d teams entered", len(value)) % {
            "count": len(value)
        }
    said = {
        "change": _("The team is changed."),
        "drop": _("The team has left; its results stay."),
        "back": _("The team is back."),
    }
    return said[do] if do in said else _said(sent)


def _console(request: HttpRequest, event: UUID, refusal: Refusal | None = None) -> HttpResponse:
    context = console_context(event, "teams")
    state: TournamentState = context["state"]
    plays = state.plays_in_teams
    names = all_names(state)
    taken = {player for team in state.teams.values() for player in team.members}
    free = [(player, names.get(player, "?")) for player in state.entrants if player not in taken]
    places = state.team_plan.size + state.team_plan.substitutes if plays else 0
    last = state.current
    drawn = (
        last.round if last is not None and last.status in ("draft", "published") else len(state.rounds) + 1
    )
    asks = _asks(state, state.teams.values(), drawn, is_staff=True) if plays else []
    context |= {
        "plays": plays,
        "size": state.team_plan.size if plays else 0,
        "teams": [_own(team, names, free, places) for team in state.teams.values()] if plays else [],
        "steps": [ask for ask in asks if "step" in ask],
        "lineups": [ask for ask in asks if "lineup" in ask],
        "free": free,
        "told": told_of(request.POST),
        "to": "pages:console-teams",
    }
    return with_refusal(request, "console/teams.html", context, refusal)


def _own(team: Team, names: Mapping[str, str], free: list[tuple[str, str]], places: int) -> dict[str, Any]:
    members = [(player, names.get(player, "?")) for player in team.members]
    return {
        "team": team,
        "members": members,
        "choices": [*members, *free],
        "places": [
            (at, team.members[at - 1] if at <= len(team.members) else "") for at in range(1, places + 1)
        ],
    }


def standings_csv(request: HttpRequest, event: UUID) -> HttpResponse:
    """The standings of the teams as a table. Raises `Http404` for what is no tournament."""
    event_row(event)
    found = selectors.teams_of(event, Viewer("public"))
    rows = found.teams
    heads = (
        [_("Rank"), _("Team"), *(column_of(figure.id)["short"] for figure in rows[0].figures)] if rows else []
    )
    body = [[str(one.rank), one.name, *(figure.shown for figure in one.figures)] for one in rows]
    return csv_file(heads, body, f"{event}-teams.csv")
