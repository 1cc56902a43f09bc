"""`manage.py up` as an organiser starts it: one process tree, a demo event, jobs through files, a clean end."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import threading
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
from tracker.tests.services import free_port

WAIT_SECONDS = 90
SEALS = "from tracker.models import Seal; print('SEALS', Seal.objects.count())"
ASK_FOR_SEAL = "from tracker.jobs import seal; seal.delay()"


class Installation(NamedTuple):
    """A running `up`."""

    port: int
    data: Path
    process: subprocess.Popen[str]
    output: str

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"


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
        timeout=120,
    )


def start(data: Path, port: int, *options: str) -> Installation:
    """Returns when `ready:` is printed."""
    command = [sys.executable, str(env.CHECKOUT / "manage.py"), "up", "--port", str(port), *options]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    process = subprocess.Popen(
        command,
        env=surroundings(data),
        text=True,
        encoding="utf-8",
        cwd=data,
        **pipes,  # type: ignore[call-overload]
    )
    lines = list(until("ready: ", process))
    return Installation(port, data, process, "".join(lines))


def until(beginning: str, process: subprocess.Popen[str]) -> Iterator[str]:
    """The lines that a process prints, up to one with this beginning; it is killed if that takes too long."""
    watch = threading.Timer(WAIT_SECONDS, process.kill)
    watch.start()
    try:
        for line in process.stdout or ():
            yield line
            if line.startswith(beginning):
                return
    finally:
        watch.cancel()


def stop(process: subprocess.Popen[str]) -> int:
    process.send_signal(signal.SIGTERM)
    try:
        return process.wait(20)
    finally:
        process.kill()


@pytest.fixture(scope="module")
def up(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installation]:
    running = start(tmp_path_factory.mktemp("up"), free_port())
    try:
        yield running
    finally:
        if running.process.poll() is None:
            stop(running.process)


def fetched(address: str) -> str:
    with urllib.request.urlopen(address, timeout=20) as answer:
        text: str = answer.read().decode()
        return text


def test_it_says_where_it_is_ready_and_the_page_shows_the_demo(up: Installation) -> None:
    assert f"ready: {up.address}/" in up.output
    page = fetched(up.address)
    assert "(demo)" in page


def test_the_demo_standings_are_served_and_every_reference_is_our_own(up: Installation) -> None:
    event = re.search(r'href="(/events/[0-9a-f-]{36}/)"', fetched(up.address))
    assert event
    standings = fetched(f"{up.address}{event[1]}standings/")
    assert len(re.findall(r"<tr\b", standings)) >= 9
    assert re.findall(r'(?:src|href)="(?:https?:)?//(?!127\.0\.0\.1)', standings) == []


def test_static_files_and_the_api_answer(up: Installation) -> None:
    style = re.search(r'href="(/static/[^"]+\.css)"', fetched(up.address))
    assert style and len(fetched(up.address + style[1])) > 1000
    assert '"last_battle"' in fetched(f"{up.address}/api/v1/systems/")


def test_the_one_time_password_lets_its_owner_do_nothing_but_choose_another(up: Installation) -> None:
    found = re.search(r"administrator: admin +one-time password: (\S+)", up.output)
    assert found
    jar = CookieJar()
    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar))
    opener.open(f"{up.address}/sign-in/", timeout=20).read()
    token = next(cookie.value for cookie in jar if cookie.name == "csrftoken")
    form = {"username": "admin", "password": found[1], "csrfmiddlewaretoken": token or ""}
    signed_in = opener.open(f"{up.address}/sign-in/", urllib.parse.urlencode(form).encode())
    assert urllib.parse.urlsplit(signed_in.url).path == "/account/password/"
    assert urllib.parse.urlsplit(opener.open(up.address).url).path == "/account/password/"
    with pytest.raises(urllib.error.HTTPError) as refused:
        opener.open(f"{up.address}/api/v1/systems/")
    assert refused.value.code == 403


def test_a_job_left_as_a_file_is_done_by_the_worker_process(up: Installation) -> None:
    before = manage(up.data, "shell", "-c", SEALS).stdout
    assert "SEALS" in before
    assert manage(up.data, "shell", "-c", ASK_FOR_SEAL, WARLEDGER_JOBS="files").returncode == 0
    end = time.monotonic() + 30
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
    assert len(key.read_text(encoding="utf-8")) >= 50


def children(pid: int) -> list[int]:
    """The processes below `pid`, all generations."""
    listed = subprocess.run(["pgrep", "-P", str(pid)], capture_output=True, text=True).stdout.split()
    return [below for child in map(int, listed) for below in (child, *children(child))]


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGTERM to send")
def test_zz_the_end_leaves_no_process_and_no_port_behind(up: Installation) -> None:
    family = children(up.process.pid)
    assert len(family) >= 3
    assert stop(up.process) == 0
    assert [pid for pid in family if alive(pid)] == []
    with socket.socket() as probe:
        assert probe.connect_ex(("127.0.0.1", up.port)) != 0


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGTERM to send")
def test_the_plain_server_serves_where_granian_is_missing_and_a_lost_worker_comes_back(
    tmp_path: Path,
) -> None:
    running = start(tmp_path, free_port(), "--empty", "--server", "plain")
    try:
        assert "demo" not in running.output
        assert "<html" in fetched(running.address)
        worker = subprocess.run(
            ["pgrep", "-P", str(running.process.pid), "-f", "worker"], capture_output=True, text=True
        )
        os.kill(int(worker.stdout.split()[0]), signal.SIGKILL)
        printed = list(until("The worker process ended and is started again", running.process))
        assert printed and printed[-1].startswith("The worker process ended and is started again"), printed
    finally:
        stop(running.process)
