"""The database itself refuses to change the log: triggers for PostgreSQL and SQLite.

`install` runs in the first migration; `remove` is for the tests' clean-up between transactional tests.
"""

from __future__ import annotations

from typing import Any

FROZEN = ("tracker_event", "tracker_seal")
UNDELETABLE = ("tracker_stream",)

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


def _install_postgres(cursor: Any) -> None:
    # Room on each page for the next versions of its rows: every append updates one.
    cursor.execute("ALTER TABLE tracker_stream SET (fillfactor = 50)")
    cursor.execute(_POSTGRES_FUNCTION)
    for table, operation in _refused():
        cursor.execute(
            f"CREATE TRIGGER {_name(table, operation)} BEFORE {operation} ON {table} "
            "FOR EACH ROW EXECUTE FUNCTION warledger_refuse()"
        )
    for table in (*FROZEN, *UNDELETABLE):
        cursor.execute(
            f"CREATE TRIGGER {_name(table, 'TRUNCATE')} BEFORE TRUNCATE ON {table} "
            "FOR EACH STATEMENT EXECUTE FUNCTION warledger_refuse()"
        )


def _install_sqlite(cursor: Any) -> None:
    for table, operation in _refused():
        cursor.execute(
            f"CREATE TRIGGER {_name(table, operation)} BEFORE {operation} ON {table} BEGIN "
            f"SELECT RAISE(ABORT, '{operation} on {table} refused: the log is append-only'); END"
        )


def install(connection: Any) -> None:
    """Creates the triggers on the database behind `connection`."""
    with connection.cursor() as cursor:
        (_install_postgres if connection.vendor == "postgresql" else _install_sqlite)(cursor)


def remove(connection: Any) -> None:
    """Drops the triggers, so that a test database can be emptied."""
    postgres = connection.vendor == "postgresql"
    names = _refused() + [(table, "TRUNCATE") for table in (*FROZEN, *UNDELETABLE) if postgres]
    with connection.cursor() as cursor:
        for table, operation in names:
            on = f" ON {table}" if postgres else ""
            cursor.execute(f"DROP TRIGGER IF EXISTS {_name(table, operation)}{on}")
