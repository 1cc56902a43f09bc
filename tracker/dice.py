"""Dice of the server, which it commits to before they are asked for: see `pages.tools` and the score pads.

A roll follows from a secret and the question alone. Beside a match the secret is one of the match's last entry: the
same question gets the same dice until something is logged, and the secret is shown once it is. Nothing is stored.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from uuid import UUID

from tracker import keys

PURPOSE = "dice for the table"
FAIR = 252
"""Bytes below this are a whole number of times six: each face is as likely as any other."""


@dataclass(frozen=True)
class Source:
    """Where dice come from. `seal`: the fingerprint of the secret; `shown`: the secret, once nobody can use it."""

    name: str
    secret: str
    shown: bool

    @property
    def seal(self) -> str:
        return hashlib.sha256(self.secret.encode()).hexdigest()

    def roll(self, question: str, pool: str, count: int) -> str:
        """So many dice of one pool, as digits."""
        return dice_of(self.secret, question, pool, count)


def dice_of(secret: str, question: str, pool: str, count: int) -> str:
    """So many dice, as digits: bytes of SHA-256 over secret, question, pool and a counter, each below 252, modulo 6."""
    fell, block = "", 0
    while len(fell) < count:
        digest = hashlib.sha256(f"{secret}\n{question}\n{pool}\n{block}".encode()).digest()
        fell += "".join(str(byte % 6 + 1) for byte in digest if byte < FAIR)
        block += 1
    return fell[:count]


def of_nonce(nonce: str, shown: bool) -> Source:
    """Dice without a match."""
    return Source(nonce, keys.keyed(PURPOSE, nonce), shown)


def of_match(match: UUID, at: int, version: int) -> Source:
    """Dice beside a match, of the entry `at`; `version` is its last one."""
    return Source(f"{match}:{at}", keys.keyed(PURPOSE, str(match), str(at)), at < version)
