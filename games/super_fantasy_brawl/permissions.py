"""Who may log what, and when: the checks that every chapter begins with, and how they are chained.

Called by the chapters' `check_...` functions at every level of detail.
"""

from __future__ import annotations

from games import judging
from games.permissions import NOBODY as NOBODY
from games.permissions import Violations as Violations
from games.permissions import at_level, phase_facts, speaks_for, unless
from games.ruleset import Actor, RuleViolation
from games.super_fantasy_brawl.state import SfbState, side_of
from games.super_fantasy_brawl.waived import is_waived

SETUP = ("open", "order", "zone", "select", "build", "traps", "hands", "deploy")


def acts(state: SfbState, by: Actor, player: str) -> Violations:
    """SFB-LOG-02: a player of this match, who acts for nobody else; staff may act for anyone."""
    if not side_of(state, player):
        return (RuleViolation("SFB-LOG-02", {"stranger": player or NOBODY}),)
    return unless(speaks_for(by, (player,)), "SFB-LOG-02", player=player)


def side_acts(state: SfbState, by: Actor, side: str) -> Violations:
    """SFB-LOG-02: a player of this side, or staff."""
    if side not in state.sides:
        return (RuleViolation("SFB-LOG-02", {"stranger": side or NOBODY}),)
    players = state.sides[side].players
    return unless(speaks_for(by, players), "SFB-LOG-02", players=list(players))


def seated(state: SfbState, by: Actor) -> Violations:
    """SFB-LOG-02: what belongs to the whole table comes from its players or from staff."""
    sits = by.is_staff or bool(side_of(state, by.player or ""))
    return unless(sits, "SFB-LOG-02", stranger=by.player or NOBODY)


def staff_only(by: Actor) -> Violations:
    """SFB-LOG-02: what belongs to the organisers alone."""
    return unless(by.is_staff, "SFB-LOG-02", no_staff=by.player or NOBODY)


def in_phase(state: SfbState, *phases: str) -> Violations:
    """SFB-SETUP-01, SFB-TURN-02, SFB-END-02: the event is legal in these phases only. Nothing lifts that: what the
    event needs is not there in another phase."""
    if state.phase in phases:
        return ()
    rule = "SFB-SETUP-01" if state.phase in SETUP else "SFB-TURN-02"
    rule = "SFB-END-02" if state.phase == "over" else rule
    return (RuleViolation(rule, {**phase_facts("phase", state.phase, phases), "absent": True}),)


def at_detail(state: SfbState, *levels: str) -> Violations:
    """SFB-TURN-02: the event belongs to these levels of detail only."""
    if at_level(state, levels):
        return ()
    return (RuleViolation("SFB-TURN-02", {**phase_facts("detail", state.detail, levels), "absent": True}),)


def this_round(state: SfbState, told: int) -> Violations:
    """SFB-TURN-06: what tells of a turn or of the end of a round names the round that is played."""
    if told != state.round:
        yield RuleViolation("SFB-TURN-06", {"expected": state.round, "told": told})


def active_acts(state: SfbState, by: Actor, player: str | None = None) -> Violations:
    """SFB-LOG-02, SFB-TURN-03: the active player, logged by that player or staff."""
    told = state.active if player is None else player
    if told == state.active:
        return acts(state, by, told)
    early = RuleViolation("SFB-TURN-03", {"player": told, "expected": state.active})
    return early, *acts(state, by, told)


def passing(state: SfbState, *parts: Violations) -> Violations:
    """The violations of the first part that has any; what is lifted for this event does not hide what comes after."""
    return judging.passing(*parts, lifted=lambda one: is_waived(state, one))
