"""Traits that move Ki and virtue between models (BUS-TRT-20, -29, -64, -107, BUS-TRG-09, -10; see `chosen.py`)."""

from __future__ import annotations

from games.bushido.full import windows
from games.bushido.full.common import (
    acting,
    body,
    broken,
    has,
    sheet,
    side_of_model,
    stands_here,
    with_acting,
    with_body,
)
from games.bushido.full.events import TraitUsed
from games.bushido.full.feats.moments import stands_by
from games.bushido.full.fighting.damage import softened
from games.bushido.full.fighting.harm import boxes, has_well, ki_limit, spendable, with_ki, wounded
from games.bushido.full.gifts.parts import only_friends, printed, too_far, total
from games.bushido.full.state import Figure
from games.bushido.full.surprise import caught
from games.bushido.full.traits import trait
from games.bushido.permissions import Violations
from games.bushido.roster.keywords import is_ronin, same
from games.bushido.state import BusState


def check_channel(state: BusState, event: TraitUsed) -> Violations:
    told = printed(state, event.model, "Channel")
    yield from only_friends(state, event, "BUS-TRT-20")
    yield from too_far(event, told.y, "BUS-TRT-20")
    left = spendable(state, event.model)
    most = min(told.x, left.value)
    if not 0 < total(event.targets) <= most:
        for rule in ("BUS-TRT-20", *left.why):
            yield broken(rule, told=total(event.targets), expected=most, model=event.model)
    for one in event.targets:
        if trait(state, one.model, "Kami"):
            for rule in ("BUS-TRG-12", "BUS-TRT-59"):
                yield broken(rule, told=one.model, model=event.model)


def on_channel(state: BusState, event: TraitUsed) -> BusState:
    state = with_ki(state, event.model, -total(event.targets), "BUS-TRT-20")
    for one in event.targets:
        state = with_ki(state, one.model, one.amount, "BUS-TRT-20")
    return state


def check_leech(state: BusState, event: TraitUsed) -> Violations:
    told = printed(state, event.model, "Leech")
    yield from only_friends(state, event, "BUS-TRT-64")
    yield from too_far(event, told.y, "BUS-TRT-64")
    room = (ki_limit(state, event.model) or 0) - body(state, event.model).ki
    room = told.x if has_well(state, event.model) else room
    if not 0 < total(event.targets) <= min(told.x, room):
        yield broken("BUS-TRT-64", told=total(event.targets), expected=min(told.x, room), model=event.model)
    for one in event.targets:
        if has_well(state, one.model):
            yield broken("BUS-KI-17", told=one.model, model=event.model)
        if trait(state, one.model, "Kami"):
            yield broken("BUS-TRG-12", told=one.model, model=event.model)
        yield from _controlled(state, one.model)
        if one.amount > body(state, one.model).ki:
            yield broken("BUS-TRT-64", told=one.amount, expected=body(state, one.model).ki, model=one.model)


def _controlled(state: BusState, model: str) -> Violations:
    """BUS-COND-24: nobody spends or removes the tokens of a Controlled model."""
    if has(state, model, "controlled"):
        for rule in ("BUS-COND-24", "BUS-KI-10"):
            yield broken(rule, told=model, model=model)


def on_leech(state: BusState, event: TraitUsed) -> BusState:
    for one in event.targets:
        state = with_ki(state, one.model, -one.amount, "BUS-TRT-64")
    return with_ki(state, event.model, total(event.targets), "BUS-TRT-64")


def check_virtue(state: BusState, event: TraitUsed) -> Violations:
    """BUS-TRT-107, BUS-TRG-10, BUS-ROSTER-06: one token to a faction model in sight that is somebody."""
    side = side_of_model(state, event.model)
    yield from too_far(event, printed(state, event.model, "Virtue").x, "BUS-TRT-107")
    if len(event.targets) != 1 or total(event.targets) != 1:
        yield broken("BUS-TRT-107", told=total(event.targets), expected=1, model=event.model)
    elif not event.sees:
        yield broken("BUS-TRT-107", told="out_of_sight", model=event.model)
    for one in event.targets:
        barred = trait(state, one.model, "Soulless") or trait(state, one.model, "Insignificant")
        if barred is not None or side_of_model(state, one.model) != side or not stands_here(state, one.model):
            yield broken("BUS-TRT-107", told=one.model, model=event.model)
        if rules := _of_no_faction(state, one.model, side):
            for rule in rules:
                yield broken(rule, told=one.model, model=event.model)
        if body(state, one.model).virtue:
            yield broken("BUS-TRG-10", told=2, expected=1, model=one.model)


def _of_no_faction(state: BusState, model: str, side: str) -> tuple[str, ...]:
    """BUS-TRT-107, BUS-ROSTER-06: the rules by which a model is none of its warband's faction: a Ronin, and who came
    with the card of a friend or under Control from another faction."""
    own, faction = sheet(state, model).faction, state.sides[side].faction
    if own is None or faction is None or same(own, faction):
        return ()
    return ("BUS-TRT-107", *(("BUS-ROSTER-06",) if is_ronin(own) else ()))


def on_virtue(state: BusState, event: TraitUsed) -> BusState:
    return with_body(state, event.targets[0].model, "BUS-TRT-107", virtue=1)


def check_spent(state: BusState, event: TraitUsed) -> Violations:
    """BUS-TRT-107, BUS-GEN-20, BUS-COND-24: a token that is there, of who may use Instant feats."""
    yield from _controlled(state, event.model)
    if not stands_here(state, event.model):
        yield broken("BUS-GEN-20", model=event.model)
    if caught(state, event.model):
        for rule in ("BUS-TRT-107", "BUS-GEN-13", "BUS-KI-10"):
            yield broken(rule, told=event.trait, model=event.model)
    if stands_by(state, event.model):
        for rule in ("BUS-TRT-107", "BUS-MEL-23"):
            yield broken(rule, told=event.trait, model=event.model)
    if not body(state, event.model).virtue:
        yield broken("BUS-TRT-107", told=0, expected=1, model=event.model)
    yield from windows.check(state, side_of_model(state, event.model))


def on_spent(state: BusState, event: TraitUsed) -> BusState:
    return with_body(state, event.model, "BUS-TRT-107", virtue=0)


def taken(state: BusState, model: str) -> int:
    """BUS-TRT-29: the wounds that a Cultist has taken for Ki in this turn."""
    marks = (flag.removeprefix("1T:cultist-") for flag in body(state, model).flags if "cultist-" in flag)
    return sum(map(int, marks))


def check_cultist(state: BusState, event: TraitUsed) -> Violations:
    """BUS-TRT-29: wounds of friendly Cultists within their own numbers and their boxes, in one activation no more than
    the number of who is active."""
    told = printed(state, event.model, "Cultist")
    yield from only_friends(state, event, "BUS-TRT-29")
    if state.edition == "reference":
        yield from too_far(event, told.y, "BUS-TRT-29")
    most_now = told.x - acting(state).bled
    if not 0 < total(event.targets) <= most_now:
        yield broken("BUS-TRT-29", told=total(event.targets), expected=most_now, model=event.model)
    for one in event.targets:
        own_x = printed(state, one.model, "Cultist").x
        free = (boxes(state, one.model) or 0) - body(state, one.model).marked
        free = body(state, one.model).ki if trait(state, one.model, "Kami") else free
        most = min(own_x - taken(state, one.model), free)
        if one.amount > most:
            yield broken("BUS-TRT-29", told=one.amount, expected=most, model=one.model)


def on_cultist(state: BusState, event: TraitUsed) -> BusState:
    """BUS-TRT-29, -36, BUS-DMG-14: no Tough, but the Durable take one wound; so many Ki as wounds."""
    state = with_acting(state, bled=total(event.targets) + acting(state).bled)
    hurt = {
        one.model: softened(state, one.model, Figure(one.amount), Figure(0), tough=False)
        for one in event.targets
    }
    state = with_ki(state, event.model, sum(told.value for told in hurt.values()), "BUS-TRT-29")
    for name, told in hurt.items():
        after = taken(state, name) + told.value
        kept = tuple(flag for flag in body(state, name).flags if "cultist-" not in flag)
        state = with_body(state, name, flags=tuple(sorted((*kept, f"1T:cultist-{after}"))))
        state = wounded(state, name, told.value, event.model, "BUS-TRT-29", "BUS-DMG-14", *told.why)
    return state
