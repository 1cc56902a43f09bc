"""A lost key is told openly and never trusted again: the present one takes over the chain of seals as it stands."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import DatabaseError, connection, transaction

from tracker.models import Anchor, Seal, triggers
from tracker.proof import anchors, seals
from tracker.proof.verify import damage, seal_problems, verify_database
from tracker.selectors import streams
from tracker.tests.pages.desk import Desk

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("database")]
REASON = "The laptop was stolen"


@pytest.fixture
def lost(settings: Any, tmp_path: Path) -> Desk:
    """Two seals, and a key that none of them knows."""
    settings.SEALS_FILE = str(tmp_path / "seals.jsonl")
    desk = Desk(2)
    seals.seal_heads()
    desk.ready()
    seals.seal_heads()
    settings.SECRET_KEY = "another key, as long as every check of its length wants it to be"
    return desk


def what() -> list[str]:
    return [one.what for one in damage(verify_database())]


def test_the_present_key_takes_over_and_everybody_is_told(lost: Desk) -> None:
    assert any("not signed by this installation" in one for one in what())
    call_command("anchor", reason=f"  {REASON} ")
    assert what() == []
    (notice,) = [one.what for one in verify_database() if one.notice]
    assert REASON in notice and "before 3" in notice
    lost.press("lock-lists")
    seals.seal_heads()
    assert what() == [] and seal_problems(streams.stream_of(lost.event)) == []


def test_nothing_is_anchored_while_the_key_is_there(settings: Any, lost: Desk) -> None:
    call_command("anchor", reason=REASON)
    with pytest.raises(CommandError, match="taken over already"):
        call_command("anchor", reason=REASON)
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "a third key " * 4, [settings.SECRET_KEY]
    assert what() == [], "a key that was changed, and is known, proves what it signed"
    with pytest.raises(CommandError, match="everybody may read it"):
        call_command("anchor", reason=" ")


def test_a_key_may_be_lost_again(settings: Any, lost: Desk) -> None:
    call_command("anchor", reason=REASON)
    settings.SECRET_KEY = "a fourth key, which nobody has seen before now, long enough too"
    assert what() != []
    call_command("anchor", reason="And once more")
    assert what() == [] and Anchor.objects.count() == 2


def forged_seal() -> None:
    """Somebody who has the database and no key rewrites the last old seal, hash and all."""
    last = Seal.objects.order_by("-number").first()
    assert last is not None
    last.at = "2020-01-01T00:00:00+00:00"
    last.hash = seals._hash(last)
    last.save()


def cut_seals() -> None:
    Seal.objects.order_by("-number").first().delete()  # type: ignore[union-attr]


def forged_anchor() -> None:
    """Old seals would be nobody's: whoever made them anew wants them believed."""
    Anchor.objects.create(seal=9, at="2026-01-01", reason="lost", previous="0" * 64, signature="0" * 64)


@pytest.mark.parametrize("tamper", [forged_seal, cut_seals, forged_anchor])
def test_an_anchor_covers_no_forgery(lost: Desk, tamper: Callable[[], None]) -> None:
    call_command("anchor", reason=REASON)
    assert what() == []
    triggers.remove(connection)
    tamper()
    triggers.install(connection)
    assert what() != []


def test_the_database_refuses_to_change_an_anchor(lost: Desk) -> None:
    anchor = anchors.make(REASON)
    for change in (anchor.delete, lambda: Anchor.objects.update(reason="x")):
        with pytest.raises(DatabaseError), transaction.atomic():
            change()


def test_a_missing_file_of_seals_is_told(settings: Any, tmp_path: Path) -> None:
    """A copy of the database file alone lacks its newest events, and nothing in it says so."""
    settings.SEALS_FILE = str(tmp_path / "seals.jsonl")
    Desk(2)
    seals.seal_heads()
    assert what() == []
    Path(settings.SEALS_FILE).unlink()
    assert any("file of seals is missing" in one for one in what())
