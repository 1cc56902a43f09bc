"""The match now: what the fold keeps of Ninja. Values only; every change makes a new struct.

Made by `Ninja.initial`, changed by the `on_...` functions of the chapters, read by every check and page. What is
secret to whom is decided in `visibility.py` alone.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from games.ninja.events import Detail, Mode, Options, Variant
from games.ninja.facts import INTRUDERS, LIMITS, MOST_DEATHS, Name
from games.ninja.full.state import FullState
from games.ninja.maps.graph import ZoneMap

Phase = Literal["open", "running", "over", "closed"]
"""Nothing yet; in play; the end is due; over."""

GUARDS, INTRUDER_SIDE, DRAWN = "guards", "intruders", "draw"
SIDES = (GUARDS, INTRUDER_SIDE)


class Fate(msgspec.Struct, frozen=True, omit_defaults=True):
    """An intruder as everybody knows it. `deaths`: turns; `left`: the turn in which it left the map.

    `mission`: its current copy has completed it. `awaited`: it died and comes back in the next Intruder Action Phase.
    """

    wounds: int = 0
    deaths: tuple[int, ...] = ()
    left: int | None = None
    mission: bool = False
    awaited: bool = False

    @property
    def dead(self) -> bool:
        """NIN-RESP-01, -02: dead for good."""
        return bool(self.deaths) and (len(self.deaths) >= MOST_DEATHS or self.deaths[0] > LIMITS.last_respawn)

    @property
    def out(self) -> bool:
        return self.left is not None or self.dead

    @property
    def success(self) -> bool:
        """NIN-SCORE-01, -02."""
        return self.mission and self.left is not None


class NinjaState(msgspec.Struct, frozen=True, omit_defaults=True):
    """Everything about a match. `guards` and `drunk` count figures on the map, `killed` those that fell; `awakened` and
    `ambushes_placed` those that turn reports told to have come, `drawn` the cards that they told to be drawn."""

    phase: Phase = "open"
    detail: Detail = "turns"
    mode: Mode = "two"
    variant: Variant = "standard"
    options: Options = Options()
    sides: dict[str, tuple[str, ...]] = {}
    map: ZoneMap | None = None
    copies: dict[str, dict[str, int]] | None = None
    turn: int = 0
    alert: int = 0
    guards: int = 0
    drunk: int = 0
    killed: int = 0
    awakened: int = 0
    ambushes_placed: int = 0
    drawn: int = 0
    intruders: dict[str, Fate] = {}
    winner: str | None = None
    reason: str | None = None
    full: FullState | None = None


def with_fate(state: NinjaState, name: str, **changes: Any) -> NinjaState:
    """The state with one intruder changed."""
    fates = {**state.intruders, name: replace(state.intruders[name], **changes)}
    return replace(state, intruders=fates)


def limit_of(name: str) -> int:
    """The wounds that kill an intruder (NIN-CMB-09). Nobody can attack one whose character is unknown."""
    return INTRUDERS["traitor" if name == "traitor" else "ninja"].wounds


def named(name: str) -> Name:
    """The intruder of this name."""
    return "traitor" if name == "traitor" else "solo" if name == "solo" else "ninja"


def numbers(state: NinjaState) -> tuple[int, int, int]:
    """NIN-MODE-SOLO-01, NIN-MODE-BAL-04: sentries, patrols, sleeping guards at the start."""
    patrols = LIMITS.solo_patrols if state.variant == "solo" else LIMITS.patrols
    options = state.options
    return (
        LIMITS.sentries if options.sentries is None else options.sentries,
        patrols if options.patrols is None else options.patrols,
        LIMITS.sleepers if options.sleepers is None else options.sleepers,
    )


def side_of(state: NinjaState, player: str | None) -> str | None:
    """The side on which a player sits."""
    return next((side for side, players in state.sides.items() if player in players), None)


def rivals(state: NinjaState) -> bool:
    """NIN-MODE-DL-01 to -06: whether the intruders play against each other as well."""
    return state.variant == "disputed"


def player_of(state: NinjaState, name: str) -> str | None:
    """The player of one of two rivals; None where the intruders play together."""
    if not rivals(state):
        return None
    seats = dict(zip(state.intruders, state.sides.get(INTRUDER_SIDE, ()), strict=False))
    return seats.get(name)


def result_of(state: NinjaState) -> str:
    """NIN-SCORE-01, NIN-MODE-SOLO-03: who has won, as the intruders stand."""
    done = sum(fate.success for fate in state.intruders.values())
    if done == len(state.intruders):
        return INTRUDER_SIDE
    return DRAWN if done else GUARDS


def all_out(state: NinjaState) -> bool:
    """NIN-END-01: no intruder is on the map or awaited."""
    return all(fate.out for fate in state.intruders.values())
