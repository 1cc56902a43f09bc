"""Several desks register at one event at once, while pages of it are read: nobody waits for a lock that never opens."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection, connections, transaction

from api.tests.hall import Rest
from tracker import appended, commands, log, selectors
from tracker.after import follow_up
from tracker.commands import NewPlayer, at_once
from tracker.identity import Identity, new_token
from tracker.models import MatchRow
from tracker.tests import hall
from tracker.tests.pages.desk import Desk
from tracker.tests.visitors import soon

pytestmark = pytest.mark.django_db(transaction=True)
DESKS, PAGES, PLAYERS = 4, 3, 12
LONG = 60.0
"""Seconds that only a lock takes which never opens, however busy the machine is."""


def timed(work: Callable[[], object], took: list[float]) -> None:
    begin = time.monotonic()
    work()
    took.append(time.monotonic() - begin)


@pytest.mark.soak
def test_desks_and_pages_of_one_event_do_not_stand_still(
    on_postgres: None, no_jobs: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(follow_up, "PATIENCE", LONG)
    who = Identity(User.objects.create_user("olga"))
    event = commands.create_tournament(who, name="Hall cup")
    took: list[float] = []
    over = threading.Event()

    def desk(number: int) -> None:
        for one in range(PLAYERS):
            people = [NewPlayer(f"Player {number}-{one}", "")]
            timed(lambda people=people: commands.register_players(who, event, people), took)  # type: ignore[misc]

    def page() -> None:
        while not over.is_set():
            timed(lambda: selectors.bring_up(event), took)

    def alone(work: Callable[..., None], *given: int) -> None:
        try:
            work(*given)
        finally:
            connections.close_all()

    pages = [threading.Thread(target=alone, args=(page,)) for _ in range(PAGES)]
    desks = [threading.Thread(target=alone, args=(desk, number)) for number in range(DESKS)]
    for one in pages + desks:
        one.start()
    for one in desks:
        one.join()
    over.set()
    for one in pages:
        one.join()
    assert len(selectors.current_state(event).state.entrants) == DESKS * PLAYERS
    assert max(took) < LONG


def test_two_desks_that_report_a_round_the_other_way_round_do_not_wait_for_each_other(
    on_postgres: None, no_jobs: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each had the match of the other's second table, and the database ended one of them after its time for that."""
    desk = Desk().started()
    told: list[str] = []
    met, report = threading.Barrier(2), at_once.report_match

    def reported(*given: Any, **more: Any) -> Any:
        answer = report(*given, **more)
        with contextlib.suppress(threading.BrokenBarrierError):
            met.wait(timeout=1)  # the other one has its first match too, or has to wait
        return answer

    def work(tables: tuple[int, ...]) -> None:
        events = [{"type": "match_reported", "data": hall.summary(1, 0)}]
        results = [commands.TableResult(table, events) for table in tables]
        try:
            commands.report_round(desk.who, desk.event, 1, results)
            told.append("reported")
        except commands.TableRefused as refused:
            told.append(refused.cause.violations[0].rule)
        except Exception as error:
            told.append(repr(error))
        finally:
            connections.close_all()

    monkeypatch.setattr(at_once, "report_match", reported)
    desks = [threading.Thread(target=work, args=(tables,)) for tables in ((1, 2), (2, 1))]
    for one in desks:
        one.start()
    for one in desks:
        one.join()
    assert sorted(told) == ["LB-LOG-06", "reported"]


def test_a_dry_run_that_waits_for_the_event_holds_nothing_that_its_holder_needs(
    on_postgres: None, no_jobs: None
) -> None:
    """It brought the rows of matches up and kept them, waited for the event, and was ended together with its holder."""
    desk = Desk().started()
    program = Rest(new_token("desk", ["read", "organise"], user=desk.user)[1])
    selectors.bring_up(desk.event)
    played = desk.matches()
    answers: list[Any] = []

    def tried() -> None:
        try:
            told = {"action": "close", "dry_run": True}
            answers.append(program.post(f"tournaments/{desk.event}/rounds/1/", told))
        finally:
            connections.close_all()

    with appended.held():
        for row in played:
            desk.report(row)
    other = threading.Thread(target=tried)
    with transaction.atomic():
        log.held_at(desk.event)
        other.start()
        soon(_somebody_waits, "the dry run waits for the event", LONG)
        rows = MatchRow.objects.select_for_update(nowait=True).filter(pk__in=[row.pk for row in played])
        assert len(rows) == len(played) == 2
    other.join()
    assert [answer.status_code for answer in answers] == [204], answers[0].content


def _somebody_waits() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
        return bool(cursor.fetchone()[0])
