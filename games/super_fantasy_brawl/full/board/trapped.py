"""A champion on a face-down trap: SFB-TRAP-02, -09, SFB-EFF-22, SFB-LOG-06. What is due then, and what goes on after.

`sprung` is called by every chapter that puts a champion on a hex, `resumed` when the trap is replaced (`traps.py`).
"""

from __future__ import annotations

from games.hexes import axis
from games.super_fantasy_brawl.full.board.arena import cell_of, field_of
from games.super_fantasy_brawl.full.board.paths import Path, flight
from games.super_fantasy_brawl.full.common import acted, action_of, owner_of, put, table
from games.super_fantasy_brawl.full.due import pushed
from games.super_fantasy_brawl.full.printed import cause_of
from games.super_fantasy_brawl.full.state import Due, Moving, trap_at
from games.super_fantasy_brawl.state import SfbState


def sprung(
    state: SfbState, champion: str, by: str | None, source: str | None, moving: Moving | None
) -> SfbState:
    """SFB-TRAP-02: if a trap lies there, it is due, and `moving` waits. `by`: whose effect moved the champion there."""
    here = cell_of(state, champion)
    slot = trap_at(table(state), here) if here is not None else None
    if slot is None:
        return state if action_of(state).moving is None else acted(state, moving=None)
    told = {"slot": slot.slot, "by": by, "cause": cause_of(state, source)}
    player = owner_of(state, champion)
    due = Due("trap_triggered", "SFB-LOG-06", champion=champion, player=player, told=told)
    state = acted(state, moving=moving)
    return put(state, pushed(table(state), due))


def resumed(state: SfbState) -> SfbState:
    """SFB-TRAP-09, SFB-EFF-22: the rest of a push, a pull or a flight from fear is compulsory."""
    moving = action_of(state).moving
    if moving is None:
        return state
    if cell_of(state, moving.champion) is None:
        return acted(state, moving=None)
    left = 1 if moving.x is None else moving.x - moving.made
    if moving.kind == "fear":
        left = len(flight_on(state, moving))
    if moving.kind not in ("push", "pull", "fear") or left <= 0:
        return state
    told = {"by": moving.by, "kind": moving.kind}
    due = Due("champion_displaced", "SFB-LOG-06", champion=moving.champion, told=told)
    return put(state, pushed(table(state), due))


def flight_on(state: SfbState, moving: Moving) -> Path:
    """SFB-EFF-17: how a frightened champion runs on after a trap, in the same direction."""
    field, here = field_of(state, moving.champion), cell_of(state, moving.champion)
    source = cell_of(state, moving.by)
    rooted = state.figures[moving.champion].immobilised
    if field is None or here is None or source is None or moving.began is None or moving.x is None or rooted:
        return ()
    heading = axis(moving.began, here)
    return () if heading is None else flight(field, source, here, heading, moving.x - moving.made)
