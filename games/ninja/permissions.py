"""Who may log what, and when: the checks that every chapter begins with, and how they are chained."""

from __future__ import annotations

from collections.abc import Iterable

from games.gaps import some
from games.ninja.state import NinjaState, side_of
from games.permissions import unless
from games.ruleset import Actor, RuleViolation

Violations = Iterable[RuleViolation]


def seated(state: NinjaState, by: Actor) -> Violations:
    """NIN-TURN-03: what both sides may log comes from their players or from staff."""
    sits = by.is_staff or side_of(state, by.player) is not None
    yield from unless(sits, "NIN-TURN-03", player=some(by.player), expected=list(state.sides))


def side_acts(state: NinjaState, by: Actor, side: str) -> tuple[RuleViolation, ...]:
    """NIN-TURN-03: a player of this side, or staff."""
    if by.player in state.sides.get(side, ()) or by.is_staff:
        return ()
    return (RuleViolation("NIN-TURN-03", {"player": some(by.player), "expected": side}),)


def staff_only(by: Actor) -> tuple[RuleViolation, ...]:
    """NIN-TURN-03: what neither side does."""
    return unless(by.is_staff, "NIN-TURN-03", player=some(by.player), expected="staff")
