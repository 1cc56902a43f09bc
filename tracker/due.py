"""What a clock decides: lists of tournaments are locked and shown at the times that their organisers set, challenges of
campaigns lapse.

Called every minute by a job. Whoever runs it, and how often: a moment that has passed is kept once, and a change that
the rules refuse by then (the lists are locked already) is left out.
"""

from __future__ import annotations

from uuid import UUID

from django.utils import timezone

from tracker import warm
from tracker.chronicle_links import lapse
from tracker.commands.streams import append_as_system
from tracker.handle import CommandRejected
from tracker.models import ChronicleRow, TournamentRow
from tracker.rulesets.tournament import desk_events as desk
from tracker.rulesets.tournament import events as happened
from tracker.rulesets.tournament.state import TournamentState


def keep_times() -> int:
    """Keeps everything whose time has come; returns how many events that took."""
    return _lists() + _challenges()


def _challenges() -> int:
    """Challenges that nobody has answered in time."""
    waiting = ChronicleRow.objects.filter(lapses__lt=timezone.now())
    return sum(lapse(stream) for stream in waiting.values_list("stream_id", flat=True))


def _lists() -> int:
    waiting = TournamentRow.objects.exclude(status="finished").filter(options__has_key="lists_due")
    return sum(_keep(stream) for stream in waiting.values_list("stream_id", flat=True))


def _keep(stream: UUID) -> int:
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
        return 0 if append_as_system(stream, event, key=key).repeated else 1
    except CommandRejected:
        return 0
