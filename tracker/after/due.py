"""What a clock decides: lists of tournaments are locked and shown at the times that their organisers set, challenges of
campaigns lapse.

Called every minute by a job. Whoever runs it, and how often: a moment that has passed is kept once, and a change that
the rules refuse by then (the lists are locked already) is left out.
"""

from __future__ import annotations

from django.utils import timezone

from tracker.after.chronicle_links import lapse
from tracker.commands.deadlines import keep_lists
from tracker.models import ChronicleRow, TournamentRow


def keep_times() -> int:
    """Keeps everything whose time has come; returns how many events that took."""
    return _lists() + _challenges()


def _challenges() -> int:
    """Challenges that nobody has answered in time."""
    waiting = ChronicleRow.objects.filter(lapses__lt=timezone.now())
    return sum(lapse(stream) for stream in waiting.values_list("stream_id", flat=True))


def _lists() -> int:
    waiting = TournamentRow.objects.exclude(status="finished").filter(options__has_key="lists_due")
    return sum(keep_lists(stream) for stream in waiting.values_list("stream_id", flat=True))
