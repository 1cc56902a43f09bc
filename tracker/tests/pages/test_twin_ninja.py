"""Two matches of Ninja that differ in secrets of one side look the same to the other side and to everybody else.

Both are legal, with the same public log: other missions, hands, starts, ways, ropes, entrances, or other marks and
cards of the guard. What is compared: `twin_matches`.
"""

from __future__ import annotations

import os
from random import Random
from typing import Any
from uuid import UUID

import pytest
from django.apps import apps

from games.consequences import following
from games.ninja.full.events import ZonesSearched
from games.ninja.play.simulate import on_devices, simulate
from games.ninja.state import player_of
from games.ninja.tests.twin_logs import RULES, Twins
from games.ruleset import Setup
from games.tests.twin_logs import Log
from tracker.models import Stream
from tracker.tests.pages.twin_matches import Pair, owner_sees, paired
from tracker.tests.pages.twins import RANDOM

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("short_streams")]
SIDES = ("guards", "intruders")
WRITTEN = (str, bytes, memoryview, dict, list)
GAMES, WATCHED, BATCH, LOOKS = int(os.environ.get("WARLEDGER_TWINS", "40")), 5, 5, 5
"""Games that the guards look at once, somewhere on their way, in a run of CI: a release is held to 200 of them; those
that are watched, at so many places each. What the rules show of a match: 200 in `games/ninja/tests/test_twins.py`."""
OTHERS = max(BATCH, GAMES // 4)
"""Games that rivals look at, and intruders."""


def answered_to(setup: Setup, log: Log, place: int) -> Log:
    """The log up to there, and the answers to what was asked last: secrets with other answers are no twins."""
    state = RULES.initial(setup)
    for number, (event, _by) in enumerate(log, start=1):
        state = RULES.evolve(state, event)
        if number >= place and following(RULES, state) is None:
            return log[:number]
    return log


def pair(seed: int, until: float, side: str = "guards") -> Pair:
    """A simulated match up to a share of it, beside a legal twin with other secrets of the side that this one plays."""
    for number in range(20):
        dice = Random(f"twins of {seed} {number}")
        setup, log = simulate(seed + number * 10_000, "full", seed % 3 + 1)
        if log[0][0].variant == "disputed":  # type: ignore[attr-defined]
            continue  # other people may look there: `pair_of_rivals`
        log = answered_to(setup, log, max(30, round(len(log) * until)))
        twins, secret = Twins(setup, log, dice), SIDES[1 - SIDES.index(side)]
        twins.part(secret)
        if len(twins.changed) > 1:
            return paired("ninja", twins, log, twins.states[-1].play.sides[side])
    raise AssertionError("no simulated match has a legal twin")


def pair_of_rivals(seed: int, until: float) -> Pair:
    """A match of Disputed Lands beside a legal twin with other secrets of one rival: everybody else looks."""
    for number in range(30):
        dice = Random(f"rivals of {seed} {number}")
        setup, log = simulate(seed + number * 10_000, "full", 2)
        if log[0][0].variant != "disputed":  # type: ignore[attr-defined]
            continue
        log = answered_to(setup, log, max(30, round(len(log) * until)))
        twins, name = Twins(setup, log, dice), ("ninja", "traitor")[seed % 2]
        twins.part("intruders", name=name)
        if len(twins.changed) > 1:
            play = twins.states[-1].play
            searched = any(isinstance(log[at][0], ZonesSearched) for at in twins.changed)
            guards = () if searched else play.sides["guards"]
            rival = tuple(seat for seat in play.sides["intruders"] if seat != player_of(play, name))
            return paired("ninja", twins, log, (*guards, *rival))
    raise AssertionError("no simulated match of rivals has a legal twin")


def pair_on_phones(seed: int, until: float) -> Pair:
    """A match whose intruders keep their secrets on their own phones, beside a twin in which they are elsewhere: not
    even their own pages, nor staff, can tell one from the other."""
    for number in range(20):
        dice = Random(f"phones of {seed} {number}")
        setup, log = simulate(seed + number * 10_000, "full", seed % 3 + 1)
        if log[0][0].variant == "disputed":  # type: ignore[attr-defined]
            continue  # the server answers for rivals
        log = answered_to(setup, log, max(30, round(len(log) * until)))
        twins = Twins(setup, log, dice)
        twins.part("intruders")
        places = {"IntruderMoved", "IntruderStartMarked"}
        if len(twins.changed) > 1 and places & {type(log[at][0]).__name__ for at in twins.changed}:
            seats = twins.states[-1].play.sides["intruders"]
            twins.log = on_devices(twins.log, ("intruders",))[: len(log)]
            return paired("ninja", twins, on_devices(log, ("intruders",))[: len(log)], seats)
    raise AssertionError("no simulated match has a legal twin")


def held_of(match: UUID) -> list[str]:
    """Every row of the database that belongs to a match, without what is random."""
    found = []
    for model in apps.get_models():
        own = [one for one in model._meta.concrete_fields if one.related_model is Stream]
        own += [model._meta.pk] if model is Stream else []
        for field in own:
            for row in model._base_manager.filter(**{field.name: match}).values():
                told = {name: _text(value) for name, value in row.items() if isinstance(value, WRITTEN)}
                found.append(f"{model.__name__} {told}")
    return sorted(RANDOM.sub("#", row) for row in found)


def _text(value: Any) -> str:
    return bytes(value).decode(errors="replace") if isinstance(value, bytes | memoryview) else str(value)


def looked_at(seed: int, side: str) -> int:
    """One game, at one place, by one side and by everybody."""
    dice = Random(seed)
    found = pair(seed, dice.uniform(0.15, 0.95), side)
    found.to(len(found.plain_log))
    return found.compare(dice)


def test_nothing_tells_the_secrets_of_a_match() -> None:
    """The guards and the public, of one game; what they may not know is seen by those who may."""
    found = pair(1, 0.3)
    found.to(len(found.plain_log))
    assert found.compare(Random(1)) > 30
    assert owner_sees(found)


@pytest.mark.soak
def test_a_rival_learns_nothing_of_the_other() -> None:
    """Disputed Lands: what differs is told to its own player alone, a search to the guards as well."""
    found = pair_of_rivals(2, 0.5)
    found.to(len(found.plain_log))
    assert found.compare(Random(2)) > 30


@pytest.mark.soak
def test_the_server_holds_nothing_of_what_a_phone_keeps() -> None:
    """Neither any page or answer, to the intruders themselves as well, nor any row of the database: up to the end
    of the match, before anything is opened."""
    found = pair_on_phones(3, 1.0)
    found.to(len(found.plain_log))
    held = [held_of(one.match) for one in (found.one, found.other)]
    assert held[0] == held[1] and len(held[0]) > 30
    assert found.compare(Random(3)) > 30


@pytest.mark.soak
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("batch", range(OTHERS // BATCH))
def test_rivals_learn_nothing_in_many_matches(batch: int) -> None:
    for number in range(BATCH):
        dice = Random(batch * BATCH + number)
        found = pair_of_rivals(8000 + batch * BATCH + number, dice.uniform(0.2, 0.95))
        found.to(len(found.plain_log))
        assert found.compare(dice) > 20


@pytest.mark.soak
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("batch", range(GAMES // BATCH))
def test_nothing_tells_the_guards_the_secrets_of_many_matches(batch: int) -> None:
    assert sum(looked_at(5000 + batch * BATCH + number, "guards") for number in range(BATCH)) > BATCH * 30


@pytest.mark.soak
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("batch", range(OTHERS // BATCH))
def test_nothing_tells_the_intruders_the_secrets_of_many_matches(batch: int) -> None:
    assert sum(looked_at(6000 + batch * BATCH + number, "intruders") for number in range(BATCH)) > BATCH * 30


@pytest.mark.soak
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("seed", range(WATCHED))
def test_nothing_tells_the_secrets_while_a_match_goes_on(seed: int) -> None:
    """Some games, each at several places on its way."""
    dice = Random(seed)
    found = pair(7000 + seed, 0.95)
    for look in range(1, LOOKS + 1):
        found.to(max(found.one.logged + 1, round(len(found.plain_log) * look / LOOKS)))
        assert found.compare(dice) > 30
