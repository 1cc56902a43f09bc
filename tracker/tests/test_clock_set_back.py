"""A machine whose clock stood in next year for a while: once it is set right, nothing waits for that year to come."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from django.utils import timezone

from tracker import pulses, rule_fixes
from tracker.beat import Scheduler
from tracker.celery import app
from tracker.models import Fault, Pulse, RuleFix, Stream
from tracker.projections import faults
from tracker.selectors import health
from tracker.selectors import rule_fixes as reports
from tracker.tests import hall

YEAR = timedelta(days=365)
JOBS = {
    f"tracker.jobs.{name}"
    for name in ("settle_ratings", "catch_up", "keep_times", "deliver_webhooks", "seal")
}


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Jobs that the beat has asked for, in their order."""
    found: list[str] = []
    monkeypatch.setattr(Scheduler, "apply_entry", lambda _self, entry, **_: found.append(entry.task))
    return found


@pytest.fixture
def beat(tmp_path: Path) -> Iterator[Scheduler]:
    made = Scheduler(app, schedule_filename=str(tmp_path / "beat"))
    yield made
    made.close()


def ticks(beat: Scheduler, number: int = 20) -> None:
    for _ in range(number):
        beat.tick()


def last_runs(beat: Scheduler, ago: timedelta) -> None:
    for entry in beat.schedule.values():
        entry.last_run_at = timezone.now() - ago


def test_the_beat_goes_on_after_one_pause(beat: Scheduler, asked: list[str]) -> None:
    last_runs(beat, -YEAR)
    ticks(beat)
    assert not asked, "their pauses begin anew"
    last_runs(beat, timedelta(minutes=6))
    beat._heap = None
    ticks(beat)
    assert set(asked) >= JOBS


def test_the_beat_forgets_when_it_meant_to_look_again(
    beat: Scheduler, asked: list[str], monkeypatch: Any
) -> None:
    """The clock is set back while it runs: what waits long is not passed over for what comes often."""
    now = timezone.now()
    monkeypatch.setattr(app, "now", lambda: now + YEAR)
    last_runs(beat, -YEAR)
    ticks(beat)
    monkeypatch.undo()
    assert beat.tick() <= 15
    heap: list[Any] = beat._heap or []
    waits = {entry.task: at - now.timestamp() for at, _, entry in heap}
    assert max(waits[job] for job in JOBS) < 400


@pytest.mark.django_db
def test_a_fault_is_tried_again() -> None:
    event, _ = hall.opened(hall.organiser())
    faults.note(event, ValueError("it cannot be followed"))
    stream = Stream.objects.filter(pk=event)
    assert not stream.exclude(faults.waiting(timezone.now())).exists(), "not at once"
    Fault.objects.update(again=timezone.now() + YEAR)
    assert stream.exclude(faults.waiting(timezone.now())).exists()


@pytest.mark.django_db
def test_a_report_on_mended_rules_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    gone_on: list[UUID] = []
    monkeypatch.setattr(rule_fixes.rule_fixes, "ask", lambda _job, fix: gone_on.append(fix))
    fix = RuleFix.objects.create(system="senjutsu", rules="-", total=3)
    rule_fixes.see_to()
    assert not gone_on, "it was touched a moment ago"
    RuleFix.objects.update(touched_at=timezone.now() + YEAR)
    rule_fixes.see_to()
    assert gone_on == [fix.pk]


@pytest.mark.django_db
def test_a_report_of_next_year_is_not_the_newest_for_a_year(monkeypatch: pytest.MonkeyPatch) -> None:
    """The program was upgraded while the clock stood ahead, and once more when it was right again."""
    monkeypatch.setattr(rule_fixes.rule_fixes, "ask", lambda *_asked: None)
    staff = hall.organiser()
    hall.play_round(staff, hall.opened(staff, 2, rounds=1)[0], 1)
    RuleFix.objects.create(
        system="last_battle", rules="of the version between", total=0, ended_at=timezone.now()
    )
    RuleFix.objects.update(begun_at=timezone.now() + YEAR)
    assert rule_fixes.see_to() == 1 and rule_fixes.see_to() == 0
    RuleFix.objects.update(ended_at=timezone.now())
    assert rule_fixes.see_to() == 0, "nothing was changed since"
    first, _before = reports.rule_fixes()
    assert first.place == 1


@pytest.mark.django_db
def test_a_sign_of_next_year_is_no_sign_of_life(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "_broker", lambda: "redis")
    for name in (pulses.WORKER, pulses.BEAT):
        Pulse.objects.create(name=name, at=timezone.now())
    assert not health.silent()
    Pulse.objects.filter(name=pulses.BEAT).update(at=timezone.now() + YEAR)
    assert health.silent() == {pulses.BEAT}
