"""What a pad asks of an event at full detail: which step logs it, what its fields start with, what the rules fill in.

Called through the game's faces (`games.last_battle.faces`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from games.last_battle.facts import FACTS, SIDES
from games.last_battle.full.cards import DEATH, WHEEL, value
from games.last_battle.full.damage import amount_of, tier_of
from games.last_battle.full.duel import (
    STRIKES,
    at_hand,
    attack_total,
    defence_total,
    modifiers,
    succeeds,
)
from games.last_battle.full.state import Duel, FullState
from games.last_battle.full.turn import swimmers_in_danger
from games.last_battle.prolong import plays_on
from games.last_battle.state import LastBattleState
from games.ruleset import NextEvent
from games.system import Fill

Told = Mapping[str, Any]
EDGE_CM = 46
DECK_EXTRA = 2
STRIKES_OF_A_CHARGE = 2
UNNAMED = "attack"
"""An attack of a figure whose card is unknown, when the players do not name it."""


def step_of(state: LastBattleState, full: FullState, told: NextEvent) -> str:
    """The step that logs what may come next, where it is not just the type of it."""
    if told.type in {due.kind for due in full.due}:
        return "due"
    duel = at_hand(full).duel
    if told.type == "check_flipped" and duel is not None and duel.kind is None:
        return "flip_simple" if told.choices["role"] == ("simple",) else told.type
    if told.type == "size_changed" and "delta" in told.choices:
        return "dive"
    if told.type == "strategy_marker_placed" and state.battlefield != "heaven":
        return "pillar"
    if told.type == "scheme_marker_removed" and "reason" not in told.choices:
        return ""
    return told.type


def owner_of(told: NextEvent, due: bool) -> str | None:
    """Whose step it is, where it is not just that of a player: of a side; of the figure that a due change is about."""
    if due:
        return f"{told.type}:{told.choices['figure'][0]}"
    if told.type == "initiative_flipped":
        return next((side for side in SIDES if told.choices.get(f"{side}_card") != ()), None)
    for field in ("side", "by_side"):
        values = told.choices.get(field, ())
        if len(values) == 1 and values[0] in SIDES:
            return str(values[0])
    return None


def starts(state: LastBattleState, full: FullState, told: NextEvent) -> dict[str, Any]:
    """What the fields of a step start with."""
    made = STARTS.get(told.type)
    return made(state, at_hand(full), told) if made is not None else {}


def _marker_starts(state: LastBattleState, full: FullState, told: NextEvent) -> dict[str, Any]:
    return {"outside_zones": True, "edge_cm": EDGE_CM}


def _flip_starts(state: LastBattleState, full: FullState, told: NextEvent) -> dict[str, Any]:
    known = modifiers(full.duel, told.choices["role"][0]) if full.duel is not None else None
    return {} if known is None else {"pluses": known[0], "minuses": known[1]}


def _result_starts(state: LastBattleState, full: FullState, told: NextEvent) -> dict[str, Any]:
    """LB-DMG-01: a blow or a shot that hits is followed by a damage flip, as a rule."""
    won = full.duel is not None and succeeds(state, full.duel)
    return {"damages": full.duel.family in STRIKES} if won and full.duel is not None else {}


def _trigger_starts(state: LastBattleState, full: FullState, told: NextEvent) -> dict[str, Any]:
    duel = full.duel
    actor = full.pieces.get(duel.actor) if duel is not None else None
    printed = actor.card.action(duel.name) if actor is not None and duel is not None else None
    texts = [
        one.text for one in (printed.triggers if printed else None) or () if one.suit in told.choices["suit"]
    ]
    return {"text": next(filter(None, texts), "")}


def _by_the_active(state: LastBattleState, full: FullState, told: NextEvent) -> dict[str, Any]:
    return {"by_figure": full.active} if full.active in told.choices.get("by_figure", ()) else {}


def _strike_starts(state: LastBattleState, full: FullState, told: NextEvent) -> dict[str, Any]:
    """The second attack of a charge is mostly the same as the first."""
    if "source" not in told.choices:
        return {}
    return {"cover": False, "action": _last_strike(full) or next(iter(told.choices.get("action", ())), None)}


def _last_strike(full: FullState) -> str | None:
    """What the first attack of this charge was."""
    act, duel = full.act, full.duel
    if act is None or duel is None or act.attacks == STRIKES_OF_A_CHARGE:
        return None
    return duel.name if (duel.actor, duel.target) == (act.figure, act.target) else None


STARTS: dict[str, Callable[[LastBattleState, FullState, NextEvent], dict[str, Any]]] = {
    "action_declared": _strike_starts,
    "activation_ended": lambda state, full, told: {"out_of_sight_of_all_enemies": False},
    "check_flipped": _flip_starts,
    "check_resolved": _result_starts,
    "condition_changed": _by_the_active,
    "end_effects_applied": lambda state, full, told: {
        "figures": [piece.id for piece, certain in swimmers_in_danger(state) if certain]
    },
    "figure_moved": lambda state, full, told: {"hazard_touched": False, "final_reach_ok": True},
    "figure_removed": _by_the_active,
    "first_side_chosen": lambda state, full, told: {"first_side": told.choices["by_side"][0]},
    "lives_changed": _by_the_active,
    "size_changed": _by_the_active,
    "squad_deployed": lambda state, full, told: {"all_inside": True},
    "strategy_marker_placed": _marker_starts,
    "trigger_applied": _trigger_starts,
}


def fills(state: LastBattleState, full: FullState, told: NextEvent) -> dict[str, Any]:
    """The fields that the rules compute: values, and functions of what is told, for fields that nobody tells."""
    made = FILLS.get(told.type)
    found = made(state, at_hand(full), told) if made is not None else {}
    return {name: partial(_untold, name, fill) if callable(fill) else fill for name, fill in found.items()}


def _untold(name: str, fill: Fill, told: Told) -> Any:
    return fill(told) if name not in told else None


def new_marker(full: FullState, stem: str) -> str:
    """A number that no marker on the table has."""
    number = 1
    while f"{stem}{number}" in full.markers:
        number += 1
    return f"{stem}{number}"


def _strike_fills(state: LastBattleState, full: FullState, told: NextEvent) -> dict[str, Any]:
    """LB-ACT-05: a melee attack within reach; one of a card that nobody knows may go without a name."""
    if "source" not in told.choices:
        return {}
    named = {} if "action" in told.choices else {"action": lambda data: _last_strike(full) or UNNAMED}
    return {"kind": "melee", "los": True, "in_reach": True, **named}


def _marker_fills(state: LastBattleState, full: FullState, told: NextEvent) -> dict[str, Any]:
    return {"marker_id": new_marker(full, "portal-" if state.battlefield == "heaven" else "pillar-")}


def _deck_fills(state: LastBattleState, full: FullState, told: NextEvent) -> dict[str, Any]:
    return {} if "size" in told.choices else {"size": lambda data: len(data.get("cards") or ()) + DECK_EXTRA}


def _flip_fills(state: LastBattleState, full: FullState, told: NextEvent) -> dict[str, Any]:
    """A new check gets an id of its own; the card that counts is the one that a side takes as a matter of course."""
    named = {} if "check_id" in told.choices else {"check_id": f"c{len(full.checks) + 1}"}
    return {**named, "chosen": lambda data: _counting(state, data)}


def _counting(state: LastBattleState, data: Told) -> str:
    """LB-CHK-03, LB-CHK-04: the highest, with a minus the lowest; of Death and the Wheel Death."""
    cards = data["cards"]
    if DEATH in cards and WHEEL in cards:
        return DEATH
    best = min if (data.get("pluses") or 0) < (data.get("minuses") or 0) else max
    return str(best(cards, key=lambda card: value(state, card)))


def _result_fills(state: LastBattleState, full: FullState, told: NextEvent) -> dict[str, Any]:
    """LB-CHK-01, LB-CHK-11: the totals and the margin, as far as the cards are known."""
    duel = full.duel
    if duel is None:
        return {}
    attack = attack_total(state, duel)
    defence = None if duel.kind == "simple" else defence_total(state, duel)
    known = {"attack_total": attack, "defence_total": defence}
    found: dict[str, Any] = {name: total for name, total in known.items() if total is not None}
    if duel.kind == "simple":
        found["defence_total"] = found["margin"] = None
    elif attack is not None and defence is not None:
        found["margin"] = attack - defence
    if succeeds(state, duel) is None:
        found["damages"] = lambda data: _usual_damages(duel, told, data)
    return found


def _usual_damages(duel: Duel, told: NextEvent, data: Told) -> bool | None:
    return duel.family in STRIKES if data.get("success") and told.choices.get("damages") else None


def _damage_fills(state: LastBattleState, full: FullState, told: NextEvent) -> dict[str, Any]:
    duel = full.duel
    if duel is None or duel.harm is None:
        return {}
    tier = tier_of(state, duel.harm.card)
    amount = amount_of(tier, duel.damage)
    return {"tier": tier} if amount is None else {"tier": tier, "amount": amount}


def _lives_fills(state: LastBattleState, full: FullState, told: NextEvent) -> dict[str, Any]:
    return {"lives": lambda data: _left(full, data)}


def _left(full: FullState, data: Told) -> int | None:
    """LB-DMG-04: the lives left, where the figure's card is known."""
    piece = full.pieces.get(data.get("figure") or "")
    known = piece is not None and piece.lives is not None and data.get("delta") is not None
    return (
        max(0, piece.lives + data["delta"])
        if known and piece is not None and piece.lives is not None
        else None
    )


def _size_fills(state: LastBattleState, full: FullState, told: NextEvent) -> dict[str, Any]:
    """LB-HEAV-05: the dive is an action; LB-HEAV-01: the size after the change."""
    cause = {"cause": "action"} if "delta" in told.choices and "by_figure" not in told.choices else {}
    return {"size": lambda data: _height(full, data), **cause}


def _height(full: FullState, data: Told) -> int | None:
    piece = full.pieces.get(data.get("figure") or "")
    known = piece is not None and piece.size is not None and data.get("delta") is not None
    return piece.size + data["delta"] if known and piece is not None and piece.size is not None else None


def _prolong_fills(state: LastBattleState, full: FullState, told: NextEvent) -> dict[str, Any]:
    """LB-END-03: whether the card prolongs the battle; in the last of the turns the Wheel alone."""
    last = full.turn >= max(FACTS.prolong)
    return {
        "success": lambda data: (
            plays_on(full.turn, value(state, data["card"])) and (not last or data["card"] == WHEEL)
        )
    }


FILLS: dict[str, Callable[[LastBattleState, FullState, NextEvent], dict[str, Any]]] = {
    "action_declared": _strike_fills,
    "check_flipped": _flip_fills,
    "check_resolved": _result_fills,
    "compromat_placed": lambda state, full, told: {"marker_id": new_marker(full, "k")},
    "damage_resolved": _damage_fills,
    "deck_prepared": _deck_fills,
    "lives_changed": _lives_fills,
    "prolong_flipped": _prolong_fills,
    "size_changed": _size_fills,
    "strategy_marker_placed": _marker_fills,
}
