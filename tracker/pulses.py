"""Signs of life: worker, beat, ratings and backups note when they were last at work, each at most every few seconds.

Called by `tracker.celery`, `tracker.jobs` and `tracker.backup`; read by `tracker.selectors.health`.
"""

from __future__ import annotations

import logging
import time
from datetime import datetime

from django.db import DatabaseError
from django.utils import timezone

from tracker.models import Pulse

logger = logging.getLogger(__name__)

WORKER, BEAT, BACKUP, RATINGS = "worker", "beat", "backup", "ratings"
"""`RATINGS`: when a job last left no rating that was to be counted."""
EVERY = 10.0
"""Seconds between two signs of one process."""

_noted: dict[str, float] = {}


def note(name: str) -> None:
    """Gives a sign. Never fails: whoever reads will see that it is missing."""
    now = time.monotonic()
    if now - _noted.get(name, float("-inf")) < EVERY:
        return
    _noted[name] = now
    try:
        Pulse.objects.update_or_create(name=name, defaults={"at": timezone.now()})
    except DatabaseError as error:
        logger.warning("the sign of life of %s was not stored: %s", name, error)


def heard() -> dict[str, datetime]:
    """Name -> when it was last heard of."""
    return dict(Pulse.objects.values_list("name", "at"))
