"""`manage.py up`: from a fresh checkout to a served event. `tracker.bootstrap` has made the environment by now.

Prepares the data folder, the database, the administrator and the demo event, starts the web, worker and beat
processes, prints `ready: http://127.0.0.1:PORT/` when the first page answers, and ends them all on Ctrl-C.
"""

from __future__ import annotations

import errno
import os
import socket
import sys
import time
import urllib.error
import urllib.request
from importlib import util
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib.auth.models import User
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection
from tzlocal import get_localzone_name

from tracker import env
from tracker.accounts import must_change_password, one_time_password
from tracker.embedded import processes, running
from tracker.embedded.processes import Child
from tracker.management.tool import require_tables
from tracker.web import serving

READY_SECONDS = 180.0  # an old laptop that does other things as well
LEFT_SECONDS = 12.0  # what a killed `up` left behind is gone by then


class Command(BaseCommand):
    help = "Serves Warledger on this machine: database, administrator, demo event, pages, API and jobs."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--port", type=int, default=8000, help="port of pages and API (default 8000)")
        parser.add_argument(
            "--host", default="127.0.0.1", help="0.0.0.0 serves the whole hall (default 127.0.0.1)"
        )
        parser.add_argument("--empty", action="store_true", help="do not load the demo event")
        parser.add_argument(
            "--server", choices=["granian", "plain"], help="web server (default granian where installed)"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        host, port = options["host"], options["port"]
        os.umask(0o077)  # the database, the logs and the jobs are nobody else's
        processes.interrupt_on_signals()
        await_port(host, port)
        try:
            with running.marked():
                self.prepare(options["empty"])
                self.serve(host, port, options["server"])
        except KeyboardInterrupt:
            self.say("stopped")

    def say(self, line: str) -> None:
        self.stdout.write(line)
        self.stdout.flush()

    def prepare(self, empty: bool) -> None:
        from tracker import scenarios

        is_new = not has_tables()
        call_command("migrate", verbosity=0, interactive=False)
        require_tables()
        if is_new:
            env.begin_open(settings.DATA_DIR)
        scenarios.sync()
        if password := administrator():
            told = "a new one at each start, until you sign in and choose your own"
            self.say(f"administrator: admin   one-time password: {password}   ({told})")
        if not empty:
            self.load_demo()

    def load_demo(self) -> None:
        from tracker.demo import load_demo

        begin = time.monotonic()
        if load_demo():
            self.say(f"demo event: loaded in {time.monotonic() - begin:.1f} s")

    def serve(self, host: str, port: int, server: str | None) -> None:
        children: list[Child] = []
        try:
            start_all(children, host, port, server)
            await_answer(children[-1], local(host), port)
            self.announce(host, port)
            processes.watch(children)
        finally:
            processes.end(children)

    def announce(self, host: str, port: int) -> None:
        if address := hall(host, port).get("WARLEDGER_HALL"):
            self.say(f"in the hall: {address}")
            self.say(qr(address))
        self.say(f"ready: http://{local(host)}:{port}/")


# --- The parts of it -------------------------------------------------------------------------------------


def await_port(host: str, port: int) -> None:
    """Waits for what a killed `up` left behind, which ends by itself (`embedded.tether`). Raises CommandError."""
    limit = time.monotonic() + (LEFT_SECONDS if running.was_killed() else 0)
    while True:
        try:
            return check_port(host, port)
        except CommandError:
            if time.monotonic() > limit:
                raise
            time.sleep(0.2)


def check_port(host: str, port: int) -> None:
    """Raises CommandError (exit 2) for a port that is taken, forbidden or no port."""
    if not 0 < port < 65536:
        raise CommandError(f"--port {port}: a port is a number from 1 to 65535", returncode=2)
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        if os.name != "nt":  # there it would allow two servers on one port
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            taken = error.errno == errno.EADDRINUSE
            reason = "another program uses it; choose another with --port" if taken else error.strerror
            raise CommandError(f"{host}:{port} cannot be served: {reason}", returncode=2) from error


def has_tables() -> bool:
    """Whether somebody has used this database before."""
    return bool(connection.introspection.table_names())


def administrator() -> str | None:
    """Makes `admin` on first use; a new one-time password until the owner has chosen their own, then None."""
    admin = User.objects.filter(is_superuser=True).order_by("pk").first()
    if admin is not None and not must_change_password(admin):
        return None
    return one_time_password(admin or User(username="admin", is_superuser=True, is_staff=True))


def environment() -> dict[str, str]:
    """What the children see: the same data folder, and jobs through files unless a broker is named."""
    given = {
        **os.environ,
        "WARLEDGER_DATA": str(settings.DATA_DIR),
        "PYTHONUNBUFFERED": "1",
        "PYTHONUTF8": "1",
    }
    given.setdefault("WARLEDGER_TIMEZONE", local_zone())
    if "REDIS_URL" not in given and "WARLEDGER_JOBS" not in given:
        given["WARLEDGER_JOBS"] = "files"
    return given


def hall(host: str, port: int) -> dict[str, str]:
    """How phones of the hall reach this server, for those who serve it; nothing where it serves this machine alone."""
    return {"WARLEDGER_HALL": f"http://{lan_address()}:{port}/"} if host in ("0.0.0.0", "::") else {}


def local_zone() -> str:
    """The time zone of this machine, which stands in the hall; UTC where it cannot be told."""
    try:
        return ZoneInfo(get_localzone_name() or "").key
    except (LookupError, ValueError, OSError):
        return "UTC"


def start_all(children: list[Child], host: str, port: int, server: str | None) -> None:
    """Worker and beat, then the web process, last in the list. Where no worker can run, jobs run in the web process.

    Each stands in `children` before it starts, so that whoever interrupts this can end what runs already.
    """
    surroundings = environment() | hall(host, port)
    try:
        if surroundings.get("REDIS_URL") or surroundings.get("WARLEDGER_JOBS") == "files":
            _start(children, _worker(surroundings))
            _start(children, _beat(surroundings))
        running.say("" if surroundings.get("REDIS_URL") else surroundings.get("WARLEDGER_JOBS", ""))
    except OSError as error:
        sys.stderr.write(f"No worker process can be started here ({error}); jobs run in the web process.\n")
        processes.end(children)
        children.clear()
        running.say("")
        surroundings = {**surroundings, "WARLEDGER_JOBS": "eager", "REDIS_URL": ""}
    _start(children, _web(host, port, server, surroundings))


def _start(children: list[Child], child: Child) -> None:
    children.append(child)
    child.start()


def _logs() -> Path:
    return Path(settings.DATA_DIR) / "logs"


def _web(host: str, port: int, server: str | None, surroundings: dict[str, str]) -> Child:
    plain = server == "plain" or (server is None and util.find_spec("granian") is None)
    command = (
        [sys.executable, "-m", "tracker.embedded.plainserver", host, str(port)]
        if plain
        else serving.command(host, port, 1)
    )
    return Child("web", command, surroundings, _logs())


def _worker(surroundings: dict[str, str]) -> Child:
    options = [
        "--pool",
        "solo",
        "--loglevel",
        "WARNING",
        "--without-gossip",
        "--without-mingle",
        "--without-heartbeat",
    ]
    return Child(
        "worker",
        [sys.executable, "-m", "celery", "-A", "tracker.celery", "worker", *options],
        surroundings,
        _logs(),
    )


def _beat(surroundings: dict[str, str]) -> Child:
    options = ["--loglevel", "WARNING", "--pidfile", "", "--schedule", settings.CELERY_BEAT_SCHEDULE_FILENAME]
    return Child(
        "beat",
        [sys.executable, "-m", "celery", "-A", "tracker.celery", "beat", *options],
        surroundings,
        _logs(),
    )


def await_answer(web: Child, host: str, port: int) -> None:
    """Returns when the home page answers. Raises CommandError with the web process's last words."""
    end = time.monotonic() + READY_SECONDS
    while time.monotonic() < end and not web.ended():
        try:
            with urllib.request.urlopen(f"http://{host}:{port}/", timeout=5) as answer:
                answer.read(1)
            return
        except urllib.error.HTTPError as error:
            raise CommandError(
                f"The home page answers {error.code}:\n{web.last_words()}", returncode=1
            ) from error
        except OSError:
            time.sleep(0.1)
    raise CommandError(f"The web process does not answer:\n{web.last_words()}", returncode=1)


def local(host: str) -> str:
    return "127.0.0.1" if host in ("0.0.0.0", "::", "localhost") else host


def lan_address() -> str:
    """This machine's address in the hall's network. Nothing is sent: connecting UDP only chooses a route."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 1))
            return str(probe.getsockname()[0])
        except OSError:
            return socket.gethostbyname(socket.gethostname())


def qr(address: str) -> str:
    """The address as a QR code of block characters, to be scanned from the laptop's screen."""
    import io

    import segno

    drawing = io.StringIO()
    segno.make(address, micro=False).terminal(drawing, compact=True)
    return drawing.getvalue()
