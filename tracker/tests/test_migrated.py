"""Tables that are laid down are those that the migrations make."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from tracker.tests import migrated

SAID = ("CREATE TABLE one (name text)", "INSERT INTO one VALUES (%s)", "CREATE INDEX first ON one (name)")


def empty(path: Path) -> Any:
    """A database of its own, in a file."""
    found = connection.copy()
    found.settings_dict = {**found.settings_dict, "NAME": str(path)}
    return found


def tables(here: Any) -> list[tuple[Any, ...]]:
    with here.cursor() as cursor:
        cursor.execute("SELECT name, sql FROM sqlite_master ORDER BY name")
        return [*cursor.fetchall(), *cursor.execute("SELECT * FROM one").fetchall()]


@pytest.mark.parametrize("way", [migrated._File, migrated._Statements])
def test_what_was_made_once_is_made_again_without_the_migrations(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: Any, django_db_blocker: Any
) -> None:
    done = []
    monkeypatch.setattr(migrated, "_File", way)
    with django_db_blocker.unblock():
        here, there = empty(tmp_path / "here"), empty(tmp_path / "there")

        def migrate() -> None:
            done.append("migrated")
            with here.cursor() as cursor:
                for statement in SAID:
                    cursor.execute(statement, ["Anna"] if "%s" in statement else None)
                assert cursor.execute("SELECT name FROM one").fetchall() == [("Anna",)]

        migrated.migrate(here, migrate, tmp_path / "kept")
        migrated.migrate(there, migrate, tmp_path / "kept")
        assert done == ["migrated"] and tables(here) == tables(there) and ("Anna",) in tables(there)
        here.close(), there.close()


def test_other_models_make_other_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = migrated.key()
    monkeypatch.setattr(migrated, "CHECKOUT", tmp_path)
    for name in migrated.MADE_OF:
        path = tmp_path / name / ("one.py" if "." not in name else "")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name)
    here = migrated.key()
    (tmp_path / "tracker/models/one.py").write_text("changed")
    assert len({before, here, migrated.key()}) == 3
