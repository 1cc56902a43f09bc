"""Whether the database has the migrations of this program, no more and no fewer: every process asks before it begins.

On tables of another version a program fails page by page or, worse, writes what that version does not mean. What to
do about it is told in one sentence, to people and programs alike. Once the tables fit, nobody looks again until the
database refuses a statement as wrong.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from threading import Lock

from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader

from games.rulebook import Text
from tracker.outages import is_outage

AGAIN_SECONDS = 1.0
"""While the tables do not fit, or the database is away, whoever asks in between gets the answer of the last look."""
TITLE = Text("The database is of another version", "База данных другой версии")
EMPTY = Text(
    "The database has no tables yet. Whoever runs the server makes them: python3 manage.py migrate "
    "(python3 manage.py up does it by itself).",
    "В базе данных ещё нет таблиц. Тот, кто ведёт сервер, создаёт их: python3 manage.py migrate "
    "(python3 manage.py up делает это сам).",
)
OLDER = Text(
    "The database was made by an older version of the program. Whoever runs the server brings it up to date: "
    "python3 manage.py migrate (python3 manage.py up does it by itself).",
    "Базу данных создала прежняя версия программы. Тот, кто ведёт сервер, обновляет её: "
    "python3 manage.py migrate (python3 manage.py up делает это сам).",
)
NEWER = Text(
    "The database was made by a newer version of the program. Whoever runs the server installs that version, or "
    "restores a copy that this one made into an empty database: python3 manage.py restore FILE.",
    "Базу данных создала более новая версия программы. Тот, кто ведёт сервер, ставит ту версию или восстанавливает "
    "копию, сделанную этой, в пустую базу: python3 manage.py restore FILE.",
)


class _Known:
    """What the last look found, and when it was."""

    lock = Lock()
    fits = False
    found: Text | None = None
    at = float("-inf")


def misfit() -> Text | None:
    """Why the program cannot work on its database; None when it can, and while the database does not answer."""
    if _Known.fits:
        return None
    with _Known.lock:
        if not _Known.fits and time.monotonic() - _Known.at >= AGAIN_SECONDS:
            _look()
        return _Known.found


def cause(error: BaseException | None) -> Text | None:
    """The misfit for which the database refused a statement; None for an error of any other cause."""
    if not isinstance(error, DatabaseError) or is_outage(error):
        return None
    with _Known.lock:
        _look()
        return _Known.found


def _look() -> None:
    try:
        found = compared()
    except DatabaseError:
        found = None  # it is away, as whoever asks it next will say
    else:
        _Known.fits = found is None
    _Known.found, _Known.at = found, time.monotonic()


def compared() -> Text | None:
    """The migrations of the database held against the program's own. Raises DatabaseError."""
    executor = MigrationExecutor(connection)
    loader = executor.loader
    if not loader.applied_migrations:
        return EMPTY
    if _unknown(loader, loader.applied_migrations):
        return NEWER
    return OLDER if executor.migration_plan(loader.graph.leaf_nodes()) else None


def is_newer(applied: Iterable[tuple[str, str]]) -> bool:
    """Whether tables that these migrations made are of a newer version than this program."""
    return _unknown(MigrationLoader(None), applied)


def _unknown(loader: MigrationLoader, applied: Iterable[tuple[str, str]]) -> bool:
    return any(
        app in loader.migrated_apps and (app, name) not in loader.disk_migrations for app, name in applied
    )
