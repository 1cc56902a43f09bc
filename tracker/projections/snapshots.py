"""Snapshots of long streams: a cache that saves a cold process from folding a whole log. Called after projecting."""

from __future__ import annotations

import msgspec

from tracker.models import Snapshot
from tracker.projections.source import Source

EVERY = 200
"""Shorter logs fold faster than a snapshot loads."""


def save(source: Source) -> None:
    """Keeps the state when the log has grown by `EVERY` events since the last snapshot."""
    if source.version < EVERY:
        return
    kept = Snapshot.objects.filter(stream=source.stream).values_list("version", flat=True).first() or 0
    if source.version - kept < EVERY:
        return
    fields = {
        "version": source.version,
        "head": source.rows[-1].hash,
        "ruleset": source.rules.version,
        "state": msgspec.msgpack.encode(source.state),
    }
    Snapshot.objects.update_or_create(stream=source.stream, defaults=fields)
