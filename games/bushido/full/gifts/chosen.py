"""Traits that a side chooses to use (BUS-TRT-13 to -15, -19, -20, -29, -57, -58, -64, -70, -77, -86, -107, BUS-TRG-09
to -12, BUS-COND-25): `GIFTS` has the rules of each, a pair that judges and folds."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from games.bushido.full import duel, windows
from games.bushido.full.allowed import engaged
from games.bushido.full.common import (
    acting,
    acts_for,
    at_full,
    body,
    broken,
    flagged,
    has,
    in_contact,
    in_play,
    own,
    put,
    side_of_model,
    stands_here,
    table,
    touching,
    with_acting,
    without,
)
from games.bushido.full.events import Share, TraitUsed
from games.bushido.full.feats.moments import instant
from games.bushido.full.fighting.aim import SHOT_FLAG
from games.bushido.full.fighting.arms import weapons_of
from games.bushido.full.fighting.harm import may_stand, not_risen, spendable
from games.bushido.full.gifts.guard import (
    check_bodyguard,
    check_protected,
    check_sacrifice,
    on_bodyguard,
    on_protected,
    on_sacrifice,
    too_late,
    wards,
)
from games.bushido.full.gifts.ki import (
    check_channel,
    check_cultist,
    check_leech,
    check_spent,
    check_virtue,
    on_channel,
    on_cultist,
    on_leech,
    on_spent,
    on_virtue,
)
from games.bushido.full.gifts.parts import printed, too_far
from games.bushido.full.gifts.start import (
    SENTENCE,
    check_booted,
    check_intimidate,
    check_orochi,
    check_rage,
    check_sentence,
    cowed,
    on_intimidate,
    on_orochi,
    on_rage,
    on_sentence,
)
from games.bushido.full.steps import now
from games.bushido.full.terms import GiftName
from games.bushido.full.traits import trait
from games.bushido.permissions import Violations
from games.bushido.state import BusState
from games.judging import first_broken
from games.ruleset import Actor, RuleViolation


class Gift(NamedTuple):
    """How a trait is used: at which steps, its rule, how it is judged and what it does. `once`: of which it has a
    mark; `whose`: whether the model has to be the active one."""

    steps: tuple[str, ...]
    rule: str
    check: Callable[[BusState, TraitUsed], Violations]
    fold: Callable[[BusState, TraitUsed], BusState]
    once: bool = False
    active: bool = False


def check_trait_used(state: BusState, event: TraitUsed, by: Actor) -> Violations:
    """A model in play that has the trait, at a moment that allows it; then what the trait itself asks for."""
    gift = GIFTS[event.trait]
    return first_broken(
        at_full(state),
        acts_for(state, by, event.model),
        _check_moment(state, event, gift),
        _check_shares(state, event, gift),
        gift.check(state, event),
    )


def _check_moment(state: BusState, event: TraitUsed, gift: Gift) -> Violations:
    name = HAVING.get(event.trait, event.trait.replace("_", " "))
    if name and trait(state, event.model, name) is None:
        yield broken(gift.rule, told=event.trait, model=event.model)
    idle = gift.active and acting(state).model != event.model
    if not _in_time(state, gift) or idle:
        yield broken(gift.rule, told=event.trait, model=event.model)
        yield RuleViolation("BUS-LOG-02", {"phase": f"step_{now(state)}", "legal": _steps_of(gift)})
    elif gift.steps == ACTIVE:
        yield from windows.check(state, side_of_model(state, event.model))
    if gift.once and f"1T:{event.trait}" in body(state, event.model).flags:
        again = ("BUS-TRG-09",) if event.trait in ("channel", "leech", "virtue") else ()
        for rule in (*again, gift.rule):
            yield broken(rule, told=event.trait, model=event.model)


def _in_time(state: BusState, gift: Gift) -> bool:
    """BUS-GEN-09, BUS-RNG-05, BUS-MEL-06: whether this is a moment for it; that of an Instant feat for Virtue that is
    spent. Before the dice of a test nothing is used within an exchange or a shot but what belongs there."""
    step, full = now(state), table(state)
    if gift.steps == QUICK:
        return instant(state)
    within = full.exchange is not None or full.shot is not None
    return step in gift.steps and not (within and step in TESTED and gift.steps == ACTIVE)


def _steps_of(gift: Gift) -> list[str]:
    return [f"step_{step}" for step in gift.steps]


def _check_shares(state: BusState, event: TraitUsed, gift: Gift) -> Violations:
    """Models in play, each with one share; a trait that is about nobody names nobody."""
    for one in event.targets:
        if not in_play(state, one.model):
            yield RuleViolation("BUS-LOG-04", {"model": one.model})
    names = [one.model for one in event.targets]
    if len(set(names)) < len(names) or (names and _names_nobody(state, event.trait)):
        yield broken(gift.rule, told=names, model=event.model)


def on_trait_used(state: BusState, event: TraitUsed) -> BusState:
    gift = GIFTS[event.trait]
    if event.trait not in OUTSIDE_WINDOWS:
        state = windows.spoke(state, side_of_model(state, event.model))
    if gift.once:
        state = flagged(state, event.model, f"1T:{event.trait}")
    return gift.fold(state, event)


duel.THEN["intimidate"] = cowed


def _as_it_is(state: BusState, event: TraitUsed) -> BusState:
    return state


def _check_jump(state: BusState, event: TraitUsed) -> Violations:
    if not has(state, event.model, "prone"):
        yield broken("BUS-TRT-58", told=event.trait, model=event.model)


def _jump(state: BusState, event: TraitUsed) -> BusState:
    return without(state, event.model, "prone", "BUS-TRT-58", "BUS-COND-14")


def _check_cavalry(state: BusState, event: TraitUsed) -> Violations:
    """BUS-TRT-19, BUS-ACT-09: X inches once in each activation, before or after the action, of who may move at all;
    contact that anybody may ignore keeps nobody."""
    one = acting(state)
    if one.rode:
        yield broken("BUS-TRT-19", told=event.trait, model=event.model)
    yield from too_far(event, printed(state, event.model, "Cavalry").x, "BUS-TRT-19")
    near = engaged(state, event.model)
    if near or has(state, event.model, "held") or has(state, event.model, "prone"):
        yield broken("BUS-TRT-19", told=near, model=event.model)
    if has(state, event.model, "immobilised"):
        for rule in ("BUS-TRT-19", "BUS-COND-10", "BUS-ACT-27"):
            yield broken(rule, told=event.trait, model=event.model)
    if one.stuck:
        for rule in ("BUS-TRT-19", "BUS-SPA-18"):
            yield broken(rule, told=event.trait, model=event.model)
    if _shot_as_it_stood(state, event.model):
        for rule in ("BUS-TRT-19", "BUS-RNG-21"):
            yield broken(rule, told=event.trait, model=event.model)


def _shot_as_it_stood(state: BusState, model: str) -> bool:
    """BUS-RNG-21: whether it has shot without the modifier of who will move: whoever rides after a shot declares a walk
    after it, however short, unless its weapons are light."""
    one = acting(state)
    if not one.shots or one.walk != "none" or SHOT_FLAG not in body(state, model).flags:
        return False
    arms = weapons_of(state, model, "ranged")
    return any(trait(state, model, "Light Weight", arm.traits or ()) is None for arm in arms)


def _cavalry(state: BusState, event: TraitUsed) -> BusState:
    """Who rides leaves whatever contact it had."""
    return with_acting(in_contact(state, event.model, ()), rode=True)


def _rises(state: BusState) -> str:
    """BUS-DMG-10: the model whose Rise is tested now."""
    test = next(iter(table(state).tests), None)
    return test.model if test is not None and test.kind == "rise" else ""


def _check_stand(state: BusState, event: TraitUsed) -> Violations:
    """BUS-DMG-10: with Rise as well its side chooses which of the two acts first."""
    if _rises(state) != event.model or not may_stand(state, event.model):
        for rule in ("BUS-TRT-62", "BUS-DMG-10"):
            yield broken(rule, told=event.trait, model=event.model)


def _stand(state: BusState, event: TraitUsed) -> BusState:
    """BUS-DMG-10: after its Last Stand a Rise brings nothing, so it is not rolled for."""
    test, *rest = table(state).tests
    return not_risen(put(state, tests=tuple(rest)), test)


def whom(state: BusState, model: str, told: GiftName, there: Iterable[str]) -> tuple[str, ...]:
    """Whom a trait may be used on, each alone and for one of what it gives; none of a trait that names nobody."""
    if _names_nobody(state, told):
        return ()
    shares = ((name, TraitUsed(model=model, trait=told, targets=(Share(model=name),))) for name in there)
    return tuple(name for name, event in shares if not any(GIFTS[told].check(state, event)))


def fits_alone(state: BusState, model: str, told: GiftName) -> bool:
    """Whether a trait that names nobody may be used."""
    alone = _names_nobody(state, told)
    return alone and not any(GIFTS[told].check(state, TraitUsed(model=model, trait=told)))


def _names_nobody(state: BusState, told: GiftName) -> bool:
    """Whether a trait is about nobody, or only one can be meant: of several that a Split Attack goes for a Bodyguard
    names whom it protects."""
    return told in ALONE and (told != "bodyguard" or len(wards(state)) < 2)


def may_wish(state: BusState) -> bool:
    """Whether somebody has something to choose in the Starting phase besides flanks."""
    there = (name for name in state.models if stands_here(state, name))
    return any(GIFTS[told].steps == ("start",) for name in there for told in usable(state, name))


def usable(state: BusState, model: str) -> Iterable[GiftName]:
    """The traits that a model may use now, as far as the log alone knows."""
    active = acting(state).model == model
    flags = body(state, model).flags
    for name, gift in GIFTS.items():
        if not _in_time(state, gift) or (gift.active and not active):
            continue
        if gift.steps == ACTIVE and any(windows.check(state, side_of_model(state, model))):
            continue
        had = HAVING.get(name, name.replace("_", " "))
        fresh = not gift.once or f"1T:{name}" not in flags
        able = not had or trait(state, model, had) is not None
        if fresh and able and (name not in NEEDS or NEEDS[name](state, model)):
            yield name


ALONE: tuple[GiftName, ...] = (
    *("virtue_spent", "death_sentence", "oni_rage", "jump_up", "booted", "cavalry", "sacrifice", "bodyguard"),
    "last_stand",
)
"""Traits that name nobody."""
ONE: tuple[GiftName, ...] = ("virtue", "intimidate", "protected", "bodyguard")
"""Traits that name one model; of the others several get a share each."""
OUTSIDE_WINDOWS: tuple[GiftName, ...] = ("last_stand", "bodyguard")
"""What no window is for: it is chosen instead of a test, or as a target is named."""
HAVING = {
    "virtue_spent": "",
    "death_sentence": "",
    "orochi": "Blood of Orochi",
    "jump_up": "Jump Up",
    "oni_rage": "Oni Rage",
    "last_stand": "Last Stand",
}
"""How a trait is printed whose name here is another; empty for what needs none."""
NEEDS: dict[str, Callable[[BusState, str], bool]] = {
    "virtue_spent": lambda state, model: (
        bool(body(state, model).virtue) and not has(state, model, "controlled")
    ),
    "death_sentence": lambda state, model: (
        has(state, model, "death_sentence") and spendable(state, model).value >= SENTENCE
    ),
    "channel": lambda state, model: bool(spendable(state, model).value),
    "jump_up": lambda state, model: has(state, model, "prone"),
    "oni_rage": lambda state, model: not has(state, model, "berserk"),
    "booted": lambda state, model: "1T:flank" in body(state, model).flags,
    "cavalry": lambda state, model: not engaged(state, model),
    "protected": lambda state, model: table(state).harm is not None and _hurt(state) == model,
    "sacrifice": lambda state, model: _beside(state, model, _hurt(state), low=True),
    "last_stand": lambda state, model: _rises(state) == model,
    "bodyguard": lambda state, model: (
        model not in acting(state).shy
        and not too_late(state, model)
        and any(_beside(state, model, ward) for ward in wards(state))
    ),
}
"""What a model must have or be for a trait to be offered."""


def _hurt(state: BusState) -> str:
    harm = table(state).harm
    return harm.target if harm is not None else ""


def _beside(state: BusState, model: str, ward: str, low: bool = False) -> bool:
    """Whether a model is free to stand in for a friend. `low`: one that is Prone too."""
    fit = low or not has(state, model, "prone")
    free = fit and bool(body(state, model).counters) and not touching(state, model)
    return free and ward != model and ward in own(state, side_of_model(state, model))


TESTED = ("test", "duel")
ACTIVE = ("declare", "main", "walk", "run", "charge", "melee", "shoot", "feat", "aim", "allocate", *TESTED)
"""BUS-GEN-09: during the activation of the model; in a shot and an exchange where abilities are declared."""
QUICK = ("start", *ACTIVE, "damage")
"""BUS-KI-16: when an Instant feat may be used."""
GIFTS: dict[GiftName, Gift] = {
    "channel": Gift(ACTIVE, "BUS-TRT-20", check_channel, on_channel, True, True),
    "leech": Gift(ACTIVE, "BUS-TRT-64", check_leech, on_leech, True, True),
    "virtue": Gift(ACTIVE, "BUS-TRT-107", check_virtue, on_virtue, True, True),
    "virtue_spent": Gift(QUICK, "BUS-TRT-107", check_spent, on_spent),
    "cultist": Gift(("declare",), "BUS-TRT-29", check_cultist, on_cultist, False, True),
    "death_sentence": Gift(("start",), "BUS-COND-25", check_sentence, on_sentence),
    "oni_rage": Gift(("start",), "BUS-TRT-70", check_rage, on_rage, True),
    "orochi": Gift(("start",), "BUS-TRT-13", check_orochi, on_orochi, True),
    "intimidate": Gift(("start",), "BUS-TRT-57", check_intimidate, on_intimidate, True),
    "booted": Gift(("start",), "BUS-TRT-15", check_booted, _as_it_is, True),
    "jump_up": Gift(("declare",), "BUS-TRT-58", _check_jump, _jump, False, True),
    "cavalry": Gift(("declare", "main"), "BUS-TRT-19", _check_cavalry, _cavalry, False, True),
    "protected": Gift(("damage",), "BUS-TRT-77", check_protected, on_protected),
    "sacrifice": Gift(("damage",), "BUS-TRT-86", check_sacrifice, on_sacrifice),
    "bodyguard": Gift(("melee", "charge", "aim"), "BUS-TRT-14", check_bodyguard, on_bodyguard),
    "last_stand": Gift(("test",), "BUS-TRT-62", _check_stand, _stand),
}
