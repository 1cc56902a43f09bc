"""Answers out of secrets that the server keeps: logged with their question, never tried out, never a look for free."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest

from games.codec import tag
from games.ninja.facts import PRACTICE
from games.ninja.full import events as f
from games.ninja.tests.demo import SETUP
from games.ninja.tests.tables import creation
from games.registry import MATCHES
from games.ruleset import RULES, SYSTEM, Actor, Event, Setup
from tracker import log, warm
from tracker.handle import Answer, Command, CommandRejected, handle

pytestmark = pytest.mark.django_db(transaction=True)
GUARD, INTRUDER = Actor("player", "g"), Actor("player", "i")
SEARCH = f.GuardCardPlayed(card="sentry_search", guard="g2")
NEAR, FAR = "B3", "C2"


def tell(stream: UUID, *events: Event, by: Actor = SYSTEM, **options: Any) -> Answer:
    return handle(Command(stream=stream, actor=by, events=events, **options))


def logged(stream: UUID) -> list[tuple[str, Actor]]:
    entries = warm.entries_of(warm.get(stream).codec, log.read(stream))
    return [(tag(type(entry.event)), entry.actor) for entry in entries]


def asked() -> UUID:
    """Turn 1: sentry g2 on B2 is to move; the ninja hides on A3, the traitor on B3."""
    stream = log.create_stream("match", "ninja", MATCHES["ninja"].version, Setup()).id
    tell(stream, creation(detail="full", map=PRACTICE))
    for event in SETUP[:-1]:
        told = event
        if isinstance(event, f.IntruderStartMarked) and event.intruder == "traitor":
            told = f.IntruderStartMarked(intruder="traitor", zone=NEAR)
        tell(stream, told)
    assert [type_ for type_, _ in logged(stream)][-2:] == ["setup_completed", "turn_started"]
    tell(stream, f.PhaseStarted(phase="guard_action"), by=GUARD)
    tell(stream, SEARCH, by=GUARD)
    return stream


def went(zone: str) -> f.GuardsMoved:
    return f.GuardsMoved(guards=("g2",), path=(zone,))


@pytest.mark.parametrize(("zone", "answers"), [(FAR, 1), (NEAR, 2)])
def test_a_movement_is_answered_in_the_same_append(zone: str, answers: int) -> None:
    stream = asked()
    answer = tell(stream, went(zone), by=GUARD)
    told = logged(stream)[-1 - answers :]
    expected = ["guards_moved", *(["intruder_detected"] if answers > 1 else []), "movement_cleared"]
    assert [type_ for type_, _ in told] == expected and answer.count == len(expected)
    assert {actor for _, actor in told[1:]} == {Actor(RULES, str(answer.first_seq))}


def test_trying_a_movement_tells_nothing_of_who_is_there() -> None:
    stream = asked()
    tried = [tell(stream, went(zone), by=GUARD, dry_run=True) for zone in (NEAR, FAR)]
    assert tried[0] == tried[1] and tried[0].count == 1


def test_nothing_hangs_on_an_answer_within_one_command() -> None:
    """An attack behind a step would be refused where nobody is, and the step with it."""
    stream = asked()
    before = logged(stream)
    attack = f.GuardAttacked(guard="g2", intruder="traitor")
    for zone in (NEAR, FAR):
        with pytest.raises(CommandRejected) as refused:
            tell(stream, went(zone), attack, by=GUARD)
        assert [one.rule for one in refused.value.violations] == [
            "NIN-HID-09"
        ] and refused.value.position == 1
    assert logged(stream) == before
    tell(stream, went(NEAR), by=GUARD)
    tell(stream, attack, by=GUARD)


def test_a_listen_waits_while_a_card_could_be_played() -> None:
    stream = asked()
    tell(stream, went(FAR), by=GUARD)
    tell(stream, f.GuardCardPlayed(card="sentry_listen", guard="g3"), by=GUARD)
    assert logged(stream)[-1][0] == "guard_card_played"
    cat = f.IntruderCardPlayed(
        intruder="traitor", card="it_was_a_cat", use=f.CardSecret(bluff=True, edge=None, zone=None)
    )
    tell(stream, cat, by=INTRUDER)
    assert [type_ for type_, _ in logged(stream)][-2:] == ["intruder_card_played", "listen_answered"]
