"""The clock of the jobs, which goes on when the clock of the machine is set back (`CELERY_BEAT_SCHEDULER`).

Celery's own takes the moments of the last runs as they stand: after a day that a wrong clock had put into next year
nothing would be asked for until then, and a restart reads the same moments from the file.
"""

from __future__ import annotations

import logging

from celery.beat import PersistentScheduler

logger = logging.getLogger(__name__)


class Scheduler(PersistentScheduler):
    """A last run that lies ahead counts as one of just now, and all pauses are reckoned anew."""

    def tick(self, *args: object, **kwargs: object) -> float:
        """Asks for what is due; returns the seconds until the next look."""
        now = self.app.now()
        ahead = [entry for entry in self.schedule.values() if entry.last_run_at > now]
        for entry in ahead:
            entry.last_run_at = now
        if ahead:
            logger.warning("the clock was set back: %d jobs begin their pauses anew", len(ahead))
            self._heap = None  # it holds moments of the clock as it was
        seconds: float = super().tick(*args, **kwargs)
        return seconds
