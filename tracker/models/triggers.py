"""The database itself refuses to change the log: triggers for PostgreSQL and SQLite.

`install` runs in migrations, again whenever a table joins; `remove` is for the tests' clean-up between transactional
tests. `missing` tells `verify-log` what somebody lifted.
"""

from __future__ import annotations

from typing import Any

FROZEN = ("tracker_event", "tracker_seal", "tracker_sealedhead", "tracker_anchor")
UNDELETABLE = ("tracker_stream",)

UNIQUE = {
    "tracker_event": (("position",), ("stream_id", "seq"), ("stream_id", "key")),
    "tracker_seal": (("number",),),
    "tracker_sealedhead": (("id",), ("stream", "seal")),
    "tracker_anchor": (("number",),),
}
"""What INSERT OR REPLACE of SQLite would make room for by a deletion that fires no trigger."""

_POSTGRES_FUNCTION = """
CREATE OR REPLACE FUNCTION warledger_refuse() RETURNS trigger AS $$
BEGIN
    RAISE EXCEPTION '% on % refused: the log is append-only', TG_OP, TG_TABLE_NAME USING ERRCODE = 'raise_exception';
END
$$ LANGUAGE plpgsql
"""


def _refused() -> list[tuple[str, str]]:
    """(table, operation) of everything that the log refuses."""
    frozen = [(table, operation) for table in FROZEN for operation in ("UPDATE", "DELETE")]
    return frozen + [(table, "DELETE") for table in UNDELETABLE]


def _name(table: str, operation: str) -> str:
    return f"{table}_no_{operation.lower()}"


def _wanted(connection: Any) -> dict[str, str]:
    """Name -> table of every trigger, of the tables that exist."""
    known = set(connection.introspection.table_names())
    extra = [(table, "TRUNCATE" if connection.vendor == "postgresql" else "REPLACE") for table in FROZEN]
    if connection.vendor == "postgresql":
        extra += [(table, "TRUNCATE") for table in UNDELETABLE]
    return {_name(table, what): table for table, what in (*_refused(), *extra) if table in known}


def missing(connection: Any) -> list[str]:
    """The triggers that somebody lifted."""
    postgres = connection.vendor == "postgresql"
    names = (
        "SELECT tgname FROM pg_trigger WHERE tgenabled <> 'D'"
        if postgres
        else ("SELECT name FROM sqlite_master WHERE type = 'trigger'")
    )
    with connection.cursor() as cursor:
        cursor.execute(names)
        standing = {name for (name,) in cursor.fetchall()}
    return sorted(_wanted(connection).keys() - standing)


def _install_postgres(cursor: Any, known: set[str]) -> None:
    # Room on each page for the next versions of its rows: every append updates one.
    cursor.execute("ALTER TABLE tracker_stream SET (fillfactor = 50)")
    cursor.execute(_POSTGRES_FUNCTION)
    for table, operation in _refused():
        if table not in known:
            continue
        cursor.execute(
            f"CREATE TRIGGER {_name(table, operation)} BEFORE {operation} ON {table} "
            "FOR EACH ROW EXECUTE FUNCTION warledger_refuse()"
        )
    for table in known.intersection((*FROZEN, *UNDELETABLE)):
        cursor.execute(
            f"CREATE TRIGGER {_name(table, 'TRUNCATE')} BEFORE TRUNCATE ON {table} "
            "FOR EACH STATEMENT EXECUTE FUNCTION warledger_refuse()"
        )


def _install_sqlite(cursor: Any, known: set[str]) -> None:
    for table, operation in _refused():
        if table not in known:
            continue
        cursor.execute(
            f"CREATE TRIGGER {_name(table, operation)} BEFORE {operation} ON {table} BEGIN "
            f"SELECT RAISE(ABORT, '{operation} on {table} refused: the log is append-only'); END"
        )

    for table in known.intersection(FROZEN):
        taken = " OR ".join(
            f"EXISTS (SELECT 1 FROM {table} WHERE {' AND '.join(f'{name} = NEW.{name}' for name in columns)})"
            for columns in UNIQUE[table]
        )
        cursor.execute(
            f"CREATE TRIGGER {_name(table, 'REPLACE')} BEFORE INSERT ON {table} WHEN {taken} BEGIN "
            f"SELECT RAISE(ABORT, 'REPLACE on {table} refused: the log is append-only'); END"
        )


def install(connection: Any) -> None:
    """Creates the triggers on the database behind `connection`, anew if they stand already."""
    remove(connection)
    known = set(connection.introspection.table_names())
    with connection.cursor() as cursor:
        (_install_postgres if connection.vendor == "postgresql" else _install_sqlite)(cursor, known)


def remove(connection: Any) -> None:
    """Drops the triggers, so that a test database can be emptied."""
    postgres = connection.vendor == "postgresql"
    with connection.cursor() as cursor:
        for name, table in _wanted(connection).items():
            cursor.execute(f"DROP TRIGGER IF EXISTS {name}" + (f" ON {table}" if postgres else ""))
