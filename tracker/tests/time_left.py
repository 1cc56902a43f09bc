"""A run of long tests that ends in time: it counts what it did not come to, and the next change begins elsewhere.

`WARLEDGER_TEST_MINUTES` is how long tests may still be started. `WARLEDGER_TEST_ORDER` is any text, such as the commit:
files are run in an order that follows from it, so that on a slow machine no file is left out for ever. Without them
everything runs, in the usual order. Files with tests that may take longest begin first either way: whichever of several
processes came to one of them last would be alone with it for minutes.
"""

from __future__ import annotations

import os
import time
from hashlib import sha256
from typing import Any

import pytest

NO_TIME = "no time left"
_began = time.monotonic()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whole files change their places; the tests of one file stay together and in their order."""
    order, longest = os.environ.get("WARLEDGER_TEST_ORDER"), dict[str, float]()
    for item in items:
        longest[_file(item)] = max(longest.get(_file(item), 0), _limit(item))

    def place(item: pytest.Item) -> tuple[float, bytes]:
        drawn = sha256(f"{order} {_file(item)}".encode()).digest() if order else b""
        return -longest[_file(item)], drawn

    items.sort(key=place)


def _file(item: pytest.Item) -> str:
    return item.nodeid.partition("::")[0]


def _limit(item: pytest.Item) -> float:
    """The seconds that a test says it may take; 0 where it says nothing."""
    mark = item.get_closest_marker("timeout")
    return float(mark.args[0]) if mark and mark.args else 0


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    minutes = os.environ.get("WARLEDGER_TEST_MINUTES")
    if minutes and time.monotonic() - _began > 60 * float(minutes):
        pytest.skip(NO_TIME)


def pytest_terminal_summary(terminalreporter: Any) -> None:
    skipped = terminalreporter.stats.get("skipped", [])
    late = [report.nodeid for report in skipped if NO_TIME in str(report.longrepr)]
    if late:
        files = sorted({one.partition("::")[0] for one in late})
        terminalreporter.write_line(
            f"NOT RUN, {NO_TIME}: {len(late)} tests in {', '.join(files)}", yellow=True
        )
