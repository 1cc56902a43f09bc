"""How many of everything a web process has, and the command that starts it. One number decides: WARLEDGER_THREADS.

Each thread answers one request at a time and keeps one connection to the database, and one more looks for news, so
`connections` is what a web process takes of PostgreSQL's `max_connections`. Read by `tracker.web.front`, `manage.py
web` and `manage.py up`.
"""

from __future__ import annotations

import sys

from tracker import env

LINE = 400
"""Requests that wait for a thread, for each process; whoever comes then is asked to come again."""
PATIENCE = 10.0
"""Seconds that a request waits for a thread at most."""
BODY = 33_554_432
"""Bytes of the longest body (the file of a whole event)."""
BODIES = 400
"""Bodies on their way at the same time, for each process."""
BODY_SECONDS = 10.0
"""Seconds that a body may stand still."""
BODY_RATE = 20_000
"""Bytes a second that a long body makes at least."""
REQUESTS = 2_048
"""Requests in every state, live streams among them, that a process holds."""
END_SECONDS = 6
"""Seconds that requests may take to end when the process is asked to; Docker kills after ten."""
OTHERS = 10
"""Connections that workers, beat, commands and a backup need beside the web."""


def threads() -> int:
    """Requests that a web process answers at once. Raises ValueError for what is no number from 1 to 512."""
    return env.number("WARLEDGER_THREADS", 16, 1, 512)


def processes() -> int:
    """Web processes of a server. Raises ValueError for what is no number from 1 to 64."""
    return env.number("WARLEDGER_PROCESSES", 2, 1, 64)


def live() -> int:
    """Live streams that a web process holds: they take neither thread nor connection, but memory.

    Raises ValueError for what is no number from 1 to `REQUESTS`.
    """
    return env.number("WARLEDGER_LIVE", min(64 * threads(), REQUESTS - LINE), 1, REQUESTS)


def connections(count: int) -> int:
    """Connections to the database of `count` web processes together."""
    return count * (threads() + 1)


def command(host: str, port: int, count: int) -> list[str]:
    """granian with our numbers."""
    options = ["--interface", "rsgi", "--host", host, "--port", str(port), "--workers", str(count)]
    options += [
        "--no-ws",
        "--log-level",
        "error",
        "--backlog",
        str(REQUESTS),
        "--backpressure",
        str(REQUESTS),
    ]
    options += ["--workers-kill-timeout", str(END_SECONDS)]
    return [sys.executable, "-m", "granian", *options, "tracker.web.front:application"]
