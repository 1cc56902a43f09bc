"""What binds a snapshot: the rules' sources, the events that made it, and this installation's key.

A snapshot that somebody forged, that belongs to another history, or that other rules folded, is never used.
Called by `warm` (reading), `projections.snapshots` (writing) and `proof.verify`.
"""

from __future__ import annotations

import hashlib
from uuid import UUID

from tracker import keys

PURPOSE = "snapshot"


def mac(stream: UUID, version: int, head: str, rules: str, state: bytes) -> str:
    """The keyed digest of a state at `version`, whose last event has the hash `head`, folded by the sources `rules`."""
    return keys.keyed(PURPOSE, *_parts(stream, version, head, rules, state))


def holds(told: str, stream: UUID, version: int, head: str, rules: str, state: bytes) -> bool:
    """Whether this installation made exactly this snapshot."""
    return keys.fits(told, PURPOSE, *_parts(stream, version, head, rules, state))


def _parts(stream: UUID, version: int, head: str, rules: str, state: bytes) -> tuple[str, ...]:
    return str(stream), str(version), head, rules, hashlib.sha256(state).hexdigest()
