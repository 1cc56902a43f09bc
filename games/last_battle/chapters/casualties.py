"""Who left the table: whether the log lets them fall (LB-DMG-05, LB-DMG-06), and the record that stays.

Called by `turns.py` and `summary.py`; the records are read by `evidence.py`, `finish.py` and the outcome.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from games.last_battle.events import Casualty
from games.last_battle.facts import SIDES
from games.last_battle.permissions import NOBODY, Violations
from games.last_battle.state import (
    Fallen,
    LastBattleState,
    Squad,
    copies,
    fallen_copies,
    in_play,
    owner_named,
    owner_of,
)
from games.ruleset import RuleViolation


def check_casualties(state: LastBattleState, casualties: Sequence[Casualty]) -> Violations:
    """LB-DMG-06: only figures in play fall, each once, and it is clear whose. LB-DMG-05: a possible killer."""
    now: Counter[tuple[str, str]] = Counter()
    for casualty in casualties:
        yield from _check_owner(state, casualty)
        yield from _check_killer(state, casualty)
        squad = owner_of(state, casualty.figure_id, casualty.owner, casualty.side)
        if squad is None or casualty.summoned:
            continue
        now[squad.player, casualty.figure_id] += 1
        gone = fallen_copies(state, squad, casualty.figure_id) + now[squad.player, casualty.figure_id]
        if gone > copies(squad, casualty.figure_id):
            left = copies(squad, casualty.figure_id) - fallen_copies(state, squad, casualty.figure_id)
            told = {"figure": casualty.figure_id, "owner": squad.player, "left": max(0, left)}
            yield RuleViolation("LB-DMG-06", told)


def _check_owner(state: LastBattleState, casualty: Casualty) -> Violations:
    """The owner sits here, and hired the figure unless it was summoned or the squad is not in the log."""
    if casualty.side not in (None, *SIDES):
        yield RuleViolation("LB-MULTI-01", {"sides": casualty.side})
    elif casualty.owner is not None and casualty.owner not in state.squads:
        yield RuleViolation("LB-LOG-07", {"stranger": casualty.owner})
    elif not _owner_fits(state, casualty):
        yield RuleViolation("LB-DMG-06", _whose(state, casualty))


def _whose(state: LastBattleState, casualty: Casualty) -> dict[str, Any]:
    """Why nobody can tell whose figure fell: what a sentence says of it."""
    owner, name = state.squads.get(casualty.owner or ""), casualty.figure_id
    if owner and casualty.side not in (None, owner.side):
        return {"wrong": owner.player, "side": owner.side}
    if casualty.summoned or not _hired(state, casualty):
        return {"ownerless": name}
    players = [squad.player for squad in state.squads.values() if copies(squad, name)]
    if len(players) > 1 and owner is None:
        return {"several": name, "players": players}
    return {"unhired": name, "owners": players or NOBODY}


def _owner_fits(state: LastBattleState, casualty: Casualty) -> bool:
    owner = state.squads.get(casualty.owner or "")
    if owner and casualty.side not in (None, owner.side):
        return False
    if casualty.summoned or not _hired(state, casualty):
        return bool(casualty.owner or casualty.side)
    return owner_of(state, casualty.figure_id, casualty.owner, casualty.side) is not None


def _hired(state: LastBattleState, casualty: Casualty) -> bool:
    """Whether every squad that could own the figure is in the log."""
    could = [
        squad
        for squad in state.squads.values()
        if casualty.owner in (None, squad.player) and casualty.side in (None, squad.side)
    ]
    return all(squad.hired for squad in could)


def _check_killer(state: LastBattleState, casualty: Casualty) -> Violations:
    if casualty.by is None:
        if casualty.by_owner is not None and casualty.by_owner not in state.squads:
            yield RuleViolation("LB-LOG-07", {"stranger": casualty.by_owner})
        return
    if casualty.how in ("dead_no_killer", "withdrawn"):
        told = {"figure": casualty.figure_id, "ended": casualty.how, "by": casualty.by}
        yield RuleViolation("LB-DMG-05", told)
    elif not _killer_fits(state, casualty):
        yield RuleViolation("LB-DMG-05", {"stranger": casualty.by, "victim": casualty.figure_id})


def _killer_fits(state: LastBattleState, casualty: Casualty) -> bool:
    """A hired figure that was in play when the turn began, or one that its owner summoned."""
    if casualty.by_owner is not None and casualty.by_owner not in state.squads:
        return False
    could = [s for s in state.squads.values() if casualty.by_owner in (None, s.player)]
    owners = [squad for squad in could if copies(squad, casualty.by or "")]
    if not owners:
        return casualty.by_owner is not None or not all(squad.hired for squad in could)
    return any(in_play(state, squad, casualty.by or "") for squad in owners)


def fallen_from(
    state: LastBattleState, casualties: Sequence[Casualty], turn: int | None
) -> tuple[Fallen, ...]:
    """The records of accepted casualties, with owners and killers' owners filled in where they are certain."""
    return tuple(_fallen(state, casualty, turn) for casualty in casualties)


def _fallen(state: LastBattleState, casualty: Casualty, turn: int | None) -> Fallen:
    owner, side = owner_named(state, casualty)
    return Fallen(
        casualty.figure_id,
        owner,
        side,
        casualty.how,
        turn,
        casualty.by,
        casualty.by_owner or _killer_owner(state, casualty.by),
        casualty.summoned,
    )


def _killer_owner(state: LastBattleState, by: str | None) -> str | None:
    squad: Squad | None = owner_of(state, by, None) if by else None
    return squad.player if squad else None
