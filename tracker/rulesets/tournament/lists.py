"""Lists (warbands, decks): handing in, taking back, locking. What a list holds stays with the roster; the log keeps
which revision it was and a digest, so that nobody can swap it later. Called by `rules`.
"""

from __future__ import annotations

from msgspec.structs import replace

from games.ruleset import Actor
from tracker.rulesets.tournament.chapter import (
    LEGAL,
    Check,
    Fold,
    OfEntrant,
    Violations,
    broken,
    known,
)
from tracker.rulesets.tournament.events import ListsLocked, ListSubmitted, ListsUnlocked, ListWithdrawn
from tracker.rulesets.tournament.state import Entrant, SubmittedList, TournamentState


def check_submitted(state: TournamentState, event: ListSubmitted) -> Violations:
    """TRN-REG-02, TRN-LIST-02: a legal one that the log can name. Whether it comes in time says `check_time`."""
    if found := known(state, event.player):
        return found
    told = event.warband and event.revision and event.digest
    return LEGAL if event.ok and told else broken("TRN-LIST-02", player=event.player)


def check_time(state: TournamentState, event: ListSubmitted, by: Actor) -> Violations:
    """TRN-LIST-01: once lists are locked, only staff take one, and only from somebody who has none (a late entry)."""
    entrant = state.entrants.get(event.player)
    if not state.lists_locked or entrant is None or (by.is_staff and entrant.roster is None):
        return LEGAL
    return broken("TRN-LIST-01", player=event.player)


@OfEntrant
def on_submitted(state: TournamentState, event: ListSubmitted) -> Entrant:
    roster = SubmittedList(event.ok, event.warband, event.revision, event.digest)
    return replace(state.entrants[event.player], roster=roster)


def check_withdrawn(state: TournamentState, event: ListWithdrawn) -> Violations:
    """TRN-REG-02, TRN-LIST-01, TRN-LIST-03: while lists are open, and only what was handed in."""
    if found := known(state, event.player):
        return found
    if state.lists_locked:
        return broken("TRN-LIST-01", player=event.player)
    return LEGAL if state.entrants[event.player].roster else broken("TRN-LIST-03", player=event.player)


@OfEntrant
def on_withdrawn(state: TournamentState, event: ListWithdrawn) -> Entrant:
    return replace(state.entrants[event.player], roster=None)


def check_locked(state: TournamentState, event: ListsLocked) -> Violations:
    """TRN-LIST-04: open lists can be locked."""
    return broken("TRN-LIST-04") if state.lists_locked else LEGAL


def on_locked(state: TournamentState, event: ListsLocked) -> TournamentState:
    public = state.lists_public or state.options.lists_revealed == "locked"
    return replace(state, lists_locked=True, lists_public=public)


def check_unlocked(state: TournamentState, event: ListsUnlocked) -> Violations:
    """TRN-LIST-05: locked lists can be unlocked. What was public stays public."""
    return LEGAL if state.lists_locked else broken("TRN-LIST-05")


def on_unlocked(state: TournamentState, event: ListsUnlocked) -> TournamentState:
    return replace(state, lists_locked=False)


CHAPTER: dict[type, tuple[Check, Fold]] = {
    ListSubmitted: (check_submitted, on_submitted),
    ListWithdrawn: (check_withdrawn, on_withdrawn),
    ListsLocked: (check_locked, on_locked),
    ListsUnlocked: (check_unlocked, on_unlocked),
}
