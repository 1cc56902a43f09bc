"""How many players the stages leave behind: brackets by how far somebody came, groups by the place in the group.

Whoever goes on to a later stage stands before all who do not. Inside a stage without a bracket its own games rank by
the tie-breakers of the event. Called by `scoring`.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence

from tracker.formats import format_of
from tracker.formats.round_robin import groups_of
from tracker.rulesets.tournament.pasts import past_of, seeds_of
from tracker.rulesets.tournament.plans import rounds_of, stages_of
from tracker.rulesets.tournament.state import Round, Stage, TournamentState
from tracker.standings.given import STAGE
from tracker.standings.structs import Behind, Reason

Key = tuple[int, ...]
Ranks = Callable[[TournamentState, Sequence[str], Sequence[Round]], Mapping[str, int]]
"""The ranks of some players by their games in these rounds."""


def figures(state: TournamentState, tiebreaks: tuple[str, ...] | None = None) -> tuple[str, ...]:
    """What ranks when stages place: the stages first, then the tie-breakers; an event of brackets alone has no more."""
    first = stages_of(state)[0]
    alone = format_of(first.plan).scheduled and first.plan.format != "round_robin"
    return (STAGE,) if alone else (STAGE, *(tiebreaks or state.options.tiebreaks))


def behind(state: TournamentState, last: int, ranks: Ranks) -> Behind | None:
    """Whom each player (team, at an event of teams) leaves behind by the stages up to round `last`; None while no stage
    places anybody."""
    placed = [stage for stage in stages_of(state) if stage.first_round <= last and _places(stage)]
    if not placed:
        return None
    everybody = state.teams if state.plays_in_teams else state.entrants
    keys: dict[str, Key] = dict.fromkeys(everybody, ())
    for stage in reversed(placed):
        places = _within(state, stage, last, ranks)
        keys = {
            player: (*key, -places.get(player, len(keys) + 1))  # who is not in the stage stands behind
            for player, key in keys.items()
        }
    ordered = sorted(keys.values())
    counts = {player: bisect_left(ordered, key) for player, key in keys.items()}
    return Behind(counts, _games(state, placed, last))


def _places(stage: Stage) -> bool:
    """A first stage places by itself only with brackets or groups; a later one unless it carries points on."""
    if stage.number > 1:
        return not stage.plan.carry
    return stage.plan.groups > 1 or (format_of(stage.plan).scheduled and stage.plan.format != "round_robin")


def _within(state: TournamentState, stage: Stage, last: int, ranks: Ranks) -> Mapping[str, int]:
    seeds = seeds_of(state, stage)
    found = format_of(stage.plan).places(stage.plan, seeds, past_of(state, stage, last))
    if found is not None:
        return found
    rounds = [round_ for round_ in rounds_of(state, stage) if round_.round <= last]
    if stage.plan.format != "round_robin":
        return ranks(state, seeds, rounds)
    return {
        player: rank
        for players in groups_of(stage.plan, seeds).values()
        for player, rank in ranks(state, players, rounds).items()
    }


def _games(state: TournamentState, placed: Sequence[Stage], last: int) -> dict[str, tuple[Reason, ...]]:
    found: dict[str, tuple[Reason, ...]] = {}
    rounds = [round_ for stage in placed for round_ in rounds_of(state, stage) if round_.round <= last]
    for round_ in rounds:
        for match in round_.teams:
            for team in match.sides.values():
                foes = tuple(other for other in match.sides.values() if other != team)
                row = Reason("game", round_.round, 0, 1, match.table, foes)
                found[team] = (*found.get(team, ()), row)
        for table in () if round_.teams else round_.pairings:
            if table.result is None:
                continue
            seated = [player for players in table.sides.values() for player in players]
            for player in seated:
                foes = tuple(other for other in seated if other != player)
                row = Reason(
                    "game",
                    round_.round,
                    0,
                    1,
                    table.table,
                    foes,
                    None,
                    table.result.match or None,
                    table.result.match_seq or None,
                )
                found[player] = (*found.get(player, ()), row)
    return found
