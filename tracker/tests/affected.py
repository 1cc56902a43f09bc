"""`manage.py test --changed`: the tests that guard what differs from a revision, and no others.

`WARLEDGER_TEST_CHANGED` is the revision (`HEAD`: what is not committed; `main`: a whole branch). A test file is run if
it or anything that it imports, directly or not, has changed. To that picture of imports (`grimp`'s) this adds what no
import says: a module that a text names, such as an application of the settings; the pages or the REST interface
behind a test that asks them; every game behind a test that goes through the registry. Whoever reads files of the
checkout is always run. What is neither code nor data of a game changes everything.

It guards a change while it is made; what is kept has passed everything, as `.ci/run` runs it.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterable
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import Any

import grimp
import pytest

from tracker import env

PACKAGES = ("games", "tracker", "api")
REGISTRY, PAGES, REST, URLS = "games.registry", "tracker.pages.urls", "api.urls", "tracker.urls"
COMMANDS = "tracker.management.commands"
NAMED = re.compile(rf"[\"']((?:{'|'.join(PACKAGES)})(?:\.\w+)+)[\"']")
ASKS = re.compile(
    r"from django\.test import .*Client|APIClient|live_server|call_command|rest_framework\.test"
)
READS = re.compile(r"\bCHECKOUT\b|\brglob\(")
WRITTEN = (".md", ".svg", ".png")
SHOWN = ("templates", "tracker/locale")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not (revision := os.environ.get("WARLEDGER_TEST_CHANGED")):
        return
    wanted = Affected().tests(changed_since(revision))
    if wanted is None:
        return
    left = [item for item in items if module_of(item.path.relative_to(env.CHECKOUT).as_posix()) in wanted]
    kept = set(map(id, left))
    config.hook.pytest_deselected(items=[item for item in items if id(item) not in kept])
    items[:] = left


def changed_since(revision: str) -> list[str]:
    """Paths below the checkout that differ from a revision, those too that nobody has added yet."""
    asked = (["diff", "--name-only", revision], ["ls-files", "--others", "--exclude-standard"])
    found = [subprocess.check_output(["git", *one], cwd=env.CHECKOUT, text=True) for one in asked]
    return sorted({line for lines in found for line in lines.splitlines()})


def module_of(path: str) -> str:
    """`games/match.py` as `games.match`."""
    return ".".join(PurePosixPath(path).with_suffix("").parts).removesuffix(".__init__")


class Affected:
    """Who uses whom in the checkout, and which tests a change concerns."""

    def tests(self, paths: Iterable[str]) -> set[str] | None:
        """The modules of tests that guard these files; None: all of them."""
        changed: set[str] = set()
        for path in paths:
            found = self._behind(path)
            if found is None:
                return None
            changed |= found
        users = set(changed)
        for module in changed:
            users |= self.graph.find_downstream_modules(module)
        if any(map(self._game_of, changed)):
            users |= self.graph.find_modules_that_directly_import(REGISTRY)
        return (users & self._tests) | {one for one in self._tests if READS.search(self._source(one))}

    def _behind(self, path: str) -> set[str] | None:
        """The modules that a file is a part of; none of a guide, None of what everything rests on."""
        module = module_of(path)
        if path.endswith(".py") and module in self.graph.modules and not path.endswith("conftest.py"):
            return {module}
        if path.endswith(WRITTEN):
            return set()
        if (game := self._game_of(module)) is not None:
            return {game, *self.graph.find_descendants(game)}
        return {PAGES} if path.startswith(SHOWN) else None

    def _game_of(self, module: str) -> str | None:
        game = ".".join(module.split(".")[:2])
        return game if game in self._games else None

    @cached_property
    def graph(self) -> Any:
        if str(env.CHECKOUT) not in sys.path:
            sys.path.insert(0, str(env.CHECKOUT))
        graph = grimp.build_graph(*PACKAGES, cache_dir=None)
        for game in self._games:
            graph.remove_import(importer=REGISTRY, imported=game)
        for module in sorted(graph.modules):
            self._add_named(graph, module)
        return graph

    def _add_named(self, graph: Any, module: str) -> None:
        source = self._source(module)
        named = {
            name for text in NAMED.findall(source) if (name := _longest(graph, text)) not in (None, module)
        }
        if module == URLS:
            return  # what a test asks of the pages and of REST is told apart below
        if ".tests" in module and ASKS.search(source):
            rest = module.startswith("api.")
            named |= {URLS, "tracker.settings", *(() if rest else (PAGES,))}
            named |= {REST} if rest or "/api/" in source else set()
            named |= {one for one in self._commands(graph) if f'"{one.rpartition(".")[2]}"' in source}
        for name in named:
            graph.add_import(importer=module, imported=name)

    def _commands(self, graph: Any) -> set[str]:
        return set(graph.find_children(COMMANDS))

    @cached_property
    def _games(self) -> set[str]:
        """The packages that the registry imports."""
        source = self._source(REGISTRY)
        (line,) = re.findall(r"^from games import (.+)$", source, re.MULTILINE)
        return {f"games.{name}" for name in line.split(", ")}

    @cached_property
    def _tests(self) -> set[str]:
        return {one for one in self.graph.modules if one.rpartition(".")[2].startswith("test_")}

    def _source(self, module: str) -> str:
        path = env.CHECKOUT / Path(*module.split("."))
        file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
        return file.read_text(encoding="utf-8") if file.exists() else ""


def _longest(graph: Any, text: str) -> str | None:
    """The module that a dotted text names, or the one that holds what it names."""
    parts = text.split(".")
    names = (".".join(parts[:number]) for number in range(len(parts), 1, -1))
    return next((name for name in names if name in graph.modules), None)
