"""Two processes that share a run read the tests from both ends: what one has compiled, the other finds.

Where nothing is compiled yet, as on a machine of CI, reading all tests takes half a minute, and both compiled the same
at the same time. Which tests run, and in which order, stays the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session: pytest.Session) -> None:
    config = session.config
    if not _is_second(config) or not _is_whole(config):
        return
    for name in reversed([*modules(config.rootpath, config.getini("testpaths"))]):
        try:
            import_module(name)
        except (Exception, pytest.skip.Exception):  # whatever it is, it is told where the module is collected
            continue


def modules(root: Path, folders: list[str]) -> Iterator[str]:
    """The modules of tests below these folders in the order in which pytest reads them, about."""
    for folder in folders:
        for path in sorted((root / folder).rglob("test_*.py")):
            yield ".".join(path.relative_to(root).with_suffix("").parts)


def _is_second(config: pytest.Config) -> bool:
    """Whether this is the second worker of the run, the fourth and so on."""
    number = getattr(config, "workerinput", {}).get("workerid", "").removeprefix("gw")
    return number.isdecimal() and int(number) % 2 == 1


def _is_whole(config: pytest.Config) -> bool:
    """Whether nobody named anything to run."""
    found = {config.rootpath / name for name in config.args}
    return found == {config.rootpath / name for name in config.getini("testpaths")}
