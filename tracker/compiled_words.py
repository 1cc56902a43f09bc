"""The compiled form of the translations, made from `tracker/locale/*/LC_MESSAGES/*.po` where it is missing or older.

Called by every process at its start (`apps.py`), so that nothing compiled is kept beside its source. In a container
the image does it (`Dockerfile`), where the source folder cannot be written to later.
"""

from __future__ import annotations

import logging
import os
import tempfile
from pathlib import Path

LOCALE = Path(__file__).parent / "locale"

logger = logging.getLogger(__name__)


def ensure(folder: Path = LOCALE) -> list[Path]:
    """Compiles each catalogue below `folder` that needs it; the files that it wrote. Safe in many processes at once."""
    written = []
    for source in sorted(folder.rglob("*.po")):
        target = source.with_suffix(".mo")
        if _stale(source, target) and _compiled(source, target):
            written.append(target)
    return written


def _stale(source: Path, target: Path) -> bool:
    return not target.exists() or target.stat().st_mtime < source.stat().st_mtime


def _compiled(source: Path, target: Path) -> bool:
    import polib

    content = polib.pofile(str(source)).to_binary()
    try:
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}-")
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        Path(name).chmod(0o644)
        # Whole or not at all: another process may be reading the old one.
        os.replace(name, target)
    except OSError as error:
        logger.error("the translations of %s cannot be compiled: %s", source, error)
        return False
    return True
