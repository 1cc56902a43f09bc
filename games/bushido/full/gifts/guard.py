"""Traits by which a model stands in for another (BUS-TRT-14, -77, -86, BUS-TRG-11; see `chosen.py`)."""

from __future__ import annotations

from msgspec.structs import replace

from games.bushido.full import band, windows
from games.bushido.full.common import (
    acting,
    body,
    broken,
    has,
    places_swapped,
    put,
    side_of_model,
    stands_here,
    table,
    touching,
    with_acting,
    without,
)
from games.bushido.full.events import TraitUsed
from games.bushido.full.fear import automatic, contact_tests
from games.bushido.full.fighting.damage import stunned
from games.bushido.full.fighting.leave import removed
from games.bushido.full.fighting.specials import ability
from games.bushido.full.gifts.parts import printed, too_far
from games.bushido.full.state import NO_ACTING, Harm, Test
from games.bushido.full.traits import is_a, trait
from games.bushido.permissions import Violations
from games.bushido.state import BusState
from games.ruleset import RuleViolation

GUARDED = "bodyguard"
"""What the Fear test of a Bodyguard decides."""


def check_protected(state: BusState, event: TraitUsed) -> Violations:
    """BUS-TRT-77: before the damage roll a friend with the keyword within X inches goes in its stead."""
    harm = table(state).harm
    names = [one.model for one in event.targets]
    told = printed(state, event.model, "Protected", *names[:1])
    wrong = len(names) != 1 or names[0] == event.model or not stands_here(state, names[0])
    fits = not wrong and (not told.keyword or is_a(state, names[0], told.keyword))
    mine = not wrong and side_of_model(state, names[0]) == side_of_model(state, event.model)
    if harm is None or harm.target != event.model or wrong or not fits or not mine:
        yield broken("BUS-TRT-77", told=names or "nobody", model=event.model)
    elif not _by_attack(harm):
        yield broken("BUS-TRT-77", told=harm.special, model=event.model)
    yield from too_far(event, told.x, "BUS-TRT-77")


def _by_attack(harm: Harm) -> bool:
    """BUS-TRT-77, -86: whether an attack has succeeded; what a Counterstrike deals follows from a defence."""
    return ability(harm.special, "defence") is None


def on_protected(state: BusState, event: TraitUsed) -> BusState:
    return removed(_cancelled(state), event.targets[0].model, None, "BUS-TRT-77", "BUS-DMG-09")


def _cancelled(state: BusState) -> BusState:
    """BUS-SPA-10: without the damage roll; the attack has succeeded all the same, so it stuns."""
    harm = table(state).harm
    state = put(state, harm=None)
    return stunned(state, harm.target, harm.special) if harm is not None else state


def check_sacrifice(state: BusState, event: TraitUsed) -> Violations:
    """BUS-TRT-86: who is neither Exhausted nor in contact goes for a friend with its keyword."""
    harm = table(state).harm
    saved = harm.target if harm is not None and _by_attack(harm) else ""
    told = printed(state, event.model, "Sacrifice", *((saved,) if saved else ()))
    mine = side_of_model(state, saved) == side_of_model(state, event.model) and saved != event.model
    fits = mine and (not told.keyword or is_a(state, saved, told.keyword))
    tired = not body(state, event.model).counters or bool(touching(state, event.model))
    if not fits or tired or not stands_here(state, event.model):
        yield broken("BUS-TRT-86", told=saved or "nobody", model=event.model)
    yield from too_far(event, told.x, "BUS-TRT-86")


def on_sacrifice(state: BusState, event: TraitUsed) -> BusState:
    return removed(_cancelled(state), event.model, None, "BUS-TRT-86", "BUS-DMG-09")


def wards(state: BusState) -> tuple[str, ...]:
    """Whom a Bodyguard could protect now: the target of a shot, or those that who is about to move goes for."""
    shot = table(state).shot
    return (shot.target,) if shot is not None else acting(state).targets


def guarded(state: BusState, event: TraitUsed) -> str:
    """BUS-TRG-11, BUS-TRT-93: whose place it takes; of several that a Split Attack goes for the one that is named."""
    there, named = wards(state), tuple(one.model for one in event.targets)
    chosen = named if len(there) > 1 else there
    return chosen[0] if len(chosen) == 1 and chosen[0] in there else ""


def check_bodyguard(state: BusState, event: TraitUsed) -> Violations:
    """BUS-TRG-11: everything that a Bodyguard needs."""
    one, ward = acting(state), guarded(state, event)
    told = printed(state, event.model, "Bodyguard", *((ward,) if ward else ()))
    mine = side_of_model(state, ward) == side_of_model(state, event.model) and ward != event.model
    fits = mine and (not told.keyword or is_a(state, ward, told.keyword))
    engaged = any(ward in pair for pair in one.contacts)
    busy = not body(state, event.model).counters or has(state, event.model, "prone") or event.model in one.shy
    wrong = engaged or busy or touching(state, event.model) or not (event.sees and event.fits)
    if not fits or wrong or not stands_here(state, event.model):
        for rule in ("BUS-TRG-11", "BUS-TRT-14"):
            yield broken(rule, told=ward or "nobody", model=event.model)
    if has(state, event.model, "blind"):
        for rule in ("BUS-TRG-11", "BUS-COND-03"):
            yield broken(rule, told=ward or "nobody", model=event.model)
    yield from too_far(event, told.x, "BUS-TRT-14")
    yield from too_late(state, event.model)


def too_late(state: BusState, guard: str) -> list[RuleViolation]:
    """BUS-RNG-02, -05: of a shot it steps in as the target is named, before anybody declares anything."""
    if table(state).shot is None or not windows.settled(state):
        return []
    late = list(windows.check(state, side_of_model(state, guard)))
    return late or [broken("BUS-TRG-11", model=guard)]


def on_bodyguard(state: BusState, event: TraitUsed) -> BusState:
    """BUS-TRG-11, BUS-COND-26: a Disguise is gone at once; against an enemy with Fear it tests first."""
    state = with_acting(state, ward=guarded(state, event))
    one = acting(state)
    if has(state, event.model, "disguised"):
        state = without(state, event.model, "disguised", "BUS-TRG-11", "BUS-COND-26")
    fear = trait(state, one.model, "Fear")
    if fear is None or automatic(state, event.model, one.model, fear.value):
        return interposed(state, event.model)
    test = Test("fear", event.model, GUARDED, fear.value, one.model)
    return put(state, tests=(*table(state).tests, test))


def interposed(state: BusState, guard: str) -> BusState:
    """BUS-TRG-11: the Bodyguard is the target now; whom it frightens tests as if it had gone for it from the start, by
    the reference before anything moves (13-02). BUS-GEN-18: who reached that place in this activation touches it."""
    shot, one = table(state).shot, acting(state)
    state = band.guarded(places_swapped(state, one.ward, guard), one.ward, guard)
    if shot is not None:
        return put(state, shot=replace(shot, target=guard))
    targets = dict.fromkeys(guard if name == one.ward else name for name in one.targets)
    state = with_acting(state, targets=tuple(targets), guards=(*one.guards, guard))
    if one is NO_ACTING or state.edition != "reference":
        return state
    return contact_tests(state, one.model, guard)
