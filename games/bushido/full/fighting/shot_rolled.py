"""The roll of a ranged attack (BUS-RNG-08 to -12, BUS-SPA-17): its dice, what they come to, and what follows."""

from __future__ import annotations

from games.bushido.full.common import agree, broken, has, put, side_of_model, table
from games.bushido.full.dice import final, kept
from games.bushido.full.events import RangedAttackRolled
from games.bushido.full.fighting import aim
from games.bushido.full.fighting.aim import arm, the_shot, with_shot
from games.bushido.full.fighting.arms import dice_for
from games.bushido.full.fighting.astray import BESIDE, beside
from games.bushido.full.fighting.specials import ability, known_as
from games.bushido.full.printed import Trait
from games.bushido.full.rolls import supporting
from games.bushido.full.setdice import check_set
from games.bushido.full.state import Figure, Test
from games.bushido.full.steps import told_now
from games.bushido.full.traits import by_keyword, keyworded, parts_of, within
from games.bushido.permissions import Violations
from games.bushido.state import BusState
from games.judging import first_broken
from games.remembered import remembered_of_two
from games.ruleset import Actor


def check_ranged_attack_rolled(state: BusState, event: RangedAttackRolled, by: Actor) -> Violations:
    """BUS-RNG-08 to -10, BUS-SPA-17: all dice of the pool less what a special attack costs, and what they come to."""
    return first_broken(
        _check_futile(state),
        told_now(state, by, _shooter(state), "aim", rule="BUS-RNG-08"),
        _check_special(state, event),
        check_set(event.rerolls, event.set_dice, {"attack": {_attacker(state): event.dice}}),
        _check_dice(state, event),
        _check_result(state, event),
    )


def _shooter(state: BusState) -> str | None:
    shot = state.full.shot if state.full is not None else None
    return side_of_model(state, shot.attacker) if shot is not None else None


def _attacker(state: BusState) -> str:
    shot = state.full.shot if state.full is not None else None
    return shot.attacker if shot is not None else ""


def _check_futile(state: BusState) -> Violations:
    """BUS-RNG-03, -07: an attack that has ended is not rolled."""
    full = state.full
    if full is not None and full.shot is None and full.acting is not None and full.acting.action == "ranged":
        why = full.why.get("shot", ())
        yield from (broken(rule, model=full.acting.model) for rule in why)


def _check_special(state: BusState, event: RangedAttackRolled) -> Violations:
    """BUS-SPA-01, -02, -17, BUS-COND-10: a special attack of the weapon, at its cost; never a defence, and nothing of
    the Immobilised."""
    shot = the_shot(state)
    printed = arm(state, shot).specials
    if event.special is None:
        if event.cost:
            yield broken("BUS-SPA-01", told=event.cost, expected=0, model=shot.attacker)
        return
    if has(state, shot.attacker, "immobilised"):
        yield broken("BUS-COND-10", told=event.special, model=shot.attacker)
    if ability(event.special, "attack") is None:
        yield broken("BUS-SPA-17", told=event.special, model=shot.attacker)
    elif printed is not None and printed.get(event.special) != paid(state, event.special, event.cost):
        told = {event.special: paid(state, event.special, event.cost)}
        yield broken("BUS-SPA-01", told=told, expected=printed or "nothing", model=shot.attacker)


def paid(state: BusState, special: str | None, told: int | None = None) -> int:
    """The dice that go into a special attack of the weapon in use: as printed, unless it is told."""
    return dice_for(arm(state, the_shot(state)), special, told)


def _check_dice(state: BusState, event: RangedAttackRolled) -> Violations:
    shot, cost = the_shot(state), paid(state, event.special, event.cost)
    due = aim.pool(state, shot)
    if due.value - cost < 1:
        for rule in ("BUS-RNG-08", "BUS-SPA-02"):
            yield broken(rule, told=cost, expected=due.value - 1, model=shot.attacker)
    yield from agree(len(event.dice) + cost, due, "BUS-RNG-09", model=shot.attacker)
    skills = keyworded(state, shot.attacker, "Prowess", arm(state, shot).traits or ())
    most = sum(by_keyword(filter(_about, skills)).values())
    mine = [one for one in event.rerolls if one.source == "prowess"]
    foreign = [one for one in event.rerolls if one.source not in ("prowess", "card")]
    fit = min(most, len({one.place for one in mine}))
    if len(mine) > fit or foreign:
        told = len(mine) + len(foreign)
        for rule in ("BUS-TEST-09", "BUS-TRT-78"):
            yield broken(rule, told=told, expected=fit, model=shot.attacker)
    if event.supporting is not None and event.supporting > support(state, shot.attacker).value:
        yield from agree(event.supporting, support(state, shot.attacker), "BUS-TEST-02", model=shot.attacker)


def _about(one: Trait) -> bool:
    return not {"", "ranged"}.isdisjoint(parts_of(one.keyword))


def support(state: BusState, attacker: str) -> Figure:
    """BUS-RNG-09: how many dice may support the roll."""
    return supporting(state, attacker, "ranged", weapon=arm(state, the_shot(state)).traits or ())


@remembered_of_two
def result(state: BusState, event: RangedAttackRolled) -> Figure:
    """BUS-RNG-09, BUS-TRT-17: the highest die, what supports it, and Brutal."""
    shot = the_shot(state)
    brutal = within(state, shot.attacker, "Brutal", "ranged", arm(state, shot).traits or ())
    most = support(state, shot.attacker)
    used = most.value if event.supporting is None else min(event.supporting, most.value)
    told = final(kept(event.dice), Figure(0).plus(brutal.value, *brutal.why), used)
    return told.noting(*most.why[1:])


def _check_result(state: BusState, event: RangedAttackRolled) -> Violations:
    shot = the_shot(state)
    due, told = aim.value(state, shot), result(state, event)
    yield from agree(event.value, due, model=shot.target)
    yield from agree(event.result, told, "BUS-RNG-09", "BUS-GEN-07", model=shot.attacker)
    why = (*told.why, *due.why)
    yield from agree(event.success, told.value >= due.value, "BUS-RNG-10", *why, model=shot.attacker)
    level = Figure(max(0, told.value - due.value), why)
    yield from agree(event.sl, level, "BUS-RNG-10", model=shot.attacker)


def on_ranged_attack_rolled(state: BusState, event: RangedAttackRolled) -> BusState:
    """BUS-RNG-10, -12: a hit, then the second check where the target is in contact with a friend of the attacker."""
    shot = the_shot(state)
    level = result(state, event).value - aim.value(state, shot).value
    if table(state).boosts:
        state = aim.boost_over(state, shot.attacker)
    state = with_shot(state, stage="over", dice=len(event.dice))
    state = put(state, blows=((shot.attacker, shot.target, level >= 0, max(0, level)),))
    if level < 0:
        return state
    state = with_shot(state, stage="hit", sl=level, special=known_as(event.special))
    if not beside(state) or aim.passes_by_itself(state, shot.target):
        return state
    test = Test("ranged", shot.attacker, BESIDE, aim.second_value(state, shot.target).value, shot.target)
    return put(state, tests=(*table(state).tests, test))
