"""Who may log what, and when: the checks that every chapter begins with (LB-LOG-05, LB-LOG-07).

Called by the chapters' `check_...` functions.
"""

from __future__ import annotations

from games.last_battle.state import LastBattleState, Squad
from games.permissions import NOBODY as NOBODY
from games.permissions import Violations as Violations
from games.permissions import phase_facts, speaks_for, unless
from games.ruleset import Actor, RuleViolation


def owner_acts(state: LastBattleState, by: Actor, player: str, exact: str | None = None) -> Violations:
    """LB-LOG-07: the named player sits here, and acts in person (or staff do). `exact` is named before it."""
    if player not in state.squads:
        return (RuleViolation("LB-LOG-07", {"stranger": player}),)
    if speaks_for(by, (player,)):
        return ()
    foreign = RuleViolation("LB-LOG-07", {"owner": player})
    return (RuleViolation(exact, {"owner": player}), foreign) if exact else (foreign,)


def seated(state: LastBattleState, by: Actor) -> Violations:
    """LB-LOG-07: events of the whole table come from its players or from staff."""
    return unless(speaks_for(by, state.squads), "LB-LOG-07", stranger=by.player or NOBODY)


def staff_only(by: Actor, rule: str = "LB-LOG-07") -> Violations:
    """Events that belong to the organisers alone."""
    return unless(by.is_staff, rule, no_staff=by.player or NOBODY)


SETUP = {"open", "schemes", "hire", "markers", "deploy", "notes", "hands"}


PLAYED = ("schemes", "hire", "markers", "deploy", "notes", "hands", "turns", "end")
"""Everything between the opening and the end, at every level of detail."""


def in_phase(state: LastBattleState, *phases: str) -> Violations:
    """LB-LOG-05: the event is legal in these phases only. LB-SETUP-01 where the order of a full setup is broken."""
    if state.phase in phases:
        return ()
    told = phase_facts("step", state.phase, phases)
    rules: tuple[str, ...] = ("LB-LOG-05",)
    if state.full is not None and SETUP & {state.phase, *phases}:
        rules = ("LB-SETUP-01", *rules)
    return tuple(RuleViolation(rule, told) for rule in rules)


def knows(by: Actor, squad: Squad) -> bool:
    """LB-HID-02: staff, the owner and those whom the owner showed it know a squad's secrets."""
    return by.is_staff or by.player == squad.player or by.player in squad.shared
