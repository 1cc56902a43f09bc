"""What a pad asks of an event at full detail: which step logs it, what its fields offer, and what they start with.

Called through the game's faces (`games.last_battle.pages.faces`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from games.faces import Way
from games.last_battle.cards import Action
from games.last_battle.facts import LIMITS, SIDES
from games.last_battle.figures import Figure
from games.last_battle.full.actions import BASE, GATHERER
from games.last_battle.full.anytime import made_move
from games.last_battle.full.charges import CHARGES
from games.last_battle.full.checks.duel import STRIKES, at_hand, modifiers, succeeds
from games.last_battle.full.legal.next_events import interactions
from games.last_battle.full.schemes.questions import mission_of
from games.last_battle.full.setup import PILLAR_EDGE_CM
from games.last_battle.full.state import FullState
from games.last_battle.full.turn import swimmers_in_danger
from games.last_battle.pages.fills import last_strike, of_damage
from games.last_battle.state import LastBattleState
from games.lines import Line
from games.ruleset import NextEvent

SUMMONED = ("size", "lives", "defence")
"""What is asked of a figure that is summoned."""


def step_of(state: LastBattleState, full: FullState, told: NextEvent) -> str:
    """The step that logs what may come next, where it is not just the type of it."""
    if told.type in {due.kind for due in full.due}:
        return "due"
    duel = at_hand(full).duel
    if told.type == "check_flipped" and duel.kind is None:
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


def options(state: LastBattleState, full: FullState, told: NextEvent) -> dict[str, tuple[Any, ...]]:
    """What the fields offer where the rules name no values; () leaves a field out."""
    if told.type == "hand_drawn":
        return {} if "count" in told.choices else {"count": ()}
    if told.type == "lives_changed":
        return {"delta": ()} if of_damage(told) else {}
    if told.type == "scheme_scored":
        return {"amount": (None, *range(1, LIMITS.scheme_vp + 1))}
    if told.type == "strategy_scored":
        return dict.fromkeys(SIDES, (None, 0, 1) if mission_of(state, full, told) else ())
    if told.type == "figure_summoned":
        return dict.fromkeys(
            (f"facts.{name}" for name in Figure.__struct_fields__ if name not in SUMMONED), ()
        )
    if told.type != "action_declared" or "source" in told.choices:
        return {}
    made = _of_free(full) if "free" in told.choices else _of_action(full, told)
    return {**dict.fromkeys(("enemy_portal_cm", "in_reach"), ()), **made}


def _of_free(full: FullState) -> dict[str, tuple[Any, ...]]:
    """LB-ACT-03: a move, or what stands on a card; nothing is paid."""
    printed = (one.name for piece in full.pieces.values() for one in piece.card.actions or ())
    untold = dict.fromkeys(("kind", "ap", "tv"), ())
    return {**untold, "action": tuple(dict.fromkeys(("move", *printed))), "target": (None, *full.pieces)}


def _of_action(full: FullState, told: NextEvent) -> dict[str, tuple[Any, ...]]:
    """The targets of an action of the card, foes first; what a card tells nobody is asked."""
    name, piece = told.choices.get("action", ("",))[0], full.pieces[told.choices["figure"][0]]
    untold: dict[str, tuple[Any, ...]] = dict.fromkeys(("source", "free"), ())
    if name in BASE:
        own = {"interact": ("engaged",), **dict.fromkeys(CHARGES, ("target", "los", "engaged"))}.get(name, ())
        rest = ("kind", "ap", "target", "los", "engaged", "cover", "tv")
        return {**untold, **dict.fromkeys((one for one in rest if one not in own), ())}
    if "kind" not in told.choices:
        untold |= dict.fromkeys(("kind", "ap", "tv"), ())
    others = sorted(
        (one for one in full.pieces.values() if one is not piece), key=lambda one: one.side == piece.side
    )
    printed = [piece.card.action(one) for one in told.choices.get("action", ())]
    aimed = bool(printed) and all(one is not None and one.type == "complex" for one in printed)
    return {**untold, "target": (*(() if aimed else (None,)), *(one.id for one in others))}


def joins(state: LastBattleState, full: FullState, told: NextEvent) -> tuple[NextEvent, ...]:
    """What a step logs besides its event."""
    made = JOINS.get(told.type)
    return made(state, at_hand(full), told) if made is not None else ()


def _its_move(state: LastBattleState, full: FullState, told: NextEvent) -> tuple[NextEvent, ...]:
    """LB-ACT-04, -05: the move of a declared action; LB-MELEE-03: leaving somebody's reach costs a point more."""
    action = told.choices.get("action", ("",))[0]
    if action not in ("move", *CHARGES) or "free" in told.choices:
        return ()
    piece, charges = full.pieces[told.choices["figure"][0]], action in CHARGES
    return (made_move(state, full, piece, not charges and full.ap > 1, charges),)


def _lost(state: LastBattleState, full: FullState, told: NextEvent) -> tuple[NextEvent, ...]:
    """LB-DMG-04: the lives that a damage costs, where only the players can count them."""
    target = full.pieces.get(full.duel.target or "")
    if target is None or target.lives is not None:
        return ()
    choices = {"figure": (target.id,), "cause": ("damage",), "by_figure": (full.duel.actor,)}
    return (NextEvent(type="lives_changed", players=told.players, choices=choices),)


JOINS: dict[str, Callable[[LastBattleState, FullState, NextEvent], tuple[NextEvent, ...]]] = {
    "action_declared": _its_move,
    "damage_resolved": _lost,
}


def ways(state: LastBattleState, full: FullState, told: NextEvent) -> Iterator[Way]:
    """LB-ACT-11: what a figure interacts with: a new marker, one that lies there, a portal; LB-CAMP-01: an enemy."""
    if told.choices.get("action") != ("interact",):
        return
    at = at_hand(full)
    piece = at.pieces[told.choices["figure"][0]]
    for one in interactions(at, piece.id):
        thing = next((name for name in ("marker_id", "portal_id") if name in one.choices), "")
        for marker in one.choices.get(thing, ("",)):
            named: dict[str, tuple[Any, ...]] = {"reason": (), **({thing: (marker,)} if thing else {})}
            line = Line(f"way_{one.type}", {"marker": marker})
            yield Way(line, msgspec.structs.replace(one, choices={**one.choices, **named}))
    studies = state.battlefield == "camp" and at.turn > 1 and GATHERER not in piece.conditions
    for enemy in at.pieces.values() if studies else ():
        if enemy.side != piece.side and GATHERER not in enemy.conditions:
            studied = {"target": (enemy.id,), "engaged": (True,)}
            study = NextEvent(type=told.type, players=told.players, choices=studied)
            yield Way(Line("way_study", {"figure": enemy.id}), study)


def printed_as(full: FullState, action: str) -> Action | None:
    """An action as a card in play prints it, that of the active figure first."""
    pieces = sorted(full.pieces.values(), key=lambda piece: piece.id != full.active)
    return next(filter(None, (piece.card.action(action) for piece in pieces)), None)


def starts(state: LastBattleState, full: FullState, told: NextEvent) -> dict[str, Any]:
    """What the fields of a step start with."""
    made = STARTS.get(told.type)
    return made(state, at_hand(full), told) if made is not None else {}


def _marker_starts(state: LastBattleState, full: FullState, told: NextEvent) -> dict[str, Any]:
    return {"outside_zones": True, "edge_cm": PILLAR_EDGE_CM}


def _flip_starts(state: LastBattleState, full: FullState, told: NextEvent) -> dict[str, Any]:
    known = modifiers(full.duel, told.choices["role"][0])
    return {} if known is None else {"pluses": known[0], "minuses": known[1]}


def _result_starts(state: LastBattleState, full: FullState, told: NextEvent) -> dict[str, Any]:
    """LB-DMG-01: a blow or a shot that hits is followed by a damage flip, as a rule."""
    return {"damages": full.duel.family in STRIKES} if succeeds(state, full.duel) else {}


def _trigger_starts(state: LastBattleState, full: FullState, told: NextEvent) -> dict[str, Any]:
    actor = full.pieces.get(full.duel.actor)
    printed = actor.card.action(full.duel.name) if actor is not None else None
    texts = [
        one.text for one in (printed.triggers if printed else None) or () if one.suit in told.choices["suit"]
    ]
    return {"text": next(filter(None, texts), "")}


def _by_the_active(state: LastBattleState, full: FullState, told: NextEvent) -> dict[str, Any]:
    return {"by_figure": full.active} if full.active in told.choices.get("by_figure", ()) else {}


def _action_starts(state: LastBattleState, full: FullState, told: NextEvent) -> dict[str, Any]:
    """The usual case; the second attack of a charge is mostly the same as the first."""
    if "source" not in told.choices:
        charge = told.choices.get("action", ("",))[0]
        known = {"action": charge, "engaged": False} if charge in BASE else {"cover": False}
        return {"kind": "melee", "ap": 1, "los": True, **known}
    return {
        "cover": False,
        "action": last_strike(full, told) or next(iter(told.choices.get("action", ())), None),
    }


STARTS: dict[str, Callable[[LastBattleState, FullState, NextEvent], dict[str, Any]]] = {
    "action_declared": _action_starts,
    "activation_ended": lambda state, full, told: {"out_of_sight_of_all_enemies": False},
    "check_flipped": _flip_starts,
    "check_resolved": _result_starts,
    "condition_changed": _by_the_active,
    "end_effects_applied": lambda state, full, told: {
        "figures": [piece.id for piece, certain in swimmers_in_danger(state) if certain]
    },
    "figure_moved": lambda state, full, told: {"hazard_touched": False, "final_reach_ok": True},
    "figure_removed": _by_the_active,
    "figure_summoned": lambda state, full, told: {**_by_the_active(state, full, told), "acts_now": False},
    "first_side_chosen": lambda state, full, told: {"first_side": told.choices["by_side"][0]},
    "lives_changed": _by_the_active,
    "size_changed": _by_the_active,
    "scheme_scored": lambda state, full, told: {"amount": None},
    "squad_deployed": lambda state, full, told: {"all_inside": True},
    "strategy_marker_placed": _marker_starts,
    "strategy_scored": lambda state, full, told: dict.fromkeys(SIDES),
    "trigger_applied": _trigger_starts,
}
