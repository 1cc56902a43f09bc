"""Seeds of a Swiss: who is first by rating, registration, lot or standings, and the points that an acceleration lends.

Ratings are part of the log: typed by staff, or the shown ones of the game as they were when a round was drawn. One by
which a round was drawn stays, so that the draw can be made again. Called by `draws`, `team_draws`, `stages`, `rules`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from msgspec.structs import replace

from tracker.formats.acceleration import lent, upper
from tracker.formats.structs import Stage as Plan
from tracker.pairing.structs import lot
from tracker.rulesets.tournament.chapter import LEGAL, Check, Fold, Violations, broken
from tracker.rulesets.tournament.desk_events import PlayersRated
from tracker.rulesets.tournament.plans import planned_stages, rounds_of, stages_of
from tracker.rulesets.tournament.state import Round, Stage, Team, TournamentState


class Lent(NamedTuple):
    """Seeds from 1, and whom the acceleration lends how much of a win in the coming round."""

    starts: Mapping[str, int]
    upper: frozenset[str] = frozenset()
    part: Fraction = Fraction(0)

    def level(self, name: str, points: int, win: int) -> tuple[int, int, int]:
        """(level, how much of it is lent, unit) of somebody with so many points, where a win is worth `win`."""
        if not self.part:
            return points, 0, 1
        unit = (self.part * win).denominator
        virtual = int(self.part * win * unit) if name in self.upper else 0
        return points * unit + virtual, virtual, unit


def seeds(
    state: TournamentState, stage: Stage | None, seed: str, here: Sequence[str], ranks: Mapping[str, int]
) -> Lent:
    """The seeds of those who are drawn now (teams at an event of teams); none where no order asks for them."""
    if stage is None or not stage.plan.seeded:
        return Lent({})
    rounds = rounds_of(state, stage)
    key = _Key(state, stage.plan, rounds[0].seed if rounds else seed, seed, ranks)
    starts = {name: at for at, name in enumerate(sorted(here, key=key), 1)}
    part = lent(stage.plan.rounds, len(rounds) + 1) if stage.plan.acceleration == "baku" else Fraction(0)
    if not part:
        return Lent(starts)
    first = sorted(_listed(state, stage, rounds, here), key=key)
    last = key(first[upper(len(first)) - 1])
    return Lent(starts, frozenset(name for name in here if key(name) <= last), part)


def starts(state: TournamentState, names: Iterable[str], seed: str) -> dict[str, int]:
    """The places of all players or all teams in the order of seeds of the first stage, from 1.

    Where that stage began with a field of its own it is that order, then the others'. `seed`: of the first draw; before
    it, and where seeds follow from the standings, the order is that of registration.
    """
    plan = planned_stages(state.options)[0]
    if plan.seeding == "ranking" or not seed:
        plan = replace(plan, seeding="rating" if plan.seeding == "rating" else "registered")
    everybody = set(names)
    field = [name for name in (state.stages[0].field if state.stages else ()) if name in everybody]
    rest = sorted(everybody.difference(field), key=_Key(state, plan, seed, seed, {}))
    return {name: at for at, name in enumerate((*field, *rest), 1)}


class _Key:
    """What orders the seeds: less is better, and no two are equal."""

    def __init__(
        self, state: TournamentState, plan: Plan, decides: str, seed: str, ranks: Mapping[str, int]
    ) -> None:
        self.state, self.plan, self.ranks = state, plan, ranks
        self.decides, self.seed = decides, seed

    def __call__(self, name: str) -> tuple[Fraction | int, int]:
        match self.plan.seeding:
            case "lot":
                return lot(self.decides, name), 0
            case "rating":
                return -rating_of(self.state, name), _number(self.state, name)
            case "registered":
                return _number(self.state, name), 0
            case _:
                return self.ranks[name], lot(self.seed, name)


def rating_of(state: TournamentState, name: str) -> Fraction:
    """The rating of a player, of a team the mean of its members'; 0 for whoever has none."""
    team = state.teams.get(name)
    if team is None:
        return Fraction(state.entrants[name].rating or 0) if name in state.entrants else Fraction(0)
    return Fraction(
        sum(state.entrants[one].rating or 0 for one in _rated(state, team)), max(1, len(team.members))
    )


def _rated(state: TournamentState, team: Team) -> Iterable[str]:
    return (player for player in team.members if player in state.entrants)


def _number(state: TournamentState, name: str) -> int:
    found = state.teams.get(name) or state.entrants.get(name)
    return found.number if found is not None else 0


def _listed(
    state: TournamentState, stage: Stage, rounds: Sequence[Round], here: Sequence[str]
) -> tuple[str, ...]:
    """The list that is split before the first round: who is drawn in it, and who asked for a round off."""
    number = stage.first_round
    asked = tuple(one.player for one in state.entrants.values() if one.bye_in(number) is not None)
    if not rounds:
        return tuple(dict.fromkeys((*here, *(() if state.plays_in_teams else asked))))
    first = rounds[0]
    if state.plays_in_teams:
        met = tuple(team for table in first.teams for team in table.sides.values())
        return met if first.team_bye is None else (*met, first.team_bye)
    return tuple(dict.fromkeys((*first.players(), *asked)))


def wanted_by(plan: Plan) -> bool:
    """Whether the seeds of a stage are those of ratings."""
    return plan.seeding == "rating" and (plan.seeded or plan.format != "swiss")


def settled_ratings(state: TournamentState) -> frozenset[str]:
    """Whose rating a round was drawn by."""
    rounds = [
        round_ for stage in stages_of(state) if wanted_by(stage.plan) for round_ in rounds_of(state, stage)
    ]
    resting = (player for round_ in rounds for player in round_.resting)
    fields = [player for stage in stages_of(state) if wanted_by(stage.plan) for player in stage.field]
    fields += [player for team in fields if team in state.teams for player in state.teams[team].members]
    return frozenset((*(player for round_ in rounds for player in round_.players()), *resting, *fields))


def is_accelerated(state: TournamentState) -> bool:
    """Whether a stage that has begun lends points."""
    return any(stage.plan.acceleration != "none" for stage in stages_of(state))


def check_seeding(plan: Plan, pairs_by: str) -> bool:
    """Whether a stage's seeds fit: an order among equals is one of a Swiss by points or wins, and points are lent to
    seeds that stay the same."""
    if not plan.seeded:
        return True
    fits = plan.format == "swiss" and (plan.level or pairs_by) != "rank"
    return fits and not (plan.acceleration != "none" and plan.seeding == "ranking")


def check_rated(state: TournamentState, event: PlayersRated) -> Violations:
    """TRN-RATE-01, TRN-RATE-02: players of the event, and no rating by which a round was drawn."""
    strangers = [player for player in event.ratings if player not in state.entrants]
    if strangers or not event.ratings:
        return broken("TRN-RATE-01", players=strangers)
    used = settled_ratings(state)
    late = [
        player
        for player, rating in event.ratings.items()
        if player in used and state.entrants[player].rating != rating
    ]
    return broken("TRN-RATE-02", players=late) if late else LEGAL


def on_rated(state: TournamentState, event: PlayersRated) -> TournamentState:
    rated = {
        player: replace(state.entrants[player], rating=rating, rating_shown=event.shown)
        for player, rating in event.ratings.items()
    }
    return replace(state, entrants={**state.entrants, **rated})


CHAPTER: dict[type, tuple[Check, Fold]] = {PlayersRated: (check_rated, on_rated)}
