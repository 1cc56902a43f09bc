"""The environment that users run, with its jobs in other processes: a tournament from its opening to its ranking.

Web with two processes, a worker and a beat are started as the Dockerfile and docker-compose.yml say, on a real
PostgreSQL and a real broker, with nothing installed but `requirements.txt`.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator

import pytest

from tracker.tests.children import Children
from tracker.tests.deployed import Deployment, command_of
from tracker.tests.visitors import Browser, soon

pytestmark = pytest.mark.skipif(os.name == "nt", reason="servers run on POSIX systems")
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
    assert "--workers 2" in command_of("web")


def test_a_job_of_one_process_is_done_by_the_worker(server: Deployment) -> None:
    server.manage("shell", "-c", "from tracker.jobs import catch_up; catch_up.delay()")
    left = "from tracker.celery import app; print('LEFT', app.connection().default_channel._size('celery'))"
    soon(lambda: "LEFT 0" in server.manage("shell", "-c", left), "the worker")


def test_the_organisers_page_opens(browser: Browser) -> None:
    assert "My events" in browser.open("/organise/").text


def test_every_process_still_runs_and_none_has_complained(server: Deployment) -> None:
    for name, child in server.running.items():
        assert child.running(), f"{name} ended: {child.output}"
        assert "Traceback" not in child.output and "ERROR" not in child.output, f"{name}: {child.output}"
