"""What an offer of full detail is made of. Called by `next_events.py` and what belongs to it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from games.bushido.full.common import enemies, in_play, sheet, side_of_model
from games.bushido.full.feats import craft
from games.bushido.full.feats.ki import boostable, may_boost
from games.bushido.full.fighting.harm import spendable
from games.bushido.full.traits import trait
from games.bushido.state import BusState
from games.ruleset import NextEvent

Offers = Iterator[NextEvent]
NOT_NOW: tuple[Any, ...] = ()


def everybody(state: BusState) -> tuple[str, ...]:
    return tuple(player for side in state.sides.values() for player in side.players)


def of_all(state: BusState, type_: str, /, **choices: tuple[Any, ...]) -> NextEvent:
    """An event that anybody at the table logs."""
    return NextEvent(type=type_, players=everybody(state), choices=choices)


def of_side(state: BusState, whose: str, type_: str, /, **choices: tuple[Any, ...]) -> NextEvent:
    """An event that a side logs."""
    players = state.sides[whose].players if whose in state.sides else ()
    return NextEvent(type=type_, players=players, choices=choices)


def own_in_play(state: BusState, side: str) -> tuple[str, ...]:
    return tuple(name for name in state.models if in_play(state, name) and side_of_model(state, name) == side)


def offer_action(state: BusState, whose: str, action: str, /, **told: tuple[Any, ...]) -> NextEvent:
    blank = dict.fromkeys(
        (
            *("target", "objective", "interaction", "wait", "also", "nearest", "reach", "walk"),
            *("feat", "believers", "disturbed_by", "nominees", "leaves", "beyond"),
        ),
        NOT_NOW,
    )
    return of_side(state, whose, "action_declared", **{**blank, "action": (action,), **told})


def near_feat(state: BusState, model: str) -> dict[str, tuple[Any, ...]]:
    """Who can make a feat of the model cheaper or dearer."""
    foes = tuple(name for name in enemies(state, model) if trait(state, name, "Disturb Flow"))
    return {"believers": craft.believers(state, model), "disturbed_by": foes}


def offer_boosts(state: BusState, model: str) -> Offers:
    """BUS-KI-12: what the model can pay for now; where no card says the cost, it is told (BUS-LOG-11)."""
    printed = sheet(state, model).boosts
    left = spendable(state, model).value if printed is None else 0
    for stat in boostable(state, model):
        if not may_boost(state, model, stat):
            continue
        if left:
            told = {"model": (model,), "stat": (stat,), "believers": NOT_NOW, "disturbed_by": NOT_NOW}
            offer = of_side(state, side_of_model(state, model), "ki_boosted", **told)
            yield replace(offer, limits={"cost": (1, left)})
        elif printed is not None and printed.get(stat, 0) > 0:
            yield of_side(
                state,
                side_of_model(state, model),
                "ki_boosted",
                model=(model,),
                stat=(stat,),
                cost=NOT_NOW,
                **near_feat(state, model),
            )
