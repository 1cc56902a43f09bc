"""Where a virtual opponent could attack from, and whom: SEN-SOLO-18, -19. Called by `foe_choice.py`.

Every clean execution of the movement that stands before the attack on its card is tried.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from games.hexes import Hex, pattern
from games.senjutsu.full.attacks.aim import initiative_of
from games.senjutsu.full.attacks.blocking import in_reach
from games.senjutsu.full.cards import definition
from games.senjutsu.full.cursor import running_of
from games.senjutsu.full.definitions import AnyEffect, Attack, Move
from games.senjutsu.full.movement.ground import ground_of, walls
from games.senjutsu.full.movement.steps import Ground, Printed, Stand, stands
from games.senjutsu.full.order import effective
from games.senjutsu.full.preconditions import table
from games.senjutsu.state import Foe, SenjutsuState

WAKO = "wako"


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
    printed = Printed(
        effect.steps, effect.directions, effect.turns, effect.mandatory, effect.order, free_directions
    )
    found = stands(start, printed, ground)
    return {
        now for now, whole in found if (whole or not effect.mandatory) and now.hex not in ground.torii
    } or {start}


def aimed(
    state: SenjutsuState, foe: Foe, card: str, attack: Attack, found: dict[str, Hex]
) -> Callable[[Stand, Iterable[str]], tuple[Hex, ...]]:
    """The hexes that the attack would hit from a stand, if one of some of the targets `found` is among those that it
    reaches."""
    cells = [cell.at for cell in attack.grid] if attack.aim == "grid" else None
    places = _slower(state, foe.vo, found) if attack.aim == "compare" else found
    reach = definition(state, card).range
    closed = walls(table(state)) if reach else frozenset()

    def hits(where: Stand, names: Iterable[str]) -> tuple[Hex, ...]:
        reached = [places[name] for name in names if name in places]
        hexes = pattern(where.hex, where.facing, cells) if cells is not None else ()
        if cells is not None:
            reached = [place for place in reached if place in hexes]
        if reach:
            reached = [place for place in reached if in_reach(where.hex, where.facing, place, reach, closed)]
        return (hexes or tuple(reached)) if reached else ()

    return hits


def _slower(state: SenjutsuState, vo: str, found: dict[str, Hex]) -> dict[str, Hex]:
    """SEN-ATK-08: an initiative-compare attack reaches slower targets alone; named ones reach anybody."""
    own, slower = part_initiative(state, vo), {}
    for name, place in found.items():
        theirs = initiative_of(state, name)
        if own is not None and theirs is not None and 0 < theirs < own:
            slower[name] = place
    return slower


def part_initiative(state: SenjutsuState, vo: str) -> int | None:
    """The effective initiative of the part that an opponent resolves, or else begins next; None: unknown."""
    running = running_of(state, vo)
    if running is not None:
        return running.initiative
    pending = next((one for one in table(state).queue if one.actor == vo), None)
    return effective(state, pending) if pending is not None else None
