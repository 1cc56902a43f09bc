"""A copy of the whole installation in one file, made while it runs, and its way back. `manage.py backup`, `restore`.

The file is a ZIP: `manifest.json` (what it holds, with a SHA-256 of each part), `secret_key` (without it old seals and
sessions prove nothing), `former_keys` where there are any (one on each line), `seals.jsonl` (the file of seals beside
the database), and the database at one moment: SQLite as a file, PostgreSQL as one `COPY` for each table.
"""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.apps import apps
from django.conf import settings
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import connection, transaction
from django.db.migrations.recorder import MigrationRecorder

from tracker import env, fitting, pulses
from tracker.models import Event, Stream
from tracker.projections import feed
from tracker.proof import seal_file

VERSION = 1
MANIFEST, KEY, SEALS, SQLITE = "manifest.json", "secret_key", "seals.jsonl", "database.sqlite3"
FORMER = env.FORMER_KEYS
NAME = "warledger-{at}.zip"
CHUNK = 1_048_576


class Unfit(Exception):
    """The file or the installation cannot be used for this; the text says why."""


def write(target: Path) -> dict[str, Any]:
    """Writes the copy and proves it by reading it again; its manifest. Raises Unfit; never leaves half a file."""
    draft = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        descriptor = os.open(draft, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w+b") as file:
            _fill(file)
            file.flush()
            os.fsync(file.fileno())
        manifest = read(draft)
        os.replace(draft, target)
    finally:
        draft.unlink(missing_ok=True)
    pulses.note(pulses.BACKUP)
    return manifest


def write_into(folder: Path, keep: int) -> tuple[Path, dict[str, Any]]:
    """Writes a copy named by its moment, then removes the oldest of more than `keep` of them. Raises Unfit, OSError."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    target = folder / NAME.format(at=datetime.now(UTC).strftime("%Y%m%dT%H%M%SZ"))
    manifest = write(target)
    for old in sorted(folder.glob(NAME.format(at="*")))[:-keep]:
        old.unlink(missing_ok=True)
    return target, manifest


def _fill(file: Any) -> None:
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        manifest = {
            "warledger_backup": VERSION,
            "made": datetime.now(UTC).isoformat(timespec="seconds"),
            "database": connection.vendor,
            "files": {},
        }
        _add(archive, manifest, KEY, iter([settings.SECRET_KEY.encode()]))
        if settings.SECRET_KEY_FALLBACKS:
            _add(archive, manifest, FORMER, iter(["\n".join(settings.SECRET_KEY_FALLBACKS).encode()]))
        # Before the database: a seal that is made meanwhile is in the database alone, which is no damage.
        _add(archive, manifest, SEALS, iter([seal_file.content()]))
        (_add_postgres if connection.vendor == "postgresql" else _add_sqlite)(archive, manifest)
        archive.writestr(MANIFEST, json.dumps(manifest, indent=1))


def _add(archive: zipfile.ZipFile, manifest: dict[str, Any], name: str, chunks: Iterator[Any]) -> None:
    digest = hashlib.sha256()
    with archive.open(name, "w", force_zip64=True) as member:
        for chunk in chunks:
            digest.update(chunk)
            member.write(chunk)
    manifest["files"][name] = digest.hexdigest()


def _add_sqlite(archive: zipfile.ZipFile, manifest: dict[str, Any]) -> None:
    """SQLite's online copy: one state, the write-ahead log among it, while others write."""
    with tempfile.TemporaryDirectory(dir=settings.DATA_DIR) as folder:
        path = Path(folder) / SQLITE
        with closing(_database()) as source, closing(sqlite3.connect(path)) as copy:
            source.backup(copy)
            copy.execute("PRAGMA journal_mode=DELETE")
            if (found := copy.execute("PRAGMA integrity_check").fetchone()[0]) != "ok":
                raise Unfit(f"the database is damaged: {found}")
            manifest["events"] = copy.execute("SELECT count(*) FROM tracker_event").fetchone()[0]
            manifest["migrations"] = _applied(copy.execute)
        _add(archive, manifest, SQLITE, _chunks(path))


def _chunks(path: Path) -> Iterator[bytes]:
    with path.open("rb") as file:
        while chunk := file.read(CHUNK):
            yield chunk


def _add_postgres(archive: zipfile.ZipFile, manifest: dict[str, Any]) -> None:
    """Every table in one snapshot. Raises Unfit where the models do not know all of them."""
    if found := fitting.misfit():
        raise Unfit(found.en)
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        manifest["events"] = Event.objects.count()
        manifest["migrations"] = _applied(lambda sql: (cursor.execute(sql), cursor)[1])
        manifest["tables"] = {}
        for table in _tables():
            columns = [
                column.name for column in connection.introspection.get_table_description(cursor, table)
            ]
            manifest["tables"][table] = columns
            with cursor.copy(f"COPY {_named(table, columns)} TO STDOUT") as copied:
                _add(archive, manifest, f"tables/{table}", map(bytes, copied))


def _tables() -> list[str]:
    """The tables of every model, those between two models among them; not Django's own list of migrations."""
    return sorted(model._meta.db_table for model in apps.get_models(include_auto_created=True))


def _named(table: str, columns: list[str]) -> str:
    quoted = connection.ops.quote_name
    return f"{quoted(table)} ({', '.join(map(quoted, columns))})"


def _applied(run: Callable[[str], Any]) -> list[list[str]]:
    found = run("SELECT app, name FROM django_migrations ORDER BY app, name").fetchall()
    return [list(row) for row in found]


# --- Reading ------------------------------------------------------------------------------------------------


def read(source: Path) -> dict[str, Any]:
    """The manifest of a copy whose every part is what it was. Raises Unfit."""
    try:
        with zipfile.ZipFile(source) as archive:
            manifest: dict[str, Any] = json.loads(archive.read(MANIFEST))
            if manifest.get("warledger_backup") != VERSION:
                raise Unfit(f"{source} is no copy that this version reads")
            for name, digest in manifest["files"].items():
                with archive.open(name) as member:
                    if hashlib.file_digest(member, "sha256").hexdigest() != digest:  # type: ignore[arg-type]
                        raise Unfit(f"{source}: {name} is not what was written")
    except (OSError, zipfile.BadZipFile, zlib.error, EOFError, KeyError, ValueError, RuntimeError) as error:
        raise Unfit(f"{source} cannot be read as a copy: {error}") from error
    return manifest


def restore(source: Path) -> dict[str, Any]:
    """Fills this installation, which must be empty, from a copy; its manifest. Raises Unfit."""
    manifest = read(source)
    if manifest["database"] != connection.vendor:
        raise Unfit(
            f"the copy is of {manifest['database']}, and this installation runs on {connection.vendor}"
        )
    with zipfile.ZipFile(source) as archive:
        key = archive.read(KEY).decode()
        if os.environ.get("SECRET_KEY") and key != settings.SECRET_KEY:
            raise Unfit("SECRET_KEY is another than the copy's: set the copy's (its part `secret_key`) first")
        _require_empty()
        if fitting.is_newer((app, name) for app, name in manifest["migrations"]):
            raise Unfit("the copy was made by a newer version of the program: install that one first")
        if connection.vendor == "postgresql":
            _require_same_tables(manifest)
        # Beside the database first: whoever is killed on the way finds it empty, and begins again. Full without its key
        # and the file of seals it could neither be restored once more nor be proven.
        if not os.environ.get("SECRET_KEY"):
            _put_back(KEY, key)
            if former := _former(archive):
                _put_back(FORMER, "\n".join(former))
        if SEALS in manifest["files"]:  # not in copies of before
            seal_file.put_back(archive.read(SEALS))
        (_fill_postgres if connection.vendor == "postgresql" else _fill_sqlite)(archive, manifest)
    if (there := Event.objects.count()) != manifest["events"]:
        raise Unfit(f"the copy tells of {manifest['events']} events, and {there} are there")
    feed.leap()
    return manifest


def lacking(source: Path) -> list[str]:
    """Keys of before that the copy has and this installation, whose keys its environment says, does not know."""
    if not os.environ.get("SECRET_KEY"):
        return []
    with zipfile.ZipFile(source) as archive:
        return [one for one in _former(archive) if one not in settings.SECRET_KEY_FALLBACKS]


def _former(archive: zipfile.ZipFile) -> list[str]:
    return archive.read(FORMER).decode().splitlines() if FORMER in archive.namelist() else []


def _put_back(name: str, text: str) -> None:
    """The old one or the new one stands there at every moment."""
    path = Path(settings.DATA_DIR) / name
    draft = path.with_name(f"{name}.{os.getpid()}")
    draft.write_text(text, encoding="utf-8")
    draft.chmod(0o600)
    draft.replace(path)


def _require_empty() -> None:
    tables = connection.introspection.table_names()
    if Stream._meta.db_table in tables and Stream.objects.exists():
        raise Unfit("this installation holds events already; a copy goes into an empty one")


def _fill_sqlite(archive: zipfile.ZipFile, manifest: dict[str, Any]) -> None:
    with tempfile.TemporaryDirectory(dir=settings.DATA_DIR) as folder:
        path = Path(archive.extract(SQLITE, folder))
        connection.close()
        with closing(sqlite3.connect(path)) as copy, closing(_database()) as target:
            copy.backup(target)
    call_command("migrate", verbosity=0, interactive=False)


def _database() -> sqlite3.Connection:
    return sqlite3.connect(connection.settings_dict["NAME"])


def _require_same_tables(manifest: dict[str, Any]) -> None:
    """Makes the tables, into which only a copy of the same version fits."""
    call_command("migrate", verbosity=0, interactive=False)
    here = sorted([app, name] for app, name in MigrationRecorder(connection).applied_migrations())
    if here != sorted(manifest["migrations"]):
        raise Unfit(
            "the copy was made by another version of Warledger: restore it with that one, then upgrade"
        )


def _fill_postgres(archive: zipfile.ZipFile, manifest: dict[str, Any]) -> None:
    """One transaction: what the migrations put there goes, the copy comes, counters go on where they stood."""
    with transaction.atomic(), connection.cursor() as cursor:
        for table in manifest["tables"]:
            cursor.execute(f"DELETE FROM {connection.ops.quote_name(table)}")  # the log's own are empty
        for table, columns in manifest["tables"].items():
            into = cursor.copy(f"COPY {_named(table, columns)} FROM STDIN")
            with archive.open(f"tables/{table}") as member, into as copied:
                while chunk := member.read(CHUNK):
                    copied.write(chunk)
        for statement in connection.ops.sequence_reset_sql(
            no_style(), apps.get_models(include_auto_created=True)
        ):
            cursor.execute(statement)
