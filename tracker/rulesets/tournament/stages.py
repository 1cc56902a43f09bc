"""Stages of an event, one after the other: a Swiss, a cut, groups, a bracket. Who goes on, and what comes next.

A first Swiss stage begins by itself with everybody present; every other one by `stage_begun`, which fixes its field in
the order of seeds. How a stage is played says `tracker.formats`. Called by `rules`, `drawing`, `draws`, `placing`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from games.judging import repeated
from tracker.formats import format_of
from tracker.formats.round_robin import groups_of
from tracker.formats.structs import Coming, Stage
from tracker.rulesets.tournament import scoring, seeding
from tracker.rulesets.tournament.apart import kept_apart
from tracker.rulesets.tournament.chapter import LEGAL, Check, Fold, Violations, broken, nothing_owed
from tracker.rulesets.tournament.events import Options, StageBegun, StageWithdrawn
from tracker.rulesets.tournament.pasts import past_of, seeds_of
from tracker.rulesets.tournament.plans import current_stage, here_for, planned_stages, rounds_of, stage_of
from tracker.rulesets.tournament.state import Stage as Begun
from tracker.rulesets.tournament.state import TournamentState
from tracker.rulesets.tournament.team_scoring import team_ranking
from tracker.standings.order import Table as Ranking


class Going(NamedTuple):
    """Who goes on to a stage, best seed first; `tied`: who shares the last place that does, on both sides of it.

    `as_ranked`: the same in the order of the standings, where that has players of one group meet at once. Events before
    seeded brackets so, and still may.
    """

    field: tuple[str, ...]
    tied: tuple[str, ...] = ()
    as_ranked: tuple[str, ...] = ()


def coming(state: TournamentState, stage: Begun, seed: str = "") -> Coming:
    """The next round of a scheduled stage. `seed`: of the draw that is being made."""
    seeds = seeds_of(state, stage, seed)
    return format_of(stage.plan).coming(stage.plan, seeds, past_of(state, stage), _gone(state))


def _gone(state: TournamentState) -> frozenset[str]:
    """Who has left: teams, at an event of teams."""
    if state.plays_in_teams:
        return state.teams_left()
    return frozenset(one.player for one in state.entrants.values() if one.dropped)


def is_complete(state: TournamentState, stage: Begun) -> bool:
    """Whether every round of the stage is closed and none is to come."""
    rounds = rounds_of(state, stage)
    if any(round_.status != "closed" or round_.missing() for round_ in rounds):
        return False
    if format_of(stage.plan).scheduled:
        return bool(rounds) and coming(state, stage).nothing
    return len(rounds) >= stage.plan.rounds


def may_draw(state: TournamentState) -> bool:
    """Whether the stage that is being played has a round to come."""
    stage = current_stage(state)
    return stage is not None and not is_complete(state, stage)


def takes_round(state: TournamentState) -> bool:
    """Whether the next round may be made now: the last one is closed, and there is one to come."""
    last = state.current
    return not state.finished and (last is None or last.status == "closed") and may_draw(state)


def may_meet(state: TournamentState, player: str, number: int) -> bool:
    """Whether a player (team, at an event of teams) can have an opponent in a round, by the rounds before it alone."""
    stage = stage_of(state, number)
    if stage is None:
        return True
    if stage.field and player not in stage.field:
        return False
    game, at = format_of(stage.plan), number - stage.first_round
    if not game.scheduled:
        return at < stage.plan.rounds
    if stage.plan.seeding == "lot" and not at:
        return True  # the draw of this round decides who has a bye
    seeds = seeds_of(state, stage)
    pairs = game.coming(stage.plan, seeds, past_of(state, stage, number - 1), _gone(state)).pairs
    return any(player in pair.players for pair in pairs)


def to_begin(state: TournamentState) -> Stage | None:
    """The plan of the stage that comes now: the first one, or the next after one that is complete."""
    planned = planned_stages(state.options)
    stage = current_stage(state)
    if stage is None:
        return planned[0]
    if not is_complete(state, stage) or stage.number >= len(planned):
        return None
    return planned[stage.number]


def going(state: TournamentState, plan: Stage) -> Going:
    """Who goes on to this stage now: the best of those present, by the standings, or all of them."""
    stage = current_stage(state)
    here = here_for(state)
    if stage is not None and stage.field:
        here = {player: here[player] for player in stage.field if player in here}
    ranks = table_of(state).ranks_by_player()
    ordered = sorted(here, key=lambda player: (ranks[player], here[player]))
    go = ordered[: plan.cut] if plan.cut else ordered
    last = ranks[go[-1]] if go else 0
    tied = [player for player in ordered if ranks[player] == last]
    over = any(ranks[player] == last for player in ordered[len(go) :])
    seeded = _seeded(state, plan, go, here)
    field = kept_apart(state, stage, plan, seeded, ranks) if stage is not None else seeded
    return Going(field, tuple(tied) if over else (), seeded)


def uneven(state: TournamentState, plan: Stage) -> dict[str, int]:
    """Whoever came in at the place of their group at which only some go on, best first, with how many games their group
    gives each; empty where these groups are of one size, so that everybody was compared by as many games."""
    stage = current_stage(state)
    if stage is None or stage.plan.groups < 2:
        return {}
    ranks, goes = table_of(state).ranks_by_player(), set(going(state, plan).field)
    level: dict[int, dict[str, int]] = {}
    for members in groups_of(stage.plan, seeds_of(state, stage)).values():
        for place, player in enumerate(sorted(members, key=ranks.__getitem__), 1):
            level.setdefault(place, {})[player] = (len(members) - 1) * stage.plan.legs
    for games in level.values():
        if len(set(games.values())) > 1 and 0 < len(goes & games.keys()) < len(
            here_for(state).keys() & games
        ):
            return {player: games[player] for player in sorted(games, key=ranks.__getitem__)}
    return {}


def table_of(state: TournamentState) -> Ranking:
    """The ranking by which somebody goes on: of the teams at an event of teams."""
    return team_ranking(state) if state.plays_in_teams else scoring.ranking(state)


def _seeded(
    state: TournamentState, plan: Stage, ordered: Sequence[str], numbers: dict[str, int]
) -> tuple[str, ...]:
    if plan.seeding == "rating":
        return tuple(sorted(ordered, key=lambda one: (-seeding.rating_of(state, one), numbers[one])))
    return tuple(ordered if plan.seeding == "ranking" else sorted(ordered, key=lambda one: numbers[one]))


def check_stages(options: Options) -> Violations:
    """TRN-STG-01, TRN-STG-12: stages that can follow each other, with seeds that fit."""
    for number, stage in enumerate(planned_stages(options), 1):
        wrong = (
            (number == 1 and (stage.cut or stage.carry))
            or (stage.format == "swiss" and not stage.rounds)
            or (stage.carry and stage.format not in ("swiss", "round_robin"))
            or (0 < stage.cut < format_of(stage).needs(stage))
        )
        if wrong:
            return broken("TRN-STG-01", stage=number)
        if not seeding.check_seeding(stage, options.pair_by):
            return broken("TRN-STG-12", stage=number)
    return LEGAL


def check_begun(state: TournamentState, event: StageBegun) -> Violations:
    """TRN-STG-02 to -05, TRN-STG-12: in turn, with people who are here, those whom the standings name unless a reason
    is given. At an event of teams the field is one of teams.
    """
    stage = current_stage(state)
    number = stage.number + 1 if stage is not None else 1
    last = state.current
    open_ = last is not None and (last.status != "closed" or bool(last.missing()))
    if event.number != number or open_ or (stage is not None and last is None):
        return broken("TRN-STG-02", stage=event.number)
    if owed := nothing_owed(state):
        return owed
    if not seeding.check_seeding(event.stage, state.options.pair_by):
        return broken("TRN-STG-12", stage=event.number)
    return _unfinished(state, stage, event) or _field(state, stage, event) or _as_planned(state, event)


def _unfinished(state: TournamentState, stage: Begun | None, event: StageBegun) -> Violations:
    if stage is None or is_complete(state, stage) or (event.reason and stage.plan.format == "swiss"):
        return LEGAL
    return broken("TRN-STG-03", stage=stage.number)


def _field(state: TournamentState, stage: Begun | None, event: StageBegun) -> Violations:
    here = set(here_for(state))
    if stage is not None and stage.field:
        here &= set(stage.field)
    twice = repeated(event.field)
    wrong = [player for player in event.field if player not in here or player in twice]
    if wrong:
        return broken("TRN-STG-04", players=wrong)
    needs = format_of(event.stage).needs(event.stage)
    return broken("TRN-STG-06", players=len(event.field), needs=needs) if len(event.field) < needs else LEGAL


def _as_planned(state: TournamentState, event: StageBegun) -> Violations:
    found = going(state, event.stage)
    seeded = event.field in (found.field, found.as_ranked)
    if event.reason or (seeded and not found.tied and event.stage == to_begin(state)):
        return LEGAL
    if found.tied:
        return broken("TRN-STG-05", players=list(found.tied), places=event.stage.cut)
    return broken("TRN-STG-07", stage=event.number)


def on_begun(state: TournamentState, event: StageBegun) -> TournamentState:
    began = Begun(event.number, event.stage, event.field, len(state.rounds) + 1, event.reason)
    stage = current_stage(state)
    before = state.stages or (() if stage is None else (stage,))
    return replace(state, stages=(*before, began))


def check_withdrawn(state: TournamentState, event: StageWithdrawn) -> Violations:
    """TRN-STG-08: only the last stage, while no round of it is drawn."""
    fits = withdrawable(state) and state.stages[-1].number == event.number
    return LEGAL if fits else broken("TRN-STG-08", stage=event.number)


def withdrawable(state: TournamentState) -> bool:
    """Whether the stage that began last can be taken back."""
    last = state.stages[-1] if state.stages else None
    return last is not None and bool(last.field) and not rounds_of(state, last)


def on_withdrawn(state: TournamentState, event: StageWithdrawn) -> TournamentState:
    return replace(state, stages=state.stages[:-1])


CHAPTER: dict[type, tuple[Check, Fold]] = {
    StageBegun: (check_begun, on_begun),
    StageWithdrawn: (check_withdrawn, on_withdrawn),
}
