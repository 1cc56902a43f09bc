"""The Celery application of workers and beat; `tracker.jobs` registers its tasks here.

celery -A tracker.celery worker
celery -A tracker.celery beat
"""

from __future__ import annotations

import os
import sys
from typing import Any

from celery import Celery
from celery.signals import beat_init, before_task_publish, task_prerun, worker_init
from kombu.transport import TRANSPORT_ALIASES

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tracker.settings")

TRANSPORT_ALIASES["files"] = "tracker.embedded.job_files:Transport"

app = Celery("warledger")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(["tracker"], related_name="jobs")
# Without this only the importing thread would know the app, and a web thread would look for a default broker.
app.set_default()


@worker_init.connect
def require_tables(**_: Any) -> None:
    """A worker does not begin on tables of another version: it says so and ends (exit 2)."""
    from django.db import connection

    from tracker import fitting, pulses

    found = fitting.misfit()
    if not found:
        pulses.note(pulses.WORKER)
    connection.close()  # the processes of the pool open their own
    if found:
        sys.stderr.write(f"{found.en}\n")
        raise SystemExit(2)
    task_prerun.connect(_worker_lives, weak=False)


@beat_init.connect
def give_signs(**_: Any) -> None:
    """The beat is alive as long as it asks for jobs, whether or not anybody takes them."""
    before_task_publish.connect(_beat_lives, weak=False)
    _beat_lives()


def _worker_lives(**_: Any) -> None:
    from tracker import pulses

    pulses.note(pulses.WORKER)


def _beat_lives(**_: Any) -> None:
    from tracker import pulses

    pulses.note(pulses.BEAT)
