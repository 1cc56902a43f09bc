"""Which tests guard a change: by imports, by what is named in a text, by what is asked of the server."""

from __future__ import annotations

import pytest

from tracker import bootstrap, env
from tracker.tests.affected import Affected

AFFECTED = Affected()
"""One picture of the imports for all of these tests; it is made at the first question."""
RULES, PAGES = "games.bushido.tests.full.test_actions", "tracker.tests.pages.test_bushido_forms"
OTHERS, DESK = "games.senjutsu.tests.test_turns", "tracker.tests.pages.test_desk"
CONTRACT, REST = "games.tests.test_contract", "api.tests.test_documents"
GUIDES = "tracker.tests.test_guides"


@pytest.mark.parametrize(
    ("path", "guarded", "left"),
    [
        ("games/bushido/full/fighting/strike.py", {RULES, PAGES, CONTRACT}, {OTHERS, DESK}),
        ("games/bushido/words.toml", {RULES, PAGES, CONTRACT}, {OTHERS, DESK}),
        ("games/match.py", {RULES, OTHERS, CONTRACT, DESK, REST}, set()),
        ("tracker/pages/organiser/console.py", {DESK}, {RULES, OTHERS, CONTRACT}),
        ("templates/base.html", {DESK}, {RULES, OTHERS}),
        ("tracker/web/middleware.py", {DESK, REST}, {RULES, OTHERS}),
        ("api/fast_path.py", {REST}, {RULES, OTHERS}),
        ("tracker/tests/pages/test_desk.py", {DESK}, {RULES, OTHERS, REST}),
        ("docs/en/bushido.md", {GUIDES}, {RULES, OTHERS, DESK, REST}),
    ],
)
def test_what_guards_a_file(path: str, guarded: set[str], left: set[str]) -> None:
    found = AFFECTED.tests([path])
    assert found is not None and guarded <= found and not found & left


@pytest.mark.parametrize("path", ["conftest.py", "pyproject.toml", "requirements.txt", "games/gone.py"])
def test_what_everything_rests_on_leaves_nothing_out(path: str) -> None:
    assert AFFECTED.tests(["docs/en/bushido.md", path]) is None


def test_every_file_with_tests_is_known() -> None:
    """A folder without `__init__.py` would be no part of the picture, and its tests never run."""

    written = {
        ".".join(path.relative_to(env.CHECKOUT).with_suffix("").parts)
        for folder in ("games", "tracker", "api")
        for path in (env.CHECKOUT / folder).rglob("test_*.py")
    }
    assert written == AFFECTED._tests


def test_the_command_names_the_revision() -> None:
    assert bootstrap.revision_of([]) == bootstrap.revision_of(["--all"]) == ""
    assert bootstrap.revision_of(["--changed"]) == "HEAD"
    assert bootstrap.revision_of(["--changed=main", "-x"]) == "main"
    assert bootstrap.pytest_arguments(["--changed=main", "-x"])[:2] == ["-m", "not soak"]
    assert bootstrap.pytest_arguments(["--changed=main", "-x"])[-1] == "-x"
