"""Workers as processes, on the database of the test that starts them."""

from __future__ import annotations

import os
import sys

from django.db import connection

from tracker.tests.children import Child, Children

NO_BROKER = "redis://127.0.0.1:1/0"
CATCH_UP = """
import django; django.setup()
from tracker.after import follow_up
print("ready", flush=True)
while follow_up.catch_up():
    pass
"""


def celery(children: Children, broker: str) -> Child:
    """A Celery worker that takes jobs from the broker at this address."""
    command = [sys.executable, "-m", "celery", "-A", "tracker.celery", "worker", "--pool", "solo"]
    command += ["--without-gossip", "--without-mingle", "--without-heartbeat", "--loglevel", "ERROR"]
    return children.start(command, _surroundings(broker))


def catching_up(children: Children) -> Child:
    """A process that catches up, as a worker does for the beat, and ends; returns when it has begun."""
    worker = children.start([sys.executable, "-c", CATCH_UP], _surroundings(NO_BROKER))
    worker.until("ready", 60)
    return worker


def _surroundings(broker: str) -> dict[str, str]:
    django = {"DJANGO_SETTINGS_MODULE": "tracker.settings", "LOG_LEVEL": "CRITICAL"}
    return {**os.environ, **django, "DATABASE_URL": _address(), "REDIS_URL": broker}


def _address() -> str:
    """The test's database as DATABASE_URL names it."""
    settings = connection.settings_dict
    name, host = settings["NAME"], str(settings["HOST"])
    if connection.vendor == "sqlite":
        return f"sqlite:///{name}"
    user = f"{settings['USER']}:{settings['PASSWORD']}" if settings["PASSWORD"] else settings["USER"]
    if host.startswith("/"):
        return f"postgresql://{user}@/{name}?host={host}"
    return f"postgresql://{user}@{host}:{settings['PORT'] or 5432}/{name}"
