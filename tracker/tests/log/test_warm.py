"""Warm states against what the database says: missed events, another history, removed rows, voidings, snapshots."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from uuid import UUID

import msgspec
import pytest
from django.db import connection

from games.match import EventVoided
from games.registry import MATCHES
from games.ruleset import SYSTEM, Setup
from tracker import appended, log, shots, sources, warm
from tracker.handle import Command, StaleVersion, handle
from tracker.log import Head
from tracker.models import Event, Snapshot, triggers
from tracker.rulesets import campaign, tournament
from tracker.sources import rules_digest
from tracker.tests.log.toy import RULES, RULES_SEEN, Added, ToyState

pytestmark = pytest.mark.usefixtures("database")


@pytest.fixture
def stream(database: str) -> UUID:
    stream = log.create_stream("match", "toy", RULES.version, Setup()).id
    with appended.held():
        handle(Command(stream=stream, actor=SYSTEM, events=tuple(Added(number=n) for n in (1, 2, 4))))
    return stream


def remove(stream: UUID, seq: int) -> None:
    triggers.remove(connection)
    Event.objects.filter(stream_id=stream, seq=seq).delete()
    triggers.install(connection)


def snapshot(stream: UUID, total: int, **changes: Any) -> None:
    fields: dict[str, Any] = {"version": 2, "head": log.read(stream)[1].hash, "rules": rules_digest(RULES)}
    fields["state"] = msgspec.msgpack.encode(ToyState(total))
    fields["mac"] = shots.mac(stream, *(fields[name] for name in ("version", "head", "rules", "state")))
    Snapshot.objects.update_or_create(stream_id=stream, defaults=fields | changes)
    warm.forget()


def test_missed_events_are_folded_on_top(stream: UUID) -> None:
    first = log.read(stream)[0]
    warm._cache[stream] = warm.load(stream)._replace(head=Head(1, first.hash), state=ToyState(1))
    RULES_SEEN.clear()
    assert warm.current(stream).state.total == 7 and len(RULES_SEEN) == 2


def test_a_state_of_another_history_is_folded_anew(stream: UUID) -> None:
    warm._cache[stream] = warm.load(stream)._replace(head=Head(2, "0" * 64), state=ToyState(1000))
    assert warm.current(stream).state.total == 7


def test_a_state_ahead_of_an_older_backup_is_folded_anew(stream: UUID) -> None:
    warm._cache[stream] = warm.load(stream)._replace(head=Head(9, "0" * 64), state=ToyState(1000))
    assert warm.current(stream).state.total == 7 and warm.current(stream).head.version == 3


def test_a_log_with_removed_rows_is_shown_and_never_appended_to(stream: UUID) -> None:
    remove(stream, 2)
    warm.forget()
    assert warm.current(stream).state.total == 5
    with pytest.raises(StaleVersion):
        handle(Command(stream=stream, actor=SYSTEM, events=(Added(number=1),)))
    assert Event.objects.filter(stream_id=stream).count() == 2


def test_a_past_state_knows_only_the_voidings_of_its_time(stream: UUID) -> None:
    with appended.held():
        handle(Command(stream=stream, actor=SYSTEM, events=(EventVoided(seqs=(2,), reason="typed wrongly"),)))
    now = warm.current(stream)
    assert now.state.total == 5 and [warm.past(now, at).total for at in (0, 1, 2, 3, 4)] == [0, 1, 3, 7, 5]


def test_a_snapshot_saves_the_folding_of_what_is_before_it(stream: UUID) -> None:
    snapshot(stream, total=100)
    RULES_SEEN.clear()
    assert warm.current(stream).state.total == 104 and len(RULES_SEEN) == 1
    assert warm.current(stream).head == log.head_of(stream)


@pytest.mark.parametrize(
    "changes",
    [
        {"rules": "0"},
        {"head": "0" * 64},
        {"state": b"nonsense"},
        {"version": 9},
        {"version": 1},
        {"mac": "0" * 64},
        {"mac": ""},
        {"state": msgspec.msgpack.encode(ToyState(99))},
    ],
)
def test_a_forged_snapshot_or_one_of_another_history_is_passed_over(stream: UUID, changes: dict) -> None:
    snapshot(stream, total=100, **changes)
    assert warm.current(stream).state.total == 7


def test_a_snapshot_of_another_stream_or_installation_is_passed_over(stream: UUID, settings: Any) -> None:
    settings.SECRET_KEY, own = "the key of somebody else", settings.SECRET_KEY
    snapshot(stream, total=100)
    settings.SECRET_KEY = own
    assert warm.current(stream).state.total == 7
    warm.forget()
    settings.SECRET_KEY_FALLBACKS = ["the key of somebody else"]
    assert warm.current(stream).state.total == 104


def test_after_a_mended_fold_a_cold_load_folds_anew(stream: UUID, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody counts a version up: the digest of the sources moves with the mend."""
    snapshot(stream, total=100)
    monkeypatch.setattr("tracker.sources.rules_digest", lambda rules: "the mended sources")
    assert warm.current(stream).state.total == 7


def test_any_change_of_a_rule_or_of_what_rules_share_moves_the_digest(tmp_path: Path) -> None:
    for name in ("toy.py", "catalogue.toml", "words.txt", "tests/test_toy.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("1")
    before = sources.digest_of(tmp_path, [tmp_path])
    for name, moves in (
        ("words.txt", False),
        ("tests/test_toy.py", False),
        ("toy.py", True),
        ("catalogue.toml", True),
    ):
        (tmp_path / name).write_text("2")
        after = sources.digest_of(tmp_path, [tmp_path])
        assert (after != before) == moves, name
        before = after
    digests = {rules_digest(rules) for rules in (*MATCHES.values(), tournament.RULES, campaign.RULES)}
    assert len(digests) == len(MATCHES) + 2


def test_a_snapshot_is_passed_over_when_what_it_holds_was_voided_since(stream: UUID) -> None:
    with appended.held():
        handle(Command(stream=stream, actor=SYSTEM, events=(EventVoided(seqs=(1,), reason="typed wrongly"),)))
    snapshot(stream, total=3)
    assert warm.current(stream).state.total == 6
