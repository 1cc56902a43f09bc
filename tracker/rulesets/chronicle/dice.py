"""The dice of a campaign, from a secret that was committed to before the first of them: see CHR-DIE-04.

Which effect a die belongs to is part of what it is made of, so that asking twice, or in another order, changes nothing.
"""

from __future__ import annotations

import hashlib

BYTE = 256


def commitment_of(secret: str) -> str:
    """What the creation of a campaign tells of its secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


def fallen(secret: str, effect: str, count: int, faces: int) -> tuple[int, ...]:
    """The dice of an effect: bytes of SHA-256 over secret, effect and a counter; those above the last whole multiple of
    the faces are left out, so that each face is as likely as any other."""
    fair, block = BYTE - BYTE % faces, 0
    found: list[int] = []
    while len(found) < count:
        digest = hashlib.sha256(f"{secret}\n{effect}\n{block}".encode()).digest()
        found += [byte % faces + 1 for byte in digest if byte < fair]
        block += 1
    return tuple(found[:count])
