"""Challenge tests: how many dice, which value, what is added, and what comes of it (BUS-TEST-01 to -04, -07, -10 to
-13).

Pure reading of the table; `trials.py` judges and folds the tests that are rolled.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from games.bushido.full.common import side_of_model, stands_here, table
from games.bushido.full.dice import SUPPORT, final, kept
from games.bushido.full.fighting.arms import weapon_named
from games.bushido.full.printed import rule_of
from games.bushido.full.state import Figure, Test
from games.bushido.full.traits import (
    base,
    by_keyword,
    capped,
    is_a,
    keyworded,
    parts_of,
    restricted,
    size_of,
    trait,
    worth,
)
from games.bushido.state import BusState

SIZE_VALUE = 6
"""BUS-ACT-27: the value of a size test."""
KINDS = {"fear": ("fear", "ki"), "ki": ("ki",), "size": ("size",), "rise": ("rise",), "ranged": ("ranged",)}
"""Kind of a test -> the keywords of traits that are about it."""


class Rolled(NamedTuple):
    """What a challenge test came to."""

    result: Figure
    value: Figure
    passed: bool


def pool(state: BusState, test: Test) -> Figure:
    """BUS-TEST-01, -04, -10, -11: the dice of a challenge; at least one."""
    if test.kind == "rise":
        return Figure(1, ("BUS-DMG-10",))
    if test.kind == "ranged":
        shot = table(state).shot
        return Figure(shot.dice if shot is not None else 1, ("BUS-RNG-12",))
    told = size_dice(state, test.model) if test.kind == "size" else ki_dice(state, test)
    return told if told.value >= 1 else Figure(1, (*told.why, "BUS-TEST-04"))


def size_dice(state: BusState, model: str) -> Figure:
    """BUS-TEST-11, BUS-TRT-96, -98, -108: by size; Strong adds a die, Weak and Swarm take one (decision 8-15)."""
    size = size_of(state, model) or Figure(1)
    told = Figure(size.value + 1, ("BUS-TEST-11", *size.why))
    strong, weak = (restricted(state, model, name, "size") for name in ("Strong", "Weak"))
    if strong and weak:
        told = Figure(told.value, (*told.why, "BUS-TRG-08"))
    elif strong or weak:
        told = told.plus(1 if strong else -1, *strong, *weak)
    swarm = trait(state, model, "Swarm")
    return told.plus(-1, *swarm.why) if swarm else told


def ki_dice(state: BusState, test: Test) -> Figure:
    """BUS-TEST-10, BUS-TRT-35, -92: the Ki statistic with boosts, then Spirit above any limit, and Dread against
    Fear."""
    told = Figure(base(state, test.model, "ki") or 0, ("BUS-TEST-10",))
    told = capped(state, test.model, "ki", told.plus(boosted(state, test.model, "ki"), "BUS-KI-12"))
    spirit = worth(state, test.model, "Spirit")
    told = told.plus(spirit.value, *spirit.why)
    if test.kind == "fear" and test.against is not None:
        dread = worth(state, test.against, "Dread")
        told = told.plus(-dread.value, *dread.why)
    return told


def boosted(state: BusState, model: str, stat: str) -> int:
    """BUS-KI-12: the steps of a boost that lasts now."""
    return table(state).boosts.get(f"{model}.{stat}", 0)


def value(state: BusState, test: Test) -> Figure:
    """BUS-TEST-12: the value of a challenge."""
    if test.kind == "ranged":
        return Figure(test.value, ("BUS-RNG-12",))
    rules = {"fear": ("BUS-TEST-12", *rule_of("Fear")), "rise": ("BUS-DMG-10", *rule_of("Rise"))}
    own = {"size": ("BUS-ACT-27", "BUS-TEST-11"), "ki": ("BUS-COND-26",)}
    return Figure(test.value, rules.get(test.kind) or own.get(test.kind, ("BUS-TEST-07",)))


def plus(state: BusState, test: Test, leader: str | None) -> Figure:
    """BUS-TRT-27, -63: what is added to the result."""
    told = Figure(0)
    if test.kind == "fear":
        courage = worth(state, test.model, "Courage")
        told = told.plus(courage.value, *courage.why)
        if leader is not None:
            told = told.plus(led(state, test.model, leader), *rule_of("Leadership"))
    return told


def led(state: BusState, model: str, leader: str) -> int:
    """BUS-TRT-63, BUS-GEN-27: what a leader in range, on the battlefield, adds to the Fear tests of a friend with its
    keyword."""
    if not stands_here(state, leader) or side_of_model(state, leader) != side_of_model(state, model):
        return 0
    fits = (
        one.x
        for one in keyworded(state, leader, "Leadership")
        if not one.keyword or is_a(state, model, one.keyword)
    )
    return max(fits, default=0)


def support(state: BusState, test: Test) -> Figure:
    """How many dice may support a challenge."""
    shot = table(state).shot if test.kind == "ranged" else None
    bow = weapon_named(state, shot.attacker, shot.weapon, "ranged").traits or () if shot is not None else ()
    return supporting(state, test.model, *KINDS[test.kind], weapon=bow)


def supporting(state: BusState, model: str, *kinds: str, weapon: Iterable[str] = ()) -> Figure:
    """BUS-TEST-02, BUS-TRT-01: how many dice may support a test of these keywords."""
    told = Figure(SUPPORT, ("BUS-TEST-02",))
    for word, number in by_keyword(keyworded(state, model, "Adept", weapon)).items():
        if not {*parts_of(word)}.isdisjoint(kinds):
            told = told.plus(number, *rule_of("Adept"))
    return told


def rolled(
    state: BusState, test: Test, dice: str, leader: str | None = None, supporting: int | None = None
) -> Rolled:
    """BUS-TEST-03, -07: the result against the value."""
    most = support(state, test)
    used = most.value if supporting is None else min(supporting, most.value)
    result = final(kept(dice), plus(state, test, leader), used)
    due = value(state, test)
    why = (*result.why, *(most.why[1:]))
    return Rolled(Figure(result.value, why), due, result.value >= due.value)
