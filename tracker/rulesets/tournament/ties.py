"""The order that the organiser chooses among players who are level in everything. Called by `rules`."""

from __future__ import annotations

from msgspec.structs import replace

from tracker.rulesets.tournament.chapter import LEGAL, Check, Fold, Violations, broken
from tracker.rulesets.tournament.desk_events import TieOrdered
from tracker.rulesets.tournament.scoring import level
from tracker.rulesets.tournament.state import TieOrder, TournamentState


def check_ordered(state: TournamentState, event: TieOrdered) -> Violations:
    """TRN-TIE-01, TRN-TIE-02: after the last round, once it is closed; all who are level there and nobody else."""
    last = state.current
    closed = last is not None and last.status == "closed" and state.owing() is None
    if not closed or event.round != len(state.rounds):
        return broken("TRN-TIE-01", round=event.round)
    told = sorted(event.players)
    if all(told != sorted(players) for players in level(state)):
        return broken("TRN-TIE-02", players=list(event.players))
    return LEGAL


def on_ordered(state: TournamentState, event: TieOrdered) -> TournamentState:
    """A later order of the same players replaces the earlier one."""
    same = set(event.players)
    kept = tuple(tie for tie in state.ties if tie.round != event.round or set(tie.players) != same)
    return replace(state, ties=(*kept, TieOrder(event.round, event.players, event.reason)))


CHAPTER: dict[type, tuple[Check, Fold]] = {TieOrdered: (check_ordered, on_ordered)}
