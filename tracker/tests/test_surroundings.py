"""What `up` hands to its processes: the hall's time zone, and jobs that do not wait for a clock."""

from __future__ import annotations

import os
import subprocess
import sys
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from tracker import env
from tracker.management.commands import up


@pytest.mark.parametrize(
    ("told", "began_open", "door"),
    [
        ("", False, "closed"),
        ("", True, "open"),
        ("guests", False, "guests"),
        ("closed", True, "closed"),
        ("open", False, "open"),
    ],
)
def test_a_server_that_was_told_nothing_lets_strangers_in_only_where_it_began_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, told: str, began_open: bool, door: str
) -> None:
    monkeypatch.setenv("WARLEDGER_DOOR", told)
    if began_open:
        env.begin_open(tmp_path)
    assert env.door(tmp_path) == door
    monkeypatch.setenv("WARLEDGER_DOOR", "ajar")
    with pytest.raises(ValueError, match="are legal"):
        env.door(tmp_path)


@pytest.mark.django_db
def test_up_opens_the_door_of_what_it_makes_and_leaves_an_upgraded_server_closed(
    tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The tables of this test are there already, as those of a server that is upgraded."""
    settings.DATA_DIR = tmp_path
    up.Command(stdout=StringIO()).prepare(empty=True)
    assert env.door(tmp_path) == "closed"
    monkeypatch.setattr(up, "has_tables", lambda: False)
    up.Command(stdout=StringIO()).prepare(empty=True)
    assert env.door(tmp_path) == "open"


def test_pages_tell_the_time_of_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("WARLEDGER_TIMEZONE", raising=False)
    monkeypatch.setattr(up, "get_localzone_name", lambda: "Asia/Yekaterinburg")
    assert up.environment()["WARLEDGER_TIMEZONE"] == "Asia/Yekaterinburg"


def test_a_zone_that_somebody_named_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WARLEDGER_TIMEZONE", "Europe/Lisbon")
    monkeypatch.setattr(up, "get_localzone_name", lambda: "Asia/Yekaterinburg")
    assert up.environment()["WARLEDGER_TIMEZONE"] == "Europe/Lisbon"


@pytest.mark.parametrize("told", ["Nowhere/Land", "/etc/localtime", "", None])
def test_a_machine_without_a_zone_that_has_a_name_tells_utc(
    monkeypatch: pytest.MonkeyPatch, told: str | None
) -> None:
    monkeypatch.setattr(up, "get_localzone_name", lambda: told)
    assert up.local_zone() == "UTC"


def test_jobs_through_files_are_taken_at_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Files wake nobody: how often the worker looks is how late standings follow a result."""
    monkeypatch.delenv("REDIS_URL", raising=False)
    monkeypatch.setenv("WARLEDGER_JOBS", "files")
    found = env.broker(tmp_path)
    assert found is not None and found[1]["polling_interval"] <= 0.2


@pytest.mark.parametrize("host", ["0.0.0.0", "::"])
def test_who_serves_the_hall_knows_the_address_that_phones_open(
    monkeypatch: pytest.MonkeyPatch, host: str
) -> None:
    monkeypatch.setattr(up, "lan_address", lambda: "192.168.7.5")
    assert up.hall(host, 8000) == {"WARLEDGER_HALL": "http://192.168.7.5:8000/"}
    assert up.hall("127.0.0.1", 8000) == {}


# --- What must not be open, and what a server must not start with ------------------------------------------


@pytest.mark.skipif(os.name == "nt", reason="file modes are those of POSIX")
def test_the_data_folder_is_closed_to_others_also_one_that_was_open(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir(mode=0o755)
    found = [folder / name for name in ("warledger.sqlite3", "warledger.sqlite3-wal", "secret_key")]
    for path in found:
        path.touch(0o644)
    env.private(folder)
    assert folder.stat().st_mode & 0o777 == 0o700
    assert {path.stat().st_mode & 0o777 for path in found} == {0o600}
    assert env.private(tmp_path / "new" / "data").stat().st_mode & 0o777 == 0o700


@pytest.mark.skipif(os.name == "nt", reason="file modes are those of POSIX")
def test_a_folder_that_all_share_stays_so(tmp_path: Path) -> None:
    (tmp_path / "shared").mkdir()
    (tmp_path / "shared").chmod(0o1777)
    assert env.private(tmp_path / "shared").stat().st_mode & 0o1777 == 0o1777


@pytest.mark.skipif(os.name == "nt", reason="file modes are those of POSIX")
def test_whatever_command_starts_first_closes_the_folder(tmp_path: Path) -> None:
    """Also where an older version, or a copy put back, left it open to every user of the machine."""
    folder = tmp_path / "data"
    folder.mkdir()
    folder.chmod(0o755)
    (folder / "warledger.sqlite3").touch()
    (folder / "warledger.sqlite3").chmod(0o644)
    assert settings_with(folder).returncode == 0
    assert folder.stat().st_mode & 0o777 == 0o700
    assert (folder / "warledger.sqlite3").stat().st_mode & 0o777 == 0o600


def settings_with(folder: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """What a process says that reads the settings with these variables."""
    kept = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "SECRET_KEY")}
    given = kept | {"WARLEDGER_DATA": str(folder)} | variables
    command = [sys.executable, "-c", "import tracker.settings"]
    return subprocess.run(command, env=given, cwd=env.CHECKOUT, capture_output=True, text=True, timeout=60)


SERVER = "postgresql://warledger@127.0.0.1:1/warledger"
LONG = "Jq2mVb9TzR4wLk8NcE1sYd6HfGa3Pu5oKiWt"


@pytest.mark.parametrize(
    ("variables", "told"),
    [
        (
            {"DATABASE_URL": SERVER, "SECRET_KEY": LONG, "DEBUG": "1"},
            "DEBUG=1 shows settings and source code",
        ),
        ({"DATABASE_URL": SERVER, "SECRET_KEY": "a"}, "SECRET_KEY can be guessed"),
        ({"DATABASE_URL": SERVER, "SECRET_KEY": "ab" * 40}, "SECRET_KEY can be guessed"),
        ({"DATABASE_URL": "mysql://x/y", "SECRET_KEY": LONG}, "'mysql' is not known"),
    ],
)
def test_a_server_that_is_not_safe_does_not_start_and_says_why(
    tmp_path: Path, variables: dict[str, str], told: str
) -> None:
    refused = settings_with(tmp_path, **variables)
    assert refused.returncode == 2
    assert told in refused.stderr and "Traceback" not in refused.stderr


@pytest.mark.parametrize(
    "variables", [{"DATABASE_URL": SERVER, "SECRET_KEY": LONG}, {"DEBUG": "1"}, {"SECRET_KEY": "a"}]
)
def test_a_safe_server_and_a_machine_of_ones_own_start(tmp_path: Path, variables: dict[str, str]) -> None:
    assert settings_with(tmp_path, **variables).returncode == 0
