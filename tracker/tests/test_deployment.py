"""The environment that users run, with its jobs in other processes: a tournament from its opening to its ranking.

Web with two processes, a worker and a beat are started as the Dockerfile and docker-compose.yml say, on a real
PostgreSQL and a real broker, with nothing installed but `requirements.txt`.
"""

from __future__ import annotations

import os
import subprocess
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest

from tracker import serving
from tracker.tests.children import Children, family
from tracker.tests.deployed import Deployment
from tracker.tests.visitors import Browser, soon

pytestmark = pytest.mark.skipif(os.name == "nt", reason="servers run on POSIX systems")
PHONES = 280
PASSWORD = "a long password"


@pytest.fixture(scope="module")
def server(
    tmp_path_factory: pytest.TempPathFactory, postgres_url: str, redis_url: str
) -> Iterator[Deployment]:
    """Everything of a server is running; its administrator is `admin`."""
    children = Children()
    deployment = Deployment(children, tmp_path_factory.mktemp("deployed"), postgres_url, redis_url)
    try:
        deployment.install()
        deployment.manage(
            "createsuperuser", "--noinput", "--username", "admin", "--email", "admin@example.org",
            DJANGO_SUPERUSER_PASSWORD=PASSWORD,
        )  # fmt: skip
        deployment.start("worker", "beat", "web")
        yield deployment
    finally:
        children.end()


@pytest.fixture(scope="module")
def browser(server: Deployment) -> Browser:
    found = Browser(server.address)
    found.sign_in("admin", PASSWORD)
    return found


def test_the_web_has_two_processes_and_nothing_of_the_test_environment(server: Deployment) -> None:
    found = subprocess.run(
        ["python", "-c", "import pytest"], env=server.variables, capture_output=True, text=True, timeout=60
    )
    assert "No module named 'pytest'" in found.stderr
    assert len(web_processes(server)) == 2


def web_processes(server: Deployment) -> list[int]:
    """Those that answer: the processes below the one that was started."""
    return [pid for pid in family(server.running["web"].pid) if "granian" in command_line(pid)]


def command_line(pid: int) -> str:
    command = ["ps", "-o", "args=", "-p", str(pid)]
    return subprocess.run(command, capture_output=True, text=True, timeout=20).stdout


def test_a_job_of_one_process_is_done_by_the_worker(server: Deployment) -> None:
    server.manage("shell", "-c", "from tracker.jobs import catch_up; catch_up.delay()")
    left = "from tracker.celery import app; print('LEFT', app.connection().default_channel._size('celery'))"
    soon(lambda: "LEFT 0" in server.manage("shell", "-c", left), "the worker")


def test_the_organisers_page_opens(browser: Browser) -> None:
    assert "My events" in browser.open("/organise/").text


def test_a_hall_of_phones_at_once_is_answered_and_leaves_connections_free(server: Deployment) -> None:
    """Each gets the page, or is asked to come again; nobody locks anybody out of the database."""
    begin = time.monotonic()
    with ThreadPoolExecutor(PHONES) as phones:
        answers = list(phones.map(lambda _: Browser(server.address).send("/"), range(PHONES)))
    statuses = Counter(answer.status for answer in answers)
    assert set(statuses) <= {200, 503}, statuses
    assert all("Retry-After" in answer.headers for answer in answers if answer.status == 503)
    assert statuses[200] >= PHONES // 2, f"{statuses} in {time.monotonic() - begin:.1f} s"
    asked = "SELECT count(*) FROM pg_stat_activity WHERE datname = %s"
    with psycopg.connect(server.variables["DATABASE_URL"]) as database:
        taken = database.execute(asked, [server.database]).fetchone()
    assert taken and taken[0] <= serving.connections(2) + serving.OTHERS


def test_every_process_still_runs_and_none_has_complained(server: Deployment) -> None:
    for name, child in server.running.items():
        assert child.running(), f"{name} ended: {child.output}"
        assert "Traceback" not in child.output and "ERROR" not in child.output, f"{name}: {child.output}"
