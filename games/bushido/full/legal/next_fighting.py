"""What an exchange, a ranged attack or a test waits for (see `next_events.py`)."""

from __future__ import annotations

from games.bushido.full import band
from games.bushido.full.allowed import unshootable
from games.bushido.full.common import acting, acting_side, enemies, has, own, side_of_model, table
from games.bushido.full.fighting import aim, astray, shots
from games.bushido.full.fighting.arms import name_of, weapons_of
from games.bushido.full.fighting.damage import dice_of
from games.bushido.full.fighting.exceptional import may_score
from games.bushido.full.fighting.exchange import biased, commit_of, may_change_weapon, pool, the, weapon_of
from games.bushido.full.fighting.specials import ability
from games.bushido.full.legal.offer import NOT_NOW, Offers, of_all, of_side, offer_boosts
from games.bushido.full.rolls import led
from games.bushido.full.traits import trait
from games.bushido.state import BusState, facts_of


def offer_duel(state: BusState) -> Offers:
    """BUS-TEST-05: boosts of both, then the dice."""
    full = table(state)
    assert full.duel is not None
    both = (full.duel.user, full.duel.target)
    yield of_all(state, "opposed_test_rolled", **{"dice.*": both, "winner": NOT_NOW})
    for model in both:
        yield from offer_boosts(state, model)


def offer_test_due(state: BusState) -> Offers:
    test = table(state).tests[0]
    side = side_of_model(state, test.model)
    friends = tuple(name for name in own(state, side) if led(state, test.model, name))
    told = {
        "model": (test.model,),
        "leader": friends,
        **dict.fromkeys(("value", "result", "passed"), NOT_NOW),
    }
    yield of_side(state, side, "test_rolled", **told)
    yield from offer_boosts(state, test.model)


def offer_allocate(state: BusState) -> Offers:
    """BUS-MEL-02 to -13: weapons and boosts until the dice of a side are allocated."""
    fight = the(state)
    for model in (fight.other, fight.active):
        side = side_of_model(state, model)
        if side in fight.commits:
            continue
        yield from _splits(state, model, side)
        yield from offer_boosts(state, model)
        weapons = tuple(name_of(one) for one in weapons_of(state, model))
        if len(weapons) > 1 and may_change_weapon(state, model):
            yield of_side(state, side, "weapon_chosen", model=(model,), weapon=weapons)
    if not fight.commits:
        both = (fight.active, fight.other)
        bears = tuple(model for model in both if trait(state, model, "Bear Stands Alone"))
        yield of_all(state, "melee_exchange_started", high=both, alone=bears, first=NOT_NOW, pools=NOT_NOW)


def _splits(state: BusState, model: str, side: str) -> Offers:
    """BUS-MEL-10: every way to split the dice, plain or with an ability of the weapon."""
    blocked = has(state, model, "prone") or has(state, model, "immobilised")
    printed = {} if blocked else weapon_of(state, model).specials or {}
    for special, cost in ((None, 0), *printed.items()):
        left = pool(state, model).value - cost
        paid = {"special": (special,), "cost": (cost,)} if special else {"special": NOT_NOW, "cost": NOT_NOW}
        for attack in range(left, -1, -1) if left > 0 else ():
            if any(biased(state, model, attack, left - attack)):
                continue
            told = {"attack": (attack,), "defence": (left - attack,), **paid}
            yield of_side(state, side, "melee_dice_committed", side=(side,), **told)


def offer_roll(state: BusState) -> Offers:
    fight = the(state)
    both = (fight.active, fight.other)
    told = {
        f"{colour}.*": tuple(m for m in both if _dice(state, m, colour)) for colour in ("attack", "defence")
    }
    unasked = dict.fromkeys(("finals", "winner", "sl"), NOT_NOW)
    touched = {"rerolls.by": both, "rerolls.whose": both, "set_dice": NOT_NOW}
    if not may_score(state):
        touched["in_zone"] = NOT_NOW
    yield of_all(state, "melee_rolled", **told, **touched, **unasked)


def _dice(state: BusState, model: str, colour: str) -> int:
    one = commit_of(state, model)
    return (one.attack if colour == "attack" else one.defence) or 0


def offer_shoot(state: BusState) -> Offers:
    """BUS-RNG-01, -02: weapon and target; a Rapid Fire may also stop."""
    one = acting(state)
    arms = tuple(name_of(weapon) for weapon in weapons_of(state, one.model, "ranged"))
    foes = (name for name in enemies(state, one.model) if not any(band.off_target(state, name)))
    targets = tuple(name for name in foes if not any(unshootable(state, one, name)))
    told = {"weapon": arms if len(arms) > 1 else NOT_NOW, "target": targets}
    zones = {"in_zoc_of": enemies(state, one.model), "value": NOT_NOW, "pool": NOT_NOW}
    if targets:
        yield of_side(state, acting_side(state), "ranged_attack_declared", **told, **zones)
    if one.shots:
        yield of_side(state, acting_side(state), "step_closed")


def offer_aim(state: BusState) -> Offers:
    """BUS-RNG-04, -08: another target in the line, boosts, then the dice, plain or with a special attack."""
    shot = aim.the_shot(state)
    shooter, theirs = side_of_model(state, shot.attacker), side_of_model(state, shot.target)
    instead = tuple(
        name for name in shots.nameable(state) if not any(unshootable(state, acting(state), name))
    )
    if instead:
        yield of_side(state, theirs, "ranged_target_reassigned", model=instead)
    unasked = dict.fromkeys(("cost", "value", "result", "success", "sl", "set_dice"), NOT_NOW)
    least = aim.pool(state, shot).value - 1
    printed = {} if has(state, shot.attacker, "immobilised") else aim.arm(state, shot).specials or {}
    for special, cost in ((None, 0), *printed.items()):
        paid = {"special": NOT_NOW if special is None else (special,)}
        if cost <= least and (special is None or ability(special, "attack") is not None):
            yield of_side(state, shooter, "ranged_attack_rolled", **paid, **unasked)
    yield from offer_boosts(state, shot.attacker)


def offer_stray(state: BusState) -> Offers:
    yield of_all(state, "stray_shot_told", model=astray.strays(state))


def offer_damage(state: BusState) -> Offers:
    harm = table(state).harm
    assert harm is not None
    told = {"row": NOT_NOW, "wounds": NOT_NOW}
    if dice_of(state, harm)[1] != "any":
        told["kept"] = NOT_NOW
    if harm.ranged or not facts_of(state).kill_sp:  # BUS-SCORE-07: who falls to a shot scores nothing
        told["in_zone"] = NOT_NOW
    side = side_of_model(state, harm.source)
    yield of_side(state, side, "damage_rolled", **told)
    if astray.may_miss(state):
        yield of_all(state, "stray_shot_told", model=(None,))
