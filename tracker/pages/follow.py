"""Waits, shortly, until the pages show what was just written. Called by views that lead back to such a page.

Rows follow the log a moment later; who types a result and sees the old table types it again. Where the workers are
away the page comes all the same, and follows by itself when they are back.
"""

from __future__ import annotations

import time
from uuid import UUID

from tracker import selectors

PATIENCE = 1.0
STEP = 0.04


def until_shown(stream: UUID, patience: float = PATIENCE) -> bool:
    """True when the rows of the stream, and what it made of others, are those of its head; False after `patience`."""
    end = time.monotonic() + patience
    while True:
        version, shown = selectors.shown(stream)
        if shown >= version:
            return True
        if time.monotonic() >= end:
            return False
        time.sleep(STEP)
