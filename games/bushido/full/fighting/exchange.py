"""The steps of a melee exchange up to the dice (BUS-MEL-01 to -14, -31, BUS-SPA-01 to -03, BUS-HID-04)."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from games.bushido.full.common import (
    acting,
    acts_for,
    agree,
    body,
    broken,
    has,
    markers,
    noted,
    own,
    put,
    released,
    side_of_model,
    table,
    touching,
    without,
)
from games.bushido.full.events import MeleeDiceCommitted, MeleeExchangeStarted, WeaponChosen
from games.bushido.full.fighting.arms import dice_for, dice_of, name_of, weapon_named, weapons_of
from games.bushido.full.fighting.specials import ability, known_as
from games.bushido.full.rolls import boosted
from games.bushido.full.state import NO_ACTING, Commit, Exchange, Figure
from games.bushido.full.steps import told_now
from games.bushido.full.surprise import is_surprised
from games.bushido.full.traits import base, capped, is_a, keyworded, trait, worth
from games.bushido.permissions import Violations
from games.bushido.profiles import Weapon
from games.bushido.state import BusState
from games.judging import first_broken
from games.remembered import remembered
from games.ruleset import Actor, RuleViolation

PENALTIES = ("prone", "blind", "stunned", "frightened", "immobilised", "held")
"""BUS-COND-19: each of these states costs a die."""
RULES = {
    "prone": "BUS-COND-14",
    "blind": "BUS-COND-03",
    "stunned": "BUS-COND-17",
    "frightened": "BUS-COND-08",
    "immobilised": "BUS-COND-10",
    "held": "BUS-COND-09",
}


def the(state: BusState) -> Exchange:
    """The exchange in progress."""
    assert state.full is not None and state.full.exchange is not None
    return state.full.exchange


def changed(state: BusState, **told: object) -> BusState:
    """The exchange in progress, changed."""
    return put(state, exchange=replace(the(state), **told))


def opened(state: BusState) -> BusState:
    """BUS-MEL-02, BUS-COND-26: the active model meets the enemy that it has to fight; markers of Disguise go."""
    one = acting(state)
    other = next(
        name for name in one.targets if name in touching(state, one.model) and name not in one.fought
    )
    for model in (one.model, other):
        if has(state, model, "disguised"):
            state = without(state, model, "disguised", "BUS-COND-26", "BUS-COND-07")
    state = _let_go(state, one.model, other)
    weapons = {model: name_of(weapons_of(state, model)[0]) for model in (one.model, other)}
    charges = one.action == "charge" and not one.hit
    fight = Exchange(one.model, other, weapons, charge=charges, stood=one.stood)
    return put(state, exchange=fight)


def _let_go(state: BusState, one: str, other: str) -> BusState:
    """BUS-COND-09: who fights somebody else holds nobody any longer."""
    for model in table(state).bodies:
        for held in markers(state, model, "held"):
            if held.by in (one, other) and model not in (one, other):
                state = released(state, model, held.by)
    return state


def weapon_of(state: BusState, model: str) -> Weapon:
    """The weapon that a model uses in the exchange in progress."""
    return weapon_named(state, model, the(state).weapons.get(model, ""))


def opponent(state: BusState, model: str) -> str:
    """The other model of the exchange."""
    fight = the(state)
    return fight.other if model == fight.active else fight.active


def check_weapon_chosen(state: BusState, event: WeaponChosen, by: Actor) -> Violations:
    """BUS-MEL-02: one of its melee weapons, before anybody has allocated dice."""
    return first_broken(
        acts_for(state, by, event.model),
        told_now(state, by, None, "allocate", rule="BUS-MEL-02"),
        _check_weapon(state, event),
    )


def _check_weapon(state: BusState, event: WeaponChosen) -> Violations:
    fight = the(state)
    legal = (
        [name_of(one) for one in weapons_of(state, event.model)]
        if event.model in (fight.active, fight.other)
        else []
    )
    if event.weapon not in legal or not may_change_weapon(state, event.model):
        yield broken("BUS-MEL-02", told=event.weapon, expected=legal or "nothing", model=event.model)


def may_change_weapon(state: BusState, model: str) -> bool:
    """BUS-MEL-02, -06: until dice are allocated or its side has declared something, which is a later step; nor where
    that side would be too late to declare."""
    side, spoken = side_of_model(state, model), table(state).spoken
    last = side_of_model(state, initiative(state)[0])
    return not (the(state).commits or {f"allocate:{side}", f"allocate:{last}"} & set(spoken))


def on_weapon_chosen(state: BusState, event: WeaponChosen) -> BusState:
    return changed(state, weapons={**the(state).weapons, event.model: event.weapon})


def check_melee_exchange_started(state: BusState, event: MeleeExchangeStarted, by: Actor) -> Violations:
    """BUS-MEL-03, -07: who has Initiative, and with how many dice both fight."""
    return first_broken(
        told_now(state, by, None, "allocate", rule="BUS-MEL-06"), _check_started(state, event)
    )


def _check_started(state: BusState, event: MeleeExchangeStarted) -> Violations:
    fight = replace(the(state), high=event.high, alone=event.alone)
    state = put(state, exchange=fight)
    if fight.commits:
        yield broken("BUS-MEL-06", told="after_the_dice")
    first, why = initiative(state)
    if event.first not in (None, first):
        yield from (
            broken(rule, event.first, first) for rule in dict.fromkeys(("BUS-MEL-03", "BUS-MEL-05", *why))
        )
    for model, dice in event.pools.items():
        if model not in (fight.active, fight.other):
            yield RuleViolation("BUS-LOG-04", {"model": model})
        else:
            yield from agree(dice, pool(state, model), "BUS-MEL-07", model=model)
    for model in event.alone:
        if trait(state, model, "Bear Stands Alone") is None:
            yield broken("BUS-TRT-10", told=model, model=model)
    for model in event.high:
        if model not in (fight.active, fight.other):
            yield RuleViolation("BUS-LOG-04", {"model": model})


def on_melee_exchange_started(state: BusState, event: MeleeExchangeStarted) -> BusState:
    return changed(state, high=event.high, alone=event.alone)


@remembered
def initiative(state: BusState) -> tuple[str, tuple[str, ...]]:
    """BUS-MEL-03: the model with Initiative, and the rules that gave it."""
    fight = the(state)
    both = (fight.active, fight.other)
    low = [m for m in both if has(state, m, "prone") or is_surprised(state, m)]
    if len(low) == 1:
        rule = "BUS-COND-14" if has(state, low[0], "prone") else "BUS-GEN-13"
        return opponent(state, low[0]), (rule,)
    if low:
        return fight.active, ("BUS-COND-14",)
    arms = {m: weapon_of(state, m).traits or () for m in both}
    quick = {m: _why(state, m, "Lightning Reflexes", arms[m]) for m in both}
    reach = {m: _reach(state, m, arms[m]) for m in both}
    slow = {m: _why(state, m, "Slow", arms[m]) for m in both}
    for m in both:  # a slow model with a quick or a long weapon is neither
        if slow[m] and (quick[m] or _is_long(state, m, arms[m])):
            quick[m], reach[m], slow[m] = (), (), ()
    for gives in (quick, reach):
        alone = [m for m in both if gives[m]]
        if len(alone) == 1:
            return alone[0], gives[alone[0]]
    alone = [m for m in both if slow[m]]
    return (opponent(state, alone[0]), slow[alone[0]]) if len(alone) == 1 else (fight.active, ())


def _why(state: BusState, model: str, name: str, weapon: tuple[str, ...]) -> tuple[str, ...]:
    told = trait(state, model, name, weapon)
    return told.why if told is not None else ()


def _is_long(state: BusState, model: str, weapon: tuple[str, ...]) -> bool:
    """BUS-TRT-81, -90, BUS-TER-04: whether it has Reach, be it of use in this exchange or not."""
    return model in the(state).high or trait(state, model, "Reach", weapon) is not None


def _reach(state: BusState, model: str, weapon: tuple[str, ...]) -> tuple[str, ...]:
    """BUS-TRT-81, BUS-TER-04: Reach of the weapon or by high ground, against who was not in contact at the start."""
    one, fight = acting(state), the(state)
    if one is NO_ACTING or any(model in pair for pair in one.contacts):
        return ()
    if model in fight.high:
        return ("BUS-TER-04", "BUS-TRT-81")
    return _why(state, model, "Reach", weapon)


def pool(state: BusState, model: str) -> Figure:
    """BUS-MEL-07, BUS-TEST-04: the dice of a model, after both have added what one of them lacks."""
    mine, theirs = own_pool(state, model), own_pool(state, opponent(state, model))
    short = max(0, 1 - min(mine.value, theirs.value))
    return mine.plus(short, "BUS-TEST-04")


def lends(state: BusState, model: str) -> bool:
    """BUS-TEST-04: whether its opponent has more dice because this model has too few of its own."""
    mine, theirs = own_pool(state, model).value, own_pool(state, opponent(state, model)).value
    return mine < min(1, theirs)


def own_pool(state: BusState, model: str) -> Figure:
    """Section 3.5, BUS-GEN-04, -05: the melee statistic with boosts and modifiers, capped."""
    told = Figure(base(state, model, "melee") or 0).plus(
        boosted(state, model, "melee"), "BUS-KI-12", "BUS-MEL-28"
    )
    for amount, rules in _modifiers(state, model):
        told = told.plus(amount, *rules) if amount else told.noting(*rules)
    return capped(state, model, "melee", told)


def _modifiers(state: BusState, model: str) -> Iterable[tuple[int, tuple[str, ...]]]:
    fight, enemy = the(state), opponent(state, model)
    if model != fight.active and not body(state, model).counters:
        calm = trait(state, model, "Endurance")
        yield (0, calm.why) if calm else (-1, ("BUS-ACT-01", "BUS-MEL-09", "BUS-COND-29"))
    helpers = assisting(state, model)
    if helpers.why:
        yield -helpers.value, helpers.why
    now = body(state, model)
    for kind in PENALTIES if now.markers else ():
        spared = kind == "immobilised" and state.edition == "reference"
        if has(state, model, kind) and not spared:
            yield -1, (RULES[kind], "BUS-COND-19")
    if "ran" in now.flags:
        yield -1, ("BUS-ACT-19",)
    if is_surprised(state, model):
        yield -1, ("BUS-GEN-13",)
    if fight.stood and model == fight.active:
        yield -1, ("BUS-ACT-21",)
    one = acting(state)
    if model == fight.active and len(one.targets) > 1:
        yield 1 - len(one.targets), ("BUS-MEL-31", "BUS-TRT-93")
    if lance := dice_of(weapon_of(state, model)):
        yield lance, ("BUS-TRT-22",)
    if has(state, enemy, "death_sentence"):
        yield 1, ("BUS-COND-05",)
    yield from _coordinated(state, model, enemy)


def assisting(state: BusState, model: str) -> Figure:
    """BUS-MEL-08: enemies in contact besides the opponent that are not engaged with a friend; not Prone, not
    Insignificant; Indomitable ignores some (BUS-TRT-54)."""
    enemy = opponent(state, model)
    helps = [one for one in touching(state, model) if one != enemy and _assists(state, one, model)]
    if not helps:
        return Figure(0)
    stubborn = worth(state, model, "Indomitable")
    bear = trait(state, model, "Bear Stands Alone")
    if bear is not None and model in the(state).alone:
        stubborn = stubborn.plus(1, *bear.why)
    return Figure(max(0, len(helps) - stubborn.value), ("BUS-MEL-08", *stubborn.why))


def _assists(state: BusState, enemy: str, model: str) -> bool:
    busy = any(one != model for one in touching(state, enemy))
    return not (busy or has(state, enemy, "prone") or trait(state, enemy, "Insignificant"))


def _coordinated(state: BusState, model: str, enemy: str) -> Iterable[tuple[int, tuple[str, ...]]]:
    """BUS-TRT-26: +1 for each such trait that a friend in contact with the opponent fulfils."""
    keywords = dict.fromkeys([told.keyword for told in keyworded(state, model, "Coordinated Attack")])
    if not keywords:
        return
    mine = own(state, side_of_model(state, model))
    friends = [one for one in touching(state, enemy) if one != model and one in mine]
    for keyword in keywords:
        if any(is_a(state, one, keyword) for one in friends):
            yield 1, ("BUS-TRT-26",)


def check_melee_dice_committed(state: BusState, event: MeleeDiceCommitted, by: Actor) -> Violations:
    """BUS-MEL-10 to -14, BUS-SPA-01, -02: a split of all dice, and at most one ability that is paid for."""
    return first_broken(
        told_now(state, by, event.side, "allocate", rule="BUS-MEL-10"),
        _check_once(state, event),
        _check_split(state, event),
    )


def _model_of(state: BusState, side: str) -> str:
    fight = the(state)
    return fight.active if side_of_model(state, fight.active) == side else fight.other


def _check_once(state: BusState, event: MeleeDiceCommitted) -> Violations:
    if event.side in the(state).commits:
        yield from (broken(rule, told=event.side) for rule in ("BUS-MEL-10", "BUS-SPA-03"))


def _check_split(state: BusState, event: MeleeDiceCommitted) -> Violations:
    model = _model_of(state, event.side)
    due = pool(state, model)
    if event.attack is None or event.defence is None:
        yield broken("BUS-MEL-10", told="nothing", expected=due.value, model=model)
        return
    cost = dice_for(weapon_of(state, model), event.special, event.cost)
    left = event.attack + event.defence
    if left < 1:
        for rule in ("BUS-MEL-11", "BUS-SPA-02"):
            yield broken(rule, told=left, expected=1, model=model)
    yield from agree(left + cost, due, "BUS-MEL-10", model=model)
    yield from _check_special(state, event, model)
    yield from biased(state, model, event.attack, event.defence)


def _check_special(state: BusState, event: MeleeDiceCommitted, model: str) -> Violations:
    """BUS-SPA-01, BUS-MEL-14, BUS-COND-10, -14: on the weapon at its cost; not for the Prone and the Immobilised."""
    if event.special is None:
        if event.cost:
            yield broken("BUS-SPA-01", told=event.cost, expected=0, model=model)
        return
    for kind in ("prone", "immobilised"):
        if has(state, model, kind):
            for rule in ("BUS-MEL-14", RULES[kind]):
                yield broken(rule, told=event.special, model=model)
    arm = weapon_of(state, model)
    printed, cost = arm.specials, dice_for(arm, event.special, event.cost)
    if printed is not None and printed.get(event.special) != cost:
        yield broken("BUS-SPA-01", told={event.special: cost}, expected=printed or "nothing", model=model)


def biased(state: BusState, model: str, attack: int, defence: int) -> Violations:
    """BUS-MEL-12, BUS-ACT-16, BUS-TRT-02, -30, -94, BUS-TRG-08: a split that the model may not choose. Aggressive and
    Defensive cancel each other, be it Steadfast or not."""
    fierce, careful = trait(state, model, "Aggressive"), bound_to_defend(state, model)
    split = {"attack": attack, "defence": defence}
    if fierce and trait(state, model, "Defensive"):
        fierce = careful = None
    if fierce and attack < defence:
        yield from (broken(rule, split, model=model) for rule in ("BUS-MEL-12", *fierce.why))
    if careful and defence < attack:
        yield from (broken(rule, split, model=model) for rule in ("BUS-MEL-12", *careful.why))
    one = acting(state)
    leaving = one.action == "disengage" and model == one.model
    if leaving and defence < attack:
        yield from (broken(rule, split, model=model) for rule in ("BUS-MEL-12", "BUS-ACT-16"))


def bound_to_defend(state: BusState, model: str) -> Figure | None:
    """BUS-TRT-30, -94: Defensive, unless it is Steadfast and only Frightened makes it so."""
    told = trait(state, model, "Defensive")
    if told is None or not trait(state, model, "Steadfast"):
        return told
    frightened_alone = has(state, model, "frightened") and not has(state, model, "held")
    printed = any(True for _ in keyworded(state, model, "Defensive"))
    return None if frightened_alone and not printed else told


def on_melee_dice_committed(state: BusState, event: MeleeDiceCommitted) -> BusState:
    """BUS-MEL-13: with the second of them both are open."""
    one = Commit(event.attack, event.defence, known_as(event.special), event.cost, event.commitment)
    first, why = initiative(state)
    fight = the(state)
    now = replace(fight, commits={**fight.commits, event.side: one}, first=first)
    return noted(state, "first", "BUS-MEL-03", *why, exchange=now)


def commit_of(state: BusState, model: str) -> Commit:
    """What a model's side has allocated."""
    return the(state).commits.get(side_of_model(state, model), Commit())


def used(state: BusState, model: str, kind: str) -> str | None:
    """BUS-MEL-19: the special ability of this kind that a model paid for, with dice of its colour."""
    one = commit_of(state, model)
    dice = one.attack if kind == "attack" else one.defence
    return one.special if dice and ability(one.special, kind) is not None else None
