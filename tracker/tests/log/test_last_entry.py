"""What somebody logged last is found at the end of a log, without reading the rest of it, and judged all the same."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest

from games.registry import MATCHES, SYSTEMS
from games.ruleset import SYSTEM, Actor
from tracker import appended, handle, log, warm
from tracker.commands import last_of, taking_back
from tracker.identity import Identity
from tracker.tests.log.test_consequences import before_a_turn, played

pytestmark = pytest.mark.django_db(transaction=True)
SOMEBODY: Any = None
"""Who asks: at the table it is whoever logged last, see `seated`."""
STEP, MOST = 7, 140
"""Asked at every so many events of the first ones; oftener in a match that is short."""
SHORT = 20


@pytest.fixture(autouse=True)
def seated(monkeypatch: pytest.MonkeyPatch) -> None:
    def actor(_who: Identity, _match: UUID, _sides: Any, player: str | None = None) -> Actor:
        return Actor("player", player) if player else SYSTEM

    monkeypatch.setattr(taking_back, "actor_at", actor)


def tell(match: UUID, event: Any, by: Actor, key: str | None = None) -> handle.Answer:
    return handle.handle(handle.Command(stream=match, actor=by, events=(event,), key=key))


@pytest.mark.parametrize("system", sorted(SYSTEMS))
def test_the_end_of_the_log_says_what_the_whole_log_says(
    system: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(handle, "following", lambda *_: None)  # the simulation tells it all
    simulation = SYSTEMS[system].simulation()
    setup, told = simulation.simulate(4, simulation.LEVELS[-1])
    match = log.create_stream("match", system, MATCHES[system].version, setup).id
    found, step = [], min(STEP, 1 + len(told) // SHORT)
    with appended.held():
        for place, (event, actor) in enumerate(told[:MOST], start=1):
            tell(match, event, actor)
            if place % step == 0:
                found.append(_found_both_ways(match, monkeypatch))
    assert True in found and len(set(found)) > 1, "some may be taken back, and others not"


def _found_both_ways(match: UUID, monkeypatch: pytest.MonkeyPatch) -> bool | None:
    """Whether the last entry may be taken back, None where there is nobody to do it; asked both ways."""
    with monkeypatch.context() as closed:
        closed.setattr(taking_back, "_whole", lambda _base: pytest.fail("the whole log was read"))
        last = last_of(SOMEBODY, match)
    warm.forget(match)
    assert last_of(SOMEBODY, match) == last
    return last.legal if last else None


def test_what_came_after_a_command_that_others_followed_goes_alone() -> None:
    """A command with a key counts all that followed from it; the next one had no key and is another command."""
    match, (event, by), _ = before_a_turn()
    first = tell(match, event, by, key="tapped")
    assert first.count > 1 and _last_of(match) == list(range(first.first_seq, first.version + 1))
    (_, told) = played("super_fantasy_brawl")
    then = tell(match, *told[first.version])
    assert _last_of(match) == list(range(then.first_seq, then.version + 1))


def _last_of(match: UUID) -> list[int]:
    """As a process says that has not seen the match before."""
    warm.forget(match)
    last = last_of(SOMEBODY, match)
    return list(last.seqs) if last else []
