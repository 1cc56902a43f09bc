"""Nights that are played by what is offered alone: each offer is accepted from whoever it is made to, and there is one
until the match is over."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from games.codec import tag
from games.moves import examples_of
from games.ninja.full.consequences import follows
from games.ninja.full.events import MissionsDrawn
from games.ninja.full.listening import cat_asked
from games.ninja.full.table import full_of
from games.ninja.next_events import next_events
from games.ninja.play.matches import event_of, set_up
from games.ninja.play.simulate import _creation, simulate
from games.ninja.rules import Ninja
from games.ninja.state import NinjaState, rivals
from games.ninja.system import SYSTEM
from games.ruleset import Actor, Event, NextEvent, Setup
from games.simulated import ORGANISER, Table

RULES = Ninja()
BESIDE = ("match_conceded", "alert_recorded")
LIKELY = {"intruder_moved": 6, "phase_started": 6, "turn_ended": 6, "guards_moved": 8, "patrol_reformed": 1}
STEPS = 1500


def opened(seed: int) -> Table[NinjaState]:
    """A night that was opened: any mode, variant and options."""
    dice = Random(seed)
    players = dice.choice((1, 1, 2, 3))
    created = _creation(dice, "full", players, Random(seed + 1), dice.random() < 0.5)
    more = {"rope_discovery": dice.random() < 0.4, "no_passage_discovery": dice.random() < 0.15}
    table: Table[NinjaState] = Table(RULES, RULES.initial(Setup()), dice, str(seed))
    table.log(replace(created, options=replace(created.options, **more)))
    return table


def night(seed: int) -> Table[NinjaState]:
    """A night that is set up."""
    table = opened(seed)
    set_up(table)
    return table


def offered(table: Table[NinjaState]) -> list[tuple[NextEvent, Event]]:
    """One event of every kind that is offered."""
    kinds = [told for told in next_events(table.state) if told.type not in BESIDE]
    made = [(told, event_of(table, told)) for told in kinds]
    return [(told, event) for told, event in made if event is not None and table.may(event)]


def step(table: Table[NinjaState]) -> None:
    due = full_of(table.state).due
    asked = (
        bool(due) and rivals(table.state) and cat_asked(table.state)
    )  # NIN-HID-17: answered whatever the hand is
    if not asked and (following := follows(table.state)) is not None:
        table.log(following)
        return
    choices = offered(table)
    assert choices, (table.state.turn, full_of(table.state).step, due, full_of(table.state).window)
    told, event = table.rng.choices(choices, [LIKELY.get(told.type, 2) for told, _ in choices])[0]
    by: Any = Actor("player", told.players[0]) if told.players else None
    assert by is None or not RULES.check(table.state, event, by), (event, told.players)
    table.log(event)


def ends_by_offers(seed: int) -> None:
    table = night(seed)
    for _ in range(STEPS):
        if table.state.phase != "running":
            return
        step(table)
    raise AssertionError(f"night {seed} does not end")


@pytest.mark.parametrize("seed", [2, 4])
def test_a_night_goes_on_to_its_end(seed: int) -> None:
    ends_by_offers(seed)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(100, 124))
def test_every_night_goes_on_to_its_end(seed: int) -> None:
    ends_by_offers(seed)


def test_counts_say_how_much_a_program_has_to_tell() -> None:
    """What the refusals alone said before: how many sentries, patrols and marks, and how large a hand is."""
    counted = set()
    for seed in range(12):
        table: Table[NinjaState] = Table(RULES, RULES.initial(Setup()), Random(seed), str(seed))
        table.log(_creation(table.rng, "full", table.rng.choice((1, 1, 2, 3)), Random(seed), seed % 2 == 0))
        state = table.state
        set_up(table)
        for event, _ in table.logged[1:]:
            offers = [one for one in next_events(state) if one.type == tag(type(event))]
            counted |= {f"{one.type}.{name}" for one in offers for name in one.counts}
            assert not offers or any(fits(event, one) for one in offers), (event, offers)
            state = RULES.evolve(state, event)
    assert counted >= {
        "missions_drawn.letters",
        "hand_chosen.cards",
        "guards_deployed.sentries",
        "guards_deployed.patrols",
        "guards_deployed.swords",
        "guard_map_marked.marks.sleepers",
        "guard_map_marked.marks.traps",
        "guard_map_marked.marks.ambushes",
    }


def fits(event: Event, offer: NextEvent) -> bool:
    """Whether what is told comes to the counts of the offer."""
    told = msgspec.to_builtins(event)
    for path, (low, high) in offer.counts.items():
        value: Any = told
        for name in path.split("."):
            value = None if value is None else value.get(name)
        if value is None:
            continue
        numbers = isinstance(value, dict) and all(isinstance(one, int) for one in value.values())
        if not low <= (sum(value.values()) if numbers else len(value)) <= high:
            return False
    return True


def test_the_letter_of_a_new_copy_is_offered_whole() -> None:
    """NIN-HID-13, NIN-RESP-05: what the server is to draw, as an example that it takes."""
    found = [event for seed in range(8) for event in _letters(seed)]
    assert found and all(len(event.letters or {}) == 1 for event in found)


def _letters(seed: int) -> list[MissionsDrawn]:
    """The examples of letters for copies that came back in a simulated night, each of them legal."""
    setup, logged = simulate(seed, "full", 1)
    state, found = RULES.initial(setup), list[MissionsDrawn]()
    for event, _by in logged:
        state = RULES.evolve(state, event)
        for one in next_events(state) if state.turn else ():
            if one.type == tag(MissionsDrawn):
                made = examples_of(SYSTEM, state, one, ORGANISER, Random, 1)
                assert made, one
                found += [letter for letter in made if isinstance(letter, MissionsDrawn)]
    return found
