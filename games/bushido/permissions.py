"""Who may log what, and when: the checks that every chapter begins with. Called by the chapters' `check_...`."""

from __future__ import annotations

from collections.abc import Iterable

from games.bushido.state import BusState, side_of
from games.permissions import NOBODY, at_level, phase_facts, unless
from games.ruleset import Actor, RuleViolation

Violations = Iterable[RuleViolation]


def in_phase(state: BusState, *phases: str) -> Violations:
    """BUS-LOG-02."""
    if state.phase not in phases:
        yield RuleViolation("BUS-LOG-02", phase_facts("phase", state.phase, phases))


def at_detail(state: BusState, *levels: str) -> Violations:
    """BUS-LOG-09."""
    if not at_level(state, levels):
        params = {"told": f"detail_{state.detail}", "expected": [f"detail_{level}" for level in levels]}
        yield RuleViolation("BUS-LOG-09", params)


def side_acts(state: BusState, by: Actor, side: str | None) -> Violations:
    """BUS-LOG-03: a player of this side, or staff."""
    if side not in state.sides or not (by.is_staff or side_of(state, by.player) == side):
        yield RuleViolation("BUS-LOG-03", {"who": side or "not_told"})


def seated(state: BusState, by: Actor) -> Violations:
    """BUS-LOG-03: what belongs to the whole table comes from its players or from staff."""
    sits = by.is_staff or side_of(state, by.player) is not None
    yield from unless(sits, "BUS-LOG-03", stranger=by.player or NOBODY)


def staff_only(by: Actor) -> Violations:
    """BUS-LOG-03: what belongs to the organisers alone."""
    yield from unless(by.is_staff, "BUS-LOG-03", player=by.player or NOBODY)


def known_sides(state: BusState, named: Iterable[str]) -> Violations:
    """BUS-LOG-03: sides of this match."""
    for name in sorted(set(named) - set(state.sides)):
        yield RuleViolation("BUS-LOG-03", {"who": name or "not_told"})


def both_sides(state: BusState, *told: dict[str, int] | None) -> Violations:
    """BUS-LOG-03: a number for each side, and for nobody else."""
    for one in (each for each in told if each is not None):
        yield from known_sides(state, one)
        for name in sorted(set(state.sides) - set(one)):
            yield RuleViolation("BUS-LOG-03", {"missing": name})
