"""Filled databases of every earlier state of the tables, on both databases, from the one that the program of 0007 left.

    python -m tracker.tests.older MIGRATION STATE.sql.gz

makes the tables as they were after MIGRATION and fills them with the rows of STATE, as the program of then had them:
columns that came after the state have their default, those that went get what they held, and seals that knew nothing
of the rest of an event say nothing of it. Run in the surroundings of the installation that is to be filled.
"""

from __future__ import annotations

import gzip
import json
import sqlite3
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

OURS = ("auth_user", "tracker_")
GONE: dict[str, dict[str, Any]] = {"tracker_snapshot": {"ruleset": "1"}}
"""Table -> column that a later migration removed -> what stood there."""
REST_SINCE = "0006"
"""From here on seals know what no event's hash covers, and a file beside the database knows the seals."""

Row = dict[str, Any]


def fill(migration: str, state: Path) -> int:
    """Fills the empty database of this process; how many events it holds then."""
    from django.core.management import call_command
    from django.core.management.color import no_style
    from django.db import connection, transaction
    from django.db.migrations.loader import MigrationLoader

    call_command("migrate", "tracker", migration, verbosity=0)
    for app in ("auth", "contenttypes", "sessions"):
        call_command("migrate", app, verbosity=0)
    state_of_then = MigrationLoader(connection).project_state(("tracker", _named(migration)))
    models = list(state_of_then.apps.get_models(include_auto_created=True))
    rows = dict(_rows(state))
    if migration < REST_SINCE:
        rows["tracker_seal"] = [_without_rest(row) for row in rows["tracker_seal"]]
    defaults = {model._meta.db_table: _defaults(model) for model in models}
    with transaction.atomic(), connection.cursor() as cursor:
        for table, columns in _tables(connection):
            for row in rows.get(table, ()):
                told = {**defaults.get(table, {}), **GONE.get(table, {}), **row}
                fields = {name: _fitting(told[name], kind) for name, kind in columns.items() if name in told}
                names = ", ".join(f'"{name}"' for name in fields)
                marks = ", ".join(["%s"] * len(fields))
                cursor.execute(f'INSERT INTO "{table}" ({names}) VALUES ({marks})', list(fields.values()))
        for statement in connection.ops.sequence_reset_sql(no_style(), models):
            cursor.execute(statement)
    return len(rows["tracker_event"])


def _defaults(model: Any) -> Row:
    """What a row holds in the columns that the stored state does not know: column -> value."""
    return {field.column: field.get_default() for field in model._meta.concrete_fields if field.has_default()}


def _named(migration: str) -> str:
    from django.db.migrations.loader import MigrationLoader

    known = MigrationLoader(None).disk_migrations
    return next(name for app, name in known if app == "tracker" and name.startswith(migration))


def _rows(state: Path) -> Iterator[tuple[str, list[Row]]]:
    """Every table of ours in the stored state, with its rows."""
    database = sqlite3.connect(":memory:")
    database.row_factory = sqlite3.Row
    database.executescript(gzip.decompress(state.read_bytes()).decode())
    names = database.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    for (name,) in names:
        if name.startswith(OURS):
            yield name, [dict(row) for row in database.execute(f'SELECT * FROM "{name}"')]
    database.close()


def _tables(connection: Any) -> list[tuple[str, dict[str, str]]]:
    """The tables that are there now: column -> kind. Those that others point to first."""
    found = []
    with connection.cursor() as cursor:
        for name in connection.introspection.table_names(cursor):
            if name.startswith(OURS):
                described = connection.introspection.get_table_description(cursor, name)
                kinds = (connection.introspection.get_field_type(one.type_code, one) for one in described)
                found.append((name, dict(zip((one.name for one in described), kinds, strict=True))))
    return sorted(found)


def _fitting(value: Any, kind: str) -> Any:
    """SQLite keeps truth as a number."""
    return bool(value) if kind == "BooleanField" and value is not None else value


def _without_rest(row: Row) -> Row:
    """A seal as it was made before it knew the rest, signed by the same installation."""
    from games.secrets import canonical
    from tracker import keys
    from tracker.models import Seal
    from tracker.proof import seals

    heads = {stream: head[:2] for stream, head in json.loads(row["heads"]).items()}
    seal = Seal(**row | {"heads": canonical(heads).decode()})
    seal.hash = seals._hash(seal)
    return row | {"heads": seal.heads, "hash": seal.hash, "signature": keys.keyed("seal", seal.hash)}


if __name__ == "__main__":
    import django

    django.setup()
    sys.stdout.write(f"FILLED {fill(sys.argv[1], Path(sys.argv[2]))}\n")
