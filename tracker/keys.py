"""Digests under the installation's key: whoever can write to the database alone cannot make one.

Called by seals, snapshots and the seeds of draws. A key that was changed still proves what it made, as long as it
stands in `SECRET_KEY_FALLBACKS`.
"""

from __future__ import annotations

import hmac
from typing import Any

from django.conf import settings


def keyed(purpose: str, *parts: str) -> str:
    """HMAC-SHA-256 of `parts` for one purpose, as 64 hexadecimal digits. No part may hold a line feed."""
    return _digest(settings.SECRET_KEY, purpose, parts)


def fits(digest: str, purpose: str, *parts: str) -> bool:
    """Whether this installation made `digest` of these parts for this purpose."""
    known: tuple[Any, ...] = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    return any(hmac.compare_digest(_digest(key, purpose, parts), digest) for key in known)


def _digest(key: Any, purpose: str, parts: tuple[str, ...]) -> str:
    return hmac.digest(key.encode(), f"{purpose}:{chr(10).join(parts)}".encode(), "sha256").hex()
