"""What all chapters of the tournament rules share: the shape of a check and of a fold, and who may log what."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from games.ruleset import Actor, Event, RuleViolation
from tracker.rulesets.tournament.state import Entrant, TournamentState

Violations = tuple[RuleViolation, ...]
Check = Callable[[TournamentState, Any], Violations]
Fold = Callable[[TournamentState, Any], TournamentState]


@dataclass(frozen=True)
class OfEntrant:
    """The fold of an event after which one entrant is another and nothing else is: `becomes` makes that entrant.

    `Tournament.fold` asks `becomes` alone, so that a run of such events copies the entrants once and not each time.
    """

    becomes: Callable[[TournamentState, Any], Entrant]

    def __call__(self, state: TournamentState, event: Event) -> TournamentState:
        entrant = self.becomes(state, event)
        return replace(state, entrants={**state.entrants, entrant.player: entrant})


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


def system_only(by: Actor) -> Violations:
    """TRN-WHO-03."""
    return LEGAL if by.role == "system" else broken("TRN-WHO-03")


def nothing_owed(state: TournamentState) -> Violations:
    """TRN-RND-05: no closed round waits for a result that is being corrected."""
    owing = state.owing()
    return LEGAL if owing is None else broken("TRN-RND-05", round=owing.round, tables=list(owing.missing()))


def known(state: TournamentState, player: str) -> Violations:
    """TRN-REG-02: whoever an event is about is registered."""
    return LEGAL if player in state.entrants else broken("TRN-REG-02", player=player)


def drawn_alone(state: TournamentState, player: str) -> Violations:
    """TRN-TEAM-14: what only the draw of single players knows is noted for nobody at an event of teams."""
    return broken("TRN-TEAM-14", player=player) if state.plays_in_teams else LEGAL
