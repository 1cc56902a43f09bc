"""`manage.py web`: the web processes of a server, in the place of this process (containers, service managers)."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import OperationalError, connection

from tracker import fitting, metrics
from tracker.web import serving

ALLOWED = """SELECT current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int"""


class Command(BaseCommand):
    help = "Serves pages and API with WARLEDGER_PROCESSES processes of WARLEDGER_THREADS threads each."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--host", default="127.0.0.1", help="0.0.0.0 for every network (default 127.0.0.1)"
        )
        parser.add_argument("--port", type=int, default=8000, help="(default 8000)")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            count = serving.processes()
            serving.threads()
            serving.live()
        except ValueError as error:
            raise CommandError(str(error), returncode=2) from error
        if found := fitting.misfit():
            self.stderr.write(found.en)  # pages tell of it until it is mended
        self.check_connections(count)
        more_files()
        count_together()
        command = serving.command(options["host"], options["port"], count)
        if os.name == "nt":
            sys.exit(subprocess.call(command))
        os.execv(command[0], command)

    def check_connections(self, count: int) -> None:
        """Raises CommandError where PostgreSQL allows fewer connections than all threads may take.

        One that is away now is asked by nobody: pages tell of it until it is back.
        """
        if connection.vendor != "postgresql":
            return
        wanted = serving.connections(count) + serving.OTHERS
        try:
            with connection.cursor() as cursor:
                cursor.execute(ALLOWED)
                allowed = cursor.fetchone()[0]
        except OperationalError as error:
            self.stderr.write(f"the database does not answer yet: {error}")
            return
        finally:
            connection.close()
        if wanted > allowed:
            raise CommandError(
                f"{count} processes of {serving.threads()} threads take up to {wanted} connections (workers and "
                f"commands among them), and PostgreSQL allows {allowed}: lower WARLEDGER_THREADS or "
                "WARLEDGER_PROCESSES, or raise max_connections.",
                returncode=2,
            )


def count_together() -> None:
    """A new folder in which the processes of this server count for all of them (`tracker.metrics`)."""
    folder = Path(settings.DATA_DIR) / "metrics"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(mode=0o700, exist_ok=True)
    os.environ[metrics.FOLDER] = str(folder)


def more_files() -> None:
    """Each connection is an open file; shells often allow 1024, where the system would allow many more."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        low, high = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = 8 * serving.REQUESTS if high == resource.RLIM_INFINITY else min(high, 8 * serving.REQUESTS)
        if low < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, high))
