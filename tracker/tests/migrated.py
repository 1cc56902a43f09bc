"""The tables of the suite, made by the migrations once and kept beside the bytecode: half of what one test file took.

The first run after a change of models, migrations or requirements migrates; a later one copies SQLite's file and
repeats what was said to PostgreSQL. Used by the root conftest. Tests of the migrations (`test_upgrades`) and
`makemigrations --check` get none of it.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import shutil
import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from django import VERSION
from django.core import management
from django.db.backends.base.creation import BaseDatabaseCreation

from tracker.env import CHECKOUT

MADE_OF = (
    "tracker/migrations",
    "tracker/models",
    "tracker/ids.py",
    "tracker/fitting.py",
    "tracker/settings.py",
    "requirements-test.txt",
)
UNSAID = ("SELECT", "SHOW", "SAVEPOINT", "RELEASE")
FOLDER = Path(sys.prefix) / "tables-of-the-suite"


def key() -> str:
    """What the tables follow from."""
    found = hashlib.sha256(repr((VERSION, sys.version, sqlite3.sqlite_version)).encode())
    for name in MADE_OF:
        for path in sorted((CHECKOUT / name).rglob("*.py")) or [CHECKOUT / name]:
            found.update(path.read_bytes())
    return found.hexdigest()[:24]


@contextmanager
def kept() -> Iterator[None]:
    """Inside, databases for tests are made from what is kept."""
    create = BaseDatabaseCreation.create_test_db

    def made(self: Any, *args: Any, **options: Any) -> Any:
        call = management.call_command

        def called(name: str, *args: Any, **options: Any) -> Any:
            if name != "migrate":
                return call(name, *args, **options)
            return migrate(self.connection, lambda: call(name, *args, **options))

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(management, "call_command", called)
            return create(self, *args, **options)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(BaseDatabaseCreation, "create_test_db", made)
        yield


def migrate(connection: Any, truly: Callable[[], Any], folder: Path = FOLDER) -> None:
    """Makes the tables of an empty database; `truly`: by the migrations."""
    way = _File if connection.vendor == "sqlite" else _Statements
    path = folder / f"{connection.vendor}-{key()}"
    if path.exists():
        way.repeat(connection, path)
        return
    with way.watched(connection) as keep:
        truly()
    with suppress(OSError):  # an environment that nobody may write into
        folder.mkdir(exist_ok=True)
        draft = path.with_name(f"{path.name}.{os.getpid()}")
        keep(draft)
        for old in folder.glob(f"{connection.vendor}-*"):
            if old != draft and old.stat().st_mtime < draft.stat().st_mtime - 86_400:
                old.unlink(missing_ok=True)
        draft.replace(path)


def laid(folder: Path) -> bool:
    """The empty tables as a file of an installation below `folder`; False where none are kept yet."""
    kept_here = FOLDER / f"sqlite-{key()}"
    if kept_here.exists():
        folder.mkdir(mode=0o700, exist_ok=True)
        shutil.copyfile(kept_here, folder / "warledger.sqlite3")
    return kept_here.exists()


class _File:
    @staticmethod
    def repeat(connection: Any, path: Path) -> None:
        connection.ensure_connection()
        with closing(sqlite3.connect(f"{path.as_uri()}?immutable=1", uri=True)) as file:
            file.backup(connection.connection)

    @staticmethod
    @contextmanager
    def watched(connection: Any) -> Iterator[Callable[[Path], None]]:
        def keep(path: Path) -> None:
            connection.ensure_connection()
            with closing(sqlite3.connect(path)) as file:
                connection.connection.backup(file)

        yield keep


class _Statements:
    @staticmethod
    def repeat(connection: Any, path: Path) -> None:
        with connection.cursor() as cursor:
            for statement, told, many in pickle.loads(path.read_bytes()):
                (cursor.executemany if many else cursor.execute)(statement, told)

    @staticmethod
    @contextmanager
    def watched(connection: Any) -> Iterator[Callable[[Path], None]]:
        said: list[Any] = []

        def hear(execute: Any, statement: Any, told: Any, many: bool, context: Any) -> Any:
            answer = execute(statement, told, many, context)
            if not str(statement).lstrip(" (").upper().startswith(UNSAID):
                said.append((str(statement), told, many))
            return answer

        with connection.execute_wrapper(hear):

            def keep(path: Path) -> None:
                path.write_bytes(pickle.dumps(said))

            yield keep
