"""What the environment says: the data folder, the secret key, the database and the broker.

Read once by `tracker.settings`, and by `tracker.management.commands.up` for the processes that it starts.
Standard library only.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import stat
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

CHECKOUT = Path(__file__).resolve().parent.parent
POSTGRES_SCHEMES = ("postgres", "postgresql")
KEY_LENGTH = 32
"""Characters that a server's `SECRET_KEY` has at least."""
TOKEN_LENGTH = 16
MAIL_PORTS = {"smtp": 587, "smtps": 465}
PREPARE_AFTER = 5
"""Executions after which a statement whose parameters the server binds is prepared. Django's own bind none there."""

# WAL lets readers go on while one writer appends; FULL makes an acknowledged event survive a power cut.
SQLITE_PRAGMAS = "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;"


def flag(name: str) -> bool:
    """True for 1, true, yes or on."""
    return os.environ.get(name, "").strip().lower() in {"1", "true", "yes", "on"}


@contextlib.contextmanager
def told() -> Iterator[None]:
    """Surroundings that cannot be used (ValueError) end the process with their sentence instead of a traceback."""
    try:
        yield
    except ValueError as error:
        sys.stderr.write(f"{error}\n")
        raise SystemExit(2) from None


def number(name: str, default: int, low: int, high: int) -> int:
    """A variable as a whole number; `default` when it is unset or empty. Raises ValueError."""
    told = os.environ.get(name, "").strip()
    if not told:
        return default
    if not told.isdecimal() or not low <= int(told) <= high:
        raise ValueError(f"{name}={told!r}: a whole number from {low} to {high} is legal")
    return int(told)


DOOR_FILE = "door_open"
"""In the data folder of an installation that `up` made from nothing."""


def choice(name: str, known: tuple[str, ...]) -> str:
    """A variable that is one of `known`; the first when it is unset or empty. Raises ValueError."""
    told = os.environ.get(name, "").strip().lower() or known[0]
    if told not in known:
        raise ValueError(f"{name}={told!r}: {', '.join(known)} are legal")
    return told


FORMER_KEYS = "former_keys"
"""In the data folder: keys of before, one on each line."""
DOORS = ("open", "guests", "accounts", "closed")
"""Whom the front page lets in by themselves: both, guests to a match, new accounts, nobody."""


def door(folder: Path) -> str:
    """`WARLEDGER_DOOR`; without it `open` in an installation that began open, else `closed`. Raises ValueError.

    So a server that let no stranger in before there was a door lets none in when it is upgraded.
    """
    began = "open" if (folder / DOOR_FILE).exists() else "closed"
    return choice("WARLEDGER_DOOR", (began, *(one for one in DOORS if one != began)))


def begin_open(folder: Path) -> None:
    """From now on this installation is open unless it is told otherwise."""
    (folder / DOOR_FILE).touch(mode=0o600)


def token(name: str) -> str:
    """A secret that programs show, or "" when it is unset. Raises ValueError for one that can be guessed."""
    told = os.environ.get(name, "").strip()
    if told and len(told) < TOKEN_LENGTH:
        raise ValueError(
            f"{name} can be guessed: at least {TOKEN_LENGTH} characters, as of openssl rand -hex 16"
        )
    return told


def mail(name: str) -> dict[str, Any] | None:
    """Django's settings of the mail server that `smtp://user:password@host:587` (or `smtps://`) names; None: none.

    Raises ValueError.
    """
    told = os.environ.get(name, "").strip()
    if not told:
        return None
    parts = urlsplit(told)
    if parts.scheme not in MAIL_PORTS or not parts.hostname:
        raise ValueError(f"{name} names no mail server: smtp://user:password@host:587 and smtps:// are legal")
    return {
        "HOST": parts.hostname,
        "PORT": parts.port or MAIL_PORTS[parts.scheme],
        "HOST_USER": unquote(parts.username or ""),
        "HOST_PASSWORD": unquote(parts.password or ""),
        "USE_SSL": parts.scheme == "smtps",
        "USE_TLS": parts.scheme == "smtp" and bool(parts.username),
    }


def listed(name: str, default: list[str]) -> list[str]:
    """A comma-separated variable as a list; `default` when it is unset or empty."""
    found = [part.strip() for part in os.environ.get(name, "").split(",") if part.strip()]
    return found or default


def data_folder() -> Path:
    """`WARLEDGER_DATA`, or `.data` in the checkout. Not created here."""
    return Path(os.environ.get("WARLEDGER_DATA") or CHECKOUT / ".data").resolve()


def private(folder: Path) -> Path:
    """The folder of data, made if needed, for its owner alone, and so are the database and the key that lie in it.

    A folder that others share by design (one with the sticky bit, as /tmp) keeps its mode.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if os.name != "nt" and not folder.stat().st_mode & stat.S_ISVTX:
        _close(folder, 0o700)
    kept = (folder / "secret_key", folder / FORMER_KEYS)
    for path in (*folder.glob("*.sqlite3*"), *kept, *folder.glob("beat-schedule*")):
        _close(path, 0o600)
    return folder


def _close(path: Path, mode: int) -> None:
    """Takes away what goes beyond `mode`; somebody else's file is left to its owner."""
    with contextlib.suppress(OSError):
        if path.stat().st_mode & 0o777 & ~mode:
            path.chmod(mode)


def debug() -> bool:
    """`DEBUG`, for one's own machine. Raises ValueError beside `DATABASE_URL`: its pages show settings and code."""
    wanted = flag("DEBUG")
    if wanted and os.environ.get("DATABASE_URL"):
        raise ValueError(
            "DEBUG=1 shows settings and source code to every visitor, so a server (DATABASE_URL is set) does not "
            "start with it. Unset one of the two."
        )
    return wanted


def secret_key(folder: Path) -> str:
    """`SECRET_KEY`, or the key kept in the data folder, made on first use and readable by its owner alone.

    Raises ValueError for a key that can be guessed, where `DATABASE_URL` names a server's database.
    """
    if given := os.environ.get("SECRET_KEY"):
        if os.environ.get("DATABASE_URL") and not hard_to_guess(given):
            raise ValueError(
                f"SECRET_KEY can be guessed: a server wants at least {KEY_LENGTH} characters of chance. "
                "Make one with: openssl rand -base64 48"
            )
        return given
    kept = folder / "secret_key"
    if not kept.exists():
        _keep_new_key(kept)
    return kept.read_text(encoding="utf-8").strip()


def former_keys(folder: Path) -> list[str]:
    """The keys of before: those of `SECRET_KEY_FALLBACKS`, then those that a restored copy left in the data folder."""
    kept = folder / FORMER_KEYS
    lines = kept.read_text(encoding="utf-8").splitlines() if kept.exists() else []
    found = [*listed("SECRET_KEY_FALLBACKS", []), *(line.strip() for line in lines if line.strip())]
    return list(dict.fromkeys(found))


def hard_to_guess(key: str) -> bool:
    """Long enough, and of many different characters."""
    return len(key) >= KEY_LENGTH and len(set(key)) >= KEY_LENGTH // 3


def _keep_new_key(path: Path) -> None:
    """Two processes may start at once: the first to create the file wins, both then read the same key."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.write(secrets.token_urlsafe(48))
    try:
        os.link(draft, path)
    except FileExistsError:
        pass
    except OSError:  # a file system without hard links
        os.replace(draft, path)
    finally:
        draft.unlink(missing_ok=True)


def database(folder: Path, url: str | None = None) -> dict[str, Any]:
    """Django's settings of the database named by `url`, else `DATABASE_URL`, else SQLite in the data folder.

    Raises ValueError naming the scheme for anything but postgres:// and sqlite://.
    """
    parts = urlsplit(url or os.environ.get("DATABASE_URL") or f"sqlite:///{folder / 'warledger.sqlite3'}")
    if parts.scheme == "sqlite":
        return sqlite(unquote(parts.path).removeprefix("/") or ":memory:")
    if parts.scheme in POSTGRES_SCHEMES:
        return _postgres(parts)
    raise ValueError(f"DATABASE_URL: {parts.scheme!r} is not known; use postgres:// or sqlite:///")


def sqlite(name: str) -> dict[str, Any]:
    """IMMEDIATE takes the write lock at BEGIN, so a writer waits (at most `timeout` s) instead of failing late.

    Each thread keeps its connection: opening one and closing the last of them, which moves the whole write-ahead log
    into the file, take longer than what most requests ask.
    """
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": name,
        "CONN_MAX_AGE": None,
        "OPTIONS": {"timeout": 20, "transaction_mode": "IMMEDIATE", "init_command": SQLITE_PRAGMAS},
    }


def _postgres(parts: Any) -> dict[str, Any]:
    options: dict[str, Any] = dict(parse_qsl(parts.query))
    pool = options.pop("pool", None)
    # Django turns prepared statements off altogether; without them PostgreSQL plans every append anew, which takes
    # longer than the append itself. A pooler that gives each transaction another session cannot keep them.
    options["prepare_threshold"] = None if options.pop("prepare", "yes") == "no" else PREPARE_AFTER
    settings = {
        "ENGINE": "tracker.postgres",
        "NAME": unquote(parts.path.lstrip("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": unquote(parts.hostname or "") or options.pop("host", ""),
        "PORT": str(parts.port or ""),
        "CONN_MAX_AGE": 600,
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": options,
    }
    options.setdefault("connect_timeout", 5)  # a server that is gone is told within seconds
    if pool:  # a pool replaces connections kept per thread
        settings["CONN_MAX_AGE"] = 0
        options["pool"] = {"min_size": 2, "max_size": int(pool), "timeout": 10}
    return settings


def broker(folder: Path) -> tuple[str, dict[str, Any]] | None:
    """Celery's broker address and transport options, or None: jobs then run in the process that asks for them.

    `REDIS_URL` first; else files in the data folder when `WARLEDGER_JOBS=files` (set by `manage.py up`).
    """
    if redis := os.environ.get("REDIS_URL"):
        return redis, REDIS_OPTIONS
    if os.environ.get("WARLEDGER_JOBS") == "files":
        return files_broker(folder)
    return None


# An append must not wait for a broker that is down: connecting gives up after half a second, catch-up does the rest.
REDIS_OPTIONS = {
    "socket_connect_timeout": 0.5,
    "socket_timeout": 5,
    "socket_keepalive": True,
    "visibility_timeout": 600,
    "max_retries": 0,
}


def files_broker(folder: Path) -> tuple[str, dict[str, Any]]:
    """The broker of `manage.py up` on this data folder."""
    # Files wake nobody: with the default of a second, standings would follow a result only by then.
    return "files://localhost/", {"folder": str(folder / "jobs"), "polling_interval": 0.1}
