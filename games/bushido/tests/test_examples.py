"""Examples of what may come next: whole events that are accepted, of every kind, also before the scenario is known."""

from __future__ import annotations

from functools import partial
from random import Random

import pytest

from games.bushido.play.simulate import LEVELS, simulate
from games.bushido.system import RULES, SYSTEM
from games.bushido.tests.full.shooting import archer
from games.bushido.tests.full.tables import act, card, playing
from games.bushido.tests.match.tables import created
from games.codec import tag
from games.moves import examples_of
from games.ruleset import REFEREE, Actor
from games.simulated import ORGANISER

ZONES = {"model_moved": "enters", "ranged_attack_declared": "in_zoc_of"}
"""Type -> the field that names whose zone of control it is in."""
CROWD = 10


@pytest.mark.parametrize("level", LEVELS)
def test_whatever_was_simulated_has_an_example(level: str) -> None:
    setup, told = simulate(3, level)
    state, made = RULES.initial(setup), {"match_created"}
    for event, _by in told:
        kind = tag(type(event))
        for one in RULES.next_events(state, REFEREE):
            if (
                one.type == kind
                and kind not in made
                and examples_of(SYSTEM, state, one, ORGANISER, Random, 1)
            ):
                made.add(kind)
        state = RULES.evolve(state, event)
    assert made >= {tag(type(event)) for event, _by in told}


@pytest.mark.parametrize("detail", ["summary", "turns"])
def test_a_warband_has_an_example_before_the_scenario(detail: str) -> None:
    state = created(detail=detail).then_accepted()
    (red, _blue) = [one for one in RULES.next_events(state, REFEREE) if one.type == "warband_registered"]
    assert examples_of(SYSTEM, state, red, Actor("player", "r"), Random, 40)


def test_lists_of_an_example_hold_what_was_offered_or_nothing() -> None:
    """Nobody, some or all where nobody is legal too; one at least of a list that may not be empty."""
    setup, told = simulate(3, "full")
    state, sizes = RULES.initial(setup), set()
    for event, _by in told[:40]:
        for one in RULES.next_events(state, REFEREE):
            if one.type == "models_deployed":
                for made in examples_of(SYSTEM, state, one, ORGANISER, Random) or ():
                    assert set(made.models) <= set(one.choices["models"])  # type: ignore[attr-defined]
                    sizes.add(len(made.models))  # type: ignore[attr-defined]
        state = RULES.evolve(state, event)
    assert len(sizes) > 1 and min(sizes) == 1


def _dice(seed: int, text: str) -> Random:
    return Random(f"{seed} {text}")


def test_in_a_crowd_a_walk_and_a_shot_still_have_an_example() -> None:
    """A few models named by chance out of a dozen zones of control always made it a way that is forbidden."""
    crowd = {f"guard-{number}": card() for number in range(CROWD)}
    open_ = playing(red={"chief": archer()}, blue=crowd)
    asked = set()
    for case in (act(open_, "red:chief", "walk"), act(open_, "red:chief", "ranged")):
        for one in RULES.next_events(case.state, REFEREE):
            if len(one.choices.get(ZONES.get(one.type, ""), ())) >= CROWD:
                asked.add(one.type)
                for seed in range(10):
                    dice = partial(_dice, seed)
                    assert examples_of(SYSTEM, case.state, one, ORGANISER, dice, 1), (one, seed)
    assert asked == {*ZONES}
