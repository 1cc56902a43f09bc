"""`manage.py up` as an organiser starts it: one process tree, a demo event, jobs through files, a clean end."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from http.cookiejar import CookieJar
from pathlib import Path
from typing import NamedTuple

import pytest

from tracker import env
from tracker.tests.children import Child, Children, alive, family, outlived
from tracker.tests.services import free_port

pytestmark = pytest.mark.soak

WAIT_SECONDS, END_SECONDS = 300, 120
SEALS = "from tracker.models import Seal; print('SEALS', Seal.objects.count())"
ASK_FOR_SEAL = "from tracker.jobs import seal; seal.delay()"


class Installation(NamedTuple):
    """A running `up`."""

    port: int
    data: Path
    process: Child

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def output(self) -> str:
        return self.process.output


def surroundings(data: Path) -> dict[str, str]:
    names = ("DATABASE_URL", "REDIS_URL", "SECRET_KEY", "DJANGO_SETTINGS_MODULE", "WARLEDGER_JOBS")
    kept = {name: value for name, value in os.environ.items() if name not in names}
    return kept | {"WARLEDGER_VENV": "off", "WARLEDGER_DATA": str(data), "PYTHONUTF8": "1"}


def manage(data: Path, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(env.CHECKOUT / "manage.py"), *arguments]
    return subprocess.run(
        command,
        env=surroundings(data) | variables,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=600,
    )


def start(children: Children, data: Path, port: int, *options: str) -> Installation:
    """Returns when `ready:` is printed."""
    command = [sys.executable, str(env.CHECKOUT / "manage.py"), "up", "--port", str(port), *options]
    process = children.start(command, surroundings(data), cwd=data)
    process.until("ready: ", WAIT_SECONDS)
    return Installation(port, data, process)


@pytest.fixture(scope="module")
def up(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installation]:
    children = Children()
    try:
        yield start(children, tmp_path_factory.mktemp("up"), free_port())
    finally:
        children.end()


def fetched(address: str) -> str:
    with urllib.request.urlopen(address, timeout=120) as answer:
        text: str = answer.read().decode()
        return text


def test_it_says_where_it_is_ready_and_the_page_shows_the_demo(up: Installation) -> None:
    assert f"ready: {up.address}/" in up.output
    page = fetched(up.address)
    assert 'action="/play/"' in page, "what it made from nothing is open to guests"
    assert "(demo)" in page


def test_the_demo_standings_are_served_and_every_reference_is_our_own(up: Installation) -> None:
    event = re.search(r'href="(/events/[0-9a-f-]{36}/)"', fetched(up.address))
    assert event
    standings = fetched(f"{up.address}{event[1]}standings/")
    assert len(re.findall(r"<tr\b", standings)) >= 9
    assert re.findall(r'(?:src|href)="(?:https?:)?//(?!127\.0\.0\.1)', standings) == []


def test_static_files_and_the_api_answer(up: Installation) -> None:
    style = re.search(r'href="(/static/[^"?]+\.css)["?]', fetched(up.address))
    assert style and len(fetched(up.address + style[1])) > 1000
    assert '"last_battle"' in fetched(f"{up.address}/api/v1/systems/")


def test_the_one_time_password_lets_its_owner_do_nothing_but_choose_another(up: Installation) -> None:
    found = re.search(r"administrator: admin +one-time password: (\S+)", up.output)
    assert found
    jar = CookieJar()
    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar))
    opener.open(f"{up.address}/sign-in/", timeout=120).read()
    token = next(cookie.value for cookie in jar if cookie.name == "csrftoken")
    form = {"username": "admin", "password": found[1], "csrfmiddlewaretoken": token or ""}
    signed_in = opener.open(f"{up.address}/sign-in/", urllib.parse.urlencode(form).encode(), timeout=120)
    assert urllib.parse.urlsplit(signed_in.url).path == "/account/password/"
    assert urllib.parse.urlsplit(opener.open(up.address, timeout=120).url).path == "/account/password/"
    with pytest.raises(urllib.error.HTTPError) as refused:
        opener.open(f"{up.address}/api/v1/systems/", timeout=120)
    assert refused.value.code == 403


def test_a_job_left_as_a_file_is_done_by_the_worker_process(up: Installation) -> None:
    before = manage(up.data, "shell", "-c", SEALS).stdout
    assert "SEALS" in before
    assert manage(up.data, "shell", "-c", ASK_FOR_SEAL, WARLEDGER_JOBS="files").returncode == 0
    end = time.monotonic() + WAIT_SECONDS
    while manage(up.data, "shell", "-c", SEALS).stdout == before:
        assert time.monotonic() < end, (up.data / "logs" / "worker.log").read_text(encoding="utf-8")
        time.sleep(0.2)


def test_a_second_one_on_the_same_port_is_told_so(up: Installation) -> None:
    second = manage(up.data, "up", "--port", str(up.port))
    assert second.returncode == 2
    assert f"127.0.0.1:{up.port} cannot be served: another program uses it" in second.stderr


@pytest.mark.parametrize("port", ["0", "65536", "eighty"])
def test_what_is_no_port_is_refused(tmp_path: Path, port: str) -> None:
    refused = manage(tmp_path, "up", "--port", port)
    assert refused.returncode == 2
    assert "--port" in refused.stderr


@pytest.mark.skipif(os.name == "nt", reason="file modes are those of POSIX")
def test_the_secret_key_is_kept_for_its_owner_alone(up: Installation) -> None:
    key = up.data / "secret_key"
    assert key.stat().st_mode & 0o777 == 0o600
    assert (up.data / "warledger.sqlite3").stat().st_mode & 0o777 == 0o600
    assert up.data.stat().st_mode & 0o777 == 0o700
    assert len(key.read_text(encoding="utf-8")) >= 50


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGTERM to send")
def test_zz_the_end_leaves_no_process_and_no_port_behind(up: Installation) -> None:
    below = family(up.process.pid)
    assert len(below) >= 3
    assert up.process.asked_to_end(END_SECONDS) == 0
    assert [pid for pid in below if alive(pid)] == []
    with socket.socket() as probe:
        assert probe.connect_ex(("127.0.0.1", up.port)) != 0


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGTERM to send")
def test_the_plain_server_serves_where_granian_is_missing_and_a_lost_worker_comes_back(
    children: Children, tmp_path: Path
) -> None:
    running = start(children, tmp_path, free_port(), "--empty", "--server", "plain")
    assert "demo" not in running.output
    assert "<html" in fetched(running.address)
    os.kill(child_of(running, "tracker.celery worker"), signal.SIGKILL)
    running.process.until("The worker process ended and is started again", WAIT_SECONDS)
    assert running.process.asked_to_end(END_SECONDS) == 0


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGKILL to send")
def test_a_lost_web_process_comes_back_on_its_port(children: Children, tmp_path: Path) -> None:
    """The whole installation ended with it, in the middle of an event."""
    running = start(children, tmp_path, free_port(), "--empty")
    below = family(web := child_of(running, "tracker.web"))
    os.kill(web, signal.SIGKILL)
    running.process.until("The web process ended and is started again", WAIT_SECONDS)
    end = time.monotonic() + WAIT_SECONDS
    while not served(running.address):
        assert time.monotonic() < end, running.output
        time.sleep(0.2)
    assert outlived(below, END_SECONDS) == []
    assert running.process.asked_to_end(END_SECONDS) == 0


def served(address: str) -> bool:
    try:
        return "<html" in fetched(address)
    except OSError:
        return False


def child_of(running: Installation, command: str) -> int:
    found = ["pgrep", "-P", str(running.process.pid), "-f", command]
    return int(subprocess.run(found, capture_output=True, text=True, timeout=120).stdout.split()[0])


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGKILL to send")
def test_one_that_was_killed_leaves_nobody_behind_and_the_next_one_serves_its_port(
    children: Children, tmp_path: Path
) -> None:
    first = start(children, tmp_path, free_port(), "--empty")
    below = family(first.process.pid)
    assert len(below) >= 3
    assert (tmp_path / "up.pid").read_text(encoding="ascii") == f"{first.process.pid} files"
    assert first.process.killed()
    second = start(children, tmp_path, first.port, "--empty")
    assert "<html" in fetched(second.address)
    assert outlived(below, END_SECONDS) == []
    assert second.process.asked_to_end(END_SECONDS) == 0
    assert not (tmp_path / "up.pid").exists()


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGTERM to send")
def test_an_end_while_it_is_starting_leaves_no_process_behind(children: Children, tmp_path: Path) -> None:
    command = [sys.executable, str(env.CHECKOUT / "manage.py"), "up", "--port", str(free_port()), "--empty"]
    starting = children.start(command, surroundings(tmp_path), cwd=tmp_path)
    end = time.monotonic() + WAIT_SECONDS
    while len(below := family(starting.pid)) < 2:
        assert time.monotonic() < end and starting.running(), starting.output
    assert starting.asked_to_end(END_SECONDS) == 0
    assert [pid for pid in below if alive(pid)] == []
