"""Logging a run without any tournament: who may, for whom, and what comes of it."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser

from tracker import commands
from tracker.commands import BadInput
from tracker.handle import CommandRejected, KeyReused
from tracker.identity import Identity, NotAllowed
from tracker.models import Event, Membership, Player, RunRow, Stream
from tracker.tests.hall import keeper
from tracker.tests.ladders.runs import ladder, made, players

pytestmark = pytest.mark.django_db(transaction=True)
RUN = {"character": "ronin", "waves_cleared": 4, "last_clear_turn": 11, "turns": 13}


def acting(*people: Player, scopes: frozenset[str] = frozenset({"read", "play"})) -> Identity:
    return Identity(AnonymousUser(), frozenset(str(one.id) for one in people), scopes)


def test_a_player_logs_a_run_played_at_home() -> None:
    (ann,) = players(1)
    run = commands.log_run(acting(ann), player=ann.id, run=RUN, at="2026-03-01T20:00:00+03:00")
    row = RunRow.objects.get(pk=run)
    assert (row.player, row.rank, row.status, row.detail) == (ann, "steel", "logged", "summary")
    assert row.started == datetime(2026, 3, 1, 17, tzinfo=UTC) and ladder() == [(ann.name, 4)]
    actors = list(Event.objects.filter(stream_id=run).order_by("seq").values_list("actor", flat=True))
    assert actors == ["system", f"player:{ann.id}", f"player:{ann.id}"]
    assert not Membership.objects.exists(), "nobody is staff of a run of their own"


def test_a_run_begins_and_is_logged_turn_by_turn() -> None:
    (ann,) = players(1)
    run = commands.log_run(acting(ann), player=ann.id, run={"character": "master", "detail": "turns"})
    assert (RunRow.objects.get(pk=run).status, ladder()) == ("running", [])
    wave = {"level": 1, "wave": 1, "vos": [{"vo": "k1", "slot": "k1", "hex": "A", "wound_limit": 1}]}
    commands.append(acting(ann), run, [{"type": "wave_started", "data": wave}])


def test_a_run_begins_at_full_detail() -> None:
    (ann,) = players(1)
    run = commands.log_run(acting(ann), player=ann.id, run={"character": "master", "detail": "full"})
    row = RunRow.objects.get(pk=run)
    assert (row.detail, row.status, row.counts) == ("full", "running", False)


def test_who_may_log_for_whom() -> None:
    ann, bob = players(2)
    who = keeper()
    for nobody in (acting(bob), acting(ann, scopes=frozenset({"read"})), who, acting()):
        with pytest.raises(NotAllowed):
            commands.log_run(nobody, player=ann.id, run=RUN)
    commands.create_season(who, name="Spring", starts=datetime(2026, 1, 1, tzinfo=UTC))
    with pytest.raises(BadInput, match="you have met no player"):
        commands.log_run(who, player=ann.id, run=RUN)
    made(who, ann)
    run = commands.log_run(who, player=ann.id, run=RUN)
    assert Event.objects.get(stream_id=run, seq=3).actor == f"organiser:{who.user.pk}"
    for unknown in ("nobody", "01a1fe79-5086-7ff2-8077-ca46eb55548a"):
        with pytest.raises(BadInput, match="player"):
            commands.log_run(who, player=unknown, run=RUN)


def test_a_repeated_request_is_harmless_and_another_one_with_its_key_is_refused() -> None:
    (ann,) = players(1)
    told: dict[str, Any] = {"player": ann.id, "key": "once"}
    run = commands.log_run(acting(ann), run=RUN, **told)
    assert commands.log_run(acting(ann), run=RUN, **told) == run
    assert Event.objects.filter(stream_id=run).count() == 3
    with pytest.raises(KeyReused):
        commands.log_run(acting(ann), run={**RUN, "waves_cleared": 5, "last_clear_turn": 12}, **told)


def test_a_refused_run_leaves_nothing_and_a_trial_neither() -> None:
    (ann,) = players(1)
    with pytest.raises(CommandRejected, match="SEN-SCORE-06"):
        commands.log_run(acting(ann), player=ann.id, run={**RUN, "vos_in_wave": 1})
    with pytest.raises(BadInput, match="waves_cleared"):
        commands.log_run(acting(ann), player=ann.id, run={**RUN, "waves_cleared": -1})
    with pytest.raises(BadInput, match="system"):
        commands.log_run(acting(ann), player=ann.id, run=RUN, system="chess")
    commands.log_run(acting(ann), player=ann.id, run=RUN, dry_run=True)
    assert not Stream.objects.exists() and not RunRow.objects.exists()
