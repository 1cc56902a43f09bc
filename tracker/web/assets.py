"""Files of the look carry a digest of their content in their address, so that new pages never meet old files.

No folder has to be filled before the first page: a file is hashed where it lies, once in a process. An address with its
digest may be kept for a year; the same file without one only for as long as `WHITENOISE_MAX_AGE` says.
Named in `tracker.settings.STORAGES`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import cached_property, lru_cache
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import StaticFilesStorage

VERSION = "v"
YEAR = 31_536_000


class Digested(StaticFilesStorage):
    """`{% static 'css/base.css' %}` is `/static/css/base.css?v=<digest>`."""

    def url(self, name: str | None) -> str:
        return self._made(name) if settings.DEBUG else self._known(name)

    @cached_property
    def _known(self) -> Callable[[str | None], str]:
        """Every page names a dozen files."""
        return lru_cache(maxsize=1000)(self._made)

    def _made(self, name: str | None) -> str:
        plain = str(super().url(name))
        digest = digest_of(name or "")
        return f"{plain}?{VERSION}={digest}" if digest else plain


def digest_of(name: str) -> str:
    """Twelve digits of the file's SHA-256; "" where there is no such file."""
    return _digest(name) if not settings.DEBUG else _digest.__wrapped__(name)


@lru_cache(maxsize=1000)
def _digest(name: str) -> str:
    found = finders.find(name)
    if not isinstance(found, str) or not Path(found).is_file():
        return ""
    return hashlib.sha256(Path(found).read_bytes()).hexdigest()[:12]
