"""What the desk does that needs more than one event, or the server's clock: swaps, the clock, entering oneself."""

from __future__ import annotations

import secrets
from collections.abc import Collection
from typing import Any, Literal, NamedTuple
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from msgspec.structs import replace

from tracker import names, warm
from tracker.commands.because import Because
from tracker.commands.people import NewPlayer
from tracker.commands.streams import append, append_as_staff, append_as_system, staff_actor
from tracker.handle import Answer
from tracker.identity import Identity, NotAllowed
from tracker.inputs import BadInput
from tracker.models import Player
from tracker.pairing.cost import Costs
from tracker.roles import looks_after
from tracker.rulesets.tournament import desk_events as desk
from tracker.rulesets.tournament import events as happened
from tracker.rulesets.tournament.draws import next_field, on_battlefields
from tracker.rulesets.tournament.state import Round, Table, TournamentState
from tracker.rulesets.tournament.team_draws import with_boards

Ticking = Literal["start", "pause", "resume", "extend"]


def now() -> str:
    """This moment, as events tell it."""
    return timezone.now().strftime("%Y-%m-%dT%H:%M:%SZ")


def run_clock(
    identity: Identity,
    stream: UUID,
    *,
    do: Ticking,
    minutes: int = 0,
    table: int | None = None,
    reason: str | None = None,
    key: str | None = None,
) -> Answer:
    """Starts, pauses, resumes or extends the time of the current round, by the server's clock."""
    current = _state(stream).current
    round_ = current.round if current else 1
    event: desk.ClockStarted | desk.ClockPaused | desk.ClockResumed | desk.ClockExtended
    match do:
        case "start":
            if not 1 <= minutes <= 1440:
                raise BadInput("minutes", _("from 1 to 1440 minutes"))
            event = desk.ClockStarted(round=round_, minutes=minutes, at=now())
        case "pause":
            event = desk.ClockPaused(round=round_, at=now())
        case "resume":
            event = desk.ClockResumed(round=round_, at=now())
        case "extend":
            if not minutes or not -240 <= minutes <= 240:
                raise BadInput("minutes", _("from -240 to 240 minutes, and not 0"))
            event = desk.ClockExtended(round=round_, minutes=minutes, table=table, reason=reason or None)
    return append_as_staff(identity, stream, event, key=key)


def _state(stream: UUID) -> TournamentState:
    state: TournamentState = warm.current(stream).state
    return state


def call_judge(
    identity: Identity, stream: UUID, *, player: Any, about: str = "", key: str | None = None
) -> Answer:
    """A player asks for a judge at the table of the round that is being played."""
    current = _state(stream).current
    found = _seat(current, str(player)) if current else None
    data = {"player": str(player), "round": current.round if current else 1, "at": now()}
    data["table"] = found.table if found else 1
    if about.strip():
        data["about"] = about.strip()[:200]
    return append(identity, stream, [{"type": "judge_called", "data": data}], key=key)


def answer_judge(identity: Identity, stream: UUID, *, table: int, key: str | None = None) -> Answer:
    """A judge is at the table."""
    current = _state(stream).current
    event = desk.JudgeCame(round=current.round if current else 1, table=table, at=now())
    return append_as_staff(identity, stream, event, key=key)


def _seat(round_: Round, player: str) -> Table | None:
    return next((t for t in round_.pairings if any(player in side for side in t.sides.values())), None)


# --- Swaps


Pairs = list[tuple[str, str]]


class Swap(NamedTuple):
    """A draw with two players (or teams) in each other's seats. `before` and `after`: its cost by criterion.

    `teams`: of an event of teams, who meets whom now, in the order of sides.
    """

    pairings: tuple[happened.TablePairing, ...]
    bye: str | None
    before: dict[str, int]
    after: dict[str, int]
    teams: Pairs = []


def plan_swap(identity: Identity, stream: UUID, *, one: Any, other: Any) -> Swap:
    """What the draw would be with these two in each other's seats. Raises `BadInput`."""
    staff_actor(identity, stream)
    state = _state(stream)
    current, first, second = _unstarted(state), str(one), str(other)
    if state.plays_in_teams:
        return _team_swap(state, current, first, second)
    if first == second or not {first, second} <= set(current.players()):
        raise BadInput("one", _("choose two different players of this draw"))
    seats = {first: second, second: first}
    pairings = tuple(
        happened.TablePairing(
            table.table,
            {side: tuple(seats.get(p, p) for p in players) for side, players in table.sides.items()},
            table.slot,
        )
        for table in current.pairings
    )
    bye = seats.get(current.bye, current.bye) if current.bye else None
    costs = Costs(next_field(replace(state, rounds=state.rounds[:-1]), current.seed))
    return Swap(pairings, bye, _cost(costs, current.pairings), _cost(costs, pairings))


def _unstarted(state: TournamentState) -> Round:
    """The round in which seats and tables may still change. Raises `BadInput` without one."""
    current = state.current
    if current is None or current.status not in ("draft", "published"):
        raise BadInput("one", _("only a round that has not started can be changed"))
    return current


def _team_swap(state: TournamentState, current: Round, first: str, second: str) -> Swap:
    """The same of two teams: their boards follow."""
    one, other = state.options.sides
    pairs = [(table.sides[one], table.sides[other]) for table in current.teams]
    here = {team for pair in pairs for team in pair} | {current.team_bye}
    if first == second or not {first, second} <= here:
        raise BadInput("one", _("choose two different players of this draw"))
    seats = {first: second, second: first}
    after = [(seats.get(a, a), seats.get(b, b)) for a, b in pairs]
    bye = seats.get(current.team_bye, current.team_bye) if current.team_bye else None
    costs = Costs(next_field(replace(state, rounds=state.rounds[:-1]), current.seed))
    return Swap((), bye, costs.total(costs.places_of(pairs)), costs.total(costs.places_of(after)), after)


def _cost(costs: Costs, tables: Any) -> dict[str, int]:
    pairs = [tuple(p for side in table.sides.values() for p in side) for table in tables]
    return costs.total(costs.places_of(pairs))


def swap_players(
    identity: Identity,
    stream: UUID,
    *,
    one: Any,
    other: Any,
    because: Because,
) -> Answer:
    """Two players change seats in a round that has not started: the draw is discarded and made by hand.

    A published round stays published. Raises `BadInput` without a reason.
    """
    because.said()
    plan, state = plan_swap(identity, stream, one=one, other=other), _state(stream)
    return _redrawn(identity, stream, state, plan, because)


def swap_tables(
    identity: Identity,
    stream: UUID,
    *,
    one: int,
    other: int,
    because: Because,
) -> Answer:
    """Two pairs change tables in a round that has not started. Raises `BadInput`."""
    staff_actor(identity, stream)
    because.said()
    state = _state(stream)
    current = _unstarted(state)
    if current.teams:
        raise BadInput("one", _("teams keep their tables: the boards are numbered by them"))
    tables = {table.table: table for table in current.pairings}
    if one == other or one not in tables or other not in tables:
        raise BadInput("one", _("choose two different tables of this draw"))
    places = {one: other, other: one}
    moved = [
        happened.TablePairing(places.get(table.table, table.table), dict(table.sides), table.slot)
        for table in current.pairings
    ]
    pairings = tuple(sorted(moved, key=lambda pairing: pairing.table))
    plan = Swap(pairings, current.bye, {}, {})
    return _redrawn(identity, stream, state, plan, because)


def _redrawn(
    identity: Identity, stream: UUID, state: TournamentState, plan: Swap, because: Because
) -> Answer:
    current, reason = state.current, because.said()[:200]
    assert current is not None
    discarded = happened.RoundDiscarded(round=current.round, seed=current.seed, reason=reason)
    drawn = happened.RoundDrawn(
        round=current.round,
        seed=secrets.token_hex(8),
        pairings=plan.pairings,
        bye=plan.bye,
        scenario=current.scenario,
        method="manual",
        reason=reason,
        walkovers=tuple(happened.Walkover(one.slot, one.player) for one in current.walkovers),
        resting=current.resting,
    )
    if current.teams:
        before = replace(state, rounds=state.rounds[:-1])
        drawn = with_boards(before, replace(drawn, bye=None), plan.teams, plan.bye)
    events: tuple[Any, ...] = (discarded, on_battlefields(state, drawn))
    if current.status == "published":
        events = (*events, happened.RoundPublished(round=current.round, draws=state.drawn + 1))
    return append_as_staff(
        identity, stream, *events, expected_version=because.expected_version, key=because.key
    )


# --- People


def rename_player(identity: Identity, player: Player, *, name: str, club: str = "") -> Player:
    """Another name or club for a player, by the staff who look after them. Raises `NotAllowed` and `BadInput`."""
    if not looks_after(identity, player):
        raise NotAllowed("staff of where the player was entered")
    if player.hidden_name or player.forgotten_at is not None:
        raise BadInput("name", _("this player's name is hidden"))
    new_name, new_club = names.checked(name), names.tidy(club)
    if wrong := names.fault(new_club):
        raise BadInput("club", wrong)
    player.name, player.club = new_name, new_club
    player.save(update_fields=["name", "club"])
    return player


def enter_event(
    stream: UUID, person: NewPlayer, *, code: str = "", own: Collection[str] = frozenset()
) -> Player:
    """Somebody enters themselves: registered, or on the waiting list when no place is left.

    `own` are the players of the device or account that asks: one of them who is called so enters again and keeps the
    id. Anybody else comes back with an open claim code for the device that asked. Raises `BadInput` when
    registration is closed, the code is another, or the name stands there already.
    """
    name, club = names.checked(person.name), names.tidy(person.club)
    if wrong := names.fault(club):
        raise BadInput("club", wrong)
    with transaction.atomic():
        base = warm.current(stream)
        state: TournamentState = base.state
        told = state.registration
        if not told.open or state.finished:
            raise BadInput("name", _("registration is closed"))
        if told.code and told.code.casefold() != names.tidy(code).casefold():
            raise BadInput("code", _("this is not the code of this event"))
        here = Player.objects.filter(id__in=state.entrants, name__iexact=name, club__iexact=club)
        if here.exists():
            raise BadInput("name", _("a player of this name is already registered"))
        player = _again(name, own) or Player.objects.create(name=name, club=club, made_at_id=stream)
        append_as_system(
            stream,
            happened.PlayerRegistered(player=str(player.id), club=player.club or None, waiting=state.is_full),
            key=f"entered:{player.id}",
        )
    return player


def _again(name: str, own: Collection[str]) -> Player | None:
    """Which of a person's own players is called so: whoever has played before keeps the id."""
    found = Player.objects.filter(id__in=own).order_by("created_at", "id") if own else ()
    return next((player for player in found if player.name.casefold() == name.casefold()), None)
