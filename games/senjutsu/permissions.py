"""Who may log what, and when: the checks that every chapter begins with (SEN-LOG-02, -04, -09).

Called by the chapters' `check_...` functions.
"""

from __future__ import annotations

from typing import Any

from games.gaps import known
from games.permissions import Violations as Violations
from games.permissions import at_level, phase_facts, speaks_for, unless
from games.ruleset import Actor, NextEvent, RuleViolation
from games.senjutsu.state import SenjutsuState


def owner_of(told: NextEvent) -> str:
    """The character or opponent that an event is about; empty for an event of the whole table."""
    for name in ("player", "actor", "attacker"):
        if name in told.choices:
            return str(told.choices[name][0])
    return ""


def owner_acts(state: SenjutsuState, by: Actor, player: str) -> Violations:
    """SEN-LOG-04: the character exists, and its own player acts, or staff do."""
    return unless(player in state.fighters and speaks_for(by, (player,)), "SEN-LOG-04", actor=player)


def seated(state: SenjutsuState, by: Actor) -> Violations:
    """SEN-LOG-04: events of the whole match come from its players or from staff."""
    return unless(speaks_for(by, state.fighters), "SEN-LOG-04", actor=by.player)


def staff_only(by: Actor) -> Violations:
    """SEN-LOG-04: events that belong to the organisers alone."""
    return unless(by.is_staff, "SEN-LOG-04", staff=by.player)


def in_phase(state: SenjutsuState, *phases: str) -> Violations:
    """SEN-LOG-02: the event is legal in these phases only."""
    if state.phase in phases:
        return ()
    return (RuleViolation("SEN-LOG-02", phase_facts("step", state.phase, phases)),)


def in_mode(state: SenjutsuState, *modes: str) -> Violations:
    """SEN-LOG-02: the event belongs to these modes only."""
    fine = state.phase == "open" or state.mode in modes
    return unless(fine, "SEN-LOG-02", mode=state.mode, modes=list(modes))


def opponent_word(vo_type: str) -> str:
    """What a refusal calls a type of opponent: the katana is a weapon too."""
    return "katana_ashigaru" if vo_type == "katana" else vo_type


def at_detail(state: SenjutsuState, *levels: str) -> Violations:
    """SEN-LOG-09: the event belongs to these levels of detail only."""
    return unless(at_level(state, levels), "SEN-LOG-09", detail=state.detail, legal=list(levels))


def a_side(actor: str, facing: int | None) -> Violations:
    """SEN-HEX-01: who looks somewhere looks through one of the six sides of its hex."""
    if facing is not None and not 0 <= facing <= 5:
        yield RuleViolation("SEN-HEX-01", {"actor": actor, "told": facing})


def same(what: str, expected: Any, told: Any, rule: str = "SEN-LOG-08") -> Violations:
    """SEN-LOG-08: what an event tells is what the log gives; None was not told, or is not known."""
    if expected is not None and told is not None and expected != told:
        yield RuleViolation(rule, {"what": what, "expected": known(expected), "told": told})


def turn_by_turn(state: SenjutsuState, by: Actor, mode: str, *phases: str) -> Violations:
    """SEN-LOG-02, -04, -09: when, at which detail and by whom, of what one mode alone logs turn by turn."""
    return (*in_phase(state, *phases), *in_mode(state, mode), *at_detail(state, "turns"), *seated(state, by))
