"""Simulated ways over the arena: walking, dashes and the like, displacement, and the return from the gates.

A way stops at the first trap, which is resolved before it goes on (SFB-TRAP-02). Called by `actions.py`, `effects.py`.
"""

from __future__ import annotations

from collections.abc import Iterator

from games.hexes import Hex, axis, moved, neighbours
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
from games.super_fantasy_brawl.full.printed import player_of_effect
from games.super_fantasy_brawl.full.state import Moving, trap_at
from games.super_fantasy_brawl.full.trapped import flight_on
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


def straight(start: Hex, limit: int) -> Iterator[Path]:
    """Every straight line of 1 to `limit` hexes."""
    for direction in range(6):
        for length in range(1, limit + 1):
            yield tuple(moved(start, direction, n) for n in range(1, length + 1))


def go(table: PlayTable, figure: str, kind: str, x: int, source: str | None, toward: Hex | None) -> None:
    """SFB-EFF-13 to -15, SFB-MOVE-08, -09: a dash, flight, leap, approach or retreat of up to X, with its traps."""
    continues = False
    while stands(table, figure) and (event := _step(table, figure, kind, x, source, toward, continues)):
        table.log(event, table.of(figure))
        settle(table)
        action = action_of(table.state)
        if action is None or action.moving is None or kind in ("fly", "leap") or table.chance(0.3):
            return
        continues = True


def _step(
    table: PlayTable, figure: str, kind: str, x: int, source: str | None, toward: Hex | None, continues: bool
) -> a.ChampionMoved | None:
    """One of the legal ways, cut at its first trap where traps on the way count."""
    action, ground, start = action_of(table.state), field_of(table.state, figure), _cell(table, figure)
    if ground is None or start is None or action is None:
        return None
    limit = x - (action.moving.made if continues and action.moving is not None else 0)
    found = list(straight(start, limit) if kind in ("dash", "fly") else ways(ground, start, limit).values())
    if kind not in ("fly", "leap"):
        found = [cut(table.state, path) for path in found]
    events = [
        a.ChampionMoved(
            champion=figure,
            kind=kind,  # type: ignore[arg-type]
            path=path,
            source=source,
            x=x,
            toward=toward,
            continues=continues,
        )
        for path in sorted(set(found))
    ]
    legal = table.legal(events, table.of(figure))
    return table.rng.choice(legal) if legal else None


def displace(table: PlayTable, kind: str, target: str, by: str, x: int, source: str | None) -> None:
    """SFB-EFF-08, -09, -12, -17, -21, -22: push, pull, compel or fear, in segments from trap to trap."""
    while (segment := _segment(table, kind, target, by, x, source)) is not None:
        actor = _driver(table, kind, target, source)
        if not table.may(segment, actor):
            assert not segment.continues, segment
            return
        table.log(segment, actor)
        settle(table)


def _segment(
    table: PlayTable, kind: str, target: str, by: str, x: int, source: str | None
) -> a.ChampionDisplaced | None:
    """The next segment of a displacement, None when it is over, or nothing happens."""
    action = action_of(table.state)
    moving = action.moving if action is not None and action.moving is not None else None
    goes_on = moving is not None and (moving.champion, moving.kind) == (target, kind)
    due = any(one.kind == "champion_displaced" for one in table.full.due)
    if goes_on and not due and (kind != "compel" or table.chance(0.4)):
        return None
    made = moving.made if goes_on and moving is not None else 0
    path = _driven(table, kind, target, by, x - made, moving if goes_on else None)
    if path is None or (goes_on and kind == "compel" and not path):
        return None
    path = cut(table.state, path)
    trapped = bool(path) and trap_at(table.full, path[-1]) is not None
    left = x - made - len(path)
    return a.ChampionDisplaced(
        champion=target,
        kind=kind,  # type: ignore[arg-type]
        by=by,
        x=x,
        path=path,
        missing=left if kind in ("push", "pull") and not (trapped and left) else 0,
        source=source,
        continues=goes_on,
    )


def _driver(table: PlayTable, kind: str, target: str, source: str | None) -> Actor:
    """SFB-EFF-12, -17: the player of the effect; whose champion is afraid chooses its way."""
    return table.of(target) if kind == "fear" else table.player(player_of_effect(table.state, source))


def _driven(
    table: PlayTable, kind: str, target: str, by: str, limit: int, moving: Moving | None
) -> Path | None:
    """The way that geometry gives, or one of the ways to choose from; None: nothing happens."""
    state = table.state
    ground, start, origin = field_of(state, target), _cell(table, target), _cell(table, by)
    if ground is None or start is None or (origin is None and moving is None):
        return None
    rooted = state.figures[target].immobilised
    if kind in ("push", "pull"):
        heading = _heading(kind, ground, origin, start, moving)
        return None if heading is None else () if rooted else slide(ground, start, heading, limit)
    if kind == "fear":
        if moving is not None:
            return flight_on(state, moving)
        flights = fear_paths(ground, origin, start, limit) if origin is not None and not rooted else {}
        return flights[table.rng.choice(sorted(flights))] if flights else None
    chosen = sorted(ways(ground, start, limit).values()) if not rooted else []
    return table.rng.choice(chosen) if chosen and table.chance(0.8) else None


def _heading(kind: str, ground: Field, origin: Hex | None, start: Hex, moving: Moving | None) -> int | None:
    """SFB-HEX-04: the direction in which the displacement began."""
    if moving is not None and moving.began is not None and moving.steps:
        return axis(moving.began, moving.steps[0])
    if origin is None:
        return None
    return (push_direction if kind == "push" else pull_direction)(ground, origin, start)
