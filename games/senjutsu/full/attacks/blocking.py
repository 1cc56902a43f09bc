"""What an attack hits and what stops it: SEN-ATK-03 to -05, SEN-BLK-02 to -06, at full detail.

Pure: hexes in, hexes and yes or no out. Paths, patterns and sight are those of `games.hexes`.
"""

from __future__ import annotations

from collections.abc import Iterable

from games.hexes import Hex, cut_off, distance, sees


def is_ignored(
    attacker: Hex, target: Hex, blocked: frozenset[Hex], board: frozenset[Hex] | None = None
) -> bool:
    """SEN-BLK-03: the target or the attacker stands in a blocked hex, or every shortest path crosses one."""
    return target in blocked or attacker in blocked or cut_off(attacker, target, blocked, board)


def is_blocked_by(
    attacker: Hex,
    target: Hex,
    own: Iterable[Hex],
    terrain: frozenset[Hex],
    board: frozenset[Hex] | None = None,
) -> bool:
    """SEN-BLK-05, -06: the defender's block saved it; terrain alone is nobody's success."""
    saved = is_ignored(attacker, target, terrain.union(own), board)
    return saved and not is_ignored(attacker, target, terrain, board)


def in_reach(attacker: Hex, facing: int, target: Hex, reach: int, walls: Iterable[Hex]) -> bool:
    """SEN-ATK-05, SEN-HEX-08: a ranged card needs distance and sight."""
    return 1 <= distance(attacker, target) <= reach and sees(attacker, facing, target, walls)
