"""Turns in Resolve to start a test from: two or three characters with invented cards, on a board as a test wants it.

Everything up to Resolve is logged and judged; terrain and bodies are then put as told. `r` plays A-901, `b` A-902 and
`c` A-904, with the definitions that the test gives them.
"""

from __future__ import annotations

from typing import Any

import msgspec

from games.hexes import Hex
from games.ruleset import Event
from games.senjutsu.full import effect_events as x
from games.senjutsu.full.definitions import Definition, FocusGain, PartDefinition
from games.senjutsu.full.state import Thing
from games.senjutsu.play import training
from games.senjutsu.tests.full import tables
from games.testing import Case

PLAYED = {"r": "A-901", "b": "A-902", "c": "A-904"}
NAMES = {"r": "red", "b": "blue", "c": "green"}
HERE: Hex = (0, 1)
AHEAD: Hex = (0, 0)
AT: dict[str, tuple[Hex, int]] = {"r": (HERE, 0), "b": (AHEAD, 3), "c": ((2, -4), 3)}
"""`r` looks north at `b`, who looks back; `c` stands far away."""


def card(
    *effects: Any, initiative: int = 5, types: tuple[str, ...] | None = ("attack",), **told: Any
) -> Definition:
    """A card of one part."""
    parts = (PartDefinition(initiative=initiative, effects=effects),)
    base = {**training.NONE, "name": "Test", "rank": "wood", "types": types, "parts": parts}
    return Definition(**{**base, **told})


IDLE = card(FocusGain(amount=1), initiative=1, types=("meditation",))


def turn(
    r: Definition = IDLE,
    b: Definition = IDLE,
    c: Definition | None = None,
    *,
    at: dict[str, tuple[Hex, int]] | None = None,
    terrain: dict[Hex, str] | None = None,
    bodies: dict[str, dict[str, Any]] | None = None,
    extra: dict[str, Definition] | None = None,
    targets: dict[str, tuple[str, ...]] | None = None,
    own: dict[str, dict[str, Any]] | None = None,
    sides: dict[str, tuple[str, ...]] | None = None,
    plays: dict[str, str] | None = None,
    **told: Any,
) -> Case:
    """A turn at the beginning of Resolve."""
    players = ("r", "b") if c is None else ("r", "b", "c")
    spots = {player: (at or {}).get(player, AT[player]) for player in players}
    cards = {**training.EDITION, "A-901": r, "A-902": b, **({"A-904": c} if c else {}), **(extra or {})}
    mode = "duel" if c is None else "team" if sides else "multi"
    sides = sides or {NAMES[player]: (player,) for player in players}
    case = tables.dealt(mode, sides, at=spots, cards=cards, own=own, **told)
    played = {player: (plays or {}).get(player, PLAYED[player]) for player in players}
    case = tables.resolving(case, targets, **played)
    return put(case, terrain, bodies)


def put(
    case: Case, terrain: dict[Hex, str] | None = None, bodies: dict[str, dict[str, Any]] | None = None
) -> Case:
    """The same match with terrain and bodies as told."""
    state = case.state
    if terrain is not None:
        things = tuple(Thing(place, kind) for place, kind in terrain.items())
        state = msgspec.structs.replace(state, full=msgspec.structs.replace(state.full, terrain=things))
    fighters = dict(state.fighters)
    for player, changes in (bodies or {}).items():
        fighters[player] = msgspec.structs.replace(fighters[player], **changes)
    state = msgspec.structs.replace(state, fighters=fighters)
    return Case(case.rules, case.setup, state, case.entries)


def begun(case: Case, *players: str) -> Case:
    """The first parts of these players' cards begin, one after another."""
    for player in players:
        case = tables.started(case, player, case.state.full.seats[player].play[0])
    return case


def then(case: Case, *events: Event) -> Case:
    """Events, one after another."""
    return tables.played(case, *events)


def moved(actor: str, done: str, hex_: Hex, facing: int, **told: Any) -> x.ActorMoved:
    """A movement: digits are steps in that direction, "+" and "-" turns."""
    ops = {"+": x.Step(op="turn", dir=1), "-": x.Step(op="turn", dir=-1)}
    sequence = tuple(ops[op] if op in ops else x.Step(op="step", dir=int(op)) for op in done)
    return x.ActorMoved(actor=actor, sequence=sequence, to=x.Stand(hex=hex_, facing=facing), **told)


def strikes(actor: str, *hexes: Hex, **told: Any) -> x.AttackDeclared:
    """An attack with the card of the turn."""
    return x.AttackDeclared(**{"attacker": actor, "card": PLAYED[actor], "hexes": hexes, **told})


def result(actor: str, *results: x.Result) -> x.AttackResolved:
    """What an attack did."""
    return x.AttackResolved(attacker=actor, results=results)


def hit(target: str, hex_: Hex = AHEAD, **told: Any) -> x.Result:
    """One target that is hit."""
    return x.Result(hex=hex_, outcome="hit", target=target, **told)


def body(case: Case, player: str) -> Any:
    """A character now."""
    return case.then_accepted().fighters[player]
