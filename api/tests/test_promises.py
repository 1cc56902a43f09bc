"""What programs were told of stays as it was, and the account of changes is dated."""

from __future__ import annotations

import re
from datetime import date

from api.promises import kept, promises
from tracker.env import CHECKOUT

CHANGES = CHECKOUT / "docs" / "rest-changes.md"


def test_nothing_that_was_promised_has_vanished_or_changed() -> None:
    """A line that is missing here is a client that breaks: bring it back, or make it another field."""
    assert len(kept()) > 1_000
    assert not kept() - promises()


def test_a_promise_names_the_field_its_type_and_whether_it_is_always_there() -> None:
    assert "Match.turn: integer always" in kept()
    assert "GET /api/v1/matches/ query tournament" in kept()
    assert "POST /api/v1/matches/{match}/events/ header Idempotency-Key" in kept()


def test_the_policy_and_every_change_have_their_date() -> None:
    told = CHANGES.read_text(encoding="utf-8")
    days = [date.fromisoformat(found) for found in re.findall(r"^## (\d{4}-\d{2}-\d{2})", told, re.MULTILINE)]
    assert days and days == sorted(days, reverse=True)
    assert re.search(r"^Policy of \d{4}-\d{2}-\d{2}", told, re.MULTILINE)
