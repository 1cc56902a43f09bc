"""`manage.py pictures`: what it walks, what it keeps, and that it says what does not fit."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from tracker.tests import pictures
from tracker.tests.pictures import LANGUAGES, SIZES, Album, take

pytestmark = [pytest.mark.browser, pytest.mark.soak]


def test_a_visitor_and_an_organiser_are_shown_in_both_languages_at_every_size(tmp_path: Path) -> None:
    call_command("pictures", out=tmp_path, most=3)
    taken = {file.name for file in tmp_path.glob("*.png")}
    assert len(taken) == 2 * 3 * len(LANGUAGES) * len(SIZES)
    assert {"visitor-pages-home-ru-phone.png", "organiser-pages-my-day-en-projector.png"} <= taken
    index = (tmp_path / "index.html").read_text(encoding="utf-8")
    assert all(name in index for name in taken)


@pytest.mark.django_db(transaction=True)
def test_a_page_wider_than_its_window_is_a_fault(
    chromium: Any, live_server: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    album = Album(tmp_path)
    for page in take(chromium, live_server.url, album, "visitor", [], 1):
        assert page.path == "/"
    assert album.faults == []
    monkeypatch.setattr(pictures, "SIZES", {"laptop": (60, 800)})
    list(take(chromium, live_server.url, album, "visitor", [], 1))
    assert len(album.faults) == len(LANGUAGES) and "px too wide" in album.faults[0]
