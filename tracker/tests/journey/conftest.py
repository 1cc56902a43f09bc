"""A headless Chromium for the journeys: Debian's, found on the PATH. Pages, traces and pictures of every person.

With WARLEDGER_JOURNEY_DIR set, each person's trace (for `playwright show-trace`) and pictures are kept there.
"""

from __future__ import annotations

import asyncio
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tracker.tests.pictures import CHROMIUM

PATIENCE = 20_000
"""Milliseconds that a step, and what is expected after it, may take on a machine that runs other tests beside it."""


def pytest_terminal_summary(terminalreporter: Any) -> None:
    skipped = [report for report in terminalreporter.getreports("skipped") if "journey" in report.nodeid]
    if skipped:
        terminalreporter.write_line("NOT TESTED in a browser: no Chromium on the PATH", red=True, bold=True)


class Driver:
    """What steers the browsers of all tests of this process: half a second to start. After a test that failed in the
    middle of a call it is made anew.

    Its event loop runs in this thread; between the tests that use it nobody meets it.
    """

    def __init__(self) -> None:
        self._running: Any = None
        self._loop: Any = None

    def begin(self) -> Any:
        """Playwright, which other tests have used before."""
        from playwright.sync_api import sync_playwright

        if self._running is None:
            self._running = sync_playwright().start()
        else:
            asyncio._set_running_loop(self._loop)
        return self._running

    def rest(self) -> None:
        self._loop = asyncio.get_running_loop()
        asyncio._set_running_loop(None)

    def end(self) -> None:
        running, self._running = self._running, None
        if running is not None:
            if self._loop is not None:
                asyncio._set_running_loop(self._loop)
            running.stop()
        self._loop = None


@pytest.fixture(scope="session")
def driver() -> Iterator[Driver]:
    one = Driver()
    yield one
    one.end()


@pytest.fixture
def chromium(
    live_server: Any, monkeypatch: pytest.MonkeyPatch, driver: Driver, request: pytest.FixtureRequest
) -> Iterator[Any]:
    """The browser, one for each test. Skipped where there is none; with WARLEDGER_REQUIRE_SERVICES=1 that is a
    failure.
    """
    path = next((found for name in CHROMIUM if (found := shutil.which(name))), None)
    try:
        from playwright.sync_api import expect
    except ImportError:
        path = None
    if path is None:
        _missing()
    expect.set_options(timeout=PATIENCE)
    # The ORM is used between the browser's calls, never inside them.
    monkeypatch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")
    failed = request.session.testsfailed
    browser = driver.begin().chromium.launch(executable_path=path, args=["--no-sandbox"])
    yield browser
    browser.close()
    if request.session.testsfailed > failed:
        driver.end()
    else:
        driver.rest()


def _missing() -> None:
    if os.environ.get("WARLEDGER_REQUIRE_SERVICES") == "1":
        pytest.fail("WARLEDGER_REQUIRE_SERVICES=1, but there is no Chromium on the PATH", pytrace=False)
    pytest.skip("no Chromium on the PATH")


@pytest.fixture
def person(chromium: Any, live_server: Any, request: pytest.FixtureRequest) -> Iterator[Callable[..., Any]]:
    """`person(name, phone=True, language="ru")` opens a browser of its own: a page that knows where the server is."""
    opened: list[tuple[str, Any]] = []
    errors: list[str] = []

    def open_page(name: str, *, phone: bool = False, language: str = "en") -> Any:
        size = {"width": 390, "height": 844} if phone else {"width": 1280, "height": 800}
        context = chromium.new_context(
            base_url=live_server.url,
            viewport=size,
            has_touch=phone,
            locale="ru-RU" if language == "ru" else "en-GB",
        )
        context.set_default_timeout(PATIENCE)
        if _kept():
            context.tracing.start(screenshots=True, snapshots=True)
        opened.append((name, context))
        page = context.new_page()
        # Noted here and told at the end: raised inside the browser's event loop, it would stop that instead.
        page.on("pageerror", lambda error: errors.append(f"{name}: {error}"))
        return page

    yield open_page
    for name, context in opened:
        _keep(name, context, request.node.name)
    assert not errors, errors


def _kept() -> Path | None:
    folder = os.environ.get("WARLEDGER_JOURNEY_DIR")
    return Path(folder) if folder else None


def _keep(name: str, context: Any, test: str) -> None:
    """What this person saw last. The whole browser is closed afterwards: closing a person alone waits for the page's
    open requests, which on a full machine never came back.
    """
    folder = _kept()
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        for page in context.pages:
            page.screenshot(path=str(folder / f"{test}-{name}-end.png"), full_page=True)
        context.tracing.stop(path=str(folder / f"{test}-{name}.zip"))


@pytest.fixture
def picture() -> Callable[[Any, str], None]:
    """Keeps a picture of a page where WARLEDGER_JOURNEY_DIR says."""

    def keep(page: Any, name: str) -> None:
        folder = _kept()
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
            page.screenshot(path=str(folder / f"{name}.png"), full_page=True)

    return keep
