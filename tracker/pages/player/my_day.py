"""My day: table, opponent, scenario, start, my list, my rank, and one thing to do next."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any
from uuid import UUID

from django.contrib import messages as flash
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.registry import MATCHES, SYSTEMS
from tracker import commands, identity, moments, selectors
from tracker.identity import Identity
from tracker.messages import language
from tracker.models import (
    CampaignRow,
    Claim,
    EntrantRow,
    MatchRow,
    PairingRow,
    Player,
    StandingRow,
    TournamentRow,
)
from tracker.pages.core.answers import attempt
from tracker.pages.core.offline import keepable
from tracker.pages.event.clock import clock_view
from tracker.pages.event.described import has_come
from tracker.pages.event.event_teams import owes_a_step
from tracker.pages.event.events import live_url
from tracker.pages.event.tables import awards
from tracker.pages.match.at_table import AtTable, as_person, with_lists
from tracker.pages.match_forms import list_url, lists_url, pages_of
from tracker.pages.player.check_in import step_of
from tracker.pages.player.my_tables import my_tables, own_matches, rows_of, without_seat
from tracker.rulesets.described import Described
from tracker.rulesets.tournament.captains import unpaired
from tracker.rulesets.tournament.plans import current_stage, undrawn
from tracker.rulesets.tournament.state import Note, TournamentState
from tracker.selectors import player_day
from tracker.selectors.chronicles import ToPlay
from tracker.selectors.devices import devices_of

FINISHED = "finished"
REGISTRATION = "registration"


def my_day(request: HttpRequest) -> HttpResponse:
    """Everything about the players of this device; without one, how to claim one."""
    who = identity.of_request(request)
    return keepable(render(request, "player/my_day.html", day_context(who)), is_staff=False)


def day_context(who: Identity) -> dict[str, Any]:
    """The running events first; the first thing to do is the page's main action."""
    entries = list(player_day.my_entries(who.players))
    seats = list(selectors.my_matches(who.players))
    at_days, alone = rows_of(who.players)
    rows: list[Any] = [*seats, *at_days, *alone]
    everybody = [seated for row in rows for seated in row.sides.values()]
    names = selectors.told_apart({player for seated in everybody for player in seated})
    ranks = {(row.tournament_id, row.player_id): row for row in player_day.my_standings(who.players)}
    days = [_day(who, entry, seats, names, ranks) for entry in entries]
    days.sort(key=lambda day: day["event"].status == FINISHED)
    battles, matches = my_tables(at_days, who.players, names), own_matches(alone, names)
    battles = [*without_seat(who.players), *battles]
    mine = selectors.to_play(who.players) if who.players else ToPlay([], [], [])
    action = next((day["action"] for day in days if day["action"]), None) or _battle_action(
        who, [*battles, *matches]
    )
    running = [day for day in days if day["event"].status != FINISHED]
    played = {day["event"].system for day in days} | {row.system for row in alone}
    played |= {row.campaign.system for row in at_days}
    return {
        "known": bool(who.players),
        "devices": _devices(who),
        "days": days,
        "battles": battles,
        "matches": matches,
        "campaigns": _campaigns(who, mine),
        "action": action,
        "live_url": _followed(running, battles),
        "lists": _lists(system for system in MATCHES if system in played),
        "other_lists": _lists(system for system in MATCHES if system not in played),
    }


def _campaigns(who: Identity, mine: ToPlay) -> list[dict[str, Any]]:
    """Every campaign once, with what waits there for this person; those in which something does stand first."""
    found: list[dict[str, Any]] = [
        {
            "row": row,
            "to_sign": [one for one in mine.owed if one.chronicle == row.pk],
            "dared": [one for one in row.challenges if one["player"] in who.players],
            "corrected": [one for one in mine.corrected if one.chronicle == row.pk],
        }
        for row in mine.campaigns
    ]
    return sorted(found, key=lambda one: not (one["to_sign"] or one["dared"] or one["corrected"]))


def _lists(systems: Iterable[str]) -> list[tuple[str, str]]:
    """(address, title) of the person's lists of these games."""
    brought = (system for system in systems if SYSTEMS[system].has_lists)
    return [(lists_url(system), pages_of(system).lists_title()) for system in brought]


def _devices(who: Identity) -> list[tuple[Player, list[Claim]]]:
    """Every player of this person with what else acts for them, the newest first: so nobody joins in unnoticed."""
    claims = list(devices_of(who.players))
    people = {str(one.player_id): one.player for one in claims}
    if people.keys() < who.players:  # an account's own player, whom no device has claimed
        people = {str(one.pk): one for one in selectors.players_named(who.players)}
    return [
        (player, [one for one in claims if one.player_id == player.pk and str(one.pk) not in who.claims])
        for player in sorted(people.values(), key=lambda one: (one.name, one.pk))
    ]


def _battle_action(who: Identity, battles: Iterable[Mapping[str, Any]]) -> dict[str, Any] | None:
    """The next step of a match of an event day, or outside events, that is still being played; before that, to check
    in.
    """
    tables = list(battles)
    if (playing := next((table for table in tables if table["open"]), None)) is not None:
        return match_action(who, playing["match"])
    due = (one for one in tables if one.get("asked") and one["match"] is None and has_come(one["about"]))
    return next((_check_in(one["day"], one["asked"][0]) for one in due), None)


def _followed(running: list[dict[str, Any]], battles: list[dict[str, Any]]) -> str:
    """What the page listens to: the event, and one's own match while it is played, whose turns arrive one by one."""
    if running:
        now = running[0]["now"]
        own = [live_url(now["match"])] if now and now["match"] else []
        return " ".join([live_url(running[0]["event"].pk), *own])
    return live_url(battles[0]["day"].pk) if battles else ""


def _day(
    who: Identity,
    entry: EntrantRow,
    seats: Iterable[PairingRow],
    names: Mapping[str, str],
    ranks: Mapping[tuple[Any, Any], StandingRow],
) -> dict[str, Any]:
    event, player = entry.tournament.tournament_row, str(entry.player_id)
    mine = [seat for seat in seats if seat.tournament_id == entry.tournament_id and _side(seat, player)]
    teams = _teams(event)
    tables = [_table(seat, player, names, event.system, teams) for seat in mine]
    now = tables[0] if tables and event.status != FINISHED and tables[0]["open"] else None
    day = {
        "entry": entry,
        "event": event,
        "player": entry.player,
        "team": teams.get(player, ""),
        "now": now,
        "earlier": [table for table in tables if table is not now],
        "rank": ranks.get((entry.tournament_id, entry.player_id)),
        "list": _list_state(entry, event.system),
        "counted": any(table["result"] for table in tables),
        "running": event.status == "started",
        "chance": _chance(entry) if now is None else "",
        "check_in": _step_at_the_door(entry),
        "notes": _notes(entry),
    }
    return {**day, **_at_table(day), "action": _action(who, day, names)}


def _teams(event: TournamentRow) -> dict[str, str]:
    """Player -> team, at an event of teams."""
    return (
        selectors.teams_by_player(selectors.current_state(event.pk).state)
        if event.options.get("teams")
        else {}
    )


def _step_at_the_door(entry: EntrantRow) -> str:
    """Where a player stands who is to check in: "due", or "waiting" for a place; empty for everybody else."""
    event = entry.tournament.tournament_row
    over = event.status == FINISHED or entry.dropped or entry.checked_in
    if over or not event.options.get("check_in") or not has_come(Described(**selectors.said_of(event))):
        return ""
    return step_of(selectors.current_state(event.pk).state, str(entry.player_id))


def _chance(entry: EntrantRow) -> str:
    """Between tables: "waiting" for a place in the event, "out" for whom the stage that is played has left out,
    "bracket" for who may be out of it with the next defeat, "pairing" while captains pair the boards of a published
    round, "bye" in a round that the player asked to sit out, "undrawn" in one that was drawn without the player, else
    nothing.
    """
    event, player = entry.tournament.tournament_row, str(entry.player_id)
    if entry.dropped or event.status == FINISHED:
        return ""
    if not entry.checked_in and step_of(selectors.current_state(event.pk).state, player) == "waiting":
        return "waiting"
    drawn, teams = event.status in ("published", "started"), event.options.get("teams")
    if event.status == REGISTRATION or (teams and not drawn):
        return ""
    state = selectors.current_state(event.pk).state
    if drawn and (sits_out := _sits_out(state, player)):
        return sits_out
    if teams:
        return "pairing" if event.status == "published" and unpaired(state, state.rounds[-1]) else ""
    return _in_stage(state, player)


def _notes(entry: EntrantRow) -> list[Note]:
    """Warnings, penalties and bonuses of the player, with their reasons, at an event that is not over."""
    event, player = entry.tournament.tournament_row, str(entry.player_id)
    if event.status == FINISHED:
        return []
    return [note for note in selectors.current_state(event.pk).state.notes if note.player == player]


def _sits_out(state: TournamentState, player: str) -> str:
    """Of who has no table in the last round "bye" or "undrawn", else nothing."""
    entrant, last = state.entrants[player], state.rounds[-1]
    if entrant.bye_in(last.round) is not None:
        return "bye"
    return "undrawn" if entrant in undrawn(state, last) else ""


def _in_stage(state: TournamentState, player: str) -> str:
    """Who is "out" of the stage that is played, or in a "bracket" of it; else nothing."""
    stage = current_stage(state)
    if stage is None or not stage.field:
        return ""
    if player not in stage.field:
        return "out"
    return "bracket" if stage.plan.format in ("single_elimination", "double_elimination") else ""


def _at_table(day: Mapping[str, Any]) -> dict[str, Any]:
    """{"clock", "called", "may_call"} of a table that is being played at."""
    now = day["now"]
    if now is None or now["bye"] or now["match"] is None:
        return {}
    state = selectors.current_state(day["event"].pk).state
    calls = [call for call in state.calls if call.table == now["table"]]
    return {
        "clock": clock_view(state, now["table"]),
        "called": moments.clamped(calls[0].at) if calls else None,
        "may_call": not calls,
    }


def _side(seat: PairingRow, player: str) -> str | None:
    return next((side for side, players in seat.sides.items() if player in players), None)


def _table(
    seat: PairingRow, player: str, names: Mapping[str, str], system: str, teams: Mapping[str, str]
) -> dict[str, Any]:
    words, side = pages_of(system), _side(seat, player) or ""
    facing = [p for key, players in seat.sides.items() if key != side for p in players]
    others = [f"{names.get(p, '?')} ({teams[p]})" if p in teams else names.get(p, "?") for p in facing]
    row = getattr(seat.match, "match", None) if seat.match else None
    return {
        "round": seat.round,
        "table": seat.table,
        "bye": seat.table == 0,
        "side": words.side_name(side, language()),
        "opponents": ", ".join(others),
        "scenario": words.battlefield_name(seat.scenario, language()) if seat.scenario else "",
        "match": seat.match_id,
        "row": row,
        "started": seat.match.opened_at if seat.match else None,
        "open": seat.round_status != "closed" and not seat.result,
        "result": _result(seat, side),
        "contested": bool(row and row.contested),
    }


def _result(seat: PairingRow, side: str) -> dict[str, Any] | None:
    """{"mine", "theirs", "kind", "given"}: what the table counts for, from the player's chair; `theirs` of every other
    side, in the order in which the opponents are named."""
    if not seat.result:
        return None
    if "award" in seat.result:
        kind = "won" if seat.result["winner"] == side else "lost"
        return {"mine": "", "theirs": "", "kind": kind, "given": awards()[seat.result["award"]]}
    vp, winner = seat.result.get("vp", {}), seat.result.get("winner")
    theirs = " : ".join(str(vp.get(key, 0)) for key in seat.sides if key != side)
    kind = "draw" if winner == "draw" else "won" if winner == side else "lost"
    if not vp:
        return {"mine": "", "theirs": "", "kind": kind, "given": _("no score")}
    return {"mine": vp.get(side, 0), "theirs": theirs, "kind": kind}


def _list_state(entry: EntrantRow, system: str) -> dict[str, Any]:
    """{"state", "url", "number"}: none, ok or faulty; where the list is that was handed in, or the person's lists."""
    roster, _colon, number = entry.list_revision.partition(":")
    state = "none" if not roster else "ok" if entry.list_ok else "faulty"
    url = list_url(system, roster) if roster else lists_url(system)
    return {"state": state, "url": url, "number": number}


def _action(who: Identity, day: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any] | None:
    """The one thing to do: {"url", "text", "next", "hidden"} for the part `_action.html`."""
    entry, event, now = day["entry"], day["event"], day["now"]
    if event.status == FINISHED or entry.dropped or day["chance"] == "waiting":
        return None
    if now and now["match"]:
        action = match_action(who, now["match"], now["row"])
        if now["contested"]:
            return {**action, "next": ""}  # the event below says so, whether or not its action is the page's
        left = "" if now["result"] else _left_alone(entry, now["table"], names)
        return {**action, "next": left} if left else action
    options = event.options
    if options.get("teams") and event.status == "published":
        state = selectors.current_state(event.pk).state
        if owed := owes_a_step(state, str(entry.player_id)):
            return {"url": reverse("pages:event-teams", args=[event.pk]), "text": owed, "next": ""}
    if day["check_in"] == "due":
        return _check_in(event, str(entry.player_id))
    if options.get("list_required") and day["list"]["state"] == "none" and event.status == REGISTRATION:
        return {"url": day["list"]["url"], "text": _("Hand in my list"), "next": ""}
    return None


def _check_in(event: TournamentRow | CampaignRow, player: str) -> dict[str, Any]:
    """One button for one event, which is named: the person may be entered in more than one today."""
    url = reverse("pages:my-check-in", args=[event.pk])
    return {
        "url": url,
        "text": _("I am here"),
        "post": True,
        "hidden": {"player": player},
        "next": event.name,
    }


def _left_alone(entry: EntrantRow, number: int, names: Mapping[str, str]) -> str:
    """What comes next where an opponent has dropped out in the middle of the round."""
    state, own = selectors.current_state(entry.tournament_id).state, str(entry.player_id)
    table = state.rounds[-1].find(number)
    sides = [players for players in table.sides.values() if own not in players] if table else []
    gone = [player for players in sides for player in players if player in state.left()]
    if not gone:
        return ""
    left = ", ".join(names.get(player, "?") for player in gone)
    return _("%(names)s left. If the match is not over, the organisers settle this table.") % {"names": left}


def match_action(who: Identity, match: UUID, row: MatchRow | None = None) -> dict[str, Any]:
    """The next step of the person's match, or the way to it while others act. `row`: the match's, where it was read."""
    table = with_lists(as_person(who, match, row=row))
    steps = [form for form in table.steps() if not form.may_wait]
    disputed = table.dispute is not None
    waiting = _disputed(table) if disputed else table.waiting
    if steps and not disputed:
        return {"url": reverse("pages:score-pad", args=[match]), "text": steps[0].way, "next": waiting}
    return {"url": reverse("pages:match", args=[match]), "text": _("Open my match"), "next": waiting}


def _disputed(table: AtTable) -> str:
    """What comes next while the result is disputed: outside of events there is no judge who would come."""
    if table.event is None:
        return _("The result is disputed: it does not count yet.")
    return _("The result is disputed; a judge will come.")


@require_POST
def check_in(request: HttpRequest, event: UUID) -> HttpResponse:
    """The player is in the hall."""
    who = identity.of_request(request)
    player = request.POST.get("player", "")
    if player not in who.players:
        raise identity.NotAllowed("the player who checks in")
    answered = attempt(lambda: commands.check_in(who, event, player=player))
    if answered.refusal is not None:
        context = {**day_context(who), **answered.refusal.context}
        return render(request, "player/my_day.html", context, status=answered.status)
    flash.success(request, _("You are checked in."))
    return redirect("pages:my-day")


@require_POST
def call_judge(request: HttpRequest, event: UUID) -> HttpResponse:
    """The player asks for a judge at their table."""
    who = identity.of_request(request)
    player = request.POST.get("player", "")
    if player not in who.players:
        raise identity.NotAllowed("the player who calls")
    about = request.POST.get("about", "")
    answered = attempt(lambda: commands.call_judge(who, event, player=player, about=about))
    if answered.refusal is not None:
        context = {**day_context(who), **answered.refusal.context}
        return render(request, "player/my_day.html", context, status=answered.status)
    flash.success(request, _("A judge is called to your table."))
    return redirect("pages:my-day")
