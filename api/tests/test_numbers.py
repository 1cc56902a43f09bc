"""The numbers that docs/rest.md and docs/scale.md give are those of the program."""

from __future__ import annotations

import pytest

from api import auth, errors, stream_watch
from api.views import live, standings
from games import judging, sizes
from tracker import env, throttle
from tracker.web import serving
from tracker.webhooks import delivering

PAGES = {"rest": "rest.md", "scale": "scale.md"}


def text(page: str) -> str:
    return " ".join((env.CHECKOUT / "docs" / PAGES[page]).read_text(encoding="utf-8").split())


def per(failures: throttle.Failures) -> str:
    """`20 wrong tokens or codes a minute, 100 an hour`."""
    minute, hour = failures.items
    return f"{minute.amount} wrong tokens or codes a minute, {hour.amount} an hour"


@pytest.mark.parametrize("failures", [throttle.TOKENS, throttle.CODES])
def test_rest_says_how_many_guesses_there_are(failures: throttle.Failures) -> None:
    assert per(failures) in text("rest")


def test_rest_says_how_long_and_how_many_live_streams_are_held(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("WARLEDGER_LIVE", "WARLEDGER_THREADS"):
        monkeypatch.delenv(name, raising=False)
    assert f"held for {live.HELD_FOR:.0f} seconds, {serving.live():,} in each web process" in text("rest")
    assert f"{serving.live():,} live streams for each web process" in text("scale")
    assert live.AGAIN_WHEN_FULL == 5_000 and "come back in five seconds" in text("rest")


def test_pages_say_how_often_the_server_looks() -> None:
    assert 1 / stream_watch.LOOK_EVERY == 5 and "five queries a second for all readers" in text("scale")
    assert 1 / standings.FRESH_FOR == 2 and "at most twice a second" in text("rest")
    assert auth.TRUSTED_FOR == 2 and "believed for two seconds more" in text("rest")


def test_rest_says_what_is_too_large_and_how_webhooks_come_again() -> None:
    assert errors.BODY_LIMIT == 2**20 and "413 above 1 MiB" in text("rest")
    assert f"at most {sizes.MOST_PARTS:,} values, a text {sizes.LONGEST:,} characters" in text("rest")
    assert f"the first {judging.MOST} of each rule" in text("rest")
    first, two_days = delivering.PAUSES[0], 2 * 24 * 60 * 60
    assert f"sent again after {first} seconds" in text("rest")
    assert 0.9 < sum(delivering.PAUSES) / two_days <= 1 and "for two days" in text("rest")
