"""Focus that is paid: SEN-FOC-02 to -04, SEN-REV-03, -04, -06, SEN-INST-08. Called through `rules.py`.

What is paid for a replacement, an instant or a counterattack comes right before it: the table then waits for that card.
"""

from __future__ import annotations

import msgspec

from games.gaps import some
from games.ruleset import Actor, RuleViolation
from games.senjutsu.full.cards import card_of, definition, in_hand, parts_of, seat
from games.senjutsu.full.cursor import (
    barred,
    effects_of,
    kamae_fits,
    owed,
    running_of,
    unfinished,
    with_running,
)
from games.senjutsu.full.definitions import OptionalInitiative
from games.senjutsu.full.events import FocusPaid
from games.senjutsu.full.payable import check_follows
from games.senjutsu.full.preconditions import in_step, opening, passing, put, resolves, table, with_body
from games.senjutsu.full.replace import check_turn_of
from games.senjutsu.full.reveal import at_stage, check_costs_paid, check_stage
from games.senjutsu.full.state import Due, FullState, changed, flagged, with_seat
from games.senjutsu.permissions import Violations
from games.senjutsu.state import SenjutsuState

STAGES = {"mandatory": 2, "initiative": 3, "replacement": 4}


def _in_time(state: SenjutsuState, event: FocusPaid) -> Violations:
    """SEN-LOG-02: when each reason may come."""
    steps = ("reveal",) if event.reason in STAGES else ("resolve", "reveal")
    return in_step(state, *steps, *(("draw",) if event.reason == "effect" and resolves(state) else ()))


@opening(_in_time)
def check_focus_paid(state: SenjutsuState, event: FocusPaid, by: Actor) -> Violations:
    """SEN-FOC-02 for every payment, then the rule of its reason."""
    judge = {
        "mandatory": _check_mandatory,
        "initiative": _check_initiative,
        "replacement": _check_replacement,
        "effect": _check_effect_paid,
        "instant": _check_instant,
    }[event.reason]
    return passing(event, _check_purse(state, event), _check_stage(state, event), judge(state, event))


def _check_stage(state: SenjutsuState, event: FocusPaid) -> Violations:
    """SEN-REV-01; the optional initiative of a replacement is bought as part of stage 4. SEN-REV-03: nothing else is
    paid in Reveal from the focus that their own card still costs."""
    replaced = event.reason == "initiative" and card_of(state, event.player) != seat(state, event.player).card
    if event.reason in STAGES and not (replaced and table(state).stage == STAGES["replacement"]):
        yield from check_stage(state, STAGES[event.reason])
    elif table(state).step == "reveal":
        yield from (owed for owed in check_costs_paid(state) if owed.params["actor"] == event.player)


def _check_purse(state: SenjutsuState, event: FocusPaid) -> Violations:
    """SEN-FOC-02."""
    focus = state.fighters[event.player].focus or 0
    if event.amount > focus:
        yield RuleViolation("SEN-FOC-02", {"actor": event.player, "told": event.amount, "limit": focus})


def _price(event: FocusPaid, expected: object) -> dict[str, object]:
    return {"actor": event.player, "card": event.card, "told": event.amount, "expected": expected}


def _check_mandatory(state: SenjutsuState, event: FocusPaid) -> Violations:
    """SEN-REV-03: the exact cost of the revealed card, once."""
    cost = definition(state, event.card).mandatory_focus
    if wrong := _not_due(state, event, seat(state, event.player).paid):
        yield RuleViolation("SEN-REV-03", wrong)
    elif cost not in (None, event.amount):
        yield RuleViolation("SEN-REV-03", _price(event, cost))


def _not_due(state: SenjutsuState, event: FocusPaid, settled: bool) -> dict[str, object]:
    """Why nothing of this kind is due for the card: another one was revealed, or it was paid before. Else nothing."""
    revealed = card_of(state, event.player)
    if event.card != revealed:
        return {"actor": event.player, "other": event.card, "revealed": some(revealed)}
    return {"actor": event.player, "settled": event.card} if settled else {}


def optional_initiative(state: SenjutsuState, card: str) -> OptionalInitiative | None:
    """SEN-REV-04: the initiative of a card that focus buys."""
    parts = parts_of(state, card) or ()
    return next((part.optional_initiative for part in parts if part.optional_initiative is not None), None)


def _check_initiative(state: SenjutsuState, event: FocusPaid) -> Violations:
    """SEN-REV-04."""
    if event.card == card_of(state, event.player) and parts_of(state, event.card) is None:
        return
    bought = optional_initiative(state, event.card)
    if wrong := _not_due(state, event, seat(state, event.player).bought):
        yield RuleViolation("SEN-REV-04", wrong)
    elif bought is None:
        yield RuleViolation("SEN-REV-04", {"actor": event.player, "bare": event.card})
    elif bought.cost != event.amount:
        yield RuleViolation("SEN-REV-04", _price(event, bought.cost))


def _check_replacement(state: SenjutsuState, event: FocusPaid) -> Violations:
    """SEN-REV-05, -06: the replacement's cost, when it is the player's turn in stage 4."""
    yield from check_turn_of(state, event.player)
    yield from _check_cost(state, event, "SEN-REV-06")


def _check_instant(state: SenjutsuState, event: FocusPaid) -> Violations:
    """SEN-INST-08: the cost of an instant or a counterattack that comes next."""
    yield from _check_cost(state, event, "SEN-INST-08")


def _check_cost(state: SenjutsuState, event: FocusPaid, rule: str) -> Violations:
    """The mandatory focus of a card in hand, which may be played after it."""
    cost = definition(state, event.card).mandatory_focus
    if not in_hand(state, event.player, event.card):
        yield RuleViolation(rule, {"actor": event.player, "absent": event.card})
    elif cost not in (None, event.amount):
        yield RuleViolation(rule, _price(event, cost))
    else:
        yield from check_follows(on_focus_paid(state, event), event)


def _check_effect_paid(state: SenjutsuState, event: FocusPaid) -> Violations:
    """SEN-FOC-03: exactly what an effect of the part being resolved costs, before it, once, while it can be applied;
    SEN-ATK-02: not while an attack above it that has to be paid for is not."""
    running = running_of(state, event.player)
    if running is None or running.card != event.card:
        yield RuleViolation("SEN-FOC-03", {"actor": event.player, "idle": event.card})
        return
    effects = effects_of(state, running)
    place = paid_place(state, event)
    if effects is None:
        return
    if place is None:
        yield RuleViolation("SEN-FOC-03", {"actor": event.player, "free": event.card})
    elif not kamae_fits(state, running, effects[place]):
        yield RuleViolation("SEN-KAM-09", owed(running, place, effects[place]))
    elif (rule := barred(state, running, place)) is not None:
        yield RuleViolation(rule, owed(running, place, effects[place]))
    elif effects[place].optional_focus != event.amount:
        params = {**owed(running, place, effects[place]), "told": event.amount}
        yield RuleViolation("SEN-FOC-03", {**params, "expected": effects[place].optional_focus})
    else:
        yield from (one for one in unfinished(state, running, place) if one.rule == "SEN-ATK-02")


def paid_place(state: SenjutsuState, event: FocusPaid) -> int | None:
    """The effect that is paid for: the told one, else the next that costs focus and is not paid."""
    running = running_of(state, event.player)
    effects = (effects_of(state, running) if running is not None else None) or ()
    if running is None:
        return None
    open_ = [
        place
        for place, effect in enumerate(effects)
        if effect.optional_focus and place >= running.effect and place not in (*running.paid, *running.done)
    ]
    if event.effect is not None:
        return event.effect if event.effect in open_ else None
    fitting = [place for place in open_ if kamae_fits(state, running, effects[place])]
    return next(
        (place for place in fitting if barred(state, running, place) is None), next(iter(fitting), None)
    )


def on_focus_paid(state: SenjutsuState, event: FocusPaid) -> SenjutsuState:
    """SEN-FOC-04: into the supply; what the card in play cost so far is remembered for SEN-REV-06."""
    focus = max(0, (state.fighters[event.player].focus or 0) - event.amount)
    state = with_body(state, event.player, focus=focus)
    full = table(state)
    if event.reason in ("mandatory", "initiative"):
        full = _spent(state, full, event)
    elif event.reason == "effect":
        full = _paid_effect(state, full, event)
    else:
        kind = "instant_played" if event.reason == "replacement" else "instant_played|counterattack_played"
        rule = "SEN-REV-06" if event.reason == "replacement" else "SEN-INST-08"
        told = {"card": event.card, "amount": event.amount}
        full = changed(full, due=(*full.due, Due(kind, event.player, rule, told)))
    return put(state, full)


def _spent(state: SenjutsuState, full: FullState, event: FocusPaid) -> FullState:
    now = seat(state, event.player)
    full = at_stage(full, STAGES[event.reason])
    if event.reason == "mandatory":
        full = with_seat(full, event.player, paid=True, spent=now.spent + event.amount)
        return (
            full if definition(state, event.card).mandatory_focus is not None else flagged(full, "SEN-REV-03")
        )
    bought = optional_initiative(state, event.card)
    full = full if bought is not None else flagged(full, "SEN-REV-04")
    return with_seat(full, event.player, bought=True, spent=now.spent + event.amount)


def _paid_effect(state: SenjutsuState, full: FullState, event: FocusPaid) -> FullState:
    running, place = running_of(state, event.player), paid_place(state, event)
    if running is None or place is None:
        return flagged(full, "SEN-FOC-03")
    return with_running(full, running, msgspec.structs.replace(running, paid=(*running.paid, place)))
