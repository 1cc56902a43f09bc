"""A shot into contact that misses its target (BUS-RNG-12, -13): whom it hits instead."""

from __future__ import annotations

from games.bushido.full.common import broken, put, table, touching
from games.bushido.full.events import StrayShotTold
from games.bushido.full.fighting.aim import the_shot, with_shot
from games.bushido.full.steps import told_now
from games.bushido.permissions import Violations, seated
from games.bushido.state import BusState
from games.judging import passing
from games.ruleset import Actor

BESIDE = "into_contact"
"""What the second check of BUS-RNG-12 decides."""


def beside(state: BusState) -> tuple[str, ...]:
    """BUS-RNG-12: the friends of the attacker that touch its target."""
    shot = the_shot(state)
    return tuple(name for name in touching(state, shot.target) if name != shot.attacker)


def missed(state: BusState) -> BusState:
    """BUS-RNG-13: the nearest friend in contact is hit; with several the players say which."""
    near = beside(state)
    if len(near) > 1:
        return with_shot(state, stage="stray")
    return with_shot(strayed(state, near[0]), stray=True) if near else strayed(state, None)


def strayed(state: BusState, model: str | None) -> BusState:
    """BUS-RNG-13: the damage goes to this model, or to nobody."""
    return with_shot(state, stage="over") if model is None else with_shot(state, target=model, stage="hit")


def check_stray_shot_told(state: BusState, event: StrayShotTold, by: Actor) -> Violations:
    """BUS-RNG-13: one of the friends in contact; nobody only where the attacker has to see them (13-07)."""
    if event.model is None and may_miss(state):
        yield from seated(state, by)
        return
    yield from passing(told_now(state, by, None, "stray", rule="BUS-RNG-13"), _check_stray(state, event))


def may_miss(state: BusState) -> bool:
    """BUS-RNG-13: a shot that went astray into the only friend hits nobody, if the attacker does not see that friend:
    told before the damage is rolled, and not in the edition `reference` (13-07)."""
    full = state.full
    if full is None or full.shot is None or full.harm is None or state.edition == "reference":
        return False
    waiting = full.shot.stray and full.shot.special is None and not full.shifts and not full.tests
    return waiting and full.harm.ranged and full.harm.target == full.shot.target


def _check_stray(state: BusState, event: StrayShotTold) -> Violations:
    if event.model not in strays(state):
        shot = the_shot(state)
        told, legal = event.model or "nobody", [one or "nobody" for one in strays(state)]
        yield broken("BUS-RNG-13", told=told, expected=legal, model=shot.target)


def strays(state: BusState) -> tuple[str | None, ...]:
    """Whom a shot into contact may hit instead."""
    return beside(state) if state.edition == "reference" else (*beside(state), None)


def on_stray_shot_told(state: BusState, event: StrayShotTold) -> BusState:
    if table(state).harm is not None:
        return put(state, harm=None)
    return strayed(state, event.model)
