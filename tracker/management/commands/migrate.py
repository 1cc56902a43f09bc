"""`migrate`, as Django has it, but never down: neither on tables of a newer version nor back to older ones."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandError
from django.core.management.commands import migrate
from django.db import connections
from django.db.migrations.executor import MigrationExecutor

from games.rulebook import Text
from tracker import fitting
from tracker.models import Stream

BACK = Text(
    "Tables are not taken back to an older version: what only the newer ones hold would be lost. The way back is the "
    "copy from before the upgrade, an empty database and the older program: python3 manage.py restore FILE.",
    "Таблицы не возвращаются к прежней версии: пропало бы то, что есть только в новых. Путь назад: копия, сделанная до "
    "обновления, пустая база и прежняя программа: python3 manage.py restore FILE.",
)


class Command(migrate.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        connection = connections[options["database"]]
        executor = MigrationExecutor(connection)
        if fitting.is_newer(executor.loader.applied_migrations):
            raise CommandError(fitting.NEWER.en, returncode=2)
        if self._goes_back(executor, options) and Stream.objects.using(connection.alias).exists():
            raise CommandError(BACK.en, returncode=2)
        super().handle(*args, **options)

    def _goes_back(self, executor: MigrationExecutor, options: dict[str, Any]) -> bool:
        """Whether the named migration stands before an applied one. Names that are none are Django's to refuse."""
        app, name = options.get("app_label"), options.get("migration_name")
        if not app or not name:
            return False
        known = [key for key in executor.loader.disk_migrations if key[0] == app and key[1].startswith(name)]
        target = (app, None) if name == "zero" else known[0] if len(known) == 1 else None
        return target is not None and any(back for _, back in executor.migration_plan([target]))
