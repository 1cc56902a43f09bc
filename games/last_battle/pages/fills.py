"""What the rules fill in where a pad logs an event at full detail: totals, costs, numbers that are left.

Called through the game's faces (`games.last_battle.pages.faces`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from games.faces import Fill
from games.last_battle.cards import Action
from games.last_battle.chapters.prolong import plays_on
from games.last_battle.facts import BATTLEFIELDS, FACTS, SIDES
from games.last_battle.figures import Figure
from games.last_battle.full.actions import BASE
from games.last_battle.full.cards import DEATH, WHEEL, value
from games.last_battle.full.charges import ATTACKS, charge_of
from games.last_battle.full.checks.damage import amount_of, tier_of
from games.last_battle.full.checks.duel import STRIKES, at_hand, attack_total, defence_total, succeeds
from games.last_battle.full.phases import free_name
from games.last_battle.full.schemes.claim_facts import trusted_facts
from games.last_battle.full.schemes.strategy import computed
from games.last_battle.full.state import Duel, FullState, Piece
from games.last_battle.state import LastBattleState
from games.ruleset import NextEvent

Told = Mapping[str, Any]
DECK_EXTRA = 2
UNNAMED = "attack"
"""An attack of a figure whose card is unknown, when the players do not name it."""


def filled(state: LastBattleState, full: FullState, told: NextEvent) -> dict[str, Any]:
    """The fields that the rules compute: values, and functions of what is told, for fields that nobody tells or that
    are left to the rules."""
    if told.type == "figure_summoned":
        return _summoned(full)
    made = FILLS.get(told.type)
    found = made(state, at_hand(full), told) if made is not None else {}
    return {name: partial(_untold, name, fill) if callable(fill) else fill for name, fill in found.items()}


def _untold(name: str, fill: Fill, told: Told) -> Any:
    return fill(told) if told.get(name) is None else None


def new_marker(full: FullState, stem: str) -> str:
    """A number that no marker on the table has."""
    number = 1
    while f"{stem}{number}" in full.markers:
        number += 1
    return f"{stem}{number}"


def _summoned(full: FullState) -> dict[str, Any]:
    """LB-MULTI-02: a second figure of one name gets a number; it costs nothing."""

    def card(data: Told) -> dict[str, Any] | None:
        facts = data.get("facts") or {}
        return None if isinstance(facts, Figure) else {**facts, "figure_id": data["figure"], "cost": 0}

    return {
        "facts": card,
        "figure": lambda data: free_name(data["figure"], {*full.pieces, *full.gone}),
    }


def _action_fills(state: LastBattleState, full: FullState, told: NextEvent) -> dict[str, Any]:
    """What the card tells of an action, and what its move costs; a blow of a charge is a melee attack within reach
    (LB-ACT-05). One of a card that nobody knows may go without a name."""
    if "free" in told.choices and "source" not in told.choices:
        return {"kind": lambda data: _kind(full.pieces.get(data["figure"]), data["action"])}
    if "source" not in told.choices:
        return _paid(full, told)
    named = {} if "action" in told.choices else {"action": lambda data: last_strike(full, told) or UNNAMED}
    return {"kind": "melee", "los": True, "in_reach": True, **named}


def _paid(full: FullState, told: NextEvent) -> dict[str, Any]:
    piece, names = full.pieces[told.choices["figure"][0]], told.choices.get("action")
    if names is None:
        return {"action": lambda data: UNNAMED}
    if names[0] in BASE:
        least = BASE[names[0]].least
        return {"ap": lambda data: least + bool(data.get("leaves_reach_of"))}
    return {
        "kind": lambda data: _kind(piece, data["action"]),
        "ap": lambda data: _cost(piece.card.action(data["action"])),
    }


def _cost(printed: Action | None) -> int:
    return (printed.cost_ap if printed is not None else None) or 1


def _kind(piece: Piece | None, action: str) -> str:
    printed = piece.card.action(action) if piece is not None else None
    if action in BASE:
        return "base"
    return (printed.kind if printed is not None else None) or "other"


def _marker_fills(state: LastBattleState, full: FullState, told: NextEvent) -> dict[str, Any]:
    return {"marker_id": new_marker(full, "portal-" if state.battlefield == "heaven" else "pillar-")}


def _deck_fills(state: LastBattleState, full: FullState, told: NextEvent) -> dict[str, Any]:
    return {} if "size" in told.choices else {"size": lambda data: len(data.get("cards") or ()) + DECK_EXTRA}


def _drawn_fills(state: LastBattleState, full: FullState, told: NextEvent) -> dict[str, Any]:
    """LB-HAND-02: where nobody knows the limit, as many as are named."""
    return {} if "count" in told.choices else {"count": lambda data: len(data.get("cards") or ())}


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
    if duel.harm is None:
        return {}
    tier = tier_of(state, duel.harm.card)
    amount = amount_of(tier, duel.damage)
    return {"tier": tier} if amount is None else {"tier": tier, "amount": amount}


def _lives_fills(state: LastBattleState, full: FullState, told: NextEvent) -> dict[str, Any]:
    """What a damage costs, in the step that logs both (LB-DMG-04); the lives left."""
    left = {"lives": lambda data: _left(full, data)}
    if not of_damage(told):
        return left
    return {"delta": lambda data: -data["amount"] if data.get("amount") else None, **left}


def of_damage(told: NextEvent) -> bool:
    """Whether a loss of lives is told with its damage."""
    return told.choices.get("cause") == ("damage",) and "delta" not in told.choices


def _left(full: FullState, data: Told) -> int | None:
    """LB-DMG-04: the lives left, where the figure's card is known."""
    piece, delta = full.pieces.get(data.get("figure") or ""), data.get("delta")
    return None if piece is None or piece.lives is None or delta is None else max(0, piece.lives + delta)


def _size_fills(state: LastBattleState, full: FullState, told: NextEvent) -> dict[str, Any]:
    """LB-HEAV-05: the dive is an action; LB-HEAV-01: the size after the change."""
    cause = {"cause": "action"} if "delta" in told.choices and "by_figure" not in told.choices else {}
    return {"size": lambda data: _height(full, data), **cause}


def _height(full: FullState, data: Told) -> int | None:
    piece, delta = full.pieces.get(data.get("figure") or ""), data.get("delta")
    return None if piece is None or piece.size is None or delta is None else piece.size + delta


def _prolong_fills(state: LastBattleState, full: FullState, told: NextEvent) -> dict[str, Any]:
    """LB-END-03: whether the card prolongs the battle; in the last of the turns the Wheel alone."""
    last = full.turn >= max(FACTS.prolong)
    return {
        "success": lambda data: (
            plays_on(full.turn, value(state, data["card"])) and (not last or data["card"] == WHEEL)
        )
    }


def _strategy_fills(state: LastBattleState, full: FullState, told: NextEvent) -> dict[str, Any]:
    """LB-SCORE-04: the points that follow from the table and the facts."""
    mission, moment = BATTLEFIELDS[state.battlefield].strategy, told.choices["moment"][0]

    def points(side: str) -> Fill:
        return lambda data: (
            computed(state, full, moment, trusted_facts(mission, dict(data.get("facts") or {})))[side].low
        )

    return {side: points(side) for side in SIDES}


FILLS: dict[str, Callable[[LastBattleState, FullState, NextEvent], dict[str, Any]]] = {
    "action_declared": _action_fills,
    "check_flipped": _flip_fills,
    "check_resolved": _result_fills,
    "compromat_placed": lambda state, full, told: {"marker_id": new_marker(full, "k")},
    "damage_resolved": _damage_fills,
    "deck_prepared": _deck_fills,
    "hand_drawn": _drawn_fills,
    "lives_changed": _lives_fills,
    "prolong_flipped": _prolong_fills,
    "scheme_marker_placed": lambda state, full, told: {"marker_id": new_marker(full, "m")},
    "size_changed": _size_fills,
    "strategy_marker_placed": _marker_fills,
    "strategy_scored": _strategy_fills,
}


def last_strike(full: FullState, told: NextEvent) -> str | None:
    """What the first attack of this charge was."""
    act, duel = charge_of(full, told.choices["figure"][0]), full.duel
    if act.attacks == ATTACKS:
        return None
    return duel.name if (duel.actor, duel.target) == (act.figure, act.target) else None
