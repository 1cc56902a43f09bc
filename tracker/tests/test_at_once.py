"""Several desks register at one event at once, while pages of it are read: nobody waits for a lock that never opens."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.db import connections

from tracker import commands, selectors
from tracker.after import follow_up
from tracker.commands import NewPlayer
from tracker.identity import Identity

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
