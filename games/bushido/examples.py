"""Whole events of an offer: its values, what the rules compute, and facts and dice of the table that are made up.

Called through the game's descriptor, and by the simulation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from games.bushido.events import MatchResultRecorded
from games.bushido.examples_cards import warband
from games.bushido.examples_turn import Match, turn_of
from games.bushido.faces import fills
from games.bushido.full.due import ROLLED, dice_due
from games.bushido.full.frame import table as table_of
from games.bushido.full.move import move_of
from games.bushido.rules import Bushido
from games.bushido.state import BusState
from games.examples import imagined
from games.ruleset import Event, NextEvent
from games.simulated import Table, filled
from games.system import Dice

Told = Mapping[str, Any]
RULES = Bushido()
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
    "undisguised": 1.0,
    "contact": 0.7,
}
"""Lists of models, and how often one is in them."""
MEASURED = tuple(number / 2 for number in range(1, 33))
"""Inches."""
AT_THE_TABLE: dict[str, dict[str, tuple[Any, ...]]] = {
    "terrain_placed": {
        "passage": ("normal", "difficult", "impassable", "ideal"),
        "length": (2.0, 5.0, 9.0),
        "to_objective": (3.5,),
        "to_impassable": (4.0,),
    },
    "models_deployed": {"to_zone": (None, 3.0)},
    "ki_feat_used": {"inches": (1.0, 3.0, 5.0, 8.0)},
    "trait_used": {"inches": (1.0,)},
    "damage_rolled": {"in_zone": (False, True)},
    "ranged_attack_declared": {"distance": MEASURED, "cover": (False, False, True)},
    "ranged_target_reassigned": {"distance": (1.0, 4.0, 8.0, 12.0)},
    "effect_changed": {"what": ("Tough (1)", "Slow", "Evasive", "Fearless"), "aura_of": (None,)},
    "wounds_changed": {"number": (-1, 1, 2)},
    "marker_changed": {
        "marker": tuple("berserk bleed blind diseased frightened impetuous on_fire prone stunned".split()),
        "value": (0, 1, 2),
        "by": (None,),
        "by_side": (None,),
    },
    "tokens_changed": {"token": ("ki",), "number": (1,)},
    "vim_measured": {"inches": MEASURED},
    "vim_revealed": {"inches": MEASURED},
}
"""What only the table knows of an event: type -> field -> values, where the offer does not say that there is none."""


def examples(state: BusState, told: NextEvent, dice: Dice) -> Iterable[Event]:
    """What different tables would tell of the offer."""
    return imagined(state, told, dice, lambda rng, seed: Table(RULES, state, rng, seed), event_of)


def event_of(table: Match, one: NextEvent) -> Event | None:
    """An event of the offer, legal mostly. None: not now."""
    if one.type in WHOLE:
        return WHOLE[one.type](table, one)
    told = {
        name: table.rng.choice(values)
        for name, values in AT_THE_TABLE.get(one.type, {}).items()
        if one.choices.get(name) != ()
    }
    told |= FACTS[one.type](table, one) if one.type in FACTS else {}
    told |= _dice(table, one) if one.type in ROLLED else {}
    return filled(table, one, {**_ticked(table, one), **told}, fills(table.state, one))


def _ticked(table: Match, one: NextEvent) -> Told:
    """Of each list some; `contact` of one model with any is no list."""
    lists = {name: one.choices.get(name) or () for name in TICKED}
    return {
        name: [each for each in values if table.chance(TICKED[name])]
        for name, values in lists.items()
        if values and values[0] is not False
    }


def _dice(table: Match, one: NextEvent) -> Told:
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


def _roll(table: Match, number: int) -> str:
    return "".join(str(table.rng.randint(1, 6)) for _ in range(max(1, number)))


def _test(table: Match, one: NextEvent) -> Told:
    """Whoever wins the first test says now and then who begins."""
    return {"first_side": None} if table.chance(0.3) else {}


def _deployed(table: Match, one: NextEvent) -> Told:
    return {"models": _some(table, one.choices["models"], 0.8)}


def _cleared(table: Match, one: NextEvent) -> Told:
    return {"inside": _some(table, one.choices["inside"], 0.5)}


def _some(table: Match, models: tuple[str, ...], share: float) -> tuple[str, ...]:
    """One at least."""
    return tuple(name for name in models if table.chance(share)) or models[:1]


def _moved(table: Match, one: NextEvent) -> Told:
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


def _gift(table: Match, one: NextEvent) -> Told:
    """One of whom the trait may be used on, where it names anybody."""
    named = one.choices.get("targets.model")
    return {"targets": [{"model": table.rng.choice(named)}]} if named else {}


def _checked(table: Match, one: NextEvent) -> Told:
    """What lies there agrees with the log."""
    model = table.rng.choice(one.choices["model"])
    body = table_of(table.state).bodies[model]
    return {"model": model, "counters": body.counters, "ki": body.ki, "wounds": body.marked}


FACTS: dict[str, Callable[[Match, NextEvent], Told]] = {
    "warband_registered": warband,
    "tactical_test_rolled": _test,
    "models_deployed": _deployed,
    "model_moved": _moved,
    "trait_used": _gift,
    "table_checked": _checked,
    "zone_cleared": _cleared,
}
"""What the table knows of an event that hangs together."""


def _reported(table: Match, one: NextEvent) -> Event | None:
    """A match without points that the clock or its last turn ended."""
    nothing = dict.fromkeys(table.state.sides, 0)
    reasons: tuple[Any, ...] = ("time", "last_turn")
    told = (
        MatchResultRecorded(last_turn=turn, reason=reason, vp=nothing, sp=nothing)
        for reason in reasons
        for turn in range(7)
    )
    return next(iter(table.legal(told)), None)


WHOLE: dict[str, Callable[[Match, NextEvent], Event | None]] = {
    "turn_recorded": turn_of,
    "match_result_recorded": _reported,
    "rules_applied": lambda table, _one: table_of(table.state).followed,
}
"""Events of which no field stands alone."""
