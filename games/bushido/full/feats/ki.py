"""Ki that is spent on boosts (BUS-KI-02, -06, -10 to -13, -15). What is gained stands in `begin.py` and `harm.py`."""

from __future__ import annotations

from games.bushido.full import windows
from games.bushido.full.allowed import refusals
from games.bushido.full.common import (
    acting,
    acts_for,
    agree,
    broken,
    has,
    put,
    sheet,
    side_of_model,
    stands_here,
    table,
)
from games.bushido.full.events import KiBoosted
from games.bushido.full.feats import craft
from games.bushido.full.fighting import aim
from games.bushido.full.fighting.exchange import lends, the
from games.bushido.full.fighting.harm import purse, with_ki
from games.bushido.full.move import MOVES
from games.bushido.full.state import Acting, Figure, FullState
from games.bushido.full.steps import now
from games.bushido.full.surprise import caught
from games.bushido.full.traits import is_dash, printed_stat, trait
from games.bushido.permissions import Violations
from games.bushido.state import BusState
from games.judging import first_broken
from games.ruleset import Actor


def check_ki_boosted(state: BusState, event: KiBoosted, by: Actor) -> Violations:
    """BUS-KI-11, -16: in the Main phase, where the statistic is about to be used."""
    return first_broken(
        acts_for(state, by, event.model),
        _check_time(state, event),
        windows.check(state, side_of_model(state, event.model)),
        craft.check_near(state, event.model, event.believers, event.disturbed_by),
        _check_spender(state, event.model),
        _check_steps(state, event),
        _check_price(state, event),
    )


def boostable(state: BusState, model: str) -> tuple[str, ...]:
    """BUS-KI-11: the statistics of a model that are about to be used; none outside the Main phase. No boost takes dice
    from an enemy that has allocated them (BUS-MEL-10)."""
    full, step, one = table(state), now(state), acting(state)
    if full.step != "main":
        return ()
    moves = step in MOVES or (step == "declare" and one.model == model and _may_heal(state, one))
    if moves and one.model == model:
        return ("move",)
    if step == "allocate" and full.exchange is not None:
        fight = the(state)
        there = model in (fight.active, fight.other) and side_of_model(state, model) not in fight.commits
        return ("melee",) if there and not (fight.commits and lends(state, model)) else ()
    if step == "aim" and full.shot is not None:
        return ("ranged",) if aim.the_shot(state).attacker == model else ()
    return ("ki",) if model in _tested(full, step) else ()


def _tested(full: FullState, step: str) -> tuple[str, ...]:
    """Who is about to use Ki: both of a duel, or who is tested by it."""
    if step == "duel" and full.duel is not None:
        return full.duel.user, full.duel.target
    if step == "test" and full.tests[0].kind in ("fear", "ki"):
        return (full.tests[0].model,)
    return ()


def _may_heal(state: BusState, one: Acting) -> bool:
    """BUS-TRT-48: a Heal tells its move when it is declared, so a boost of that move comes before."""
    return trait(state, one.model, "Heal") is not None and not any(refusals(state, one, "heal"))


def may_boost(state: BusState, model: str, stat: str) -> bool:
    """Whether a model may boost a statistic by a step now, with what makes it cheapest nearby."""
    helpers = craft.believers(state, model)
    told = None if stat in (sheet(state, model).boosts or {}) else 1
    event = KiBoosted(model=model, stat=stat, cost=told, believers=helpers)  # type: ignore[arg-type]
    closed = (
        windows.check(state, side_of_model(state, model)),
        _check_spender(state, model),
        _check_steps(state, event),
        _check_price(state, event),
    )
    return not any(any(one) for one in closed)


def _check_time(state: BusState, event: KiBoosted) -> Violations:
    if event.stat not in boostable(state, event.model):
        told = boostable(state, event.model) or "nothing"
        met = table(state).exchange is not None or table(state).shot is not None
        fighting = ("BUS-KI-16", *(("BUS-GEN-08",) if _rolled(state) else ())) if met else ()
        for rule in ("BUS-KI-11", *fighting):
            yield broken(rule, told=event.stat, expected=told, model=event.model)


def _rolled(state: BusState) -> bool:
    """BUS-GEN-08: the dice of the exchange or of the ranged attack lie on the table."""
    full = table(state)
    return bool(full.exchange and full.exchange.finals) or bool(full.shot and full.shot.dice)


def _check_spender(state: BusState, model: str) -> Violations:
    """BUS-KI-10: not Elsewhere, not Surprised, and nothing of a Controlled model."""
    if not stands_here(state, model) or has(state, model, "controlled") or caught(state, model):
        yield broken("BUS-KI-10", model=model)


def _check_steps(state: BusState, event: KiBoosted) -> Violations:
    """BUS-KI-12, BUS-GEN-04: up to twice the base, once for a base of 0; `-` is never boosted."""
    base = printed_stat(sheet(state, event.model), event.stat)
    own = base if isinstance(base, int) else 0
    most = 0 if is_dash(state, event.model, event.stat) else own or 1
    steps = table(state).boosts.get(f"{event.model}.{event.stat}", 0) + event.steps
    printed = sheet(state, event.model).boosts
    if steps > most or (printed is not None and event.stat not in printed):
        for rule in ("BUS-KI-12", "BUS-GEN-04"):
            yield broken(rule, told=steps, expected=most, model=event.model)


def price(state: BusState, event: KiBoosted) -> Figure:
    """BUS-KI-12, -13: what every step costs, after what changes it."""
    printed = (sheet(state, event.model).boosts or {}).get(event.stat)
    if printed is None:
        return Figure(event.cost or 0, craft.STEPS)
    step = craft.price(state, event.model, printed, event.believers, event.disturbed_by)
    return Figure(step.value * event.steps, (*craft.STEPS, *step.why))


def _check_price(state: BusState, event: KiBoosted) -> Violations:
    """BUS-KI-02, -06, -15: a token for each step at least, also where no card says the cost; the tokens are there, and
    a Kami keeps one."""
    due = price(state, event)
    left = purse(state, event.model) - due.value
    yield from craft.check_tokens(state, event.model, due)
    yield from agree(event.cost, due, "BUS-KI-02", model=event.model)
    if due.value < event.steps:
        yield broken("BUS-KI-06", told=due.value, expected=event.steps, model=event.model)
    if left == 0 and trait(state, event.model, "Kami"):
        yield broken("BUS-KI-15", model=event.model)


def on_ki_boosted(state: BusState, event: KiBoosted) -> BusState:
    key, boosts = f"{event.model}.{event.stat}", table(state).boosts
    state = with_ki(state, event.model, -price(state, event).value, "BUS-KI-02")
    state = windows.spoke(state, side_of_model(state, event.model))
    return put(state, boosts={**boosts, key: boosts.get(key, 0) + event.steps})
