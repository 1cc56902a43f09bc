"""Whole events of an offer: its values, what the rules compute, and facts and dice of the table that are made up.

Called through the game's descriptor, and by the simulation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import chain, product
from typing import Any

import msgspec
from msgspec.structs import replace

from games.bushido.events import MatchResultRecorded
from games.bushido.full.common import table as table_of
from games.bushido.full.dice_due import dice_due
from games.bushido.full.move import move_of
from games.bushido.pages.faces import fills
from games.bushido.play.examples_cards import Match, warband
from games.bushido.play.examples_turn import turn_of
from games.bushido.rules import Bushido
from games.bushido.state import BusState
from games.codec import types_of
from games.examples import imagined
from games.fields import fields_of
from games.moves import fits
from games.ruleset import Event, NextEvent
from games.simulated import Table, filled, told_at
from games.system import Dice

Told = Mapping[str, Any]
RULES = Bushido()
USUAL = 0.15
OFTEN = {"mates": 0.3, "also": 0.5, "inside": 0.25, "contact": 0.7, "models": 0.8, "undisguised": 1.0}
"""How often a model is in a list; `USUAL` in another one."""
IN_THE_OPEN = {**OFTEN, "enters": 0.0, "in_zoc_of": 0.0}
"""The same away from all zones of control: in a crowd hardly anybody keeps out of them by luck."""
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
    "melee_rolled": {"in_zone": (False, True)},
    "ranged_attack_declared": {"distance": MEASURED, "cover": (False, False, True)},
    "ranged_target_reassigned": {"distance": (1.0, 4.0, 8.0, 12.0)},
    "effect_changed": {"what": ("Tough (1)", "Slow", "Evasive", "Fearless"), "aura_of": (None,)},
    "wounds_changed": {"number": (-1, 1, 2)},
    "marker_changed": {
        "marker": tuple("berserk bleed blind diseased frightened impetuous on_fire prone stunned".split()),
        "value": (1, 1, 2),
        "by": (None,),
        "by_side": (None,),
    },
    "tokens_changed": {"token": ("ki",), "number": (1,)},
    "vim_measured": {"inches": MEASURED},
    "vim_revealed": {"inches": MEASURED},
}
"""What only the table knows of an event: type -> field -> values, where the offer does not say that there is none."""

SURE: dict[str, tuple[Told, ...]] = {
    "tokens_changed": (
        {"token": "ki", "number": 1},
        {"token": "ki", "number": -1},
        {"token": "virtue", "number": 1},
        {"token": "virtue", "number": -1},
    ),
    "wounds_changed": ({"number": 1},),
}
"""Type -> changes of which a model takes one at least (BUS-KI-01, BUS-TRG-10, BUS-DMG-06)."""


def examples(state: BusState, told: NextEvent, dice: Dice) -> Iterable[Event]:
    """What different tables would tell of the offer."""
    ways = (event_of, partial(event_of, often=IN_THE_OPEN))
    made = chain(*(imagined(state, told, dice, partial(Table, RULES, state), way) for way in ways))
    if told.type in SURE:
        return chain(made, _sure(told))
    if told.choices.get("believers"):
        return _with_believers(made, told.choices["believers"])
    return made


def _with_believers(made: Iterable[Any], every: tuple[str, ...]) -> Iterator[Event]:
    """BUS-KI-02: without all who may lend their Ki, a model with little of it could not pay."""
    for event in made:
        yield event
        yield replace(event, believers=every)


def _sure(told: NextEvent) -> Iterator[Event]:
    """Of each model that the offer names."""
    for model, facts in product(told.choices["model"], SURE[told.type]):
        yield msgspec.convert({"type": told.type, "model": model, **facts}, types_of(RULES)[told.type])


def event_of(table: Match, one: NextEvent, often: Mapping[str, float] = OFTEN) -> Event | None:
    """An event of the offer, legal mostly. None: not now."""
    made = MADE[one.type](table, one) if one.type in MADE else {}
    if made is None or isinstance(made, Event):
        return made
    at_the_table = told_at(table, one, AT_THE_TABLE.get(one.type, {}))
    told = {**dict(_lists(table, one, often)), **at_the_table, **_dice(table, one), **made}
    return filled(table, one, told, fills(table.state, one))


def _lists(table: Match, one: NextEvent, often: Mapping[str, float]) -> Iterator[tuple[str, Any]]:
    """Of each list some of its parts; of one that may not be empty one at least."""
    for field in fields_of(types_of(RULES)[one.type]):
        name, values = field.encode_name, one.choices.get(field.encode_name)
        if values and not fits(field, values[0]):
            some = [each for each in values if table.chance(often.get(name, USUAL))]
            yield name, some if some or fits(field, ()) else values[:1]


def _dice(table: Match, one: NextEvent) -> Told:
    """As many as are due, some of them rolled again where a test may be."""
    due = dice_due(table.state, one.type, {name: values[0] for name, values in one.choices.items() if values})
    told: dict[str, Any] = {}
    for path, number in due.dice.items() if due is not None else ():
        name, _dot, whose = path.partition(".")
        rolled = "".join(table.rng.choices("123456", k=max(1, number)))
        told[name] = {**told.get(name, {}), whose: rolled} if whose else rolled
    if due is not None and due.chosen and one.type == "test_rolled" and table.chance(0.5):
        told["again"] = "".join(table.rng.choices("123456", k=len(told["dice"])))
    return told


def _test(table: Match, one: NextEvent) -> Told:
    """Whoever wins the first test says now and then who begins."""
    return {"first_side": None} if table.chance(0.3) else {}


def _moved(table: Match, one: NextEvent) -> Told:
    """Some of the way that it may go; or as it is driven, mostly to whom it is driven at."""
    shift = next(iter(table_of(table.state).shifts), None)
    if shift is None:
        most = move_of(table.state, one.choices["model"][0]).value
        return {} if "inches" in one.choices else {"inches": table.rng.randint(0, max(0, 10 * most)) / 10}
    near = [shift.towards] if shift.towards and table.chance(0.8) else []
    hits = {} if table.chance(0.2) else {"hits": None}
    return {"inches": shift.inches or 1.0, "contact": near, "fell": table.chance(0.05), **hits}


def _gift(table: Match, one: NextEvent) -> Told:
    """One of whom the trait may be used on, where it names anybody."""
    named = one.choices.get("targets.model")
    return {"targets": [{"model": table.rng.choice(named)}]} if named else {}


def _checked(table: Match, one: NextEvent) -> Told:
    """What lies there agrees with the log."""
    model = table.rng.choice(one.choices["model"])
    body = table_of(table.state).bodies[model]
    return {"model": model, "counters": body.counters, "ki": body.ki, "wounds": body.marked}


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


MADE: dict[str, Callable[[Match, NextEvent], Event | Told | None]] = {
    "warband_registered": warband,
    "turn_recorded": turn_of,
    "match_result_recorded": _reported,
    "rules_applied": lambda table, _one: table_of(table.state).followed,
    "tactical_test_rolled": _test,
    "model_moved": _moved,
    "trait_used": _gift,
    "table_checked": _checked,
}
"""Whole events, and what hangs together of others."""
