"""The guides show what there is: every picture is taken by the command, used, and light enough for a phone."""

from __future__ import annotations

import re

import pytest

from tracker import env
from tracker.tests import doc_pictures
from tracker.tests.pictures import LANGUAGES

HEAVIEST = 200_000
"""Bytes of a picture."""
DRAWN = {"architecture.svg"}
"""By hand."""


def used() -> dict[str, set[str]]:
    """Picture -> the documents that show it."""
    found: dict[str, set[str]] = {}
    for document in [*env.CHECKOUT.glob("*.md"), *env.CHECKOUT.glob("docs/**/*.md")]:
        for path in re.findall(r"!\[[^\]]+\]\(([^)]+)\)", document.read_text(encoding="utf-8")):
            picture = (document.parent / path).resolve()
            assert picture.is_file(), f"{document}: {path}"
            found.setdefault(picture.name, set()).add(document.relative_to(env.CHECKOUT).as_posix())
    return found


def test_every_picture_is_used_and_every_one_that_is_used_is_taken_by_the_command() -> None:
    taken = {doc_pictures.file(one, language).name for one in doc_pictures.SHOWN for language in LANGUAGES}
    there = {path.name for path in doc_pictures.IMAGES.iterdir()}
    assert there == taken | DRAWN == set(used())


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_guide_shows_its_own_language(language: str) -> None:
    for name, documents in used().items():
        if name not in DRAWN and any(one.startswith(f"docs/{language}/") for one in documents):
            assert name.endswith(".ru.png") is (language == "ru"), name


def test_pictures_are_light() -> None:
    sizes = {path.name: path.stat().st_size for path in doc_pictures.IMAGES.glob("*.png")}
    assert {name: size for name, size in sizes.items() if size > HEAVIEST} == {}
