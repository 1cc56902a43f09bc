"""Sessions are those of Django: valid ones of before are read, ended ones are none."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.utils import timezone

from tracker.web.sessions import SessionStore

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_session_that_djangos_own_store_has_saved_is_read(database: str) -> None:
    before = db.SessionStore()
    before["claims"] = ["one"]
    before.create()
    read = SessionStore(before.session_key)
    assert read["claims"] == ["one"] and read.session_key == before.session_key
    read["claims"] = ["one", "two"]
    read.save()
    assert db.SessionStore(before.session_key)["claims"] == ["one", "two"]


def test_one_that_is_over_or_was_never_there_is_none(database: str) -> None:
    ended = SessionStore()
    ended["claims"] = ["one"]
    ended.create()
    Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))
    for key in (ended.session_key, "never was there"):
        read = SessionStore(key)
        assert "claims" not in read and read.session_key is None


def test_reading_one_is_one_question(database: str, django_assert_num_queries: object) -> None:
    made = SessionStore()
    made["claims"] = []
    made.create()
    with django_assert_num_queries(1):  # type: ignore[operator]
        assert SessionStore(made.session_key)["claims"] == []
