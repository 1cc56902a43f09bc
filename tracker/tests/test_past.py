"""The past of a match as it is known today: what the confirmed result opens is open at every earlier moment as well."""

from __future__ import annotations

from functools import reduce
from typing import Any
from uuid import UUID

import pytest

from games.match import STAFF_SIDE, ResultConfirmed
from games.portable import log_of, write_log
from games.registry import MATCHES, SYSTEMS
from games.ruleset import EVERYONE, REFEREE, SYSTEM
from tracker import selectors, warm
from tracker.exchange import transfer
from tracker.handle import Command, handle

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("system", ["last_battle", "ninja"])
def test_a_confirmed_result_opens_the_past(system: str) -> None:
    """Of a match whose secrets the server keeps; what devices kept is read out of what they opened."""
    rules: Any = MATCHES[system]
    setup, told = kept_here(system)
    stream = transfer.import_log(write_log(*log_of(rules, "match", setup, told))).stream
    now = warm.current(stream)
    moments = range(10, len(told), len(told) // 8)
    assert any(at_once(stream, at) != known(stream, at) for at in moments)
    result = rules.outcome(now.state)
    agreed = ResultConfirmed(side=STAFF_SIDE, vp=result.vp, winner=result.winner or "")
    handle(Command(stream=stream, actor=SYSTEM, events=(agreed,)))
    settled = [rules.play.visible_to(warm.past(now, at).play, EVERYONE, settled=True) for at in moments]
    assert [
        selectors.streams.visible_at(warm.current(stream), at, EVERYONE).play for at in moments
    ] == settled


def kept_here(system: str) -> Any:
    """A simulated match of which no device keeps a secret."""
    simulation, rules, openings = (
        SYSTEMS[system].simulation(),
        SYSTEMS[system].rules,
        SYSTEMS[system].openings,
    )
    for number in range(1, 20):
        setup, told = simulation.simulate(number, "full")
        state = reduce(rules.evolve, (event for event, _by in told), rules.initial(setup))
        if openings is None or not openings.told(state):
            return setup, told
    raise AssertionError(system)


def at_once(stream: UUID, at: int) -> object:
    return selectors.streams.visible_at(warm.current(stream), at, EVERYONE)


def known(stream: UUID, at: int) -> object:
    return selectors.streams.visible_at(warm.current(stream), at, REFEREE)
