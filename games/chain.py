"""The hash chain of a stream: what binds every event to all that came before it.

genesis = SHA-256("warledger:1" LF canonical JSON of the header's kind, system, ruleset, setup and stream)
hash    = SHA-256(previous hash LF canonical JSON of the row without its data LF canonical JSON of its public data)

The public data holds commitments instead of secrets, so a copy without the secrets verifies as well as a whole one.
Called by the log when it appends and by every verifier.
"""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec

from games.secrets import canonical


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """What the hash of an event covers besides its data. Times are ISO 8601 in UTC; `actor` is "role" or "role:id".

    Every field is encoded, null or not: msgspec leaves out a default by identity, which a read row has lost.
    """

    seq: int
    type: str
    schema: int = 1
    side: str | None = None
    visibility: str = "public"
    actor: str = "system"
    at: str | None = None
    recorded: str | None = None
    key: str | None = None


def genesis(*, kind: str, system: str, ruleset: str, setup: Any, stream: str | None) -> str:
    """The hash before the first event: it binds the chain to its stream and its setup."""
    header = {"kind": kind, "system": system, "ruleset": ruleset, "setup": setup, "stream": stream}
    return hashlib.sha256(b"warledger:1\n" + canonical(header)).hexdigest()


_encoder = msgspec.json.Encoder(order="sorted")


def link(previous: str, row: Row, data: bytes) -> str:
    """The hash of one event; `data` is the canonical JSON of its public payload."""
    return hashlib.sha256(b"%b\n%b\n%b" % (previous.encode(), _encoder.encode(row), data)).hexdigest()
