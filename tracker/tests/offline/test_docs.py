"""The page about logs tells the truth: its program checks the chains that we write."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import get_commands

from games.registry import SYSTEMS
from games.ruleset import EVERYONE
from tracker.exchange import transfer
from tracker.tests.offline.helpers import imported, simulated

DOCS = Path(__file__).parents[3] / "docs"


def program() -> str:
    found = re.search(
        r"```python\n(.*?)```", (DOCS / "en" / "logs.md").read_text(encoding="utf-8"), re.DOTALL
    )
    assert found
    return found[1]


def checked(content: bytes, tmp_path: Path) -> tuple[int, str]:
    script, log = tmp_path / "check.py", tmp_path / "log.jsonl"
    script.write_text(program(), encoding="utf-8")
    log.write_bytes(content)
    done = subprocess.run([sys.executable, str(script), str(log)], capture_output=True, text=True, timeout=60)
    return done.returncode, done.stdout + done.stderr


@pytest.mark.usefixtures("database")
def test_the_program_of_the_page_checks_exports(tmp_path: Path) -> None:
    stream = imported(simulated())
    for content in (transfer.export_stream(stream), transfer.export_stream(stream, EVERYONE), simulated(3)):
        assert checked(content, tmp_path) == (0, "ok\n")
    code, told = checked(simulated(3).replace(b'"turn":2', b'"turn":3', 1), tmp_path)
    assert code == 1
    assert re.search(r"event \d+ was changed", told)
    code, told = checked(b"".join(simulated(3).splitlines(keepends=True)[:-1]), tmp_path)
    assert "events are missing" in told


@pytest.mark.parametrize("language", ["en", "ru"])
def test_every_command_of_the_page_exists(language: str) -> None:
    text = (DOCS / language / "logs.md").read_text(encoding="utf-8")
    named = set(
        re.findall(r"`(replay|verify-log|export|import|rebuild|check-roster|rules|simulate|schemas)\b", text)
    )
    assert named <= set(get_commands())
    assert len(named) == 9


ROOT = DOCS.parent
NAMED = re.compile(r"[`(]((?:games|tracker|api|docs|templates|\.ci)/[\w./<>-]*)[`)]")


def test_every_guide_is_linked_from_another_page() -> None:
    guides = {path for language in ("en", "ru") for path in (DOCS / language).glob("*.md")}
    pages = [ROOT / "README.md", *DOCS.rglob("*.md")]
    linked = {
        (page.parent / target).resolve()
        for page in pages
        for target in re.findall(r"\]\(([\w./-]+\.md)", page.read_text(encoding="utf-8"))
        if page.stem != Path(target).stem  # the same page in the other language
    }
    assert guides <= linked


@pytest.mark.parametrize("page", ["ARCHITECTURE.md", "CONTRIBUTING.md", "README.md", "games/README.md"])
def test_every_path_that_a_guide_names_exists(page: str) -> None:
    """`<game>` and `<system>` stand for any game."""
    named = NAMED.findall((ROOT / page).read_text(encoding="utf-8"))
    assert named
    for path in named:
        anywhere = (re.sub(r"<\w+>", system, path) for system in SYSTEMS)
        assert any((ROOT / one).exists() for one in anywhere), path


def test_every_file_in_the_picture_exists() -> None:
    """Of `tracker/identity.py, roles.py` the second lies beside the first."""
    picture = (ROOT / "docs" / "images" / "architecture.svg").read_text(encoding="utf-8")
    named = re.findall(r"[\w/]+\.py", picture)
    assert len(named) > 4
    assert [one for one in named if not any((ROOT / there / one).exists() for there in ("", "tracker"))] == []


DOTTED = re.compile(r"`((?:games|tracker|api)(?:\.[a-z_]\w*)+)(?:\.[A-Z]\w*)?(?:\(\))?`")


def exists(name: str) -> bool:
    """A module, a package, or something that a module defines or imports."""
    *folder, last = name.split(".")
    module, inside = ROOT.joinpath(*folder, last), ROOT.joinpath(*folder)
    if module.with_suffix(".py").exists() or module.is_dir():
        return True
    holder = inside.with_suffix(".py") if inside.with_suffix(".py").exists() else inside / "__init__.py"
    return holder.exists() and re.search(rf"\b{last}\b", holder.read_text(encoding="utf-8")) is not None


def test_every_module_that_a_text_names_exists() -> None:
    """Docstrings say who calls them; a module that is renamed takes its name along."""
    modules = [path for folder in ("games", "tracker", "api") for path in (ROOT / folder).rglob("*.py")]
    files = {path.name for path in modules} | {
        path.name for path in (*DOCS.rglob("*.py"), *ROOT.glob("*.py"))
    }
    lost = set()
    for path in (*ROOT.glob("*.md"), *DOCS.glob("**/*.md"), *modules):
        text = path.read_text(encoding="utf-8")
        named = {name for name in DOTTED.findall(text) if not exists(name)}
        named |= set(re.findall(r"`([a-z_]+\.py)`", text)) - files
        lost |= {f"{path.relative_to(ROOT)}: {name}" for name in named}
    assert not lost, sorted(lost)
