"""Simulated ways over the arena: walking, dashes and the like, displacement, and the return from the gates.

A way stops at the first trap, which is resolved before it goes on (SFB-TRAP-02). Called by `actions.py`, `effects.py`.
"""

from __future__ import annotations

from collections.abc import Iterator

from games.hexes import Hex, moved, neighbours
from games.ruleset import Actor
from games.super_fantasy_brawl.full import action_events as a
from games.super_fantasy_brawl.full.arena import apart, cut, field_of, free_start_cells
from games.super_fantasy_brawl.full.frame import action_of, enemies_of, standing
from games.super_fantasy_brawl.full.paths import (
    Field,
    Path,
    fear_paths,
    pull_direction,
    push_direction,
    slide,
)
from games.super_fantasy_brawl.full.state import trap_at
from games.super_fantasy_brawl.play.dues import settle
from games.super_fantasy_brawl.play.table import PlayTable


def come_back(table: PlayTable, figure: str) -> bool:
    """SFB-KO-08: the first step of a champion at its gates; whether it stands on the arena now."""
    if table.state.figures[figure].cell is None:
        cells = sorted(free_start_cells(table.state, figure) or ())
        by = table.of(figure)
        back = table.legal((a.ChampionReturned(champion=figure, cell=cell) for cell in cells), by)
        if not back:
            return False
        table.log(table.rng.choice(back), by)
        settle(table)
    return stands(table, figure)


def stands(table: PlayTable, figure: str) -> bool:
    """Whether the champion is on the arena and its action goes on."""
    action = action_of(table.state)
    return action is not None and action.step != "close" and table.state.figures[figure].cell is not None


def ways(ground: Field, start: Hex, limit: int) -> dict[Hex, Path]:
    """SFB-MOVE-01 to -03: by hex where one may end, a shortest way of up to `limit` steps."""
    found: dict[Hex, Path] = {start: ()}
    edge = [start]
    for _ in range(limit):
        following = []
        for here in edge:
            for place in neighbours(here):
                if place in ground.cells and place not in ground.blocked and place not in found:
                    found[place] = (*found[here], place)
                    following.append(place)
        edge = following
    return {place: path for place, path in found.items() if path and place not in ground.taken}


def walk(table: PlayTable, figure: str, wish: int | None) -> None:
    """Up to the movement points; `wish`: the distance from an enemy that is looked for, None: anywhere."""
    continues = False
    while stands(table, figure):
        action, ground, start = action_of(table.state), field_of(table.state, figure), _cell(table, figure)
        if action is None or ground is None or start is None or not action.mp:
            return
        ends = ways(ground, start, action.mp)
        place = _destination(table, figure, sorted(ends), start, wish)
        if place is None:
            return
        path = cut(table.state, ends[place])
        event = a.ChampionMoved(champion=figure, kind="walk", path=path, continues=continues)
        if not table.may(event):
            return
        table.log(event, table.of(figure))
        settle(table)
        if path == ends[place] or table.chance(0.3):
            return
        continues = True


def _destination(table: PlayTable, figure: str, ends: list[Hex], start: Hex, wish: int | None) -> Hex | None:
    """Where to: mostly so that an enemy is as far away as is wished, and rather not onto a trap."""
    places = standing(table.state)
    foes = [places[one] for one in enemies_of(table.state, figure) if one in places]
    if not ends or table.chance(0.1):
        return None
    if wish is None or not foes or table.chance(0.15):
        return table.rng.choice(ends)

    def miss(place: Hex) -> tuple[int, float]:
        far = min(abs((apart(table.state, place, foe) or 9) - wish) for foe in foes)
        trap = trap_at(table.full, place) is not None
        return far + trap, table.rng.random()

    best = min([start, *ends], key=miss)
    return None if best == start else best


def _cell(table: PlayTable, figure: str) -> Hex | None:
    return table.state.figures[figure].cell


def straight(table: PlayTable, figure: str, limit: int) -> Iterator[Path]:
    """Every straight line of 1 to `limit` hexes from a champion."""
    start = _cell(table, figure)
    for direction in range(6 if start is not None else 0):
        for length in range(1, limit + 1):
            assert start is not None
            yield tuple(moved(start, direction, n) for n in range(1, length + 1))


def go(table: PlayTable, figure: str, kind: str, x: int, source: str | None, toward: Hex | None) -> None:
    """SFB-EFF-13 to -15, SFB-MOVE-08, -09: a dash, flight, leap, approach or retreat of up to X, with its traps."""
    made, continues = 0, False
    heading: int | None = None
    while stands(table, figure) and made < x:
        path = _way(table, figure, kind, x - made, source, toward, x, continues, heading)
        if path is None:
            return
        before = _cell(table, figure)
        event = _moved(figure, kind, path, source, toward, x, continues)
        table.log(event, table.of(figure))
        settle(table)
        made += len(path)
        if kind in ("fly", "leap") or before is None or table.chance(0.4):
            return
        if trap_at(table.full, path[-1]) is None and not table.full.turned and len(path) < 1:
            return
        heading = next((d for d in range(6) if moved(before, d) == path[0]), None)
        action = action_of(table.state)
        if action is None or action.moving is None:
            return
        continues = True


def _moved(
    figure: str, kind: str, path: Path, source: str | None, toward: Hex | None, x: int, continues: bool
) -> a.ChampionMoved:
    return a.ChampionMoved(
        champion=figure,
        kind=kind,  # type: ignore[arg-type]
        path=path,
        source=source,
        x=x,
        toward=toward,
        continues=continues,
    )


def _way(
    table: PlayTable,
    figure: str,
    kind: str,
    limit: int,
    source: str | None,
    toward: Hex | None,
    x: int,
    continues: bool,
    heading: int | None,
) -> Path | None:
    """One of the legal ways, cut at its first trap where traps on the way count."""
    ground, start = field_of(table.state, figure), _cell(table, figure)
    if ground is None or start is None:
        return None
    if kind in ("dash", "fly"):
        found = list(straight(table, figure, limit))
    else:
        found = list(ways(ground, start, limit).values())
    if heading is not None and kind == "dash":
        found = [path for path in found if path[0] == moved(start, heading)]
    if kind not in ("fly", "leap"):
        found = [cut(table.state, path) for path in found]
    events = [_moved(figure, kind, path, source, toward, x, continues) for path in sorted(set(found))]
    legal = table.legal(events, table.of(figure))
    return table.rng.choice(legal).path if legal else None


def displace(table: PlayTable, kind: str, target: str, by: str, x: int, source: str | None) -> None:
    """SFB-EFF-08, -09, -12, -17, -21, -22: push, pull, compel or fear, in segments from trap to trap."""
    made, continues = 0, False
    heading: int | None = None
    origin = _cell(table, by)
    while stands(table, by) or continues:
        start, ground = _cell(table, target), field_of(table.state, target)
        if start is None or ground is None or origin is None or action_of(table.state) is None:
            return
        path, heading = _driven(table, kind, target, ground, origin, start, x - made, heading)
        if path is None:
            return
        segment = cut(table.state, path)
        trapped = bool(segment) and trap_at(table.full, segment[-1]) is not None
        last = not trapped or made + len(segment) == x
        missing = x - made - len(segment) if last and kind in ("push", "pull") else 0
        event = a.ChampionDisplaced(
            champion=target,
            kind=kind,  # type: ignore[arg-type]
            by=by,
            x=x,
            path=segment,
            missing=missing,
            source=source,
            continues=continues,
        )
        if not table.may(event):
            return
        table.log(event, _driver(table, kind, target, by))
        made += len(segment)
        settle(table)
        if last or _cell(table, target) is None:
            return
        continues = True


def _driver(table: PlayTable, kind: str, target: str, by: str) -> Actor:
    """SFB-EFF-12, -17: the player of the effect; whose champion is afraid chooses its way."""
    return table.of(target if kind == "fear" else by)


def _driven(
    table: PlayTable,
    kind: str,
    target: str,
    ground: Field,
    origin: Hex,
    start: Hex,
    limit: int,
    heading: int | None,
) -> tuple[Path | None, int | None]:
    """(way, direction): what geometry gives, or one of the ways to choose from; None: nothing happens."""
    rooted = table.state.figures[target].immobilised
    if kind in ("push", "pull"):
        if heading is None:
            find = push_direction if kind == "push" else pull_direction
            heading = find(ground, origin, start)
        if heading is None:
            return None, None
        return (() if rooted else slide(ground, start, heading, limit)), heading
    if rooted:
        return None, None
    if kind == "fear":
        flights = fear_paths(ground, origin, start, limit)
        if heading is not None:
            flights = {direction: path for direction, path in flights.items() if direction == heading}
        if not flights:
            return None, heading
        heading = table.rng.choice(sorted(flights))
        return flights[heading], heading
    chosen = sorted(ways(ground, start, limit).values())
    return (table.rng.choice(chosen) if chosen and table.chance(0.8) else None), None
