"""From the tournament's state to a field to be paired, and from a draw to the event that logs it.

Called by the organiser's commands (`draw_next_round`) and by the checks of `drawing`.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

from msgspec.structs import replace

from games.ruleset import Rejected
from tracker.formats import format_of
from tracker.formats.structs import Pair
from tracker.pairing import swiss
from tracker.pairing.cost import Costs
from tracker.pairing.structs import Draw, Field, Pairing, Player, Unpairable
from tracker.rulesets.tournament import seeding, team_draws
from tracker.rulesets.tournament.chapter import LEGAL, Violations, broken
from tracker.rulesets.tournament.events import RoundDrawn, TablePairing, Walkover
from tracker.rulesets.tournament.kept import last_answer
from tracker.rulesets.tournament.plans import current_stage, laid_out
from tracker.rulesets.tournament.scoring import (
    PLAYED,
    full_byes,
    levels_of,
    paired_down,
    ranking,
    stage_ranking,
)
from tracker.rulesets.tournament.stages import coming
from tracker.rulesets.tournament.state import Entrant, Round, Stage, TournamentState


def draw_next_round(
    state: TournamentState, seed: str, scenario: str | None = None, **origin: str | None
) -> RoundDrawn:
    """The next round by the Swiss rules, as the event to log. Raises `Rejected` (TRN-CRE-01, TRN-DRAW-03, -11).

    `scenario` names the battlefield of a round for which the options name none. `origin`: the event's `secret` and
    `after`, or the `reason` for a seed that was chosen by hand. Whether the round may be drawn now
    is judged when the event is logged.
    """
    stage = None if state.created is None else current_stage(state)
    if stage is None:
        raise Rejected(broken("TRN-CRE-01") if state.created is None else broken("TRN-STG-09", stage=1))
    if found := too_few(state):
        raise Rejected(found)
    if format_of(stage.plan).scheduled:
        return replace(scheduled(state, stage, seed, scenario), **origin)
    field = field_of(state, seed)
    try:
        draw = draw_of(field, seed)
    except Unpairable as error:
        rule = "TRN-DRAW-11" if len(field.players) > 1 else "TRN-DRAW-03"
        raise Rejected(broken(rule, players=list(error.players), present=len(field.players))) from None
    if state.plays_in_teams:
        told = team_draws.as_drawn(state, draw, planned_scenario(state, field.round) or scenario)
        return replace(told, **origin)
    told = _as_event(draw, field, planned_scenario(state, field.round) or scenario)
    return replace(on_battlefields(state, told), **origin)


def too_few(state: TournamentState) -> Violations:
    """TRN-TEAM-05, TRN-DRAW-03: teams of the coming round, or of its schedule, without a player at every board."""
    if not state.plays_in_teams:
        return LEGAL
    stage = current_stage(state)
    if stage is None or not format_of(stage.plan).scheduled:
        return team_draws.too_few(state)
    pairs = coming(state, stage).pairs
    return team_draws.too_few(state, [team for pair in pairs for team in pair.players])


def scheduled(state: TournamentState, stage: Stage, seed: str, scenario: str | None = None) -> RoundDrawn:
    """The next round of a bracket or a round robin: its pairs follow from the stage, its sides from who sat where."""
    number, found = len(state.rounds) + 1, coming(state, stage, seed)
    if state.plays_in_teams:
        planned = planned_scenario(state, number) or scenario
        told = RoundDrawn(round=number, seed=seed, pairings=(), scenario=planned, method="schedule")
        return team_draws.as_scheduled(state, told, found)
    drawn = RoundDrawn(
        round=number,
        seed=seed,
        pairings=_seated(state, stage, seed, found.pairs),
        scenario=planned_scenario(state, number) or scenario,
        method="schedule",
        walkovers=tuple(Walkover(one.slot, one.player) for one in found.walkovers),
        resting=found.resting,
    )
    return on_battlefields(state, drawn)


def on_battlefields(state: TournamentState, drawn: RoundDrawn) -> RoundDrawn:
    """The draw with the battlefields of its tables, where the options lay them out."""
    tables = tuple(
        replace(one, scenario=laid_out(state, one.table) or one.scenario) for one in drawn.pairings
    )
    return replace(drawn, pairings=tables)


def _seated(
    state: TournamentState, stage: Stage, seed: str, pairs: Sequence[Pair]
) -> tuple[TablePairing, ...]:
    """Tables in the order of the pairs. Berger tables say who sits first; in a bracket the sides are balanced."""
    sides = state.options.sides
    chosen = [pair.players for pair in pairs]
    if stage.plan.format != "round_robin":
        here = [state.entrants[player] for players in chosen for player in players]
        costs = Costs(next_field(state, seed, here))
        seats = [costs.seats(*sorted(costs.index[name] for name in players)) for players in chosen]
        chosen = [(costs.ids[one], costs.ids[other]) for one, other in seats]
    return tuple(
        TablePairing(at, {side: (name,) for side, name in zip(sides, players, strict=True)}, pair.slot)
        for at, (pair, players) in enumerate(zip(pairs, chosen, strict=True), 1)
    )


def _as_event(draw: Draw, field: Field, scenario: str | None) -> RoundDrawn:
    return RoundDrawn(
        round=draw.round,
        seed=field.seed,
        pairings=tuple(_table(pairing, field.sides) for pairing in draw.pairings),
        bye=draw.bye,
        scenario=scenario,
        certificate=draw.certificate,
    )


def _table(pairing: Pairing, sides: tuple[str, str]) -> TablePairing:
    return TablePairing(
        pairing.table, {side: (name,) for side, name in zip(sides, pairing.players, strict=True)}
    )


def planned_scenario(state: TournamentState, round_: int) -> str | None:
    """The battlefield that the options fix for a round, if any."""
    planned = state.options.scenarios
    return planned[round_ - 1] if round_ <= len(planned) else None


def next_field(state: TournamentState, seed: str, players: Sequence[Entrant] | None = None) -> Field:
    """Everyone present (or `players`; teams at an event of teams) with what pairing needs to know.

    Rejects before the tournament is created.
    """
    if state.created is None:
        raise Rejected(broken("TRN-CRE-01"))
    if state.plays_in_teams:
        return team_draws.team_field(state, seed)
    stage = current_stage(state)
    options, history = state.options, History(state, stage)
    here = players_of(state, stage) if players is None else players
    told = seeding.seeds(state, stage, seed, [one.player for one in here], history.ranks)
    return Field(
        players=tuple(history.player(one, told) for one in here),
        round=len(state.rounds) + 1,
        seed=seed,
        sides=options.sides,
        prohibited=state.prohibited,
        friends=state.friends,
        fixed=tuple((one.player, one.table) for one in here if one.table is not None),
        fresh=options.fresh_tables,
        weights=options.weights,
        order=stage.plan.order if stage is not None else "lot",
    )


@last_answer
def field_of(state: TournamentState, seed: str) -> Field:
    """The field of the coming round: the same one for whoever draws it and for whoever judges the draw."""
    return next_field(state, seed)


@last_answer
def draw_of(field: Field, seed: str) -> Draw:
    """The draw of a field whose seed is `seed`. Raises `Unpairable`."""
    return swiss.draw(field)


def players_of(state: TournamentState, stage: Stage | None) -> tuple[Entrant, ...]:
    """Who is here and still in the running; at an event of teams whoever is here."""
    if stage is None or not stage.field or state.plays_in_teams:
        return state.present()
    inside = set(stage.field)
    return tuple(entrant for entrant in state.present() if entrant.player in inside)


class History:
    """What the rounds so far say about every player: level, rank, opponents, byes, sides."""

    def __init__(self, state: TournamentState, stage: Stage | None) -> None:
        table = ranking(state) if stage is None else stage_ranking(state, stage)
        self.ranks = table.ranks_by_player()
        self.fresh = state.options.fresh_tables
        level = (stage.plan.level if stage is not None else None) or state.options.pair_by
        self.levels = levels_of(table, level)
        self.win = 1 if level == "wins" else state.options.tp.win
        self.met = defaultdict[str, list[str]](list)
        self.byes: Counter[str] = Counter()
        self.balance = defaultdict[str, int](int)
        self.streak = defaultdict[str, int](int)
        self.tables = defaultdict[str, list[int]](list)
        for round_ in state.rounds:
            if round_.status in PLAYED:
                self._add(round_, state.options.sides)
                self.byes.update(full_byes(state, round_))
        self.downs = paired_down(state, table.book, level)

    def _add(self, round_: Round, sides: tuple[str, str]) -> None:
        self.byes.update([round_.bye] if round_.bye is not None else [])
        one, other = sides
        for pairing in round_.pairings:
            first, second = pairing.sides[one], pairing.sides[other]
            if pairing.award is not None and pairing.award.kind != "conceded":
                self.byes.update(pairing.sides.get(pairing.award.winner or "", ()))
                continue
            self._sat(first, second, 1, pairing.table)
            self._sat(second, first, -1, pairing.table)

    def _sat(self, names: Sequence[str], foes: Sequence[str], side: int, table: int) -> None:
        for name in names:
            if self.fresh:
                self.tables[name].append(table)
            self.met[name] += foes
            self.balance[name] += side
            running = self.streak[name]
            self.streak[name] = running + side if running * side > 0 else side

    def player(self, entrant: Entrant, told: seeding.Lent) -> Player:
        name = entrant.player
        level, virtual, unit = told.level(name, self.levels[name], self.win)
        return Player(
            name,
            level,
            self.ranks[name],
            tuple(self.met.get(name, ())),
            self.byes[name],
            self.balance[name],
            entrant.club,
            self.streak[name],
            entrant.town,
            tuple(self.tables.get(name, ())),
            told.starts.get(name, 0),
            virtual,
            unit,
            self.downs[name],
        )
