"""Digests under the installation's key: whoever can write to the database alone cannot make one.

Called by seals, snapshots, the seeds of draws and whatever else is stored as a digest. A key that was changed still
proves what it made, as long as it stands in `SECRET_KEY_FALLBACKS`.
"""

from __future__ import annotations

import hmac
from typing import Any

from django.conf import settings
from django.utils.crypto import salted_hmac


def keyed(purpose: str, *parts: str) -> str:
    """HMAC-SHA-256 of `parts` for one purpose, as 64 hexadecimal digits. No part may hold a line feed."""
    return _digest(settings.SECRET_KEY, purpose, parts)


def known() -> tuple[Any, ...]:
    """The keys of this installation: today's first, then those of before."""
    return (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)


def keyed_ever(purpose: str, *parts: str) -> tuple[str, ...]:
    """`keyed` under each known key. What a secret was committed to before the key was changed is among them."""
    return tuple(_digest(key, purpose, parts) for key in known())


def salted(salt: str, value: str, algorithm: str = "sha256") -> tuple[str, ...]:
    """Django's salted HMAC under each known key: the first is stored, all of them are looked for."""
    return tuple(salted_hmac(salt, value, key, algorithm=algorithm).hexdigest() for key in known())


def fits(digest: str, purpose: str, *parts: str) -> bool:
    """Whether this installation made `digest` of these parts for this purpose."""
    return any(hmac.compare_digest(one, digest) for one in keyed_ever(purpose, *parts))


def _digest(key: Any, purpose: str, parts: tuple[str, ...]) -> str:
    return hmac.digest(key.encode(), f"{purpose}:{chr(10).join(parts)}".encode(), "sha256").hex()
