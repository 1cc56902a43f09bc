"""The Celery application of workers and beat; `tracker.jobs` registers its tasks here.

celery -A tracker.celery worker
celery -A tracker.celery beat
"""

from __future__ import annotations

import os

from celery import Celery
from kombu.transport import TRANSPORT_ALIASES

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tracker.settings")

TRANSPORT_ALIASES["files"] = "tracker.job_files:Transport"

app = Celery("warledger")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(["tracker"], related_name="jobs")
# Without this only the importing thread would know the app, and a web thread would look for a default broker.
app.set_default()
