"""The guides: one for each game in both languages, linked from where people begin, and no link that leads nowhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from games.registry import SYSTEMS
from tracker import env

LINK = re.compile(r"\]\((?!https?:|mailto:|#)([^)#\s]+)(?:#[^)]*)?\)")
WRITTEN = sorted(
    path
    for folder in (env.CHECKOUT, env.CHECKOUT / "games", env.CHECKOUT / "docs")
    for path in (folder.glob("*.md") if folder == env.CHECKOUT else folder.rglob("*.md"))
)


@pytest.mark.parametrize("path", WRITTEN, ids=lambda path: str(path.relative_to(env.CHECKOUT)))
def test_every_link_of_a_guide_leads_somewhere(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    lost = [link for link in LINK.findall(text) if not (path.parent / link).exists()]
    assert not lost


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("system", sorted(SYSTEMS))
def test_every_game_has_a_guide_that_organisers_and_the_readme_name(system: str, language: str) -> None:
    guide = f"docs/{language}/{system}.md"
    assert f"({guide})" in (env.CHECKOUT / "README.md").read_text(encoding="utf-8")
    organisers = env.CHECKOUT / "docs" / language / "organisers.md"
    assert f"({system}.md)" in organisers.read_text(encoding="utf-8")


def test_a_link_that_leads_nowhere_is_found() -> None:
    assert LINK.findall("see [there](rest.md#cursors), [x](https://a.example/b) and [y](#here)") == [
        "rest.md"
    ]
