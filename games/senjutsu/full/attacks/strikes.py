"""What a declared attack does: SEN-ATK-04, -06, -11, SEN-BLK-02 to -06, SEN-TER-03, -07. Pure readings of the table.

Hex by hex: stopped by a block or terrain, or not; who stands there; what the printed effect does to them.
Called by `attack.py` and `after_attack.py`.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from games.hexes import Hex
from games.senjutsu.full.attacks.aim import cells_of
from games.senjutsu.full.attacks.blocking import is_blocked_by, is_ignored
from games.senjutsu.full.cards import part_of
from games.senjutsu.full.definitions import Attack, Cell
from games.senjutsu.full.movement.ground import actors_at, place_of, walls
from games.senjutsu.full.preconditions import standing_actors, table
from games.senjutsu.full.state import Blocked, Strike
from games.senjutsu.state import SenjutsuState

Outcome = Literal["hit", "ignored", "empty"]


class Blow(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the effect does to everybody on one hex; `wounds` counts the bleeding ones too."""

    wounds: int = 0
    bleeding: int = 0
    stuns: int = 0
    injuries: int = 0
    poison: int = 0
    executed: bool = False
    push: int = 0
    pull: int = 0
    turns: int = 0


def effect_of(state: SenjutsuState, strike: Strike) -> Attack | None:
    """The printed attack; None where the card is unknown."""
    part = part_of(state, strike.card, strike.part)
    effects = part.effects if part is not None else None
    if effects is None or strike.effect is None or strike.effect >= len(effects):
        return None
    effect = effects[strike.effect]
    return effect if isinstance(effect, Attack) else None


def has_failed(state: SenjutsuState, strike: Strike) -> bool:
    """SEN-ATK-08: whether an attack that compares initiatives found no slower enemy."""
    effect = effect_of(state, strike)
    return effect is not None and effect.aim == "compare" and not (strike.targets or strike.hexes)


def acting(state: SenjutsuState, strike: Strike) -> tuple[Blocked, ...]:
    """SEN-BLK-01, -02: the blocks of everybody else that act at the initiative of the attack."""
    return tuple(
        block
        for block in table(state).blocks
        if block.actor != strike.attacker and strike.initiative in (None, block.initiative)
    )


def blocked_hexes(state: SenjutsuState, strike: Strike) -> frozenset[Hex]:
    """SEN-BLK-02: those of the blocks that act, and blocking terrain."""
    return walls(table(state)).union(*(block.hexes for block in acting(state, strike)))


def victims(state: SenjutsuState, strike: Strike, place: Hex) -> tuple[str, ...]:
    """SEN-ATK-04: everybody on the hex, enemies and allies; of an attack without a grid only whom it is aimed at."""
    there = [actor for actor in actors_at(state, place) if actor != strike.attacker]
    return tuple([actor for actor in there if not strike.targets or actor in strike.targets])


def outcome_at(state: SenjutsuState, strike: Strike, place: Hex) -> Outcome | None:
    """SEN-BLK-03, -04: what happens on one target hex; None while the attacker's place is unknown."""
    here = place_of(state, strike.attacker)
    if here is None:
        return None
    if is_ignored(here, place, blocked_hexes(state, strike), table(state).board):
        return "ignored"
    return "hit" if victims(state, strike, place) else "empty"


def blow_at(state: SenjutsuState, strike: Strike, place: Hex) -> Blow | None:
    """SEN-ATK-06, -11: what is printed for one hex; None where the card is unknown."""
    effect = effect_of(state, strike)
    if effect is None:
        return None
    if effect.aim != "grid":
        return _blow(effect, Cell((0, 0), effect.wounds, effect.bleeding))
    cell = (cells_of(state, strike.attacker, effect) or {}).get(place)
    return None if cell is None else _blow(effect, cell)


def _blow(effect: Attack, cell: Cell) -> Blow:
    """An effect that belongs to the star reaches starred cells only; an execution deals no wounds."""
    fields = ("stuns", "injuries", "poison", "push", "pull", "turns", "execute")
    told = {name: getattr(effect, name) for name in fields if cell.star or name not in effect.starred}
    executed = bool(told.pop("execute", False))
    wounds = 0 if executed else cell.wounds
    return Blow(wounds=wounds, bleeding=wounds if cell.bleeding else 0, executed=executed, **told)


def defenders(state: SenjutsuState, strike: Strike) -> tuple[tuple[Blocked, bool], ...]:
    """SEN-BLK-05, -06: each block of somebody the attack was aimed at, and whether it saved its owner."""
    return tuple(
        found
        for actor in standing_actors(state)
        if (place := place_of(state, actor)) in strike.hexes and place is not None
        if actor in victims(state, strike, place)
        for found in _saving(state, strike, actor, place)
    )


def _saving(state: SenjutsuState, strike: Strike, actor: str, place: Hex) -> list[tuple[Blocked, bool]]:
    """The blocks of each part of the actor's card are its own (SEN-ATK-10); where none of them is enough alone, all
    of them together may be."""
    here, ground, board = place_of(state, strike.attacker), walls(table(state)), table(state).board
    own = [block for block in acting(state, strike) if block.actor == actor]
    if here is None:
        return []
    parts: dict[tuple[str, int | None], list[Blocked]] = {}
    for block in own:
        parts.setdefault((block.card, block.part), []).append(block)

    def saves(blocks: list[Blocked]) -> bool:
        return is_blocked_by(here, place, [hex_ for one in blocks for hex_ in one.hexes], ground, board)

    alone = {key: saves(blocks) for key, blocks in parts.items()}
    together = not any(alone.values()) and saves(own)
    return [(blocks[-1], together or alone[key]) for key, blocks in parts.items()]


def sheltered(state: SenjutsuState, strike: Strike) -> tuple[str, ...]:
    """SEN-BLK-05: whom terrain alone saved."""
    here, full = place_of(state, strike.attacker), table(state)
    if here is None:
        return ()
    ground = walls(full)
    return tuple(
        actor
        for place in strike.hexes
        for actor in victims(state, strike, place)
        if is_ignored(here, place, ground, full.board)
    )
