"""Drafts of rounds: drawn, judged, discarded. Called by `rules`.

Whoever computes a draw, here or elsewhere, it is judged by the independent checker before it enters the log.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from tracker.formats import format_of
from tracker.pairing import check, swiss
from tracker.pairing.structs import ALGORITHM, OLDER, Draw, Field, Pairing
from tracker.rulesets.tournament import seeds, team_draws
from tracker.rulesets.tournament.chapter import LEGAL, Check, Fold, Violations, broken, nothing_owed
from tracker.rulesets.tournament.draws import (
    draw_of,
    field_of,
    planned_scenario,
    players_of,
    scheduled,
    too_few,
)
from tracker.rulesets.tournament.events import RoundDiscarded, RoundDrawn
from tracker.rulesets.tournament.pasts import passed
from tracker.rulesets.tournament.plans import current_stage, laid_out
from tracker.rulesets.tournament.stages import is_complete
from tracker.rulesets.tournament.state import Entrant, Round, Table, TournamentState

RULE_OF = {
    "stranger": "TRN-DRAW-04",
    "left_out": "TRN-DRAW-04",
    "twice": "TRN-DRAW-04",
    "tables": "TRN-DRAW-05",
    "bye": "TRN-DRAW-06",
    "prohibited": "TRN-DRAW-07",
    "rematch": "TRN-DRAW-08",
    "cost": "TRN-DRAW-09",
}


def check_drawn(state: TournamentState, event: RoundDrawn) -> Violations:
    """TRN-DRAW-01 to -10, TRN-DRAW-12, TRN-DRAW-15: the right round at the right time, legal, truly certified."""
    return (
        _in_turn(state, event)
        or _ready(state)
        or seeds.check(state, event)
        or _form(state, event)
        or _scenario(state, event)
        or _pairings(state, event)
    )


def _in_turn(state: TournamentState, event: RoundDrawn) -> Violations:
    last = state.current
    if last is not None and last.status != "closed":
        return broken("TRN-DRAW-01", round=event.round, open=last.round, tables=list(last.missing()))
    if owed := nothing_owed(state):
        return owed
    if event.round != len(state.rounds) + 1:
        return broken("TRN-DRAW-01", round=event.round, open=len(state.rounds))
    stage = current_stage(state)
    if stage is None:
        return broken("TRN-STG-09", stage=1)
    if is_complete(state, stage):
        return broken("TRN-DRAW-02", round=event.round, rounds=len(state.rounds))
    return broken("TRN-DRAW-10", seed=event.seed) if event.seed in state.seeds else LEGAL


def _ready(state: TournamentState) -> Violations:
    stage = current_stage(state)
    present = players_of(state, stage)
    scheduled = stage is not None and format_of(stage.plan).scheduled
    if state.plays_in_teams:
        return too_few(state) or _lists(state, present)
    if len(present) < 2 and not scheduled:
        return broken("TRN-DRAW-03", present=len(present))
    return _lists(state, present)


def _lists(state: TournamentState, present: Iterable[Entrant]) -> Violations:
    without = [entrant.player for entrant in present if entrant.roster is None]
    return broken("TRN-LIST-06", players=without) if state.options.list_required and without else LEGAL


def _form(state: TournamentState, event: RoundDrawn) -> Violations:
    """TRN-DRAW-05, TRN-DRAW-12, TRN-TEAM-06: one player a side at every table, or the boards of two teams; by
    certificate or by hand with a reason.
    """
    sides = set(state.options.sides)
    if state.plays_in_teams and event.method == "schedule":
        return _told(state, event)
    if state.plays_in_teams or event.teams or event.team_bye is not None:
        found = (
            team_draws.check_teams(state, event) if state.plays_in_teams else broken("TRN-TEAM-09", team="")
        )
        return _told(state, event) or found
    for pairing in event.pairings:
        if pairing.sides.keys() != sides or any(len(players) != 1 for players in pairing.sides.values()):
            return broken("TRN-DRAW-05", table=pairing.table, sides=sorted(sides))
    return _told(state, event)


def _told(state: TournamentState, event: RoundDrawn) -> Violations:
    """TRN-STG-10, TRN-DRAW-12: made as the stage wants it; by certificate or by hand with a reason."""
    stage = current_stage(state)
    if (stage is not None and format_of(stage.plan).scheduled) != (event.method == "schedule"):
        return broken("TRN-STG-10", method=event.method)
    if event.method == "schedule":
        return LEGAL
    told = event.certificate is not None if event.method == "swiss" else event.reason is not None
    return LEGAL if told else broken("TRN-DRAW-12", method=event.method)


def _scenario(state: TournamentState, event: RoundDrawn) -> Violations:
    for table in event.pairings:
        lies = laid_out(state, table.table)
        if lies is not None and table.scenario != lies:
            return broken("TRN-DRAW-13", round=event.round, planned=lies, told=table.scenario)
    planned = planned_scenario(state, event.round)
    if planned is None or planned == event.scenario:
        return LEGAL
    return broken("TRN-DRAW-13", round=event.round, planned=planned, told=event.scenario)


def _pairings(state: TournamentState, event: RoundDrawn) -> Violations:
    stage = current_stage(state)
    if stage is not None and event.method == "schedule":
        return _as_scheduled(event, scheduled(state, stage, event.seed, event.scenario))
    field = field_of(state, event.seed)
    found: Violations = LEGAL
    for problem in _problems(state, field, event):
        found += broken(RULE_OF[problem.code], **problem.params)
    return found


def _as_scheduled(event: RoundDrawn, due: RoundDrawn) -> Violations:
    """TRN-STG-11: pairs of a bracket or a table are nobody's choice."""
    told = event.pairings, event.walkovers, event.resting, event.bye, event.teams, event.team_bye
    right = due.pairings, due.walkovers, due.resting, due.bye, due.teams, due.team_bye
    if told == right and event.certificate is None:
        return LEGAL
    return broken("TRN-STG-11", round=event.round)


def _problems(state: TournamentState, field: Field, event: RoundDrawn) -> tuple[check.Problem, ...]:
    one, other = field.sides
    if state.plays_in_teams:
        pairings, bye = team_draws.team_pairs(state, event), event.team_bye
    else:
        pairings = tuple(Pairing(p.table, (p.sides[one][0], p.sides[other][0])) for p in event.pairings)
        bye = event.bye
    if event.certificate is None or event.method == "manual":
        return tuple(check.hard_problems(field, pairings, bye))
    draw = Draw(round=event.round, pairings=pairings, bye=bye, certificate=event.certificate)
    return check.problems(field, draw) or proof_problems(field, draw)


def proof_problems(field: Field, draw: Draw) -> tuple[check.Problem, ...]:
    """What is not as drawing again from the seed gives it: nobody is believed that no better draw exists.

    A draw by today's algorithm must come out the same in every part. One by an older algorithm may have settled ties
    otherwise, but not have promised more than is true.
    """
    told, best = draw.certificate, draw_of(field, field.seed)
    if told.algorithm == ALGORITHM:
        return () if draw == best else _differing(draw, best)
    if told.algorithm not in OLDER:
        return (_false("algorithm", told.algorithm, ALGORITHM),)
    if told.proof == "window":
        small = len(field.players) <= swiss.LARGEST_WHOLE
        return (_false("proof", told.proof, best.certificate.proof),) if small else ()
    if (told.cost, told.bound) != (best.certificate.cost, best.certificate.bound):
        return (_false("proof", told.cost, best.certificate.cost),)
    size = len(field.players)
    return (_false("window", told.window, size),) if told.window > size else ()


def _differing(draw: Draw, best: Draw) -> tuple[check.Problem, ...]:
    parts = ("cost", "bound", "proof", "window")
    pairs = [(name, getattr(draw.certificate, name), getattr(best.certificate, name)) for name in parts]
    pairs.append(("bye", draw.bye, best.bye))
    found = tuple(_false(name, told, true) for name, told, true in pairs if told != true)
    return found or (_false("pairings", draw.certificate.seed, "another draw from this seed"),)


def _false(what: str, told: object, found: object) -> check.Problem:
    return check.Problem("cost", {"what": what, "told": told, "found": found})


def on_drawn(state: TournamentState, event: RoundDrawn) -> TournamentState:
    drawn = Round(
        event.round,
        event.seed,
        "draft",
        tuple(Table(p.table, p.sides, slot=p.slot, scenario=p.scenario) for p in event.pairings),
        event.bye,
        event.scenario,
        event.method,
        event.certificate,
        event.reason,
        event.secret is not None,
        walkovers=passed(state, event),
        resting=event.resting,
        teams=team_draws.team_tables(event),
        team_bye=event.team_bye,
    )
    return replace(
        state, rounds=(*state.rounds, drawn), seeds=(*state.seeds, event.seed), drawn=state.drawn + 1
    )


def check_discarded(state: TournamentState, event: RoundDiscarded) -> Violations:
    """TRN-DRAW-14: only the last draw, and only while nobody plays it."""
    last = state.current
    fits = last is not None and (last.round, last.seed) == (event.round, event.seed)
    if fits and last is not None and last.status in ("draft", "published"):
        return LEGAL
    return broken("TRN-DRAW-14", round=event.round)


def on_discarded(state: TournamentState, event: RoundDiscarded) -> TournamentState:
    return seeds.commit(replace(state, rounds=state.rounds[:-1]), event)


CHAPTER: dict[type, tuple[Check, Fold]] = {
    RoundDrawn: (check_drawn, on_drawn),
    RoundDiscarded: (check_discarded, on_discarded),
}
