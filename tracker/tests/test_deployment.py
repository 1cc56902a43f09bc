"""The environment that users run, with its jobs in other processes: a tournament from its opening to its ranking.

Web with two processes, a worker and a beat are started as the Dockerfile and docker-compose.yml say, on a real
PostgreSQL and a real broker, with nothing installed but `requirements.txt`.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest

from tracker.tests.children import Children, family
from tracker.tests.deployed import START_SECONDS, Deployment, surroundings
from tracker.tests.examples import PAGES, WALK, keeps_its_promises, needs_shell, printed_as_promised
from tracker.tests.services import free_port
from tracker.tests.visitors import Answer, Browser, Program, soon
from tracker.web import serving

pytestmark = [
    pytest.mark.soak,
    pytest.mark.skipif(os.name == "nt", reason="servers run on POSIX systems"),
]
PHONES = 280
PASSWORD = "a long password"
NAMES = ("Аня", "Bert", "Carl", "Dora")
REPORT = {"turns": 5, "strategy": {"serpent": 1, "alliance": 0}, "result": "serpent"}
CONFIRM = {"side": "staff", "vp": {"serpent": 1, "alliance": 0}, "winner": "serpent"}
RESULT = {"strategy_serpent": "1", "strategy_alliance": "3"}


@pytest.fixture(scope="module")
def server(
    tmp_path_factory: pytest.TempPathFactory, postgres_url: str, redis_url: str
) -> Iterator[Deployment]:
    """Everything of a server is running; its administrator is `admin`."""
    children = Children()
    deployment = Deployment(children, tmp_path_factory.mktemp("deployed"), postgres_url, redis_url)
    try:
        deployment.install()
        deployment.administrator(PASSWORD)
        deployment.start("worker", "beat", "web")
        yield deployment
    finally:
        children.end()


@pytest.fixture(scope="module")
def browser(server: Deployment) -> Browser:
    found = Browser(server.address)
    found.sign_in("admin", PASSWORD)
    return found


@pytest.fixture(scope="module")
def desk(server: Deployment, browser: Browser) -> Program:
    return Program(server.address, browser.token())


def played(desk: Program, rounds: int = 2) -> str:
    """A tournament of four, played and closed round by round; its path."""
    options = {"rounds": 2, "list_required": False}
    made = desk.done("tournaments/", {"name": "Hall cup", "options": options})["tournament"]
    at = f"tournaments/{made['id']}/"
    players = desk.done(f"{at}players/", {"players": [{"name": name} for name in NAMES]})["results"]
    assert [one["name"] for one in players] == list(NAMES)
    for one in players:
        desk.done(f"{at}players/{one['player']}/", {"action": "check_in"})
    for number in range(1, rounds + 1):
        play_round(desk, at, number)
    return at


def play_round(desk: Program, at: str, number: int) -> None:
    desk.done(f"{at}rounds/", {})
    for action in ("publish", "start"):
        desk.done(f"{at}rounds/{number}/", {"action": action})

    def seated() -> list[str]:
        tables = desk.read(f"{at}pairings/?round={number}")["results"]
        return [one["match"] for one in tables] if tables and all(one["match"] for one in tables) else []

    for match in soon(seated, "the matches of the round"):
        events = [{"type": "match_reported", "data": REPORT}, {"type": "result_confirmed", "data": CONFIRM}]
        desk.done(f"matches/{match}/events/", {"events": events})
    soon(lambda: desk.post(f"{at}rounds/{number}/", {"action": "close"}).status == 201, "the round's close")


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


def test_a_tournament_by_rest_from_its_opening_to_its_ranking(desk: Program) -> None:
    at = played(desk)
    desk.done(at, {"action": "finish"})
    soon(lambda: desk.read(at)["tournament"]["status"] == "finished", "the end")
    rows = soon(lambda: desk.read(f"{at}standings/")["rows"], "the ranking")
    assert rows[0]["rank"] == 1 and len(rows) == len(NAMES)


@needs_shell
@pytest.mark.parametrize("page", PAGES)
def test_the_examples_keep_their_promises(page: str, server: Deployment, desk: Program) -> None:
    played(desk, rounds=1)
    keeps_its_promises(page, server.address, desk.headers["Authorization"].removeprefix("Bearer "))


@needs_shell
def test_the_walk_from_an_empty_server_to_a_final_ranking_is_true_word_for_word(tmp_path: Path) -> None:
    printed_as_promised(WALK, {**surroundings(tmp_path, {}), "PORT": str(free_port())}, 10)


def test_a_tournament_by_pages_from_its_opening_to_its_ranking(browser: Browser) -> None:
    opened = browser.submit(browser.open("/organise/"), name="Hall cup", rounds="2", detail="summary")
    console = urlsplit(opened.url).path.removesuffix("players/")
    browser.submit(browser.open(f"{console}players/"), "players/add/", text="\n".join(NAMES))
    people = soon(lambda: entered(browser, console), "the players")
    for player in people:
        form = browser.open(f"{console}players/{player}/list/")
        browser.submit(form, edition="", pasted="Captain\nGuard; 15; 2\nScout; 10; 1", action="take")
    browser.submit(browser.open(f"{console}players/"), "check-in-all/")
    press(browser, console, "lock-lists")
    for _ in range(2):
        play_round_by_pages(browser, console)
    press(browser, console, "finish")
    standings = console.replace("console/", "standings/")
    soon(lambda: all(name in browser.open(standings).text for name in NAMES), "the ranking")


def entered(browser: Browser, console: str) -> list[str]:
    """The players that the desk lists, once all are there."""
    found = re.findall(rf"{console}players/([0-9a-f-]{{36}})/list/", browser.open(f"{console}players/").text)
    people = list(dict.fromkeys(found))
    return people if len(people) == len(NAMES) else []


def press(browser: Browser, page: str, action: str) -> None:
    """Presses a button of the console as soon as the page offers it."""
    offered = soon(lambda: _offering(browser, page, f"do/{action}/"), action)
    browser.submit(offered, f"do/{action}/")


def _offering(browser: Browser, page: str, action: str) -> Answer | None:
    answer = browser.open(page)
    return answer if action in answer.text else None


def play_round_by_pages(browser: Browser, console: str) -> None:
    press(browser, f"{console}round/", "draw")
    press(browser, f"{console}round/", "publish")
    press(browser, console, "start")
    link = re.compile(rf'href="({console}matches/[0-9a-f-]{{36}}/)"')
    for _ in range(len(NAMES) // 2):
        typed = soon(lambda: link.search(browser.open(console).text), "a table without a result")[1]
        browser.submit(browser.open(typed), **RESULT)
    press(browser, console, "close")


def test_up_plays_a_tournament_with_a_worker_of_its_own(children: Children, tmp_path: Path) -> None:
    """The laptop of a hall, from the same environment: SQLite, jobs as files, and the one-time password."""
    port = free_port()
    command = ["python", "manage.py", "up", "--empty", "--port", str(port)]
    laptop = children.start(["sh", "-c", f"exec {shlex.join(command)}"], surroundings(tmp_path, {}))
    laptop.until("ready: ", START_SECONDS)
    once = re.search(r"one-time password: (\S+)", laptop.output)
    assert once, laptop.output
    organiser = Browser(f"http://127.0.0.1:{port}")
    chosen = organiser.sign_in("admin", once[1])
    organiser.submit(chosen, new_password1=PASSWORD, new_password2=PASSWORD)
    desk = Program(organiser.address, organiser.token())
    at = played(desk)
    desk.done(at, {"action": "finish"})
    rows = soon(lambda: desk.read(f"{at}standings/")["rows"], "the ranking")
    assert rows[0]["rank"] == 1 and len(rows) == len(NAMES)
    log = (tmp_path / "logs" / "worker.log").read_text(encoding="utf-8")
    assert "Traceback" not in laptop.output + log, laptop.output + log
    assert laptop.asked_to_end(30) == 0


def test_a_hall_of_phones_at_once_is_answered_and_leaves_connections_free(server: Deployment) -> None:
    """Each gets the page, or is asked to come again; nobody locks anybody out of the database."""
    with ThreadPoolExecutor(PHONES) as phones:
        assert list(phones.map(lambda _: _comes_again(server), range(PHONES))) == [200] * PHONES
    asked = "SELECT count(*) FROM pg_stat_activity WHERE datname = %s"
    with psycopg.connect(server.variables["DATABASE_URL"]) as database:
        taken = database.execute(asked, [server.database]).fetchone()
    assert taken and taken[0] <= serving.connections(2) + serving.OTHERS


def _comes_again(server: Deployment) -> int:
    """The status of what a phone gets that comes again as long as it is asked to."""
    for _ in range(60):
        answer = Browser(server.address).send("/")
        if answer.status != 503:
            break
        time.sleep(int(answer.headers["Retry-After"]))
    return answer.status


def test_every_process_still_runs_and_none_has_complained(server: Deployment) -> None:
    for name, child in server.running.items():
        assert child.running(), f"{name} ended: {child.output}"
        assert "Traceback" not in child.output and "ERROR" not in child.output, f"{name}: {child.output}"
