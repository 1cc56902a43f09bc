"""The suite's fixtures for databases and services, for every test folder.

- Tests run on SQLite. A test marked `django_db(databases=["default", "postgres"])` may also use a real PostgreSQL,
  and one that takes the fixture `database` runs once on PostgreSQL and once, among the long tests, on SQLite, with
  `default` meaning that database.
- `children` starts processes; none of them outlives its test.
- `postgres_url` and `redis_url` are addresses of real servers; `own_redis` is one that a test may halt and start.
- Servers start once a session and only if a collected test asks (`tracker.tests.services`). Where none can be had,
  those tests are skipped and counted at the end; with WARLEDGER_REQUIRE_SERVICES=1 they fail instead.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from tracker.tests.children import Children
from tracker.tests.services import Server, Unavailable, postgres_server, redis_server

pytest_plugins = ["tracker.tests.time_left", "tracker.tests.affected", "tracker.tests.both_ends"]
POSTGRES_FIXTURES = {"postgres_url", "database", "on_postgres"}
BOTH = ["default", "postgres"]
LOCK_LIMIT = "-c lock_timeout=60s"
"""Whoever waits longer for a lock is told so: a process that a test left behind must not stop the run for ever."""

_postgres: Server | Unavailable | None = None
_missing: list[str] = []


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The fixture `database` brings the mark that lets a test touch both databases, so that no test forgets it."""
    for item in items:
        names = getattr(item, "fixturenames", ())
        mark = item.get_closest_marker("django_db")
        if {"database", "on_postgres"} & set(names):
            transaction = bool(mark and (mark.kwargs.get("transaction") or mark.args[:1] == (True,)))
            item.add_marker(pytest.mark.django_db(databases=BOTH, transaction=transaction), append=False)


def pytest_collection_finish(session: pytest.Session) -> None:
    """Starts PostgreSQL if a collected test wants it; without, the alias goes, so that nobody makes its tables.

    What thousands of collected tests consist of stays till the end: no collection of garbage goes through it again, and
    those of what the tests make come seldom, since they leave little and take a twentieth of the time.
    """
    from django.db import connections

    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)

    if "hypothesis" not in sys.modules:  # its plugin would import it all for a summary of nothing
        session.config.pluginmanager.unregister(name="hypothesispytest")
    if not any(_wants_postgres(item) for item in session.items) or session.config.option.collectonly:
        connections.settings.pop("postgres", None)
        return
    server = _start_postgres()
    if isinstance(server, Server):
        connections.settings["postgres"].update(_address(server.url))
    else:
        connections.settings.pop("postgres", None)


def _wants_postgres(item: pytest.Item) -> bool:
    mark = item.get_closest_marker("django_db")
    named = mark.kwargs.get("databases") if mark else None
    return bool(POSTGRES_FIXTURES & set(getattr(item, "fixturenames", ()))) or "postgres" in (named or ())


def _start_postgres() -> Server | Unavailable:
    global _postgres
    if _postgres is None:
        try:
            _postgres = postgres_server().start()
        except Unavailable as error:
            _postgres = error
    return _postgres


def _address(url: str) -> dict[str, Any]:
    from tracker import env

    found = env.database(env.data_folder(), url)
    given = found["OPTIONS"].get("options", "")
    found["OPTIONS"] = {**found["OPTIONS"], "options": f"{given} {LOCK_LIMIT}".strip()}
    return {key: found[key] for key in ("HOST", "PORT", "USER", "PASSWORD", "OPTIONS")}


def pytest_runtest_setup(item: pytest.Item) -> None:
    if _wants_postgres(item) and isinstance(_postgres, Unavailable):
        _miss("PostgreSQL", _postgres)


def _miss(name: str, error: Unavailable) -> None:
    text = f"{name}: {error}"
    if os.environ.get("WARLEDGER_REQUIRE_SERVICES") == "1":
        pytest.fail(f"WARLEDGER_REQUIRE_SERVICES=1, but {text}", pytrace=False)
    if text not in _missing:
        _missing.append(text)
    pytest.skip(text)


def pytest_terminal_summary(terminalreporter: Any) -> None:
    for text in _missing:
        terminalreporter.write_line(f"NOT TESTED against a real server: {text}", red=True, bold=True)


@pytest.fixture(scope="session")
def postgres_url() -> str:
    """Address of a running PostgreSQL's maintenance database; make databases of your own in it."""
    server = _start_postgres()
    assert isinstance(server, Server)
    return server.url


@pytest.fixture(scope="session")
def redis_url() -> Iterator[str]:
    """Address of a running Redis-compatible server, shared by the session."""
    server = _started_redis()
    yield server.url
    server.stop()


@pytest.fixture
def own_redis() -> Iterator[Server]:
    """A server for one test, which may `halt()` it and `start()` it again at the same address."""
    server = _started_redis()
    if not server.command:
        pytest.skip("the server of TEST_REDIS_URL is not ours to halt")
    yield server
    server.stop()


@pytest.fixture(autouse=True)
def _no_failures_of_other_tests() -> None:
    """Wrong passwords and codes of one test slow down no other."""
    if throttle := sys.modules.get("tracker.throttle"):  # a test of rules alone never counts any
        throttle.counts().forget()


@pytest.fixture(autouse=True)
def _nothing_left_of_other_tests() -> None:
    """Neither the language of the last page, nor what this process knew of tables that are gone now: an earlier test
    would change what a page says and how much it asks for.
    """
    if translation := sys.modules.get("django.utils.translation"):
        translation.deactivate()
    if appended := sys.modules.get("tracker.appended"):
        appended._stirred.clear()
    if held := sys.modules.get("tracker.projections.held"):
        held.forget()
    if seals := sys.modules.get("tracker.proof.seals"):
        seals._forget()
    if lateness := sys.modules.get("tracker.selectors.lateness"):
        lateness._forget()


@pytest.fixture(autouse=True, scope="session")
def _tables_fit() -> Iterator[None]:
    """Their own migrations made the tables of the suite: no first request has to look."""
    from tracker import fitting

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fitting._Known, "fits", True)
        yield


@pytest.fixture(autouse=True, scope="session")
def _assets_found_once() -> Iterator[None]:
    """Each client of a test has middleware of its own: the static files are looked for once for all of them."""
    from whitenoise.middleware import WhiteNoiseMiddleware

    look = WhiteNoiseMiddleware.add_files_from_finders
    found: dict[str, Any] = {}

    def add(self: Any) -> None:
        if not found:
            look(self)
            found.update(self.files)
        self.files.update(found)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(WhiteNoiseMiddleware, "add_files_from_finders", add)
        yield


@pytest.fixture(autouse=True, scope="session")
def _pages_noted_once(django_test_environment: None) -> Iterator[None]:
    """Tests read the context of a page (`answer.context`); Django would copy that of each of its parts as well."""
    from django.template import RequestContext, Template
    from django.test import utils

    django: Any = utils
    noted, plain = django.instrumented_test_render, django._TestState.saved_data.template_render

    def render(template: Template, context: Any) -> str:
        page = context.template is template and isinstance(context, RequestContext)
        return str((noted if page else plain)(template, context))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Template, "_render", render)
        yield


@pytest.fixture
def monkeypatch() -> Iterator[pytest.MonkeyPatch]:
    """pytest's own one. A test that has patched something gets no state that was made without (`db_states`)."""
    states: Any = sys.modules.get("tracker.tests.db_states")
    with pytest.MonkeyPatch.context() as patch:
        if states:
            states.patches = patch
        yield patch
    if states:
        states.patches = None


@pytest.fixture
def children() -> Iterator[Children]:
    """Starts processes for one test. Those that still run are killed before its tables are emptied."""
    started = Children()
    yield started
    started.end()


def _started_redis() -> Server:
    try:
        return redis_server().start()
    except Unavailable as error:
        _miss("Redis", error)
        raise


@pytest.fixture(params=[pytest.param("default", marks=pytest.mark.soak), "postgres"])
def database(request: pytest.FixtureRequest) -> Iterator[str]:
    """Runs the test on PostgreSQL and again on SQLite; `default` is that database meanwhile, in every thread.

    Whatever else the suite runs is on SQLite, so that the second is one of the long tests.
    """
    if request.param == "postgres":
        request.getfixturevalue("on_postgres")
    yield request.param


@pytest.fixture
def on_postgres(request: pytest.FixtureRequest) -> Iterator[None]:
    """For one test `default` is PostgreSQL, in this thread and in every thread that it starts."""
    request.getfixturevalue("_django_db_helper")
    from django.db import connections

    ours, settings = connections["default"], connections.settings["default"]
    connections["default"] = connections["postgres"]
    connections.settings["default"] = connections.settings["postgres"]
    yield
    connections["default"] = ours
    connections.settings["default"] = settings


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix: None) -> Iterator[None]:
    """Comes before the tables are made: they are made as they were made last time (`tracker.tests.migrated`)."""
    from tracker.tests import migrated

    with migrated.kept():
        yield


@pytest.fixture(autouse=True, scope="session")
def _emptied_past_the_triggers() -> Iterator[None]:
    """After a transactional test its tables are emptied by `tracker.tests.emptied`, not by Django's flush."""
    from django.test import TransactionTestCase

    from tracker.tests import emptied

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", emptied.after)
        yield


@pytest.fixture
def no_jobs(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    """Jobs are asynchronous, as on a server, and none is ever done: what answers show must not wait for a worker."""
    from tracker import jobs

    settings.CELERY_TASK_ALWAYS_EAGER = False
    monkeypatch.setattr(jobs._dispatcher, "add", lambda _stream, _version: None)
