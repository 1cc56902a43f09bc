"""The match now: what the fold keeps of Bushido. Values only; every change makes a new struct.

Made by `Bushido.initial`, changed by the `on_...` functions of the chapters, read by every check and page. What is
secret to whom is decided in `visibility.py` alone.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from games.bushido.events import Model
from games.bushido.full.state import Body, FullState
from games.bushido.scenarios import SCENARIOS, Award, Scenario
from games.remembered import remembered, remembered_of_two

Phase = Literal["open", "setup", "turns", "reveal", "closed"]
"""Nothing yet; before the first turn; between turns; hidden VIM are still to be opened; over."""


class Side(msgspec.Struct, frozen=True, omit_defaults=True):
    """A side: players in seat order, warband, scenario points, prayer tokens that it used."""

    players: tuple[str, ...]
    faction: str | None = None
    theme: str | None = None
    sp: int = 0
    prayers: int = 0
    list_vim: str | None = None


class Fighter(msgspec.Struct, frozen=True, omit_defaults=True):
    """A model of the match: its owner, what is known of it, and whether it is in play.

    `out`: the turn in which it left play for the first time; `by` what caused that. `returned`: it came back since.
    """

    side: str
    facts: Model
    place: Literal["battlefield", "elsewhere", "out"] = "battlefield"
    out: int | None = None
    by: str | None = None
    returned: bool = False


class Objective(msgspec.Struct, frozen=True, omit_defaults=True):
    """An objective: its alignment, and the turn in which it was removed. `worship`: markers beside it; `actions`:
    simple scenario actions since victory points were last given (BUS-OBJ-09), None where nobody counted them.
    """

    alignment: str
    removed: int | None = None
    worship: int = 0
    actions: int | None = 0


class Zone(msgspec.Struct, frozen=True, omit_defaults=True):
    """A zone: its alignment and who controlled it at the end of the last turn."""

    alignment: str
    controller: str | None = None


class Vim(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one side named; `model` None: it is not known here, none is legal, or it cannot be opened any more."""

    model: str | None = None
    none_legal: bool = False
    commitment: str = ""
    revealed: bool = False


class Plan(msgspec.Struct, frozen=True, omit_defaults=True):
    """A flank plan; `noted`: the turn in which it was made (0: at deployment). Turn and edge None: not known here."""

    side: str
    noted: int
    turn: int | None = None
    edge: str | None = None
    commitment: str = ""
    revealed: bool = False


class Given(msgspec.Struct, frozen=True, omit_defaults=True):
    """Victory points that a side got: for which award, in which turn (None: told for the whole match)."""

    side: str
    award: str
    vp: int
    turn: int | None = None


class Played(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a page tells of one recorded turn: totals after it, scenario points by source, who began."""

    turn: int
    first_side: str
    pass_tokens: dict[str, int]
    sp: dict[str, int]
    vp: dict[str, int]
    prayer_sp: dict[str, int] = {}
    zone_sp: dict[str, int] = {}
    kill_sp: dict[str, int] = {}
    length_die: int | None = None


class BusState(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The match. `turn`: the last one recorded; `last_turn`: the last by length once it is known.

    `vims` by the side that named them; `plans` by model. `waiting`: awards that wait until hidden VIM are revealed,
    `inches` their distances. `lost_models`, `vim_killed`: from a summary alone. `full`: the table at full detail, where
    `turn` is the one in play.
    """

    phase: Phase = "open"
    detail: str = "turns"
    sides: dict[str, Side] = {}
    rice_limit: int = 100
    edition: str = "book"
    player_clock: bool = False
    whole_result: bool = False
    scenario: str | None = None
    own: Scenario | None = None
    method: str | None = None
    deployment: str | None = None
    vim_kind: str | None = None
    near: str | None = None
    base_mm: int | None = None
    models: dict[str, Fighter] = {}
    objectives: dict[str, Objective] = {}
    zones: dict[str, Zone] = {}
    vims: dict[str, Vim] = {}
    plans: dict[str, Plan] = {}
    turn: int = 0
    last_turn: int | None = None
    given: tuple[Given, ...] = ()
    played: tuple[Played, ...] = ()
    waiting: tuple[str, ...] = ()
    inches: dict[str, float] = {}
    reason: str | None = None
    winner: str | None = None
    by_side: str | None = None
    lost_models: dict[str, int] | None = None
    vim_killed: dict[str, int] | None = None
    told_sp: bool = False
    full: FullState | None = None


def facts_of(state: BusState) -> Scenario:
    """The scenario of the match. Raises KeyError before it is selected."""
    return state.own or SCENARIOS[state.scenario or ""]


def other_side(state: BusState, side: str) -> str:
    """The opponent's side."""
    for name in state.sides:
        if name != side:
            return name
    return ""


def side_of(state: BusState, player: str | None) -> str | None:
    """The side on which a player sits."""
    for name, side in state.sides.items():
        if player in side.players:
            return name
    return None


def points(state: BusState) -> dict[str, int]:
    """The victory points by side."""
    return {name: sum(one.vp for one in state.given if one.side == name) for name in state.sides}


def models_in_play(state: BusState, owner: str | None = None) -> tuple[str, ...]:
    """The models on the battlefield and Elsewhere: all of them, or those that one side owns."""
    return tuple(
        name
        for name, one in state.models.items()
        if one.place != "out" and (owner is None or one.side == owner)
    )


def models_left(state: BusState) -> dict[str, int]:
    """BUS-TURN-10: how many models are in play, by owner."""
    return {name: len(models_in_play(state, name)) for name in state.sides}


def objectives_left(state: BusState) -> dict[str, Objective]:
    """The objectives that nothing has removed."""
    return {name: one for name, one in state.objectives.items() if one.removed is None}


def with_award(state: BusState, side: str, award: Award) -> BusState:
    """The state with the victory points of an award, which a side gets in this turn."""
    return replace(state, given=(*state.given, Given(side, award.id, award.vp, state.turn)))


def wiped_out(state: BusState) -> bool:
    """BUS-TURN-17, BUS-END-06: whether a side has no model in play. At full detail a Controlled model is one of its
    controller's (BUS-GEN-23, BUS-COND-24); nobody tells by turns who is."""
    if state.full is None:
        return _wiped_out(state.models, state.sides)
    lent = _lent(state.full.bodies)
    if not lent:
        return _wiped_out(state.models, state.sides)
    return len({lent.get(name, state.models[name].side) for name in models_in_play(state)}) < len(state.sides)


@remembered_of_two
def _wiped_out(models: dict[str, Fighter], sides: dict[str, Side]) -> bool:
    return len({one.side for one in models.values() if one.place != "out"}) < len(sides)


@remembered
def _lent(bodies: dict[str, Body]) -> dict[str, str]:
    """The Controlled models by the side that controls them."""
    return {
        name: marker.by or ""
        for name, one in bodies.items()
        if one.markers
        for marker in one.markers
        if marker.kind == "controlled"
    }


def with_side(state: BusState, name: str, **changes: Any) -> BusState:
    """The state with one side changed; a side that is not there changes nothing."""
    if name not in state.sides:
        return state
    return replace(state, sides={**state.sides, name: replace(state.sides[name], **changes)})


def with_model(state: BusState, name: str, **changes: Any) -> BusState:
    """The state with one model changed; a model that is not there changes nothing."""
    if name not in state.models:
        return state
    return replace(state, models={**state.models, name: replace(state.models[name], **changes)})
