"""What many tests begin with is made once: the database as it was then is laid back for the next test that asks for it.

`@kept` around a function that brings the tables from one state into another, and nothing else, such as "an event with
four players, round 1 played"; `@stage` around a method that does. A state is known by how it came about: from empty
tables, or from the one before it, by this call with these arguments, under these settings. Where that is not so
(another row was written in between, the test put a function of its own in place of another), the function is simply
called. In a transaction only states that begin with empty tables are kept. On PostgreSQL and in transactions rows are
laid back, elsewhere the whole file of SQLite, within some milliseconds.

What a kept function returns is a copy of what it returned the first time: ids, rows of models, anything that pickles.
"""

from __future__ import annotations

import copyreg
import hashlib
import pickle
import sqlite3
import sys
import time
from collections import OrderedDict
from collections.abc import Callable
from functools import wraps
from itertools import count
from operator import attrgetter
from typing import Any, NamedTuple, ParamSpec, Protocol, TypeVar
from uuid import UUID

import pytest
from django.apps import apps
from django.conf import UserSettingsHolder, settings
from django.core.management.color import no_style
from django.db import connections, transaction
from django.test import Client
from django.utils.translation import get_language

from tracker import appended, warm
from tracker.tests import emptied
from tracker.tests.file_copies import FileCopy

STATES = 48
"""That many states are kept in memory, some megabytes each."""
LASTS = 300.0
"""Seconds: what a page says of "now" must not depend on how long ago the state was made."""
HARMLESS = {"add"}
"""Patched in whole folders (`no_jobs`), and no state depends on it beyond the settings."""
LEFT_ALONE = emptied.KEPT | {"django_migrations"}
KEEPERS = {
    "tracker.proof.seals": "_forget",
    "tracker.pages.core.kept": "shelf.clear",
    "api.auth": "forget",
    "api.views.standings": "forget",
    "api.stream_cache": "TELLING.forget",
}
"""Module -> what makes it forget what it keeps by ids that come again with a state."""

P = ParamSpec("P")
R = TypeVar("R")
patches: pytest.MonkeyPatch | None = None
"""The `monkeypatch` of the running test, if it has one; set by the root conftest."""


class _Copy(Protocol):
    def lay_back(self, raw: sqlite3.Connection | None, /) -> bool:
        """False where another connection is in the way. `raw`: the file of the suite, where it is that."""

    def close(self) -> None: ...


class _State(NamedTuple):
    """A database, what the process knew of it, and what the function returned, pickled. `number`: no other has it."""

    number: int
    copy: _Copy
    value: bytes
    warm: tuple[warm.Warm, ...]
    stirred: tuple[UUID, ...]
    made: float


_states: OrderedDict[bytes, _State] = OrderedDict()
_numbers = count(1)
_here: tuple[int, object] | None = None
"""The number of the state that the tables are in, and the mark that says that nobody has written since."""


def kept(make: Callable[P, R]) -> Callable[P, R]:
    """The function, done once for each state of the tables and each choice of arguments."""

    @wraps(make)
    def made(*args: P.args, **kwargs: P.kwargs) -> R:
        return state(f"{make.__module__}.{make.__qualname__}", lambda: make(*args, **kwargs), args, kwargs)

    return made


def stage(make: Callable[P, R]) -> Callable[P, R]:
    """The same for a method, `__init__` above all, that brings its object and the tables from one state into another.

    The object ends up with copies of what it held the first time: players, addresses, clients with their cookies.
    """

    @wraps(make)
    def made(*args: P.args, **kwargs: P.kwargs) -> R:
        self: Any = args[0]

        def both() -> tuple[dict[str, Any], Any]:
            answer = make(*args, **kwargs)
            return vars(self), _Self() if answer is self else answer

        name = f"{type(self).__module__}.{type(self).__qualname__}.{make.__name__}"
        held, answer = state(name, both, vars(self), args[1:], kwargs)
        vars(self).update(held)
        found: R = self if isinstance(answer, _Self) else answer
        return found

    return made


class _Self:
    """The method returned its own object."""


def _client(client: Client) -> tuple[Any, ...]:
    """How a client is copied: without its middleware, which a new one makes for itself."""
    held = {name: vars(client)[name] for name in ("defaults", "cookies", "raise_request_exception")}
    return Client, (client.handler.enforce_csrf_checks,), held


copyreg.pickle(Client, _client)


def state(name: str, make: Callable[[], R], *told: Any) -> R:
    """What `make` returns, and the tables as it leaves them. `told`: all that it depends on beyond the tables."""
    global _here
    key = _key(name, told)
    if key is None:
        return make()
    found = _states.get(key)
    if found is None or time.monotonic() - found.made > LASTS:
        value = make()
        pickled = _pickled(value)
        if pickled is None or _has_seals_elsewhere():
            return value
        found = _keep(key, pickled)
    elif not found.copy.lay_back(_raw()):
        return make()
    else:
        _remember(found)
    _states.move_to_end(key)
    _here = found.number, _mark()
    copied: R = pickle.loads(found.value)
    return copied


def mark() -> object:
    """Equal to an earlier one only as long as nobody has written and the test has patched nothing more."""
    patched = (len(patches._setattr), len(patches._setitem)) if patches is not None else ()
    return _mark(), patched, _overridden()


def _key(name: str, told: Any) -> bytes | None:
    """What the state that comes is known by; None where it is to be made as if there were no others."""
    before = 0 if _is_empty() else _here[0] if _here and _here[1] == _mark() else None
    default = connections["default"]
    place = default.vendor, default.in_atomic_block
    said = _pickled(
        (before, name, told, place, _overridden(), _patched(), get_language(), appended._held.get())
    )
    return None if before is None or said is None else hashlib.sha256(said).digest()


def _patched() -> list[Any]:
    """What the test has patched, and with what. A function of the test itself does not pickle: then nothing is kept."""
    if patches is None:
        return []
    attributes = [
        (getattr(target, "__name__", type(target).__name__), name, getattr(target, name, None))
        for target, name, _old in patches._setattr
        if name not in HARMLESS
    ]
    return [*attributes, *((name, held.get(name)) for held, name, _old in patches._setitem)]


def _pickled(value: Any) -> bytes | None:
    try:
        return pickle.dumps(value)
    except Exception:  # pickle raises whatever the value's classes raise
        return None


def _overridden() -> dict[str, str]:
    """The settings that this test has, and no other."""
    found: dict[str, str] = {}
    holder = settings._wrapped
    while isinstance(holder, UserSettingsHolder):
        found = {name: repr(value) for name, value in vars(holder).items() if name.isupper()} | found
        holder = holder.default_settings
    if "SEALS_FILE" in found:
        found["SEALS_FILE"] = str(bool(settings.SEALS_FILE))  # each test has another one
    return dict(sorted(found.items()))


def _has_seals_elsewhere() -> bool:
    """Whether a file of the test knows seals, which no other test has."""
    return bool(settings.SEALS_FILE) and bool(_asked("SELECT 1 FROM tracker_seal LIMIT 1"))


def _keep(key: bytes, value: bytes) -> _State:
    raw = _raw()
    copy: _Copy = _Rows() if raw is None else FileCopy(raw)
    streams = {UUID(str(one)) for (one,) in _asked("SELECT id FROM tracker_stream")}
    known = tuple(one for one in warm._cache.values() if one.stream in streams)
    found = _State(next(_numbers), copy, value, known, tuple(appended._stirred), time.monotonic())
    _states[key] = found
    while len(_states) > STATES:
        _states.popitem(last=False)[1].copy.close()
    return found


def _remember(found: _State) -> None:
    """The process knows what it knew when the state was made, and nothing else."""
    warm.forget()
    for module, forget in KEEPERS.items():
        if keeper := sys.modules.get(module):
            attrgetter(forget)(keeper)()
    for one in found.warm:
        warm.put(one)
    appended._stirred.clear()
    appended._stir(*found.stirred)


def _raw() -> sqlite3.Connection | None:
    """The connection to such a file; None on PostgreSQL and inside a transaction."""
    default = connections["default"]
    if default.vendor != "sqlite" or default.in_atomic_block:
        return None
    default.ensure_connection()
    raw: sqlite3.Connection = default.connection
    return raw


def _mark() -> object:
    """Another one as soon as anybody writes, here or by another connection; a new one where that cannot be told."""
    raw = _raw()
    if raw is not None:
        return id(raw), raw.total_changes, raw.execute("PRAGMA data_version").fetchone()
    inside = connections["default"].in_atomic_block
    return object() if inside else _asked("SELECT pg_snapshot_xmax(pg_current_snapshot())")


# --- Rows ----------------------------------------------------------------------------------------------------


class _Rows:
    """All rows, to be laid into tables that are empty, or are emptied. Constraints are looked at in the end."""

    def __init__(self) -> None:
        self.rows: dict[str, Any] = {}
        for table in _tables():
            if _asked(f'SELECT 1 FROM "{table}" LIMIT 1'):
                self.rows[table] = self._of(table)

    def _of(self, table: str) -> Any:
        if connections["default"].vendor == "sqlite":
            return _asked(f'SELECT * FROM "{table}"')
        with connections["default"].cursor() as cursor, cursor.copy(f'COPY "{table}" TO STDOUT') as out:
            return b"".join(bytes(part) for part in out)

    def lay_back(self, _raw: sqlite3.Connection | None) -> bool:
        default = connections["default"]
        if not default.in_atomic_block:
            emptied.delete(default)
        with transaction.atomic(), default.cursor() as cursor:
            for table, rows in self.rows.items():
                if default.vendor == "sqlite":
                    places = ", ".join("?" * len(rows[0]))
                    default.connection.executemany(f'INSERT INTO "{table}" VALUES ({places})', rows)
                else:
                    with cursor.copy(f'COPY "{table}" FROM STDIN') as into:
                        into.write(rows)
            if default.vendor != "sqlite":  # some test may have turned a counter back
                models = apps.get_models(include_auto_created=True)
                filled = [model for model in models if model._meta.db_table in self.rows]
                cursor.execute("; ".join(default.ops.sequence_reset_sql(no_style(), filled)) or "SELECT 1")
        return True

    def close(self) -> None: ...


def _tables() -> list[str]:
    """All that a test may write into, by name."""
    vendor = connections["default"].vendor
    if vendor not in _known_tables:
        look = connections["default"].introspection
        found = look.django_table_names(only_existing=True, include_views=False)
        _known_tables[vendor] = sorted({*found} - LEFT_ALONE)
    return _known_tables[vendor]


_known_tables: dict[str, list[str]] = {}


def _is_empty() -> bool:
    return not _asked(" UNION ALL ".join(f'SELECT 1 FROM "{table}"' for table in _tables()) + " LIMIT 1")


def _asked(statement: str) -> list[Any]:
    default = connections["default"]
    if default.vendor == "sqlite":  # past Django, which would read dates and count queries
        default.ensure_connection()
        return list(default.connection.execute(statement).fetchall())
    with default.cursor() as cursor:
        cursor.execute(statement)
        return list(cursor.fetchall())
