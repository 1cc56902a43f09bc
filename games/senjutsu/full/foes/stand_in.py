"""What stands in for the players' chapters where the actor of an event of both is a virtual opponent.

Most of it asks that chapter first and adds what holds for opponents alone. Read by `chapters.py`, by these names.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.chapters import Check
from games.ruleset import Actor, RuleViolation
from games.senjutsu.full import order, reveal
from games.senjutsu.full.attacks import attack
from games.senjutsu.full.cards import parts_of
from games.senjutsu.full.effect_events import AttackDeclared
from games.senjutsu.full.events import PartStarted
from games.senjutsu.full.foes import foe_choice, virtual
from games.senjutsu.full.movement import move
from games.senjutsu.full.preconditions import put, table
from games.senjutsu.full.state import flagged
from games.senjutsu.permissions import Violations
from games.senjutsu.state import SenjutsuState

Extra = Callable[[SenjutsuState, Any], Violations]


def _also(every: Check[SenjutsuState], extra: Extra) -> Check[SenjutsuState]:
    """The rules of every actor for this event, then those of opponents."""

    def check(state: SenjutsuState, event: Any, by: Actor) -> Violations:
        found = [*every(state, event, by)]
        yield from found
        if not found:
            yield from extra(state, event)

    return check


check_card_drawn, on_card_drawn = virtual.check_vo_drawn, virtual.on_vo_drawn
check_attack_declared = _also(attack.check_attack_declared, foe_choice.check_attack)
check_actor_moved = _also(move.check_actor_moved, foe_choice.check_move)
check_target_named = _also(reveal.check_target_named, foe_choice.check_named_later)
check_initiative_chosen = _also(reveal.check_initiative_chosen, foe_choice.check_initiative)
check_focus_paid = check_focus_gained = virtual.check_no_focus
check_advantage_gained = virtual.check_no_advantage


def check_part_started(state: SenjutsuState, event: PartStarted, by: Actor) -> Violations:
    """SEN-SOLO-18: the second part of an attack card may stand in the place of the first."""
    found = [*order.check_part_started(foe_choice.without_attack(state, event), event, by)]
    yield from _of_opponents(state, event, found) if found else foe_choice.check_part(state, event)


def _of_opponents(state: SenjutsuState, event: PartStarted, found: list[RuleViolation]) -> Violations:
    """The refusals of a part, by the rules of opponents where they say more."""
    slow = [one for one in found if one.rule == "SEN-INIT-02" and state.foes[event.actor].timers]
    yield from (RuleViolation("SEN-SOLO-09", one.params) for one in slow)
    if any(one.rule == "SEN-INIT-03" for one in found) and foe_choice.is_other_part(state, event):
        params = {"actor": event.actor, "card": event.card, "told": "both_parts"}
        found = [RuleViolation("SEN-SOLO-18", params), *(one for one in found if one.rule != "SEN-INIT-03")]
    yield from found


def on_part_started(state: SenjutsuState, event: PartStarted) -> SenjutsuState:
    """SEN-LOG-05: whether a card of unknown parts attacks is not judged."""
    state = order.on_part_started(foe_choice.without_attack(state, event), event)
    unknown = parts_of(state, event.card) is None
    return put(state, flagged(table(state), "SEN-SOLO-18")) if unknown else state


def on_attack_declared(state: SenjutsuState, event: AttackDeclared) -> SenjutsuState:
    """SEN-SOLO-18: never both parts."""
    return foe_choice.drop_rest(attack.on_attack_declared(state, event), event)
