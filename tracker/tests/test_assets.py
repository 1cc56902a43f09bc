"""New pages never meet old styles, and whoever takes compressed answers gets them."""

from __future__ import annotations

import gzip
import re
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from tracker.tests.pages.desk import Desk
from tracker.web import assets, serving

PACKED = {"Accept-Encoding": "gzip, br"}


@pytest.mark.django_db
def test_every_asset_of_a_page_is_named_by_its_content_and_kept_for_a_year() -> None:
    page = Client().get("/").content.decode()
    named = re.findall(r'(?:href|src)="(/static/[^"]+)"', page)
    assert len(named) > 5 and all(re.search(r"\?v=[0-9a-f]{12}$", one) for one in named), named
    for one in named:
        answer = Client().get(one)
        assert answer.status_code == 200 and "immutable" in answer["Cache-Control"], one
    plain = Client().get(named[0].partition("?")[0])
    assert "immutable" not in plain["Cache-Control"]


def test_another_content_has_another_address(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "base.css"
    monkeypatch.setattr(assets.finders, "find", lambda name: str(file))
    found = []
    for content in ("a", "b", "a"):
        file.write_text(content)
        assets._digest.cache_clear()
        found.append(assets.Digested(base_url="/static/").url("css/base.css"))
    assets._digest.cache_clear()
    assert found[0] == found[2] != found[1] and found[0].startswith("/static/css/base.css?v=")


@pytest.mark.django_db
def test_pages_answers_and_assets_are_compressed_for_whoever_takes_that() -> None:
    desk = Desk()
    for path in (desk.url(), "/api/v1/systems/", "/static/css/base.css"):
        plain: Any = Client().get(path)
        content = b"".join(plain.streaming_content) if plain.streaming else plain.content
        packed = Client(headers=PACKED).get(path)
        assert packed["Content-Encoding"] == "gzip" and "Accept-Encoding" in packed["Vary"]
        assert int(packed["Content-Length"]) == len(packed.content) < len(content) * 0.7
        assert "Content-Encoding" not in plain
        if path != desk.url():  # which has a token of its own each time
            assert gzip.decompress(packed.content) == content
    font = Client(headers=PACKED).get("/static/fonts/ibm-plex-sans-latin-400-normal.woff2")
    assert "Content-Encoding" not in font


@pytest.mark.django_db
def test_a_live_stream_goes_out_as_it_comes() -> None:
    desk = Desk()
    answer = Client(headers=PACKED).get(f"/api/v1/live/{desk.event}/")
    assert answer.streaming and "Content-Encoding" not in answer and hasattr(answer, "follow")
    answer.close()


def test_streams_follow_from_the_one_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("WARLEDGER_LIVE", raising=False)
    monkeypatch.delenv("WARLEDGER_THREADS", raising=False)
    assert serving.live() * serving.processes() >= 2_000, "the spectators of the largest hall"
    monkeypatch.setenv("WARLEDGER_THREADS", "4")
    assert serving.live() == 256 and serving.connections(2) == 10
    monkeypatch.setenv("WARLEDGER_LIVE", "99999")
    with pytest.raises(ValueError, match="WARLEDGER_LIVE"):
        serving.live()
