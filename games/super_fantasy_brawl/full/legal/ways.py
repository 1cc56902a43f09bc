"""Where a champion can get to: a way to every hex, cut at the first trap. Called by the offers of the pad."""

from __future__ import annotations

from games.hexes import Hex, moved, neighbours, within
from games.super_fantasy_brawl.full.board.arena import cut, field_of
from games.super_fantasy_brawl.full.board.paths import Path
from games.super_fantasy_brawl.full.common import standing, table
from games.super_fantasy_brawl.full.state import trap_at
from games.super_fantasy_brawl.state import SfbState

FAR = 4
"""How far is looked where nobody told a number."""


def arena_cells(play: SfbState) -> list[Hex]:
    """Every hex of the arena; around what stands there where nobody told it."""
    full = table(play)
    if full.ground is not None:
        return sorted(full.ground.cells)
    places = (*standing(play).values(), *(slot.cell for slot in full.traps))
    return sorted({hex_ for place in places for hex_ in within(place, FAR)} or within((0, 0), FAR))


def walks(play: SfbState, figure: str, limit: int) -> list[Path]:
    """A shortest way to every hex, traps avoided as long as there is another way; a trap ends it (SFB-TRAP-02)."""
    start, field = play.figures[figure].cell, field_of(play, figure)
    if start is None:
        return []
    cells = field.cells if field is not None else set(arena_cells(play))
    blocked = field.blocked if field is not None else frozenset()
    found: dict[Hex, Path] = {start: ()}
    edge = [start]
    for _step in range(limit):
        following = []
        for here in edge:
            for place in neighbours(here):
                if place in cells and place not in blocked and place not in found:
                    found[place] = (*found[here], place)
                    if trap_at(table(play), place) is None:
                        following.append(place)
        edge = following
    return [path for path in found.values() if path]


def straights(play: SfbState, figure: str, limit: int, over: bool = False) -> list[Path]:
    """Every straight line of up to `limit` hexes; `over` traps, or up to the first one."""
    start = play.figures[figure].cell
    if start is None:
        return []
    lines = [
        tuple(moved(start, direction, step) for step in range(1, length + 1))
        for direction in range(6)
        for length in range(1, limit + 1)
    ]
    return list(dict.fromkeys(lines if over else (cut(play, line) for line in lines)))


def leaps(play: SfbState, figure: str, limit: int) -> list[Path]:
    """The hexes within a leap; only the last one counts."""
    start = play.figures[figure].cell
    if start is None:
        return []
    return [(place,) for place in sorted(within(start, limit)) if place != start]
