"""A simulated match as it would be logged from a printed board, without a map (NIN-MAP-12)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from games.ninja.full import events as f
from games.ninja.full.table import first_due, full_of
from games.ninja.rules import Ninja
from games.ninja.state import GUARDS, INTRUDER_SIDE, NinjaState
from games.ruleset import Actor, Event, Setup
from games.simulated import Logged

RULES = Ninja()
ANSWERS = (f.ListenAnswered, f.MovementCleared, f.PassageDiscovered, f.IntruderDetected)


def without_map(logged: list[Logged]) -> list[Logged]:
    """The same match: the intruders answer themselves what the map would tell, and the guards say where a patrol looks
    whose way was cut short."""
    created: Any = logged[0][0]
    bare: list[Logged] = [(replace(created, map=None), logged[0][1])]
    board, printed = (RULES.evolve(RULES.initial(Setup()), one) for one in (created, bare[0][0]))
    players = {side: Actor("player", created.sides[side][0]) for side in (GUARDS, INTRUDER_SIDE)}
    for event, by in logged[1:]:
        if (looks := _looks(board, printed, event)) is not None:
            bare.append((looks, players[GUARDS]))
            printed = RULES.evolve(printed, looks)
        bare.append((event, players[INTRUDER_SIDE] if isinstance(event, ANSWERS) else by))
        board, printed = RULES.evolve(board, event), RULES.evolve(printed, event)
    return bare


def _looks(board: NinjaState, printed: NinjaState, following: Event) -> Event | None:
    """What the guards say of a facing that the map told."""
    due = first_due(printed)
    steps = isinstance(following, f.GuardsMoved) and following.guards == full_of(printed).may_step
    turns = isinstance(following, f.PatrolReformed) and following.guards == due.guards
    if due.kind != "facing" or steps or turns:
        return None
    patrol = str(full_of(printed).figures[due.guards[0]].patrol)
    return f.PatrolReformed(patrol=patrol, guards=due.guards, facing=full_of(board).facings[patrol])
