"""Whoever runs the server sees a fault: by a command, by an address, by figures, by the log, and on the pages."""

from __future__ import annotations

import json
import logging
import subprocess
import sys
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from io import StringIO
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.utils import timezone

from tracker import appended, env, jobs, logs, metrics, pulses
from tracker.after import follow_up
from tracker.embedded import running
from tracker.models import Fault, Pulse, Stream
from tracker.proof import seals
from tracker.selectors import health, lateness
from tracker.tests import hall
from tracker.tests.children import Children
from tracker.tests.pages.desk import Desk
from tracker.tests.visitors import soon
from tracker.tests.workers import celery

pytestmark = pytest.mark.django_db(transaction=True)
TOKEN = "a token of sixteen characters"


@pytest.fixture(autouse=True)
def _no_sign_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pulses, "_noted", {})


def told(language: str = "en") -> tuple[int, Any]:
    """Exit code and JSON of `status`."""
    out = StringIO()
    try:
        call_command("status", "--json", "--lang", language, stdout=out)
    except SystemExit as end:
        return int(end.code or 0), json.loads(out.getvalue())
    return 0, json.loads(out.getvalue())


def behind_since(desk: Desk, minutes: int) -> None:
    """The newest event of the event was stored so long ago, and nobody has shown it yet."""
    at = (timezone.now() - timedelta(minutes=minutes)).isoformat()
    trigger = "DROP TRIGGER tracker_event_no_update"
    row = Stream.objects.get(id=desk.event)
    with connection.cursor() as cursor:
        cursor.execute(trigger)
        cursor.execute(
            "UPDATE tracker_event SET recorded = %s WHERE stream_id = %s AND seq = %s",
            [at, row.id.hex, row.version],
        )
    Stream.objects.filter(id=row.id).update(projected_version=row.version - 1)


def failing(desk: Desk) -> None:
    now = timezone.now()
    version = Stream.objects.get(id=desk.event).version
    Stream.objects.filter(id=desk.event).update(projected_version=version - 1)
    Fault.objects.create(
        stream_id=desk.event,
        version=version,
        what="ValueError: odd",
        since=now,
        again=now + timedelta(hours=1),
    )


def test_a_sound_installation_says_so() -> None:
    Desk()
    seals.seal_heads()
    code, found = told()
    assert code == 0 and found["ok"] and found["answers"]
    assert found["behind_count"] == 0 and found["failing"] == [] and found["unsealed"] == 0
    assert found["seal"] == 1 and found["sealed_at"] and found["free_bytes"] > 0


def test_streams_that_are_behind_or_failing_are_named_with_their_time() -> None:
    desk = Desk()
    failing(desk)
    code, found = told()
    assert code == 1 and [one["stream"] for one in found["failing"]] == [str(desk.event)]
    assert found["failing"][0]["what"] == "ValueError: odd"
    (late,) = found["behind"]
    assert late["stream"] == str(desk.event) and late["shown"] == late["version"] - 1 and late["since"]
    assert "не удаётся" in told("ru")[1]["wrong"][0]


def test_a_command_beside_up_knows_its_broker(settings: Any, tmp_path: Path) -> None:
    """`status` itself hands out no jobs; the worker that it looks for is that of the `up` on the same data folder."""
    settings.DATA_DIR = tmp_path
    queue = tmp_path / "jobs" / "celery"
    queue.mkdir(parents=True)
    (queue / "1-one.job").write_text("{}", encoding="utf-8")
    assert told()[1]["broker"] == "", "nobody takes jobs here"
    with running.marked():
        assert told()[1]["broker"] == "", "an `up` whose web process does the jobs itself"
        running.say(running.FILES)
        pulses.note(pulses.WORKER)
        pulses.note(pulses.BEAT)
        found = told()[1]
        assert (found["broker"], found["broker_answers"], found["waiting_jobs"]) == ("files", True, 1)
        Pulse.objects.filter(name=pulses.WORKER).update(at=timezone.now() - timedelta(minutes=5))
        code, found = told()
        assert code == 1 and any("worker gives no sign" in one for one in found["wrong"])
    running.mark().write_text(f"{gone()} files", encoding="ascii")
    assert running.was_killed() and told()[1]["broker"] == ""


def gone() -> int:
    """The number of a process that has ended."""
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait(20)
    return ended.pid


def test_a_silent_worker_and_a_missing_broker_are_told(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.CELERY_TASK_ALWAYS_EAGER = False
    settings.CELERY_BROKER_URL = "redis://user:secret@127.0.0.1:1/0"
    monkeypatch.setattr(health, "_of_broker", lambda: (False, None))
    pulses.note(pulses.BEAT)
    Pulse.objects.create(name=pulses.WORKER, at=timezone.now() - timedelta(minutes=3))
    code, found = told()
    assert code == 1 and found["broker"] == "redis" and "secret" not in json.dumps(found)
    assert any("worker gives no sign since" in one for one in found["wrong"])
    assert not any("beat" in one for one in found["wrong"])
    answer = Client().get("/healthz")
    told_so = {"ok": True, "worker": False, "beat": True, "ratings": True, "rows": "current"}
    assert answer.status_code == 200 and answer.json() == told_so


def test_a_database_that_is_away_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    from django.db import OperationalError

    def away() -> Any:
        raise OperationalError("connection refused")

    monkeypatch.setattr(health.fitting, "compared", away)
    code, found = told()
    assert code == 1 and not found["answers"] and "connection refused" in found["wrong"][0]
    monkeypatch.setattr(health.pulses, "heard", away)
    assert Client(raise_request_exception=False).get("/healthz").status_code == 503


def test_little_disk_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "free_bytes", lambda: 12_000_000)
    assert "12 MB" in told()[1]["wrong"][0]


def test_pages_say_that_rows_are_behind() -> None:
    desk = Desk(language="ru")
    sentence = "страница их пока не показывает"
    assert sentence not in desk.client.get(desk.url()).content.decode()
    failing(desk)
    assert sentence in desk.client.get(desk.url()).content.decode()
    Fault.objects.all().delete()
    assert sentence not in desk.client.get(desk.url()).content.decode(), "the page brought it up itself"


def test_lists_say_that_nobody_brings_them_up(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = Desk()
    sentence = "does not show them yet"
    behind_since(desk, 5)
    appended.settled(desk.event)  # another process appended it
    assert sentence in Client().get("/").content.decode()
    lateness._forget()
    follow_up.catch_up()
    assert sentence not in Client().get("/").content.decode()


def test_figures_are_for_administrators_and_for_a_program_with_the_token(settings: Any) -> None:
    pytest.importorskip("prometheus_client", reason="the environment was made before it was required")
    desk = Desk()
    failing(desk)
    desk.client.get(desk.url())
    assert desk.client.get("/metrics").status_code == 403
    assert Client(headers={"Authorization": "Bearer "}).get("/metrics").status_code == 302
    settings.METRICS_TOKEN = TOKEN
    wrong = Client(headers={"Authorization": f"Bearer {TOKEN}x"})
    assert wrong.get("/metrics").status_code == 302
    found = Client(headers={"Authorization": f"Bearer {TOKEN}"}).get("/metrics").content.decode()
    assert "warledger_streams_failing 1.0" in found and "warledger_streams_behind 1.0" in found
    assert 'warledger_request_seconds_count{answer="2xx",method="GET",view="pages:event"}' in found
    assert "warledger_database_answers 1.0" in found and "warledger_events_total" in found
    admin = Client()
    admin.force_login(User.objects.create_superuser("root"))
    assert admin.get("/metrics").status_code == 200


def test_an_environment_without_the_library_serves_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(metrics, "_counted", None)
    metrics._request.cache_clear()
    metrics.answered("pages:never", "GET", 200, 0.1)
    metrics.appended(1)
    metrics._request.cache_clear()
    assert metrics.written([]) is None


def test_a_guessable_token_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WARLEDGER_METRICS", "short")
    with pytest.raises(ValueError, match="can be guessed"):
        env.token("WARLEDGER_METRICS")
    monkeypatch.setenv("WARLEDGER_LOGS", "xml")
    with pytest.raises(ValueError, match="lines, json are legal"):
        env.choice("WARLEDGER_LOGS", ("lines", "json"))


def test_old_sessions_go() -> None:
    from django.contrib.sessions.models import Session

    now = timezone.now()
    Session.objects.create(session_key="old", session_data="", expire_date=now - timedelta(days=1))
    Session.objects.create(session_key="new", session_data="", expire_date=now + timedelta(days=1))
    jobs.clear_sessions()
    assert [one.session_key for one in Session.objects.all()] == ["new"]


# --- The log of the program ---------------------------------------------------------------------------------


class Kept(logging.Handler):
    def __init__(self) -> None:
        super().__init__()
        self.addFilter(logs.About())
        self.lines: list[Any] = []
        self.texts: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(json.loads(logs.JsonLines().format(record)))
        self.texts.append(logs.Lines("{levelname} {message}", style="{").format(record))


@pytest.fixture
def kept() -> Any:
    handler = Kept()
    logging.getLogger("tracker").addHandler(handler)
    yield handler
    logging.getLogger("tracker").removeHandler(handler)


def test_an_event_that_cannot_be_read_is_a_line_with_its_stream_and_its_seq(kept: Kept) -> None:
    desk = Desk()
    with connection.cursor() as cursor:
        cursor.execute("DROP TRIGGER tracker_event_no_update")
        cursor.execute(
            "UPDATE tracker_event SET type = 'odd' WHERE stream_id = %s AND seq = 2", [desk.event.hex]
        )
    Stream.objects.filter(id=desk.event).update(projected_version=1)
    follow_up.catch_up()
    (line,) = kept.lines
    assert (line["stream"], line["seq"], line["level"]) == (str(desk.event), 2, "ERROR")
    assert "Traceback" in line["trace"]


def test_whatever_is_logged_about_a_stream_names_it(kept: Kept) -> None:
    desk = Desk()
    with logs.about(desk.event, 7):
        logging.getLogger("tracker.odd").warning("strange")
    assert kept.lines[-1]["seq"] == 7 and kept.texts[-1] == f"WARNING strange [{desk.event}, event 7]"


def test_a_slow_request_is_a_line_by_view_and_stream(kept: Kept, settings: Any) -> None:
    desk = Desk()
    settings.SLOW_MS = 0
    logging.getLogger("tracker.requests").setLevel(logging.INFO)
    desk.client.get(desk.url() + "?code=SECRET")
    line = kept.lines[-1]
    assert (line["view"], line["status"], line["stream"]) == ("pages:event", 200, str(desk.event))
    assert line["ms"] >= 0 and "SECRET" not in json.dumps(line)


def test_errors_are_reported_to_an_address_once_a_minute() -> None:
    got: list[Any] = []

    class Takes(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            got.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(200)
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None: ...

    with HTTPServer(("127.0.0.1", 0), Takes) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        handler = logs.Reports(f"http://127.0.0.1:{server.server_port}/alarm")
        handler.addFilter(logs.About())
        log = logging.getLogger("tracker.tests.reported")
        log.addHandler(handler)
        try:
            for _ in range(3):
                log.error("stream %s is odd", "one", extra={"stream": "one", "seq": 3})
            log.warning("not that bad")
            soon(lambda: bool(got), "the report", 10)
            handler._queue.join()
        finally:
            log.removeHandler(handler)
            server.shutdown()
    (report,) = got
    assert report["text"] == "Warledger: ERROR tracker.tests.reported: stream one is odd"
    assert (report["stream"], report["seq"]) == ("one", 3)


REPORTED: list[logs.Report] = []


def test_errors_are_reported_to_a_function() -> None:
    handler = logs.Reports(f"{__name__}:keep")
    handler.handle(logging.makeLogRecord({"levelno": 40, "levelname": "ERROR", "name": "x", "msg": "odd"}))
    handler._queue.join()
    assert [one["message"] for one in REPORTED] == ["odd"]
    with pytest.raises(ValueError, match="WARLEDGER_ERRORS"):
        logs.function("nothing")


def keep(report: logs.Report) -> None:
    REPORTED.append(report)


@pytest.mark.soak
def test_a_worker_gives_signs(on_postgres: None, redis_url: str, children: Children) -> None:
    hall.organiser()
    celery(children, redis_url)
    soon(lambda: pulses.WORKER in pulses.heard(), "the worker's sign", 60)
