"""What `up` hands to its processes: the hall's time zone, and jobs that do not wait for a clock."""

from __future__ import annotations

from pathlib import Path

import pytest

from tracker import env
from tracker.management.commands import up


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
