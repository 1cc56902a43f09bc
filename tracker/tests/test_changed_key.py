"""A changed `SECRET_KEY` whose former one stands in `SECRET_KEY_FALLBACKS`: what was begun under the former goes on."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User

from tracker import commands, second_factor, throttle, warm
from tracker.models import Event
from tracker.rulesets.chronicle import dice
from tracker.rulesets.chronicle.arbitrator import off_seed
from tracker.tests import hall
from tracker.tests.chronicle import club
from tracker.tests.hall import caught_up
from tracker.tests.pages.brawl import Brawl
from tracker.tests.pages.desk import text_of

pytestmark = pytest.mark.django_db
Change = Callable[..., None]


@pytest.fixture
def change(settings: Any) -> Change:
    """Changes the key as the guide for operators says; with `lost` the former one is known no more."""

    def changed(lost: bool = False) -> None:
        settings.SECRET_KEY_FALLBACKS = [] if lost else [settings.SECRET_KEY]
        settings.SECRET_KEY = "the next key of this installation, as long as it has to be"

    return changed


@pytest.mark.parametrize(("lost", "times"), [(False, 1), (True, 2)])
def test_a_request_that_is_sent_again_is_logged_once(change: Change, lost: bool, times: int) -> None:
    """A phone that heard no answer sends its entry once more; the log had it twice."""
    who = hall.organiser()
    event, (first, *_) = hall.opened(who, 4)
    told = [{"type": "note_given", "data": {"player": str(first.id), "kind": "warning", "reason": "late"}}]
    commands.append(who, event, told, key="once")
    change(lost=lost)
    assert commands.append(who, event, told, key="once").repeated is not lost
    assert Event.objects.filter(stream=event, type="note_given").count() == times


def test_what_waits_on_a_phone_still_belongs_to_its_reader(change: Change) -> None:
    """It was neither shown nor sent any more: the phone took it for somebody else's."""
    table = Brawl("summary")

    def readers() -> set[str]:
        page = text_of(table.anna.client.get(table.pad))
        return set(re.findall(r'data-readers="([0-9a-f ]+)"', page)[0].split())

    before = readers()
    change()
    assert before and before < readers()


def test_a_recovery_code_still_lets_in(change: Change) -> None:
    throttle.counts().forget()
    user = User.objects.create_user("olga", password="first-secret-1")
    first, second, *_ = second_factor.new_codes(user)
    secret = second_factor.new_secret()
    second_factor.SecondFactor.objects.create(user=user, secret=secret, step=0)
    change()
    assert second_factor.passes(user, first) and not second_factor.passes(user, first)
    change(lost=True)
    assert not second_factor.passes(user, second)


def test_the_next_draw_is_the_one_that_was_committed_to(change: Change) -> None:
    """It said that another server alone could reveal its seed."""
    who = hall.organiser()
    event, _ = hall.opened(who, 6)
    change()
    commands.draw_round(who, event)
    round_ = warm.current(event).state.rounds[0]
    assert round_.committed and not round_.reason


def test_a_campaign_rolls_on_and_ends(change: Change) -> None:
    """Its dice came from another secret than the promised one, and its end was refused for ever."""
    who = hall.organiser()
    once = club.river_war().replace("count = 6", "count = 1")
    stream, (ann, _bob) = club.opened(who, "Ann", "Bob", definition=once)
    club.play(who, stream, "a")
    link = next(iter(club.state(stream).links))
    change()
    club.settled(club.of(ann), stream, link, "r1", club.fell("r1", "hiro-1"))
    club.settled(who, stream, link, "r2")
    commands.close_cycle(who, stream, 1)
    caught_up()
    state = club.state(stream)
    assert state.rolled and state.is_finished() and dice.commitment_of(state.seed) == state.commitment
    assert not list(off_seed(state, state.seed))
