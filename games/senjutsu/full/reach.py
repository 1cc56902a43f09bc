"""Where a virtual opponent could attack from, and whom: SEN-SOLO-18, -19. Called by `vo_choice.py`.

Every clean execution of the movement that stands before the attack on its card is tried.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from games.hexes import Hex, pattern, stepped, turned
from games.senjutsu.full.aim import initiative_of
from games.senjutsu.full.blocking import in_reach
from games.senjutsu.full.cards import definition
from games.senjutsu.full.cursor import running_of
from games.senjutsu.full.definitions import AnyEffect, Attack, Move
from games.senjutsu.full.frame import table
from games.senjutsu.full.ground import ground_of, walls
from games.senjutsu.full.order import effective
from games.senjutsu.full.steps import Ground, Stand
from games.senjutsu.state import Foe, SenjutsuState

WAKO = "wako"
Count = tuple[Stand, int, int]


def stands_after(state: SenjutsuState, foe: Foe, effects: Iterable[AnyEffect], start: Stand) -> set[Stand]:
    """Every hex and facing that the movement among these effects can lead to without a collision."""
    ground = ground_of(state, foe.vo)
    found = {start}
    for effect in effects:
        if isinstance(effect, Move) and effect.kamae is None and not effect.optional_focus:
            found = {after for one in found for after in ends(one, effect, ground, foe.vo_type == WAKO)}
    return found


def ends(start: Stand, effect: Move, ground: Ground, free_directions: bool) -> set[Stand]:
    """Where an effect can end: all of it if it is mandatory, any part of it otherwise."""
    found: set[Stand] = set()
    single: list[tuple[int, ...]] = [(one,) for one in effect.directions]
    sets = [effect.directions] if free_directions else single or [()]
    for directions in sets:
        for rotation in (1, -1) if effect.turns else (1,):
            found |= set(_walk(start, effect, ground, directions, rotation))
    return found or {start}


def _walk(
    start: Stand, effect: Move, ground: Ground, directions: tuple[int, ...], rotation: int
) -> Iterator[Stand]:
    todo: list[Count] = [(start, 0, 0)]
    seen = set(todo)
    while todo:
        now, steps, turns = todo.pop()
        complete = (steps, turns) == (effect.steps, effect.turns)
        if (complete or not effect.mandatory) and now.hex not in ground.torii:
            yield now
        for further in _further(now, steps, turns, effect, directions, rotation):
            if further not in seen and (further[1] == steps or ground.is_free(further[0].hex)):
                seen.add(further)
                todo.append(further)


def _further(
    now: Stand, steps: int, turns: int, effect: Move, directions: tuple[int, ...], rotation: int
) -> Iterator[Count]:
    """What may be done next; "then" binds the order also where parts are left out."""
    if turns < effect.turns and not (effect.order == "turns_first" and steps):
        yield Stand(now.hex, turned(now.facing, rotation)), steps, turns + 1
    if steps < effect.steps and not (effect.order == "steps_first" and turns):
        for direction in directions:
            yield Stand(stepped(now.hex, now.facing, direction), now.facing), steps + 1, turns


def hits(
    state: SenjutsuState, foe: Foe, card: str, attack: Attack, where: Stand, found: dict[str, Hex]
) -> tuple[Hex, ...]:
    """The hexes that the attack would hit from `where`, if a target is among those that it reaches."""
    if attack.aim == "grid":
        hexes = pattern(where.hex, where.facing, [cell.at for cell in attack.grid])
        reached = [place for place in found.values() if place in hexes]
    else:
        hexes = ()
        reached = [place for name, place in found.items() if _is_slower(state, foe.vo, name, attack)]
    reach = definition(state, card).range
    if reach:
        closed = walls(table(state))
        reached = [place for place in reached if in_reach(where.hex, where.facing, place, reach, closed)]
    return (hexes or tuple(reached)) if reached else ()


def _is_slower(state: SenjutsuState, vo: str, target: str, attack: Attack) -> bool:
    """SEN-ATK-08: an initiative-compare attack reaches slower targets alone; named ones reach anybody."""
    if attack.aim != "compare":
        return True
    own, theirs = part_initiative(state, vo), initiative_of(state, target)
    return own is not None and theirs is not None and 0 < theirs < own


def part_initiative(state: SenjutsuState, vo: str) -> int | None:
    """The effective initiative of the part that an opponent resolves, or else begins next; None: unknown."""
    running = running_of(state, vo)
    if running is not None:
        return running.initiative
    pending = next((one for one in table(state).queue if one.actor == vo), None)
    return effective(state, pending) if pending is not None else None
