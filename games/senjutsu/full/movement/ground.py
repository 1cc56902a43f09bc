"""What stands where: the hexes as movement, pushes, attacks and blocks see them (SEN-TER-01, -06, -07, SEN-HEX-01).

A place that is unknown is None, and whoever asks leaves its rule unchecked. Called by the chapters of the board.
"""

from __future__ import annotations

from typing import Literal

from games.hexes import Hex
from games.senjutsu.facts import FACTS
from games.senjutsu.full.harm import Hurt
from games.senjutsu.full.movement.forced import CORPSE, Field, markers
from games.senjutsu.full.movement.steps import Ground, Stand
from games.senjutsu.full.preconditions import body, table
from games.senjutsu.full.state import Due, FullState, changed, terrain_at
from games.senjutsu.state import SenjutsuState

KNOWN_PROFILE = "assumed-1"
BLOCKING = frozenset(name for name, one in FACTS.terrain.items() if one.blocks)
PASSABLE = frozenset(name for name, one in FACTS.terrain.items() if one.passable)
Cause = Literal["own_move", "push", "pull"]


def place_of(state: SenjutsuState, actor: str) -> Hex | None:
    """The hex of an actor; None for a letter of unknown place and for the defeated."""
    one = state.fighters.get(actor) or state.foes.get(actor)
    return one.hex if one is not None and isinstance(one.hex, tuple) else None


def stand_of(state: SenjutsuState, actor: str) -> Stand | None:
    """Hex and facing; None while either is unknown."""
    one = body(state, actor)
    if one is None or one.facing is None or not isinstance(one.hex, tuple):
        return None
    return Stand(one.hex, one.facing)


def actors_at(state: SenjutsuState, place: Hex) -> tuple[str, ...]:
    """Everybody undefeated who stands there: allies may share a start hex (SEN-SETUP-06)."""
    return tuple(
        [
            actor
            for bodies in (state.fighters, state.foes)
            for actor, one in bodies.items()
            if one.hex == place and one.defeated is None
        ]
    )


def _others(state: SenjutsuState, mover: str) -> dict[Hex, tuple[str, ...]]:
    """Where everybody else stands who is undefeated, players first."""
    found: dict[Hex, tuple[str, ...]] = {}
    for bodies in (state.fighters, state.foes):
        for actor, one in bodies.items():
            if one.defeated is None and actor != mover and isinstance(one.hex, tuple):
                found[one.hex] = (*found.get(one.hex, ()), actor)
    return found


def walls(full: FullState) -> frozenset[Hex]:
    """SEN-TER-07: the hexes of blocking terrain; boats and corpses are ordinary (SEN-TER-06)."""
    return frozenset([thing.hex for thing in full.terrain if thing.object in BLOCKING])


def ground_of(state: SenjutsuState, mover: str) -> Ground:
    """What a voluntary step meets (SEN-MOVE-07)."""
    full = table(state)
    torii = frozenset([thing.hex for thing in full.terrain if thing.object in PASSABLE])
    return Ground(full.board, walls(full) - torii, frozenset(_others(state, mover)), torii)


def field_of(state: SenjutsuState, mover: str) -> Field:
    """What a forced move meets."""
    full = table(state)
    return Field(full.board, {thing.hex: thing.object for thing in full.terrain}, _others(state, mover))


def is_corpse(full: FullState, place: Hex) -> bool:
    """SEN-TER-05."""
    return terrain_at(full, place) == CORPSE


def entered(full: FullState, actor: str, corpses: int) -> tuple[tuple[Hurt, ...], tuple[Due, ...]]:
    """SEN-TER-05: what so many entries of corpse hexes cost; markers of unknown icons are told next."""
    if not corpses:
        return (), ()
    if full.profile == KNOWN_PROFILE:
        stuns = corpses * markers(CORPSE)["stuns"]
        return (Hurt(actor, stuns=stuns, lose_focus=True),), ()
    told = {"terrain": CORPSE, "left": 1, "kinds": []}
    return (), (marker_due(actor, "SEN-TER-05", told),) * corpses


def marker_due(actor: str, rule: str, told: dict[str, object]) -> Due:
    """SEN-TER-02: with unknown icons the next marker of a terrain object is told."""
    return Due("condition_gained|wound_taken", actor, rule, told)


def without_bamboo(full: FullState, gone: frozenset[Hex]) -> FullState:
    """SEN-TER-03: the table without the bamboo on these hexes."""
    left = tuple(thing for thing in full.terrain if thing.object != "bamboo" or thing.hex not in gone)
    return full if len(left) == len(full.terrain) else changed(full, terrain=left)
