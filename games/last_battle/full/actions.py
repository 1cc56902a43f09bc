"""Declared actions: who, what it costs, what forbids it, and the check that it opens (LB-ACT, LB-LOS-03, LB-MELEE).

Called through `rules.py`. The base actions stand in `BASE`; every other name is an action printed on the card.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from games.gaps import some
from games.last_battle.cards import Action
from games.last_battle.full.charges import ATTACKS, CHARGES, charge_of
from games.last_battle.full.checks.duel import check_nothing_open, nests, waits
from games.last_battle.full.events import ActionDeclared
from games.last_battle.full.preconditions import commands, in_step, passing, table
from games.last_battle.full.state import NO_ACT, Act, FullState, Piece
from games.last_battle.permissions import NOBODY, Violations
from games.last_battle.state import LastBattleState
from games.ruleset import Actor, RuleViolation


class Base(NamedTuple):
    """A base action (3.7): its rule, what it costs at least and at most, and whether an engaged figure may take it."""

    rule: str
    least: int
    most: int
    engaged: bool = True


BASE: dict[str, Base] = {
    "move": Base("LB-ACT-04", 1, 2),
    "charge": Base("LB-ACT-05", 2, 2, False),
    "concentrate": Base("LB-ACT-07", 1, 1),
    "defend": Base("LB-ACT-09", 1, 99),
    "interact": Base("LB-ACT-11", 1, 1, False),
    "take_off": Base("LB-HEAV-03", 1, 1),
    "falcon_strike": Base("LB-HEAV-04", 2, 2, False),
}
HEAVEN_ONLY = ("take_off", "falcon_strike")
GATHERER = "information_gatherer"
FIRST_STUDY = 2
"""LB-CAMP-01: the turn from which on a figure studies."""


def check_action_declared(state: LastBattleState, event: ActionDeclared, by: Actor) -> Violations:
    """Who and when, then the action itself, then its price; every chapter's rule before LB-ACT-02."""
    return passing(
        event,
        commands(state, by, event.figure, "LB-TURN-05"),
        in_step(state, *(("activations", "start", "end_effects") if event.free else ("activations",))),
        _check_time(table(state), event),
        _check_action(state, event),
        _check_price(state, event),
    )


def is_charge_attack(full: FullState, event: ActionDeclared) -> bool:
    """Whether this is one of the two attacks of a charge of the figure."""
    charge = charge_of(full, event.figure)
    return event.free and event.source in CHARGES and charge.action == event.source


def _check_time(full: FullState, event: ActionDeclared) -> Violations:
    """LB-ACT-03, LB-ACT-14: the active figure, one action after the other; free ones name their source."""
    if not event.free:
        if full.active is None:
            yield RuleViolation("LB-ACT-03", {"figure": event.figure})
        elif full.active != event.figure:
            yield RuleViolation("LB-ACT-03", {"active": full.active})
        elif full.outer and not full.duel.exists:
            yield RuleViolation("LB-ACT-14", {"figure": event.figure})
        yield from check_nothing_open(full)
    elif event.ap:
        yield RuleViolation("LB-ACT-03", {"free": event.action, "ap": event.ap})
    elif not event.source:
        yield RuleViolation("LB-ACT-03", {"unnamed": event.action})
    elif event.source in CHARGES and not is_charge_attack(full, event):
        yield RuleViolation("LB-ACT-06", {"source": event.source, "figure": event.figure})
    else:
        charge = charge_of(full, event.figure) if event.source in CHARGES else NO_ACT
        yield from check_free_now(full, charge)


def check_free_now(full: FullState, charge: Act) -> Violations:
    """LB-ACT-14: a free action stands in a check that is resolved, a `charge` that a card grants too; its second attack
    waits for the first one. A declared charge attacks while nothing is open."""
    granted = charge is full.aside and (charge.attacks == ATTACKS or not waits(full.duel))
    yield from check_nothing_open(full, nests(full.duel) and (granted or not charge.exists), charge)


def _check_action(state: LastBattleState, event: ActionDeclared) -> Violations:
    if is_charge_attack(table(state), event):
        yield from _check_charge_attack(table(state), event)
    elif event.action in BASE:
        yield from _check_base(state, event)
    else:
        yield from _check_printed(state, event)
    if event.action not in BASE:
        yield from _check_target(table(state), event)


def _check_base(state: LastBattleState, event: ActionDeclared) -> Violations:
    base, full = BASE[event.action], table(state)
    if event.kind != "base":
        yield RuleViolation(base.rule, {"base": event.action, "kind": event.kind})
    elif event.action in HEAVEN_ONLY and state.battlefield != "heaven":
        yield RuleViolation(base.rule, {"table": state.battlefield})
    elif event.action in CHARGES:
        yield from _check_charge(full, event, base)
    elif event.action == "interact" and is_study(state, event):
        yield from _check_study(state, event)
    elif event.engaged and not base.engaged:
        yield from (RuleViolation(rule, _bound(event)) for rule in (base.rule, "LB-MELEE-02", "LB-MARK-02"))


def _bound(event: ActionDeclared) -> dict[str, Any]:
    """An engaged figure declares what it cannot do."""
    return {"bound": event.figure, "action": event.action}


def _check_charge(full: FullState, event: ActionDeclared, base: Base) -> Violations:
    target, actor = full.pieces.get(event.target or ""), full.pieces[event.figure]
    if event.engaged:
        yield from (RuleViolation(rule, _bound(event)) for rule in (base.rule, "LB-MELEE-02"))
    elif target is None:
        yield RuleViolation(base.rule, {"target": event.target or NOBODY})
    elif target.side == actor.side:
        yield RuleViolation(base.rule, {"friend": event.target})
    elif event.los is False:
        yield RuleViolation("LB-LOS-03", {"figure": event.target})


def is_study(state: LastBattleState, event: ActionDeclared) -> bool:
    """LB-CAMP-01: Interaction against an enemy figure on Camp."""
    full = table(state)
    target = full.pieces.get(event.target or "")
    return (
        state.battlefield == "camp"
        and event.action == "interact"
        and target is not None
        and target.side != full.pieces[event.figure].side
    )


def _check_study(state: LastBattleState, event: ActionDeclared) -> Violations:
    full = table(state)
    if GATHERER in full.pieces[event.figure].conditions:
        yield RuleViolation("LB-CAMP-03", {"figure": event.figure})
    elif full.turn < FIRST_STUDY:
        yield RuleViolation("LB-CAMP-01", {"turn": full.turn})
    elif GATHERER in full.pieces[event.target or ""].conditions:
        yield RuleViolation("LB-CAMP-01", {"studied": event.target})
    elif event.engaged is False:
        loose = {"loose": event.figure, "target": event.target}
        yield from (RuleViolation(rule, loose) for rule in ("LB-CAMP-02", "LB-CAMP-01"))


def _check_charge_attack(full: FullState, event: ActionDeclared) -> Violations:
    """LB-ACT-06, LB-ACT-05: a melee attack of the charger against its target, while it is within reach."""
    act = charge_of(full, event.figure)
    printed = printed_action(full.pieces[event.figure], event.action)
    known = full.pieces[event.figure].card.actions is not None
    melee = event.kind == "melee" and event.action not in BASE
    melee = melee and (printed is None or printed.kind in (None, "melee"))
    if act.attacks <= 0:
        yield RuleViolation("LB-ACT-06", {"lost" if act.lost else "done": act.action})
    elif act.target != event.target:
        yield RuleViolation("LB-ACT-06", {"aimed": act.target, "target": event.target or NOBODY})
    elif event.in_reach is False:
        yield RuleViolation("LB-ACT-06", {"far": event.target})
    elif not melee:
        yield RuleViolation("LB-ACT-05", {"attack": event.action})
    elif known and printed is None:
        yield _not_printed(full.pieces[event.figure], event)


def _not_printed(piece: Piece, event: ActionDeclared) -> RuleViolation:
    """LB-LOG-09: the card of the figure is known and does not have the action."""
    actions = [action.name for action in piece.card.actions or ()]
    params = {"action": event.action, "figure": event.figure, "legal": some(actions)}
    return RuleViolation("LB-LOG-09", params)


def printed_action(piece: Piece, name: str) -> Action | None:
    """The action of this name on the figure's card, if the card is known."""
    return piece.card.action(name)


def _check_printed(state: LastBattleState, event: ActionDeclared) -> Violations:
    """LB-ACT-12, LB-MELEE-02 for shooting; LB-LOG-09: what is printed is open to all, and holds."""
    piece = table(state).pieces[event.figure]
    printed = printed_action(piece, event.action)
    if printed is None and piece.card.actions is not None:
        yield _not_printed(piece, event)
    elif printed is not None and printed.kind not in (None, event.kind):
        yield RuleViolation("LB-LOG-09", {"named": event.action, "wanted": printed.kind, "told": event.kind})
    elif event.kind == "base":
        yield RuleViolation("LB-LOG-09", {"unlisted": event.action})
    elif event.kind == "shooting" and event.engaged:
        yield from (RuleViolation(rule, _bound(event)) for rule in ("LB-ACT-12", "LB-MELEE-02"))
    elif printed and printed.target_value is not None and event.tv not in (None, printed.target_value):
        yield RuleViolation("LB-CHK-05", {"printed": printed.target_value, "told": event.tv})


def _check_target(full: FullState, event: ActionDeclared) -> Violations:
    """LB-LOS-03: a target in play and in sight; LB-CHK-06: a complex action has one; LB-LOG-09: in its reach."""
    printed = printed_action(full.pieces[event.figure], event.action)
    complex_ = printed is not None and printed.type == "complex"
    if event.target is None:
        if complex_:
            yield RuleViolation("LB-CHK-06", {"action": event.action})
    elif event.target not in full.pieces:
        yield RuleViolation("LB-LOS-03", {"away": event.target})
    elif event.los is False and (complex_ or printed is None or printed.type is None):
        yield RuleViolation("LB-LOS-03", {"figure": event.target})
        yield RuleViolation("LB-LOS-01", {"figure": event.target})
    elif event.in_reach is False and event.source not in CHARGES:
        yield RuleViolation("LB-LOG-09", {"far": event.target, "beyond": event.action})


def _check_price(state: LastBattleState, event: ActionDeclared) -> Violations:
    """The printed or base cost under the action's rule, then LB-ACT-02."""
    if event.free:
        return
    full = table(state)
    params = {"ap": event.ap, "left": full.ap, "figure": event.figure, "action": event.action}
    if event.action in BASE:
        base = BASE[event.action]
        if not base.least <= event.ap <= base.most:
            most = min(base.most, full.ap)
            prices = base.least if most <= base.least else f"{base.least}-{most}"
            yield RuleViolation(base.rule, {"price": event.ap, "prices": prices})
    else:
        printed = printed_action(full.pieces[event.figure], event.action)
        if printed is not None and printed.cost_ap is not None and event.ap != printed.cost_ap:
            price = {"printed": event.action, "cost": printed.cost_ap, "told": event.ap}
            yield RuleViolation("LB-ACT-02", price)
            return
    if event.ap > full.ap:
        if event.action == "defend":
            yield RuleViolation("LB-ACT-09", params)
        yield RuleViolation("LB-ACT-02", params)
        yield RuleViolation("LB-ACT-01", params)
