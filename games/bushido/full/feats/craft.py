"""Ki feats as the cards print them, and what they cost here and now (BUS-KI-02, -06, BUS-TRT-11, -33). Pure reading."""

from __future__ import annotations

import re
from typing import NamedTuple

from games.bushido.full.common import body, broken, has, own, sheet, side_of_model, stands_here
from games.bushido.full.fighting.harm import purse, well_rules
from games.bushido.full.printed import rule_of
from games.bushido.full.state import Figure
from games.bushido.full.traits import is_a, keyworded, trait, worth
from games.bushido.permissions import Violations
from games.bushido.profiles import Feat
from games.bushido.state import BusState
from games.ruleset import RuleViolation

STEPS = ("BUS-KI-12", "BUS-KI-13")
"""The rules that make the price of a boost."""
_RANGE = re.compile(r"Ta\s*\((\d+)\)", re.IGNORECASE)
_AIMED = re.compile(r".*\bTa\b", re.IGNORECASE)
ONCE_A_TURN, ONCE_A_GAME = "1T", "1G"


class Craft(NamedTuple):
    """A feat that is used: by whom, for how much, and what its users see. `pays`: its cost is still to be paid."""

    model: str
    feat: str
    x: int | None = None
    cost: int | None = None
    believers: tuple[str, ...] = ()
    disturbed: tuple[str, ...] = ()


def feat_of(state: BusState, model: str, name: str | None) -> Feat | None:
    """A feat of a model's card; None if the card has none of this name, or nobody knows its feats."""
    return next((one for one in sheet(state, model).feats or () if one.name == name), None)


def known(state: BusState, model: str, timing: str) -> tuple[str, ...]:
    """The feats of a timing that a model can pay for and that its states and limits leave."""
    feats = (one for one in sheet(state, model).feats or () if one.timing == timing)
    mine = [one for one in feats if not any(closed(state, model, one))]
    return tuple(one.name for one in mine if payable(state, model, one))


def closed(state: BusState, model: str, feat: Feat) -> Violations:
    """BUS-KI-05: once a turn, once a game."""
    limits, flags = feat.limits or (), body(state, model).flags
    for limit in (ONCE_A_TURN, ONCE_A_GAME):
        if limit in limits and f"{limit}:{feat.name}" in flags:
            yield broken("BUS-KI-05", told=feat.name, model=model)
    if (feat.cost or 0) > 0 and has(state, model, "controlled"):
        yield broken("BUS-KI-10", told=feat.name, model=model)


def payable(state: BusState, model: str, feat: Feat) -> bool:
    """Whether a model can pay for a feat: alone, or with the friends that can make it cheaper."""
    return affordable(state, model, feat, ()) or affordable(state, model, feat, believers(state, model))


def affordable(state: BusState, model: str, feat: Feat, friends: tuple[str, ...]) -> bool:
    """BUS-KI-02, -15: with these friends, that make it cheaper; a Kami keeps a token."""
    cost = price(state, model, feat.cost or 0, friends, ()).value
    keeps = bool(cost) and trait(state, model, "Kami") is not None
    return purse(state, model) >= cost + keeps


def reach_of(feat: Feat | None) -> int | None:
    """BUS-KI-07: inches of a feat with a target; None for any other."""
    found = _RANGE.search(feat.target or "") if feat is not None else None
    return int(found[1]) if found else None


def aims(feat: Feat | None) -> bool:
    """Whether a feat needs a target to be told: one that is aimed, whatever its range, or an opposed one."""
    return feat is not None and (_AIMED.match(feat.target or "") is not None or opposed(feat))


def opposed(feat: Feat) -> bool:
    """BUS-KI-08."""
    return any("oki" in one.casefold() for one in (feat.target or "", *(feat.limits or ())))


def price(
    state: BusState, model: str, printed: int, believers: tuple[str, ...], disturbed: tuple[str, ...]
) -> Figure:
    """BUS-KI-06, BUS-TRT-11, -33: less for each Believer in range, more for the strongest Disturb Flow; at least 1."""
    told = Figure(printed, ("BUS-KI-02",))
    if not printed:
        return told
    for name in believers:
        told = told.plus(-believes(state, model, name), *rule_of("Believer"))
    most = max((worth(state, name, "Disturb Flow").value for name in disturbed), default=0)
    told = told.plus(most, *rule_of("Disturb Flow"))
    return told if told.value >= 1 else Figure(1, (*told.why, "BUS-KI-06"))


def check_tokens(state: BusState, model: str, cost: Figure) -> Violations:
    """BUS-KI-02, -17: as many tokens as are to be paid are there; what made it so dear is named as well."""
    there = purse(state, model)
    if there >= cost.value:
        return
    yield RuleViolation("BUS-KI-02", {"model": model, "left": there, "due": cost.value})
    for rule in dict.fromkeys((*cost.why, *well_rules(state, model))):
        if rule not in ("BUS-KI-02", *STEPS):
            yield broken(rule, expected=cost.value, model=model)


def believes(state: BusState, model: str, friend: str) -> int:
    """BUS-TRT-11: what a friend takes off the feats of a model with its keyword."""
    fits = (
        one.x
        for one in keyworded(state, friend, "Believer")
        if not one.keyword or is_a(state, model, one.keyword)
    )
    return max(fits, default=0)


def believers(state: BusState, model: str) -> tuple[str, ...]:
    """BUS-TRT-11: the friends that make the feats of a model cheaper, where they are near enough."""
    return tuple(name for name in own(state, side_of_model(state, model)) if believes(state, model, name))


def check_near(
    state: BusState, model: str, believers: tuple[str, ...], disturbed: tuple[str, ...]
) -> Violations:
    """BUS-TRT-11, -33, BUS-GEN-27: friends that believe, each named once, and enemies that disturb; all of them on
    the battlefield."""
    side = side_of_model(state, model)
    for name in believers:
        friend = stands_here(state, name) and side_of_model(state, name) == side
        if not friend or not believes(state, model, name) or believers.count(name) > 1:
            yield broken("BUS-TRT-11", told=name, model=model)
    for name in disturbed:
        enemy = stands_here(state, name) and side_of_model(state, name) != side
        if not enemy or not worth(state, name, "Disturb Flow").value:
            yield broken("BUS-TRT-33", told=name, model=model)
