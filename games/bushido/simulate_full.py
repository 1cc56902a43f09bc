"""A simulated match at full detail: what the rules offer, chosen by chance, with facts and dice. See `simulate.py`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from games.bushido.chapters.vim import vim_of
from games.bushido.events import MatchEnded
from games.bushido.faces import fills
from games.bushido.full.due import ROLLED, dice_due
from games.bushido.full.frame import table as table_of
from games.bushido.full.frame import touching
from games.bushido.full.move import move_of
from games.bushido.full.traits import trait
from games.bushido.simulate_turns import SimulatedTable
from games.ruleset import REFEREE, Event, NextEvent
from games.simulated import filled, play_one

Told = Mapping[str, Any]
RARE = {
    "wounds_changed": 0.02,
    "marker_changed": 0.03,
    "tokens_changed": 0.01,
    "model_removed": 0.002,
    "table_checked": 0.01,
    "match_ended": 0.0003,
    "activation_ended": 0.02,
    "ki_boosted": 0.3,
    "melee_exchange_started": 0.1,
    "weapon_chosen": 0.5,
    "flank_plan_recorded": 0.3,
    "fortune_called": 0.5,
    "ki_feat_used": 0.2,
    "effect_changed": 0.01,
    "trait_used": 0.5,
    "ranged_target_reassigned": 0.2,
    "model_summoned": 0.008,
    "model_replaced": 0.006,
    "model_placed": 0.006,
    "models_swapped": 0.004,
    "rules_applied": 0.1,
    "zone_cleared": 0.9,
    "special_card_used": 0.05,
    "counter_taken": 0.02,
}
"""How often something is chosen that the match does not wait for."""
CROWD = 100.0
TICKED = {
    "in_zoc_of": 0.05,
    "unseen_by": 0.05,
    "hidden": 0.05,
    "enters": 0.05,
    "seen_by": 0.05,
    "mates": 0.3,
    "also": 0.5,
    "believers": 0.3,
    "disturbed_by": 0.3,
    "high": 0.2,
    "alone": 0.2,
    "inside": 0.25,
}
"""Lists of models, and how often one is in them."""
TRIES = 4
"""How often the facts of an event are made up anew before another one is taken."""
LAST_ROUND = 9
"""A match by the clock is over after this turn."""


def play(table: SimulatedTable) -> None:
    """From the first test to the end, by what the rules offer."""
    while table.state.phase in ("setup", "turns"):
        if table.state.turn > LAST_ROUND:
            table.log(MatchEnded(reason="time"))
            return
        step(table)


def step(table: SimulatedTable) -> None:
    """One event that is legal now: mostly of those that the match waits for."""
    offers = table.rules.next_events(table.state, REFEREE)
    play_one(table, offers, lambda one: _weight(table, one), lambda one: _taken(table, one))


def _weight(table: SimulatedTable, one: NextEvent) -> float:
    return CROWD if _into_the_crowd(table, one) else RARE.get(one.type, 1.0)


def _into_the_crowd(table: SimulatedTable, one: NextEvent) -> bool:
    """A shot at who is in contact with several, which goes astray at times (BUS-RNG-13): rare, so it is taken."""
    if one.type != "action_declared" or one.choices["action"] != ("ranged",):
        return False
    return any(len(touching(table.state, name)) > 1 for name in table.state.models)


def _taken(table: SimulatedTable, one: NextEvent) -> bool:
    for _ in range(1 if one.type in RARE else TRIES):
        event = event_of(table, one)
        if event is not None and table.tries(event, table.by(one)):
            return True
    return False


def event_of(table: SimulatedTable, one: NextEvent) -> Event | None:
    """The offered values, facts and dice of the table, and what the rules compute. None: not now."""
    if one.type == "rules_applied":
        return table_of(table.state).followed
    told = FACTS[one.type](table, one) if one.type in FACTS else {}
    if told is None:
        return None
    ticked = {
        name: [each for each in one.choices[name] if table.chance(share)]
        for name, share in TICKED.items()
        if one.choices.get(name)
    }
    dice = _dice(table, one) if one.type in ROLLED else {}
    return filled(table, one, {**ticked, **dice, **told}, fills(table.state, one))


def _dice(table: SimulatedTable, one: NextEvent) -> Told:
    """As many as are due, some of them rolled again where a test may be."""
    due = dice_due(table.state, one.type, {name: values[0] for name, values in one.choices.items() if values})
    assert due is not None
    told: dict[str, Any] = {}
    for path, number in due.dice.items():
        name, _dot, whose = path.partition(".")
        if whose:
            told.setdefault(name, {})[whose] = _roll(table, number)
        else:
            told[name] = _roll(table, number)
    if due.chosen and one.type == "test_rolled" and table.chance(0.5):
        told["again"] = _roll(table, due.dice["dice"])
    return told


def _roll(table: SimulatedTable, number: int) -> str:
    return "".join(str(table.rng.randint(1, 6)) for _ in range(max(1, number)))


def _test(table: SimulatedTable, one: NextEvent) -> Told:
    """Whoever wins the first test says now and then who begins."""
    return {"first_side": None} if table.chance(0.3) else {}


def _deployed(table: SimulatedTable, one: NextEvent) -> Told:
    """All of the side, or some of them; Scouts at their range."""
    models = [name for name in one.choices["models"] if table.chance(0.7)] or list(one.choices["models"][:1])
    chosen = vim_of(table.state, one.choices["side"][0])
    plain = [name for name in models if name == chosen and trait(table.state, name, "Disguise")]
    near = {"to_zone": 3.0} if one.choices["scout"][0] and table.chance(0.5) else {}
    return {"models": models, "undisguised": plain, **near}


def _terrain(table: SimulatedTable, one: NextEvent) -> Told:
    passage = table.rng.choice(("normal", "difficult", "impassable", "ideal"))
    length = float(table.rng.randint(2, 9))
    return {"passage": passage, "length": length, "to_objective": 3.5, "to_impassable": 4.0}


def _plan(table: SimulatedTable, one: NextEvent) -> Told:
    low, high = (2, 4) if table.state.phase == "setup" else (table.state.turn + 1, 7)
    turn = table.rng.randint(min(low, high), high)
    return {"turn": turn, "edge": table.rng.choice(("north", "east", "south", "west"))}


def _arrival(table: SimulatedTable, one: NextEvent) -> Told | None:
    plan = table.state.plans[one.choices["model"][0]]
    if plan.turn is None or plan.turn > table.state.turn:
        return None
    here = plan.turn == table.state.turn and table.chance(0.9)
    return {"turn": plan.turn, "edge": plan.edge, "deployed": here}


def _declared(table: SimulatedTable, one: NextEvent) -> Told:
    return {"target": _crowded(table, one)} if one.choices["action"] == ("melee",) else {}


def _crowded(table: SimulatedTable, one: NextEvent) -> str:
    """One of the targets, mostly one that is in contact with many."""
    ordered = sorted(one.choices["target"], key=lambda name: -len(touching(table.state, name)))
    return str(ordered[0] if table.chance(0.6) else table.rng.choice(ordered))


def _moved(table: SimulatedTable, one: NextEvent) -> Told:
    """A way; at its end mostly the target is reached."""
    model, full = one.choices["model"][0], table_of(table.state)
    if full.shifts:
        shift = full.shifts[0]
        near = [shift.towards] if shift.towards and table.chance(0.8) else []
        hits = {} if table.chance(0.2) else {"hits": None}
        return {"inches": shift.inches or 1.0, "contact": near, "fell": table.chance(0.05), **hits}
    most = 10 * move_of(table.state, model).value
    near = [name for name in one.choices["contact"][:1] if table.chance(0.8)]
    return {"inches": table.rng.randint(0, max(0, most)) / 10, "contact": near}


def _damaged(table: SimulatedTable, one: NextEvent) -> Told:
    return {"in_zone": "in_zone" not in one.choices and table.chance(0.5)}


def _feat(table: SimulatedTable, one: NextEvent) -> Told:
    """At any distance from its target, mostly in sight."""
    return {"inches": float(table.rng.randint(1, 8))} if one.choices["target"] else {}


def _gift(table: SimulatedTable, one: NextEvent) -> Told:
    """One of whom the trait may be used on, where it names anybody."""
    named = one.choices.get("targets.model", ())
    return {"inches": 1.0, **({"targets": [{"model": table.rng.choice(named)}]} if named else {})}


def _effect(table: SimulatedTable, one: NextEvent) -> Told:
    return {"what": table.rng.choice(("Tough (1)", "Slow", "Evasive", "Fearless")), "aura_of": None}


def _shot(table: SimulatedTable, one: NextEvent) -> Told:
    """A target at any distance, now and then in cover."""
    far = float(table.rng.randint(1, 20))
    return {"target": _crowded(table, one), "cover": table.chance(0.3), "distance": far}


def _named(table: SimulatedTable, one: NextEvent) -> Told:
    return {"distance": float(table.rng.randint(1, 12))}


def _ended(table: SimulatedTable, one: NextEvent) -> Told:
    return {"reason": "illegal"} if table.chance(0.5) else {"reason": "effect", "counters": 2}


def _wounds(table: SimulatedTable, one: NextEvent) -> Told:
    return {"number": table.rng.choice((-1, 1, 2))}


MARKERS = "berserk bleed blind diseased frightened impetuous on_fire prone stunned".split()


def _marker(table: SimulatedTable, one: NextEvent) -> Told:
    kind, value = table.rng.choice(MARKERS), table.rng.randint(0, 2)
    return {"marker": kind, "value": value, "by": None, "by_side": None}


def _tokens(table: SimulatedTable, one: NextEvent) -> Told:
    return {"token": "ki", "number": 1}


def _checked(table: SimulatedTable, one: NextEvent) -> Told:
    model = table.rng.choice(one.choices["model"])
    body = table_of(table.state).bodies[model]
    return {"model": model, "counters": body.counters, "ki": body.ki, "wounds": body.marked}


def _measured(table: SimulatedTable, one: NextEvent) -> Told:
    return {"inches": table.rng.randint(0, 200) / 10}


def _vim(table: SimulatedTable, one: NextEvent) -> Told:
    """Nobody, where nobody who is offered may be one."""
    nobody = not one.choices["model"] or table.chance(0.2)
    return {"model": None, "none_legal": True} if nobody else {}


def _summoned(table: SimulatedTable, one: NextEvent) -> Told:
    """A new model mostly, or one that comes back."""
    return {"model": None} if table.chance(0.6) else {}


def _cleared(table: SimulatedTable, one: NextEvent) -> Told:
    return {"inside": [table.rng.choice(one.choices["inside"])]}


def _replaced(table: SimulatedTable, one: NextEvent) -> Told:
    near = one.choices["contact"]
    return {"contact": [name for name in near if table.chance(0.7)] if near else None}


FACTS: dict[str, Callable[[SimulatedTable, NextEvent], Told | None]] = {
    "tactical_test_rolled": _test,
    "models_deployed": _deployed,
    "terrain_placed": _terrain,
    "flank_plan_recorded": _plan,
    "flank_revealed": _arrival,
    "action_declared": _declared,
    "model_moved": _moved,
    "damage_rolled": _damaged,
    "ki_feat_used": _feat,
    "trait_used": _gift,
    "effect_changed": _effect,
    "ranged_attack_declared": _shot,
    "ranged_target_reassigned": _named,
    "activation_ended": _ended,
    "wounds_changed": _wounds,
    "marker_changed": _marker,
    "tokens_changed": _tokens,
    "table_checked": _checked,
    "model_summoned": _summoned,
    "model_replaced": _replaced,
    "zone_cleared": _cleared,
    "vim_measured": _measured,
    "vim_assigned": _vim,
}
"""What only the table knows of an event."""
