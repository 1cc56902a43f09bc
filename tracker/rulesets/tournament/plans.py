"""Which stage is played, which rounds belong to it, what is planned. Read by all chapters that ask for stages."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from tracker.formats import format_of
from tracker.formats.structs import Stage as Plan
from tracker.formats.swiss import most_rounds
from tracker.rulesets.tournament.events import Options
from tracker.rulesets.tournament.state import Entrant, Round, Stage, TournamentState


def planned_stages(options: Options) -> tuple[Plan, ...]:
    """The stages of the options; without any a Swiss over all rounds."""
    if not options.stages:
        return (Plan("swiss", rounds=options.rounds),)
    first, *rest = options.stages
    if first.format == "swiss" and not first.rounds:
        first = replace(first, rounds=options.rounds)
    return (first, *rest)


def current_stage(state: TournamentState) -> Stage | None:
    """The stage that is played; None before the first one of a scheduled format."""
    if state.stages:
        return state.stages[-1]
    first = planned_stages(state.options)[0]
    return None if format_of(first).scheduled else Stage(1, first)


def undrawn(state: TournamentState, round_: Round) -> tuple[Entrant, ...]:
    """Who plays in the event and in no part of the round that is drawn: they came later, or were not in the hall.

    Without those who asked not to play, ringers and whom a stage has left out. Teams are drawn as a whole.
    """
    stage = current_stage(state)
    if state.plays_in_teams or stage is None or format_of(stage.plan).scheduled:
        return ()
    drawn = {*round_.players(), *round_.without_game()}
    return tuple(
        entrant
        for entrant in state.entrants.values()
        if entrant.player not in drawn
        and not (entrant.dropped or entrant.waiting or entrant.ringer)
        and entrant.bye_in(round_.round) is None
        and (not stage.field or entrant.player in stage.field)
    )


def stages_of(state: TournamentState) -> tuple[Stage, ...]:
    """All stages that have begun, a first Swiss one included."""
    stage = current_stage(state)
    return state.stages or (() if stage is None else (stage,))


def rounds_of(state: TournamentState, stage: Stage) -> tuple[Round, ...]:
    """The rounds of the stage so far."""
    later = [one.first_round for one in state.stages if one.number > stage.number]
    end = min(later) - 1 if later else len(state.rounds)
    return state.rounds[stage.first_round - 1 : end]


def stage_of(state: TournamentState, round_: int) -> Stage | None:
    """The stage that a round belongs to, or would if it were drawn now."""
    return next((one for one in reversed(stages_of(state)) if one.first_round <= round_), None)


def base_rounds(state: TournamentState) -> tuple[Round, ...]:
    """The rounds that the figures of the standings are made of: the first stage, and those that carry its points on."""
    end = next((s.first_round - 1 for s in stages_of(state) if s.number > 1 and not s.plan.carry), None)
    return state.rounds[:end]


def beyond(state: TournamentState) -> tuple[int, int, int] | None:
    """(in the field, rounds that it can play without meeting again, rounds planned) where a first Swiss plans more than
    that; None where it does not."""
    first = planned_stages(state.options)[0]
    field = state.teams if state.plays_in_teams else state.entrants
    size = sum(not one.dropped and not getattr(one, "waiting", False) for one in field.values())
    if first.format != "swiss" or size < 2 or first.rounds <= most_rounds(size):
        return None
    return size, most_rounds(size), first.rounds


def laid_out(state: TournamentState, table: int) -> str | None:
    """The battlefield that lies on a table in every round, where the options say so."""
    found = state.options.table_scenarios
    return found[(table - 1) % len(found)] if found else None


def here_for(state: TournamentState) -> dict[str, int]:
    """Who can play in a stage, with the number of the registration; teams at an event of teams."""
    if not state.plays_in_teams:
        return {one.player: one.number for one in state.in_hall() if not one.ringer}
    hall = {one.player for one in state.in_hall()}
    found = (team for team in state.teams.values() if not team.dropped)
    return {team.team: team.number for team in found if not hall.isdisjoint(team.members)}


def rounds_planned(state: TournamentState) -> int:
    """How many rounds the event will have at most: those of past stages, and what the others still plan."""
    return sum(rounds for _plan, rounds in _lengths(state))


def rounds_to_ask_off(state: TournamentState) -> tuple[int, ...]:
    """The planned rounds to come in which somebody can have a bye for the asking: those of a Swiss. A schedule asks
    nobody."""
    found: list[int] = []
    first = 1
    for plan, rounds in _lengths(state):
        if not format_of(plan).scheduled:
            found += range(first, first + rounds)
        first += rounds
    return tuple(number for number in found if number > len(state.rounds))


def _lengths(state: TournamentState) -> Iterator[tuple[Plan, int]]:
    """Every stage, begun or planned, with how many rounds it had or will have at most."""
    begun, planned = stages_of(state), planned_stages(state.options)
    for number, plan in enumerate(planned, 1):
        stage = next((one for one in begun if one.number == number), None)
        if stage is not None and stage.number < len(begun):
            yield stage.plan, len(rounds_of(state, stage))
            continue
        chosen = stage.plan if stage is not None else plan
        size = len(stage.field) if stage is not None and stage.field else chosen.cut or len(here_for(state))
        yield chosen, format_of(chosen).rounds(chosen, size)
    for one in begun:
        if one.number > len(planned):
            yield one.plan, format_of(one.plan).rounds(one.plan, len(one.field))
