"""What all chapters of the tournament rules share: the shape of a check and of a fold, and who may log what."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.ruleset import Actor, RuleViolation
from tracker.rulesets.tournament.state import Entrant, TournamentState

Violations = tuple[RuleViolation, ...]
Check = Callable[[TournamentState, Any], Violations]
Fold = Callable[[TournamentState, Any], TournamentState]

LEGAL: Violations = ()


def broken(rule: str, **params: Any) -> Violations:
    """One violation, as a check returns it."""
    return (RuleViolation(rule, params),)


def staff_only(by: Actor, player: str | None) -> Violations:
    """TRN-WHO-01."""
    return LEGAL if by.is_staff else broken("TRN-WHO-01")


def staff_or_self(by: Actor, player: str | None) -> Violations:
    """TRN-WHO-02."""
    return LEGAL if by.is_staff or (player is not None and by.player == player) else broken("TRN-WHO-02")


def system_only(by: Actor, player: str | None) -> Violations:
    """TRN-WHO-03."""
    return LEGAL if by.role == "system" else broken("TRN-WHO-03")


def known(state: TournamentState, player: str) -> Violations:
    """TRN-REG-02: whoever an event is about is registered."""
    return LEGAL if player in state.entrants else broken("TRN-REG-02", player=player)


def drawn_alone(state: TournamentState, player: str) -> Violations:
    """TRN-TEAM-14: what only the draw of single players knows is noted for nobody at an event of teams."""
    return broken("TRN-TEAM-14", player=player) if state.plays_in_teams else LEGAL


def with_entrant(state: TournamentState, entrant: Entrant) -> dict[str, Entrant]:
    """The entrants with one of them put in or replaced; the order of registration stays."""
    return {**state.entrants, entrant.player: entrant}
