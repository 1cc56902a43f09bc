"""One list of legal moves: whatever simulated players logged had been offered, in every game at every level."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from games import registry
from games.codec import tag
from games.fields import HIDING
from games.moves import as_sent, moves_of
from games.portable import read_log
from games.registry import MATCHES
from games.replay import standing
from games.ruleset import REFEREE, SYSTEM, Actor, Event, NextEvent
from games.tests.registered import simulated

LEVELS = [(key, level) for key, system in registry.SYSTEMS.items() for level in system.simulation().LEVELS]
ONE_OF_EQUALS: dict[str, set[str]] = {
    "champion_moved": {"path"},
    "trap_token_placed": {"slot"},
    "actor_moved": {"sequence"},
    "attack_resolved": {"results"},
    "guards_moved": {"patrol"},
    "patrol_reformed": {"patrol"},
}
"""Fields of which one of several equal values is offered: the way to a place, a name that is free, empty hexes."""
BEYOND: dict[str, set[str]] = {
    "last_battle": {"figure_fell_elsewhere", "figures_hired_elsewhere", "hand_drawn"},
    "ninja": {"seed_committed"},
    "senjutsu": {"side_registered"},
}
"""What is taken though nothing offers it: news of other tables, which their day tells; a draw of no cards; the seed
that the server brings along as it opens a match; characters of boxes that no catalogue knows."""
SEEDS = {"turns": 8, "summary": 8, "full": 6}
"""So many matches of each level; the sixth of Ninja is one that the server draws for."""
QUICK = (0, 1, 5)
"""Those of full detail that guard every change."""
LEVELS_AND_SEEDS = [
    pytest.param(key, level, seed, marks=[pytest.mark.soak] if level == "full" and seed not in QUICK else [])
    for key, level in LEVELS
    for seed in range(SEEDS[level])
]

ONCE: dict[str, set[str]] = {
    "bushido/v1-full-21": {"flank_plan_recorded"},
    "bushido/v1-full-46": {"model_moved"},
    "ninja/v1-full-four-standard-2": {"intruder_card_played"},
    "ninja/v1-full-two-standard-0": {"guards_moved"},
    "senjutsu/v1-summary-duel": {"match_finished"},
}
"""What released logs hold and the rules still take, though it is against them and nothing offers it any more.

- A plan for the sixth turn of a match of four comes to nothing (BUS-SETUP-23, BUS-END-03).
- With a feat a model walks, but not out of contact (BUS-MOVE-02).
- A cat against a listen was told as a bluff, which nobody judges any more (NIN-LIS-10).
- Guards went past a figure that everybody sees (NIN-MOV-04, NIN-PAT-05).
- One side gave up, which is a moment of its own (SEN-MULTI-04) and decides (SEN-END-04, -08); the report of that log
  tells that the other side fell afterwards, and a draw.
"""
GOLDEN = sorted(Path(__file__).parents[1].glob("*/tests/golden/*.jsonl"))


@pytest.mark.parametrize(("system", "level", "seed"), LEVELS_AND_SEEDS)
def test_whatever_was_logged_had_been_offered(system: str, level: str, seed: int) -> None:
    setup, told = simulated(system, seed, level, seed % 2 + 1)
    missing = _not_offered(system, MATCHES[system].initial(setup), told)
    assert missing.keys() <= BEYOND.get(system, set()), missing


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_whatever_a_released_log_holds_had_been_offered(path: Path) -> None:
    log, system = read_log(path.read_bytes(), lambda _kind, system: MATCHES[system]), path.parents[2].name
    told = ((entry.event, entry.actor) for entry in standing(log.entries()))
    missing = _not_offered(system, log.rules.initial(log.setup), told)
    once = ONCE.get(f"{system}/{path.stem}", set())
    assert missing.keys() - BEYOND.get(system, set()) == once, missing


def _not_offered(system: str, state: Any, told: Iterable[tuple[Event, Actor]]) -> dict[str, Event]:
    """The first event of each type that nothing had offered to whoever logged it."""
    rules, missing = MATCHES[system], dict[str, Event]()
    for event, by in told:
        offers = [one for one in rules.next_events(state, REFEREE) if one.type == tag(type(event))]
        if not any(_fits(system, state, one, event, by) for one in offers):
            missing.setdefault(tag(type(event)), event)
        state = rules.evolve(state, event)
    return missing


def _fits(system: str, state: Any, offer: NextEvent, event: Event, by: Actor) -> bool:
    """Whether the offer names the event, and one of its concrete events agrees where the game makes them itself."""
    told = _told(event)
    if any(
        name in told and values and not _among(told[name], values) for name, values in offer.choices.items()
    ):
        return False
    if any(_whole(values) and not told.get(name) for name, values in offer.choices.items()):
        return False
    game = registry.SYSTEMS[system]
    moves = moves_of(game, state.play, offer, by) if game.moves is not None and state.play.full else []
    loose = ONE_OF_EQUALS.get(offer.type, set())
    return not moves or any(_agree(told, _told(one), loose) for one in moves)


def _agree(told: dict[str, Any], offered: dict[str, Any], loose: set[str]) -> bool:
    """What both tell is the same."""
    return all(told[name] == value for name, value in offered.items() if name in told and name not in loose)


def _whole(values: tuple[Any, ...]) -> bool:
    """Whether whole lists are on offer, none of them empty: a list that is left out is none of them."""
    return bool(values) and all(isinstance(one, tuple) and one for one in values)


def _among(value: Any, values: tuple[Any, ...]) -> bool:
    """One of the values on offer, or several of them."""
    known = [msgspec.to_builtins(one) for one in values]
    several = isinstance(value, list | tuple)
    return value in known or (several and all(any(_holds(one, each) for each in known) for one in value))


def _holds(told: Any, offered: Any) -> bool:
    """The part on offer; more may be told of it, such as whose prayer it was."""
    return told == offered or (
        isinstance(told, dict) and isinstance(offered, dict) and offered.items() <= told.items()
    )


def _told(event: Event) -> dict[str, Any]:
    raw: dict[str, Any] = msgspec.to_builtins(event)
    return {name: value for name, value in raw.items() if name not in HIDING and value not in (None, [], ())}


def test_what_is_alike_is_sent_once() -> None:
    """An example that leaves nothing to chance came as often as examples were asked for."""
    (opened, *_more) = [event for event, _by in simulated("bushido", 3, "full", 1)[1]]
    assert as_sent([opened, opened]) == as_sent([opened]) and len(as_sent([opened])) == 1


def test_a_field_without_a_value_now_does_not_close_the_offer() -> None:
    """Bushido's offers leave out what need not be told; what a tap can log is found all the same."""
    game, rules = registry.SYSTEMS["bushido"], MATCHES["bushido"]
    setup, told = simulated("bushido", 3, "full", 1)
    state = rules.initial(setup)
    found: set[str] = set()
    for event, _by in told[:120]:
        offers = [one for one in rules.next_events(state, REFEREE) if one.type == tag(type(event))]
        found |= {
            one.type for one in offers if one.type not in found and moves_of(game, state.play, one, SYSTEM)
        }
        state = rules.evolve(state, event)
    assert {"model_activated", "action_declared", "melee_dice_committed", "first_player_chosen"} <= found
