"""Snapshots of long streams: a cache that saves a cold process from folding a whole log. Called after projecting."""

from __future__ import annotations

import msgspec

from tracker import shots, sources
from tracker.models import Snapshot
from tracker.projections.source import Source

EVERY = 200
"""Shorter logs fold faster than a snapshot loads."""


def save(source: Source) -> None:
    """Keeps the state when the log has grown by `EVERY` events since the last snapshot."""
    if source.version < EVERY:
        return
    kept = Snapshot.objects.filter(stream=source.stream, rules=sources.rules_digest(source.rules))
    if source.version - (kept.values_list("version", flat=True).first() or 0) in range(EVERY):
        return
    state, rules = msgspec.msgpack.encode(source.state), sources.rules_digest(source.rules)
    head = source.rows[-1].hash
    fields = {
        "version": source.version,
        "head": head,
        "rules": rules,
        "mac": shots.mac(source.stream.id, source.version, head, rules, state),
        "state": state,
    }
    Snapshot.objects.update_or_create(stream=source.stream, defaults=fields)
