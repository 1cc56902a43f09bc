"""Blocks: SEN-BLK-01, -02. Called through `rules.py`; whether one succeeds is found by `after_attack.py`."""

from __future__ import annotations

from games.hexes import Hex, pattern
from games.ruleset import Actor
from games.senjutsu.full.cursor import check_effect, done_at, effect_at, located, running_of
from games.senjutsu.full.definitions import Block
from games.senjutsu.full.effect_events import BlockApplied
from games.senjutsu.full.movement.ground import stand_of
from games.senjutsu.full.movement.move import check_named
from games.senjutsu.full.preconditions import at, passing, put, table, together
from games.senjutsu.full.refusals import broken, spots
from games.senjutsu.full.state import Blocked, changed, flagged
from games.senjutsu.permissions import Violations
from games.senjutsu.state import SenjutsuState


@at("resolve")
def check_block_applied(state: SenjutsuState, event: BlockApplied, by: Actor) -> Violations:
    """SEN-BLK-01, -02: the grid of the effect, at the initiative of its part."""
    return passing(
        event,
        check_effect(state, event.actor, Block, event.effect),
        together(
            check_named(state, event.actor, event.card, None),
            _check_initiative(state, event),
            _check_hexes(state, event),
        ),
    )


def _check_initiative(state: SenjutsuState, event: BlockApplied) -> Violations:
    """SEN-BLK-01."""
    running = running_of(state, event.actor)
    expected = running.initiative if running is not None else None
    if None not in (expected, event.initiative) and expected != event.initiative:
        params = {"actor": event.actor, "expected": expected, "told": event.initiative}
        yield from broken(event, params, "SEN-BLK-01")


def blocked_by(state: SenjutsuState, event: BlockApplied) -> tuple[Hex, ...] | None:
    """The hexes of the printed grid; None where the card or the place is unknown."""
    effect, here = effect_at(state, event.actor, Block, event.effect), stand_of(state, event.actor)
    if not isinstance(effect, Block) or here is None:
        return None
    board = table(state).board
    hexes = pattern(here.hex, here.facing, effect.grid)
    return tuple(place for place in hexes if board is None or place in board)


def _check_hexes(state: SenjutsuState, event: BlockApplied) -> Violations:
    """SEN-BLK-02: turned by the facing, where they lie on the board."""
    expected, board = blocked_by(state, event), table(state).board
    told = {place for place in event.hexes if board is None or place in board}
    if expected is not None and told != set(expected):
        params = {"actor": event.actor, "expected": spots(expected), "told": spots(event.hexes)}
        yield from broken(event, params, "SEN-BLK-02")


def on_block_applied(state: SenjutsuState, event: BlockApplied) -> SenjutsuState:
    """SEN-BLK-01: it acts until the queue moves to another initiative."""
    running, place, effect = located(state, event.actor, Block, event.effect)
    unknown = effect is None or stand_of(state, event.actor) is None
    initiative = running.initiative if running is not None else None
    if initiative is None:
        initiative = event.initiative or 0
    full = done_at(table(state), running, place)
    part = running.part if running is not None else None
    block = Blocked(event.actor, event.card, event.hexes, initiative, part)
    full = changed(full, blocks=(*full.blocks, block))
    return put(state, flagged(full, "SEN-BLK-02") if unknown else full)
