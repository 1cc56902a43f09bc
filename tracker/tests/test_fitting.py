"""A database of an older or a newer version: everything that would work on it says so in one sentence, and waits."""

from __future__ import annotations

import html
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import OperationalError, ProgrammingError, connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client

from api.tests.hall import Rest, assert_problem
from games.rulebook import Text
from tracker import fitting, outages
from tracker.tests.children import Children
from tracker.tests.services import free_port
from tracker.tests.test_backup import Installation
from tracker.tests.visitors import Answer, Browser, soon
from tracker.web import serving

LAST = next(key for key in MigrationLoader(None).graph.leaf_nodes() if key[0] == "tracker")
TOMORROW = """
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
MigrationRecorder(connection).record_applied("tracker", "9999_of_tomorrow")
"""
WORKER = [sys.executable, "-m", "celery", "-A", "tracker.celery", "worker", "--loglevel", "WARNING"]
Vary = Callable[[], Text]


@pytest.fixture(params=["older", "newer", "empty"])
def vary(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Vary:
    """Makes the database one of another version, as its own list of migrations has it; what is said of it."""

    def change() -> Text:
        recorder = MigrationRecorder(connection)
        if request.param == "older":
            recorder.record_unapplied(*LAST)
        elif request.param == "newer":
            recorder.record_applied("tracker", "9999_of_tomorrow")
        else:
            recorder.migration_qs.all().delete()
        unknown(monkeypatch)
        return {"older": fitting.OLDER, "newer": fitting.NEWER, "empty": fitting.EMPTY}[request.param]

    return change


def unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a process that has only begun."""
    monkeypatch.setattr(fitting._Known, "fits", False)
    monkeypatch.setattr(fitting._Known, "found", None)
    monkeypatch.setattr(fitting._Known, "at", float("-inf"))


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("path", ["/", "/sign-in/", "/no/such/page/"])
def test_pages_ask_to_come_again_and_say_what_to_do(vary: Vary, language: str, path: str) -> None:
    said = vary()
    answer = Client().get(path, headers={"Accept-Language": language})
    assert answer.status_code == 503 and answer["Retry-After"] == str(outages.RETRY_AFTER)
    assert (
        fitting.TITLE.to(language) in answer.content.decode() and said.to(language) in answer.content.decode()
    )
    assert Client().get("/static/css/base.css").status_code == 200, "the look of that page"


@pytest.mark.django_db
@pytest.mark.parametrize("cookie", [False, True])
@pytest.mark.parametrize("language", ["en", "ru"])
def test_programs_get_a_problem(vary: Vary, language: str, cookie: bool) -> None:
    said, rest = vary(), Rest()
    if cookie:
        rest.client.cookies["sessionid"] = "x" * 32
    answer = rest.get("tournaments/", Accept_Language=language)
    assert_problem(answer, 503, "misfit")
    assert answer["Retry-After"] == str(outages.RETRY_AFTER) and answer.json()["detail"] == said.to(language)


@pytest.mark.django_db
def test_everything_goes_on_once_the_tables_fit(vary: Vary, monkeypatch: pytest.MonkeyPatch) -> None:
    vary()
    assert Client().get("/").status_code == 503
    recorder = MigrationRecorder(connection)
    recorder.migration_qs.filter(name="9999_of_tomorrow").delete()
    for key in fitting.MigrationLoader(None).disk_migrations:
        recorder.record_applied(*key)
    assert Client().get("/").status_code == 503, "the last look is a moment ago"
    monkeypatch.setattr(fitting, "AGAIN_SECONDS", 0)
    assert Client().get("/").status_code == 200


def refusing(execute: Any, sql: str, *rest: Any) -> Any:
    """The database, which lacks a column that every query of ours names."""
    if "tracker_" in sql:
        raise ProgrammingError("column is missing")
    return execute(sql, *rest)


@pytest.mark.django_db
def test_tables_changed_under_a_running_server_are_told_instead_of_a_fault(
    vary: Vary, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process had looked and found them to fit."""
    said, browser = vary(), Client(raise_request_exception=False)
    monkeypatch.setattr(fitting._Known, "fits", True)
    with connection.execute_wrapper(refusing):
        page = browser.get("/")
        assert page.status_code == 503 and said.en in html.unescape(page.content.decode())
        monkeypatch.setattr(fitting._Known, "fits", True)
        assert_problem(Rest().get("tournaments/"), 503, "misfit")
    assert fitting.misfit() == said


@pytest.mark.django_db
def test_wrong_sql_on_tables_that_fit_is_our_fault_as_before() -> None:
    with connection.execute_wrapper(refusing):
        assert Client(raise_request_exception=False).get("/").status_code == 500
        assert_problem(Rest().get("tournaments/"), 500, "internal")


@pytest.mark.django_db
@pytest.mark.parametrize("command", ["rebuild", "verify-log", "import", "export", "sync-scenarios"])
def test_commands_say_it_and_do_nothing(vary: Vary, command: str) -> None:
    said = vary()
    given = {"import": ["no-file"], "export": [str(uuid4())]}.get(command, [])
    for language in ("en", "ru") if command in ("rebuild", "verify-log", "import") else ("en",):
        with pytest.raises(CommandError) as refused:
            call_command(command, *given, **({"lang": language} if language == "ru" else {}))
        assert str(refused.value) == said.to(language) and refused.value.returncode == 2


@pytest.mark.django_db
def test_a_file_is_verified_on_any_database(vary: Vary, tmp_path: Path, capsys: Any) -> None:
    vary()
    (tmp_path / "log").write_text("no log", encoding="utf-8")
    with pytest.raises(SystemExit) as refused:
        call_command("verify-log", str(tmp_path / "log"))
    assert refused.value.code == 1 and "log: " in capsys.readouterr().out


def test_one_that_is_away_is_no_other_version(monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*_: Any, **__: Any) -> Any:
        raise OperationalError("connection refused")

    unknown(monkeypatch)
    monkeypatch.setattr(BaseDatabaseWrapper, "cursor", away)
    assert fitting.misfit() is None and not fitting._Known.fits


# --- Real processes -----------------------------------------------------------------------------------------


@pytest.mark.soak
def test_a_database_of_the_last_version_from_the_first_page_to_the_upgrade(
    children: Children, tmp_path: Path
) -> None:
    ours = Installation(tmp_path, WARLEDGER_JOBS="files")
    ours.done("migrate", "tracker", "0006", "--verbosity", "0")
    for command in ("verify-log", "rebuild"):
        refused = ours.manage(command)
        assert (refused.returncode, refused.stderr) == (2, f"CommandError: {fitting.OLDER.en}\n")
    worker = children.start(WORKER, ours.variables)
    assert worker.ended(60) == 2 and worker.output.endswith(f"{fitting.OLDER.en}\n"), worker.output
    port = free_port()
    web = children.start(serving.command("127.0.0.1", port, 1), ours.variables)
    browser = Browser(f"http://127.0.0.1:{port}")
    page = soon(lambda: _answer(browser), "an answer", 60)
    assert page.status == 503 and fitting.OLDER.en in page.text and page.headers["Retry-After"]
    ours.done("migrate", "--verbosity", "0")
    assert soon(lambda: getattr(_answer(browser), "status", 0) == 200, "the page after the upgrade")
    assert web.output.count(fitting.OLDER.en) == 1, "a line for the log, not one for each request"
    assert "Traceback" not in web.output + worker.output


def _answer(browser: Browser) -> Answer | None:
    try:
        return browser.send("/")
    except OSError:
        return None


@pytest.mark.soak
def test_up_does_not_serve_what_a_newer_version_made(children: Children, tmp_path: Path) -> None:
    ours = Installation(tmp_path)
    ours.done("migrate", "--verbosity", "0")
    ours.done("shell", "-c", TOMORROW)
    refused = ours.manage("up", "--empty", "--port", str(free_port()))
    assert (refused.returncode, refused.stderr) == (2, f"CommandError: {fitting.NEWER.en}\n")
    copy = tmp_path / "copy.zip"
    ours.done("backup", str(copy))
    refused = Installation(tmp_path / "other").manage("restore", str(copy))
    assert refused.returncode == 1 and "newer version" in refused.stderr
