"""Declared actions: who, what it costs, what forbids it, and the check that it opens (LB-ACT, LB-LOS-03, LB-MELEE).

Called through `rules.py`. The base actions stand in `BASE`; every other name is an action printed on the card.
"""

from __future__ import annotations

from typing import NamedTuple

from games.last_battle.cards import Action
from games.last_battle.full.duel import check_nothing_open, nests
from games.last_battle.full.events import ActionDeclared
from games.last_battle.full.frame import commands, in_step, passing, table
from games.last_battle.full.state import FullState, Piece
from games.last_battle.state import LastBattleState
from games.last_battle.who import Violations
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
CHARGES = ("charge", "falcon_strike")
GATHERER = "information_gatherer"


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
    """Whether this is one of the two attacks of the charge going on."""
    return event.free and event.source in CHARGES and full.act.action == event.source


def _check_time(full: FullState, event: ActionDeclared) -> Violations:
    """LB-ACT-03, LB-ACT-14: the active figure, one action after the other; free ones name their source."""
    if not event.free:
        if full.active != event.figure:
            yield RuleViolation("LB-ACT-03", {"figure": full.active})
        elif full.outer and not full.duel.exists:
            yield RuleViolation("LB-ACT-14", {"figure": event.figure})
        yield from check_nothing_open(full)
    elif event.ap or not event.source:
        yield RuleViolation("LB-ACT-03", {"figure": full.active})
    elif event.source in CHARGES and not is_charge_attack(full, event):
        yield RuleViolation("LB-ACT-06", {"figure": event.figure})
    else:
        striking = event.source in CHARGES
        yield from check_nothing_open(full, nests(full.duel) and not striking, striking)


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
    params = {"action": event.action, "figure": event.figure}
    if event.kind != "base" or (event.action in HEAVEN_ONLY and state.battlefield != "heaven"):
        yield RuleViolation(base.rule, params)
    elif event.action in CHARGES:
        yield from _check_charge(full, event, base)
    elif event.action == "interact" and is_study(state, event):
        yield from _check_study(state, event)
    elif event.engaged and not base.engaged:
        yield RuleViolation(base.rule, params)
        yield RuleViolation("LB-MELEE-02", params)
        yield RuleViolation("LB-MARK-02", params)


def _check_charge(full: FullState, event: ActionDeclared, base: Base) -> Violations:
    params = {"action": event.action, "figure": event.figure}
    target, actor = full.pieces.get(event.target or ""), full.pieces[event.figure]
    if event.engaged:
        yield RuleViolation(base.rule, params)
        yield RuleViolation("LB-MELEE-02", params)
    elif target is None or target.side == actor.side:
        yield RuleViolation(base.rule, params)
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
    params = {"figure": event.figure, "turn": full.turn}
    if GATHERER in full.pieces[event.figure].conditions:
        yield RuleViolation("LB-CAMP-03", params)
    elif full.turn < 2 or GATHERER in full.pieces[event.target or ""].conditions:
        yield RuleViolation("LB-CAMP-01", params)
    elif event.engaged is False:
        yield RuleViolation("LB-CAMP-02", params)
        yield RuleViolation("LB-CAMP-01", params)


def _check_charge_attack(full: FullState, event: ActionDeclared) -> Violations:
    """LB-ACT-06, LB-ACT-05: a melee attack of the charger against its target, while it is within reach."""
    act = full.act
    printed = printed_action(full.pieces[event.figure], event.action)
    known = full.pieces[event.figure].card.actions is not None
    melee = event.kind == "melee" and event.action not in BASE
    melee = melee and (printed is None or printed.kind in (None, "melee"))
    fits = act.attacks > 0 and act.figure == event.figure and act.target == event.target
    if not fits or event.in_reach is False:
        yield RuleViolation("LB-ACT-06", {"figure": event.figure})
    elif not melee:
        yield RuleViolation("LB-ACT-05", {"action": event.action, "figure": event.figure})
    elif known and printed is None:
        yield RuleViolation("LB-LOG-09", {"action": event.action, "figure": event.figure})


def printed_action(piece: Piece, name: str) -> Action | None:
    """The action of this name on the figure's card, if the card is known."""
    return piece.card.action(name)


def _check_printed(state: LastBattleState, event: ActionDeclared) -> Violations:
    """LB-ACT-12, LB-MELEE-02 for shooting; LB-LOG-09: what is printed is open to all, and holds."""
    piece = table(state).pieces[event.figure]
    printed = printed_action(piece, event.action)
    params = {"action": event.action, "figure": event.figure}
    unknown = piece.card.actions is None
    if (
        event.kind == "base"
        or (printed is None and not unknown)
        or (printed is not None and printed.kind not in (None, event.kind))
    ):
        yield RuleViolation("LB-LOG-09", params)
    elif event.kind == "shooting" and event.engaged:
        yield RuleViolation("LB-ACT-12", params)
        yield RuleViolation("LB-MELEE-02", params)
    elif printed and printed.target_value is not None and event.tv not in (None, printed.target_value):
        yield RuleViolation("LB-CHK-05", {"tv": printed.target_value, "figure": event.figure})


def _check_target(full: FullState, event: ActionDeclared) -> Violations:
    """LB-LOS-03: a target in play and in sight; LB-CHK-06: a complex action has one."""
    printed = printed_action(full.pieces[event.figure], event.action)
    complex_ = printed is not None and printed.type == "complex"
    if event.target is None:
        if complex_:
            yield RuleViolation("LB-CHK-06", {"figure": event.figure})
    elif event.target not in full.pieces:
        yield RuleViolation("LB-LOS-03", {"figure": event.target})
    elif event.los is False and (complex_ or printed is None or printed.type is None):
        yield RuleViolation("LB-LOS-03", {"figure": event.target})
        yield RuleViolation("LB-LOS-01", {"figure": event.target})


def _check_price(state: LastBattleState, event: ActionDeclared) -> Violations:
    """The printed or base cost under the action's rule, then LB-ACT-02."""
    if event.free:
        return
    full = table(state)
    params = {"ap": event.ap, "left": full.ap, "figure": event.figure, "action": event.action}
    if event.action in BASE:
        base = BASE[event.action]
        if not base.least <= event.ap <= base.most:
            yield RuleViolation(base.rule, params)
    else:
        printed = printed_action(full.pieces[event.figure], event.action)
        if printed is not None and printed.cost_ap is not None and event.ap != printed.cost_ap:
            yield RuleViolation("LB-ACT-02", {**params, "cost": printed.cost_ap})
            return
    if event.ap > full.ap:
        if event.action == "defend":
            yield RuleViolation("LB-ACT-09", params)
        yield RuleViolation("LB-ACT-02", params)
        yield RuleViolation("LB-ACT-01", params)
