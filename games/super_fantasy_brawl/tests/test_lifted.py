"""SFB-LOG-04: whatever a ruling lets through can be folded and shown; what is not there at all nothing lets through."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from games.ruleset import EVERYONE, REFEREE, Actor, Event, Viewer
from games.secrets import canonical
from games.super_fantasy_brawl import RULES
from games.super_fantasy_brawl.play.simulate import simulate
from games.super_fantasy_brawl.tests.tables import ORGANISER as STAFF
from games.super_fantasy_brawl.tests.tables import over, ready, turn
from games.super_fantasy_brawl.waived import can_be_waived
from games.testing import accepts, refuses

TRIES = 1500
Told = list[tuple[Event, Actor]]


def lifted(state: Any, event: Event, by: Actor) -> Any:
    """The state with every rule lifted that forbids the event; None where one of them cannot be."""
    rules: tuple[str, ...] = ()
    for _ in range(8):
        refused = RULES.check(state, event, by)
        if not refused:
            return state
        if not all(can_be_waived(one.rule) and "absent" not in one.params for one in refused):
            return None
        rules = (*rules, *(one.rule for one in refused))
        state = replace(state, lifted=rules)
    return None


def changed(dice: Random, event: Event, others: Told) -> Event:
    """The event with one field as another event of its type has it."""
    alike = [other for other, _ in others if type(other) is type(event)]
    if not event.__struct_fields__:
        return event
    field = dice.choice(event.__struct_fields__)
    return replace(event, **{field: getattr(dice.choice(alike), field)})


@accepts("SFB-LOG-04")
@pytest.mark.parametrize("level", ["full", "turns"])
@pytest.mark.parametrize("players", [1, 2])
def test_whatever_is_lifted_can_be_folded(level: str, players: int) -> None:
    dice = Random(players)
    setup, told = simulate(players, level, players)
    others: Told = [pair for seed in range(6) for pair in simulate(seed, level, players)[1]]
    states = [RULES.initial(setup)]
    for event, _ in told:
        states.append(RULES.evolve(states[-1], event))
    passed = 0
    for _ in range(TRIES):
        event, by = dice.choice(others)
        event = changed(dice, event, others) if dice.random() < 0.5 else event
        state = lifted(dice.choice(states), event, by)
        if state is not None:
            after = RULES.evolve(state, event)
            passed += 1
            for viewer in (EVERYONE, REFEREE, Viewer("player", "red-1", "red")):
                seen = RULES.visible_to(after, viewer)
                canonical([seen, RULES.outcome(after), RULES.next_events(after, viewer)])
    assert passed > TRIES // 50


@accepts("SFB-LOG-04")
@refuses("SFB-TURN-01")
def test_no_ruling_lets_somebody_in_who_does_not_play() -> None:
    case = ready()
    strange, other = turn("nobody-here", 1, (0, 0)), turn("b", 1, (0, 0))
    assert lifted(case.state, strange, STAFF) is None
    assert lifted(case.state, other, STAFF) is not None
    assert lifted(case.state, over("green", (0, 0)), STAFF) is None
    assert lifted(case.state, over("blue", (0, 0)), STAFF) is not None
    case.when(strange).then_refused("SFB-TURN-01")
