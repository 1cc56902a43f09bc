"""What an attack hits and what stops it: SEN-ATK-03 to -05, SEN-BLK-02 to -06, at full detail.

Pure: hexes in, hexes and yes or no out. Paths, patterns and sight are those of `games.hexes`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from games.hexes import Hex, cut_off, distance, sees


def blocked_set(attacker: str, blocks: Mapping[str, Iterable[Hex]], terrain: Iterable[Hex]) -> frozenset[Hex]:
    """SEN-BLK-02: the blocks that act at this initiative, of everybody but the attacker, and blocking terrain."""
    acting = (place for owner, hexes in blocks.items() if owner != attacker for place in hexes)
    return frozenset((*acting, *terrain))


def is_ignored(
    attacker: Hex, target: Hex, blocked: frozenset[Hex], board: frozenset[Hex] | None = None
) -> bool:
    """SEN-BLK-03: the target or the attacker stands in a blocked hex, or every shortest path crosses one."""
    return target in blocked or attacker in blocked or cut_off(attacker, target, blocked, board)


def is_blocked_by(
    attacker: Hex,
    targets: Iterable[Hex],
    own: Iterable[Hex],
    terrain: Iterable[Hex],
    board: frozenset[Hex] | None = None,
) -> bool:
    """SEN-BLK-05, -06: the defender's block saved it from every target hex; terrain alone is nobody's success."""
    mine, ground = frozenset(own), frozenset(terrain)
    hexes = tuple(targets)
    saved = all(is_ignored(attacker, target, mine | ground, board) for target in hexes)
    alone = all(is_ignored(attacker, target, ground, board) for target in hexes)
    return bool(hexes) and saved and not alone


def in_reach(attacker: Hex, facing: int, target: Hex, reach: int, walls: Iterable[Hex]) -> bool:
    """SEN-ATK-05, SEN-HEX-08: a ranged card needs distance and sight."""
    return 1 <= distance(attacker, target) <= reach and sees(attacker, facing, target, walls)
