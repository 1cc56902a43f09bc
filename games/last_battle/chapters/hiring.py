"""Squads: the rules of hiring, for the event `squad_hired` and for rosters alike (LB-ROSTER).

`check_squad` reports every violation, `unknown_facts` the rules that could not be judged. Called by `rules.py`,
`roster/` and `scoring.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from games.last_battle.chapters.setup import advanced
from games.last_battle.events import Figure, SquadHired
from games.last_battle.facts import BATTLEFIELDS, LIMITS
from games.last_battle.permissions import Violations, in_phase, owner_acts
from games.last_battle.state import LastBattleState, away, copies, with_squad
from games.ruleset import Actor, RuleViolation

LEADER_TRAITS = {"leader", "лидер"}


def has_leader_trait(figure: Figure) -> bool | None:
    """Whether the card says Leader; None when the traits are unknown."""
    if figure.traits is None:
        return None
    return any(trait.casefold() in LEADER_TRAITS for trait in figure.traits)


def leader_apart(leader: str | None, figures: Sequence[Figure]) -> tuple[Figure | None, tuple[Figure, ...]]:
    """(the leader, the others). The first entry with the leader's id holds the leader's own facts."""
    if leader is None:
        return None, tuple(figures)
    at = next((i for i, figure in enumerate(figures) if figure.figure_id == leader), None)
    if at is None:
        return Figure(leader), tuple(figures)
    return figures[at], (*figures[:at], *figures[at + 1 :])


def check_squad(
    leader: Figure | None, figures: Sequence[Figure], preset: bool, battlefield: str | None
) -> Violations:
    """LB-ROSTER-02, -03, -06, -07 of one squad. A preset one (LB-ROSTER-08) has no point limit and needs no leader."""
    if not preset:
        yield from _check_leader(leader)
        yield from _check_cost(figures)
    everyone = [*([leader] if leader else []), *figures]
    yield from _check_size(everyone, battlefield)
    yield from _check_unique(everyone)


def _check_leader(leader: Figure | None) -> Violations:
    if leader is None:
        yield RuleViolation("LB-ROSTER-02", {"leaders": 0})
    elif has_leader_trait(leader) is False:
        yield RuleViolation("LB-ROSTER-02", {"figure": leader.figure_id})


def _check_cost(figures: Iterable[Figure]) -> Violations:
    cost = sum(figure.cost or 0 for figure in figures)
    if cost > LIMITS.hire_points:
        yield RuleViolation("LB-ROSTER-03", {"cost": cost, "limit": LIMITS.hire_points})


def _check_size(figures: Iterable[Figure], battlefield: str | None) -> Violations:
    limit = BATTLEFIELDS[battlefield].max_size if battlefield else None
    for figure in dict.fromkeys(figures):
        if limit is not None and figure.size is not None and figure.size > limit:
            yield RuleViolation(
                "LB-ROSTER-06", {"figure": figure.figure_id, "size": figure.size, "limit": limit}
            )


def _check_unique(figures: Iterable[Figure]) -> Violations:
    figures = list(figures)
    count = Counter(figure.figure_id for figure in figures)
    unique = {figure.figure_id for figure in figures if figure.unique}
    for figure_id in sorted(unique):
        if count[figure_id] > 1:
            yield RuleViolation("LB-ROSTER-07", {"figure": figure_id, "copies": count[figure_id]})


def unknown_facts(
    leader: Figure | None, figures: Sequence[Figure], preset: bool, battlefield: str | None
) -> Iterator[RuleViolation]:
    """The rules of `check_squad` that unknown costs, traits and sizes left open: one each, naming the figures."""
    everyone = [*([leader] if leader else []), *figures]
    limit = BATTLEFIELDS[battlefield].max_size if battlefield else None
    count = Counter(figure.figure_id for figure in everyone)
    open_rules = {
        "LB-ROSTER-02": [leader] if leader and not preset and leader.traits is None else [],
        "LB-ROSTER-03": [] if preset else [figure for figure in figures if figure.cost is None],
        "LB-ROSTER-06": [figure for figure in everyone if limit is not None and figure.size is None],
        "LB-ROSTER-07": [f for f in everyone if f.unique is None and count[f.figure_id] > 1],
    }
    for rule, unknown in open_rules.items():
        if unknown:
            yield RuleViolation(rule, {"unknown": sorted({figure.figure_id for figure in unknown})})


def check_squad_hired(state: LastBattleState, event: SquadHired, by: Actor) -> Violations:
    """LB-ROSTER-01 to -09, LB-MULTI-02: one legal squad for each player, after the schemes are chosen."""
    strangers = [*owner_acts(state, by, event.player)]
    if strangers:
        yield from strangers
        return
    squad = state.squads[event.player]
    if squad.hired:
        yield RuleViolation("LB-MULTI-02", {"player": event.player})
    if state.phase == "schemes" and squad.side == "alliance" and not squad.chosen:
        yield RuleViolation("LB-ROSTER-01", {"player": event.player})
    yield from in_phase(state, "hire")
    leader, figures = leader_apart(event.leader, event.figures)
    preset = squad.side == "serpent"
    yield from check_squad(leader, figures, preset, state.battlefield)
    everyone = [*([leader] if leader else []), *figures]
    yield from _check_elsewhere(state, everyone)
    if not preset:
        yield from _check_available(state, event.player, everyone)


def _check_elsewhere(state: LastBattleState, figures: list[Figure]) -> Violations:
    """LB-ROSTER-07 across squads and tables, and for figures that died earlier in the event."""
    hired = [figure for squad in state.squads.values() for figure in squad.all_figures()]
    taken = {figure.figure_id for figure in hired}
    unique = {figure.figure_id for figure in [*hired, *figures] if figure.unique}
    gone = away(state)
    for figure_id in sorted({figure.figure_id for figure in figures}):
        if figure_id in gone:
            yield gone_elsewhere(state, figure_id)
        elif figure_id in taken and figure_id in unique:
            owners = [squad.player for squad in state.squads.values() if copies(squad, figure_id)]
            yield RuleViolation("LB-ROSTER-07", {"taken": figure_id, "players": owners})


def gone_elsewhere(state: LastBattleState, figure_id: str) -> RuleViolation:
    """LB-ROSTER-07: a figure that died in the event, or that another table has."""
    tables = [table for table, hired in state.hired_elsewhere.items() if figure_id in hired]
    if figure_id in state.dead_figures or not tables:
        return RuleViolation("LB-ROSTER-07", {"dead": figure_id})
    return RuleViolation("LB-ROSTER-07", {"elsewhere": figure_id, "tables": tables})


def _check_available(state: LastBattleState, player: str, figures: list[Figure]) -> Violations:
    available = (state.available_figures or {}).get(player)
    for figure_id in sorted({figure.figure_id for figure in figures}):
        if available is not None and figure_id not in available:
            yield RuleViolation("LB-ROSTER-05", {"figure": figure_id})


def on_squad_hired(state: LastBattleState, event: SquadHired) -> LastBattleState:
    leader, figures = leader_apart(event.leader, event.figures)
    squad = state.squads[event.player]
    open_rules = unknown_facts(leader, figures, squad.side == "serpent", state.battlefield)
    squad = msgspec.structs.replace(
        squad, leader=leader, figures=figures, unknown=tuple(violation.rule for violation in open_rules)
    )
    everyone = squad.all_figures()
    roll = Counter(figure.figure_id for figure in everyone)
    alone = dict.fromkeys(figure.figure_id for figure in everyone if figure.unique or figure is leader)
    squad = msgspec.structs.replace(squad, roll=dict(roll), uniques=tuple(alone))
    return advanced(with_squad(state, squad))
