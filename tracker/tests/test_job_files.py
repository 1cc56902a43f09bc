"""The broker that needs no server: nothing is lost between processes, and no file stops the worker."""

from __future__ import annotations

import os
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from kombu import Connection

from tracker.tests import migrated
from tracker.tests.children import Child, Children

QUEUE = "celery"
PUBLISH = """
import sys, tracker.celery
from kombu import Connection
folder, name, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
with Connection("files://", transport_options={"folder": folder}) as connection:
    queue = connection.SimpleQueue("celery")
    for number in range(count):
        queue.put(f"{name}-{number}-" + "x" * (number % 5000))
print("done", flush=True)
"""
CONSUME = """
import pathlib, sys, tracker.celery
from queue import Empty
from kombu import Connection
options = {"folder": sys.argv[1], "polling_interval": 0.01}
over = pathlib.Path(sys.argv[1], "over")
with Connection("files://", transport_options=options) as connection:
    queue = connection.SimpleQueue("celery")
    while True:
        try:
            message = queue.get(timeout=1)
        except Empty:
            if over.exists():
                break
            continue
        print("got", message.payload.rpartition("-")[0], flush=True)
        message.ack()
print("done", flush=True)
"""
WORKER = ("-m", "celery", "-A", "tracker.celery", "worker", "--pool", "solo", "--loglevel", "WARNING")
ASK = "import django; django.setup()\nfrom tracker.jobs import seal\nseal.delay()"
PUBLISHERS, CONSUMERS, EACH = 3, 3, 400


def python(children: Children, code: str, *arguments: str, **more: str) -> Child:
    variables = {**os.environ, "DJANGO_SETTINGS_MODULE": "tracker.settings", "LOG_LEVEL": "WARNING", **more}
    return children.start([sys.executable, "-c", code, *arguments], variables)


@pytest.mark.soak
def test_publishers_and_consumers_at_once_lose_nothing_and_take_nothing_twice(
    children: Children, tmp_path: Path
) -> None:
    folder = str(tmp_path)
    consumers = [python(children, CONSUME, folder) for _ in range(CONSUMERS)]
    publishers = [python(children, PUBLISH, folder, f"p{name}", str(EACH)) for name in range(PUBLISHERS)]
    for child in publishers:
        assert child.ended(300) == 0, child.output
    (tmp_path / "over").touch()
    for child in consumers:
        assert child.ended(300) == 0, child.output
    got = Counter(line for child in consumers for line in child.output.splitlines() if line.startswith("got"))
    assert got == Counter(f"got p{name}-{number}" for name in range(PUBLISHERS) for number in range(EACH))
    assert [path.name for path in (tmp_path / QUEUE).iterdir()] == []


@pytest.fixture
def queue(tmp_path: Path) -> Any:
    with Connection("files://", transport_options={"folder": str(tmp_path)}) as connection:
        yield connection.SimpleQueue(QUEUE)


@pytest.mark.parametrize(
    "content", [b"", b'{"body": "W1s', b"\xff\xfe", b"[]", b"7", b'{"body": "", "properties": {}}', b"null"]
)
def test_what_cannot_be_read_is_set_aside_and_the_next_one_is_read(
    queue: Any, tmp_path: Path, content: bytes
) -> None:
    (tmp_path / QUEUE / "00000000000000000000-torn.job").write_bytes(content)
    queue.put("whole")
    assert queue.get(timeout=60).payload == "whole"
    assert [path.read_bytes() for path in (tmp_path / QUEUE / "unreadable").iterdir()] == [content]


def test_a_message_that_is_still_written_is_nobodys(queue: Any, tmp_path: Path) -> None:
    queue.put("first")
    (found,) = (tmp_path / QUEUE).glob("*.job")
    found.rename(found.with_suffix(".draft"))
    with pytest.raises(queue.Empty):
        queue.get(timeout=0.3)


def test_messages_come_in_the_order_of_their_sending_and_can_be_counted(queue: Any) -> None:
    for number in range(20):
        queue.put(number)
    assert queue.qsize() == 20
    assert [queue.get(timeout=60).payload for _ in range(20)] == list(range(20))
    queue.put("left")
    assert queue.clear() == 1 and queue.qsize() == 0


@pytest.mark.soak
def test_a_worker_goes_on_after_an_empty_and_a_truncated_file(children: Children, tmp_path: Path) -> None:
    here = {"WARLEDGER_JOBS": "files", "WARLEDGER_DATA": str(tmp_path)}
    variables = {**os.environ, "DJANGO_SETTINGS_MODULE": "tracker.settings", "LOG_LEVEL": "WARNING", **here}
    folder = tmp_path / "jobs" / QUEUE
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in (("0-empty.job", b""), ("1-half.job", b'{"body": "W1sieyJ')):
        (folder / name).write_bytes(content)
    if not migrated.laid(tmp_path):
        made = children.start([sys.executable, "manage.py", "migrate", "--verbosity", "0"], variables)
        assert made.ended(300) == 0, made.output
    worker = children.start([sys.executable, *WORKER], variables)
    assert python(children, ASK, **here).ended(300) == 0
    limit = time.monotonic() + 300
    while list(folder.glob("*.job")):
        assert worker.running() and time.monotonic() < limit, worker.output
        time.sleep(0.1)
    assert sorted(path.stem for path in (folder / "unreadable").iterdir()) == ["0-empty", "1-half"]
    assert "JSONDecodeError" not in worker.output and worker.running()
    assert worker.asked_to_end(120) == 0
