"""Workers killed half-way, jobs late, twice and shuffled: every card arrives exactly once, in the right order."""

from __future__ import annotations

import random
import time
from typing import Any
from uuid import UUID

import msgspec
import pytest

from games.last_battle.chapters.links import ARCANA
from tracker import appended, commands, log, projections, warm
from tracker.after import day_links, follow_up
from tracker.models import ArcanumRow, Event, Stream
from tracker.projections.rebuild import differences
from tracker.proof.verify import verify_stream
from tracker.tests.children import Children
from tracker.tests.event_day import day as days
from tracker.tests.event_day.day import append, match_at, play_of, report, state_of
from tracker.tests.hall import caught_up
from tracker.tests.workers import catching_up

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.soak]
TARGETS = ("heaven", "camp", "serpent")


class Killed(BaseException):
    """What ends a worker between two statements; nothing catches it."""


def earn(who: Any, day: UUID) -> None:
    """All eight cards earned, half told by their tables and half by word of staff. Nothing is carried meanwhile."""
    for number, card in enumerate(ARCANA):
        table, side = ("sea", "dungeon")[number % 2], ("serpent", "alliance")[number // 4]
        if number % 4 < 2:
            append(match_at(day, table), ("arcana_created", {"arcana": card, "side": side}))
        else:
            commands.create_arcanum(who, day, arcana=card, table=table, side=side)


def send(who: Any, day: UUID, dice: random.Random) -> None:
    for card in ARCANA:
        commands.grant_arcanum(who, day, arcana=card, table=dice.choice(TARGETS))


def ready(who: Any, level: str) -> UUID:
    """A day whose tables can take cards: at full detail the first hands are drawn, and the first turn is going on."""
    day = days.started(who, detail=level)
    for table in state_of(day).tables:
        step = 0
        while level == "full" and play_of(match_at(day, table)).phase != "turns":
            step += 1
            days.play(match_at(day, table), step, 8)
    return day


def play_on(day: UUID, step: int) -> None:
    """At full detail every table plays some actions; at summary detail nothing happens before the end."""
    for number, table in enumerate(state_of(day).tables):
        if play_of(match_at(day, table)).detail == "full":
            days.play(match_at(day, table), step * 10 + number, 8)


def assert_every_card_arrived_once(day: UUID) -> None:
    state = state_of(day)
    assert {card: one.status for card, one in state.arcana.items()} == dict.fromkeys(ARCANA, "arrived")
    tables = {key: match_at(day, key) for key in state.tables}
    held = [(key, card) for key, match in tables.items() for card in play_of(match).arcana]
    sent = [(one.table, card) for card, one in state.arcana.items()]
    earned = [(one.source, card) for card, one in state.arcana.items()]
    assert sorted(held) == sorted([*sent, *earned])
    for type_ in ("arcana_created", "arcana_granted", "arcanum_created", "arcanum_arrived"):
        cards = [play["arcana"] for play in _payloads(type_)]
        assert sorted(cards) == sorted(ARCANA), type_
    for stream in Stream.objects.filter(id__in=[day, *tables.values()]):
        assert not verify_stream(stream), stream.kind
    assert not differences(day)


def _payloads(type_: str) -> list[dict[str, Any]]:
    return [msgspec.json.decode(row.data) for row in Event.objects.filter(type=type_)]


@pytest.mark.parametrize(("seed", "level"), [(0, "summary"), (1, "summary"), (2, "full"), (3, "full")])
def test_workers_killed_anywhere_and_jobs_shuffled_lose_and_double_nothing(
    seed: int, level: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    dice, who = random.Random(seed), days.organiser()
    with appended.held():
        day = ready(who, level)
        earn(who, day)
        deaths = _chaos(monkeypatch, dice)
        caught_up()
        send(who, day, dice)
        for step in (1, 2, 3):
            deaths += _chaos(monkeypatch, dice)
            play_on(day, step)
        caught_up()
    assert deaths > 10, "workers did die"
    assert_every_card_arrived_once(day)


def _chaos(monkeypatch: pytest.MonkeyPatch, dice: random.Random) -> int:
    """Thirty jobs for streams in any order, each by a worker that may be killed; how many were."""
    streams = list(Stream.objects.values_list("id", flat=True))
    with monkeypatch.context() as patch:
        kills = _mortal(patch, dice)
        for _ in range(30):
            _work(dice.choice(streams))
    return kills["many"]


def _work(stream: UUID) -> None:
    """One job of a worker that may be killed, whose memory is gone afterwards."""
    warm.forget()
    Stream.objects.filter(id=stream).update(projected_version=0)
    try:
        follow_up.update(stream)
    except Killed:
        warm.forget()


def _mortal(monkeypatch: pytest.MonkeyPatch, dice: random.Random) -> dict[str, int]:
    """Many an append, projection or mark is a worker's last deed: before it, or just after it was committed."""
    kills = {"many": 0}

    def dying(work: Any) -> Any:
        def maybe(*args: Any, **options: Any) -> Any:
            fate = dice.random()
            if fate < 0.08:
                kills["many"] += 1
                raise Killed
            done = work(*args, **options)
            if fate > 0.92:
                kills["many"] += 1
                raise Killed
            return done

        return maybe

    for module, name in (
        (day_links, "handle"),
        (projections, "save_all"),
        (projections, "mark"),
        (log, "append"),
    ):
        monkeypatch.setattr(module, name, dying(getattr(module, name)))
    return kills


def test_two_workers_at_once_tell_everything_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Between looking and appending, another worker does the same work."""
    who = days.organiser()
    with appended.held():
        day = days.started(who)
        caught_up()
        append(match_at(day, "sea"), ("arcana_created", {"arcana": "M-fool", "side": "alliance"}))
        report(who, day, "sea", casualties=[{"figure_id": "king", "side": "serpent"}])
    real = day_links._append
    busy: list[bool] = []

    def overtaken(*args: Any) -> bool:
        if not busy:
            busy.append(True)
            day_links.settle(day, "sea")
        return real(*args)

    monkeypatch.setattr(day_links, "_append", overtaken)
    day_links.settle(day, "sea")
    for type_ in ("arcanum_created", "figure_fell", "table_result_recorded"):
        assert days.count(day, type_) == 1, type_


@pytest.mark.parametrize("level", ["summary", "full"])
def test_a_worker_process_killed_by_the_system_is_made_good_by_the_next(
    level: str, children: Children
) -> None:
    """Real processes on the same database, killed with SIGKILL while they carry cards and the tables play on."""
    who = days.organiser()
    with appended.held():
        day = ready(who, level)
        earn(who, day)
        caught_up()
        send(who, day, random.Random(1))
        deaths = 0
        for step, pause in enumerate((0.0, 0.01, 0.02, 0.04, 0.08)):
            worker = catching_up(children)
            time.sleep(pause)
            deaths += worker.killed()
            warm.forget()
            play_on(day, step + 1)
    last = catching_up(children)
    assert last.ended(60) == 0, last.output
    assert deaths >= 2
    warm.forget()
    assert ArcanumRow.objects.filter(status="arrived").count() == len(ARCANA)
    assert_every_card_arrived_once(day)
