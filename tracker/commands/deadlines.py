"""The moments at which the lists of a tournament are locked and shown. A job keeps them every minute, and whoever hands
in or takes back a list brings them up first: a list that comes a moment late is late.

Called by `tracker.after.due` and `tracker.commands.streams`.
"""

from __future__ import annotations

from uuid import UUID

from django.utils import timezone

from games.ruleset import SYSTEM
from tracker import warm
from tracker.handle import Command, CommandRejected, handle
from tracker.rulesets.tournament import desk_events as desk
from tracker.rulesets.tournament import events as happened
from tracker.rulesets.tournament.state import TournamentState


def keep_lists(stream: UUID) -> int:
    """Keeps the moments of one tournament; returns how many events that took."""
    now = timezone.now().strftime("%Y-%m-%dT%H:%M:%SZ")
    state: TournamentState = warm.current(stream).state
    done = 0
    if state.lock_at and state.lock_at <= now and not state.lists_locked:
        done += _told(stream, happened.ListsLocked(), f"due:{state.lock_at}:lock")
    if state.reveal_at and state.reveal_at <= now and not state.lists_public:
        done += _told(stream, desk.ListsRevealed(), f"due:{state.reveal_at}:reveal")
    return done


def _told(stream: UUID, event: happened.ListsLocked | desk.ListsRevealed, key: str) -> int:
    """The key makes it once: lists that were unlocked with a reason stay so."""
    try:
        return 0 if handle(Command(stream=stream, actor=SYSTEM, events=(event,), key=key)).repeated else 1
    except CommandRejected:
        return 0
