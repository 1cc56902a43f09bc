"""Enemies in a Disguise that an attack does not reach: nobody tests to see through them (BUS-COND-26)."""

from __future__ import annotations

from games.bushido.full.allowed import legal_targets
from games.bushido.full.common import broken, has, shown, touching
from games.bushido.full.events import ActionDeclared
from games.bushido.full.state import Acting
from games.bushido.permissions import Violations
from games.bushido.state import BusState

WITH_A_WAY = ("melee", "charge")
"""Attacks that move up to their targets, and may fall short of them."""


def doubtful(state: BusState, one: Acting, action: str) -> tuple[str, ...]:
    """The enemies of which the players may say that this attack does not reach them: those that it may go for and would
    have to see through. By the reference nobody declares a Charge that falls short (13-01)."""
    if action not in WITH_A_WAY or (action == "charge" and state.edition == "reference"):
        return ()
    near, foes = touching(state, one.model), legal_targets(state, one, action)
    return tuple(name for name in foes if has(state, name, "disguised") and name not in near)


def check_beyond(state: BusState, event: ActionDeclared, one: Acting) -> Violations:
    """BUS-COND-26, BUS-ACT-24, BUS-COND-21: of enemies that it goes for; whom a Berserk model has to attack is near."""
    if not event.beyond:
        return
    named, legal = (event.target, *event.also), doubtful(state, one, event.action)
    wrong = [
        name for name in event.beyond if name not in named or name not in legal or event.reach is not None
    ]
    if not wrong:
        return
    if event.action == "charge" and state.edition == "reference":
        yield broken("BUS-ACT-24", told=wrong, model=one.model)
    far = [name for name in named if name in legal and event.reach is None]
    yield broken("BUS-COND-26", told=wrong, expected=shown(far), model=one.model)


def check_met(one: Acting, contact: tuple[str, ...]) -> Violations:
    """BUS-COND-26: who was out of reach as the attack was declared is not touched without a test."""
    met = [name for name in contact if name in one.beyond]
    if met:
        yield broken("BUS-COND-26", told=met, model=one.model)
