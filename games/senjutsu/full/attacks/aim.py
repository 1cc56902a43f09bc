"""Whom and what an attack is aimed at: SEN-ATK-03, -05, -08, SEN-HEX-03, -08, SEN-REV-09.

A grid is turned by the facing; named targets were named at the reveal; an attack that compares initiative looks for
slower enemies. None is unknown. Called by `attack.py`, `strikes.py` and `effects.py`.
"""

from __future__ import annotations

from games.hexes import Hex, distance, pattern, sees
from games.senjutsu.full.cards import card_of, definition, part_of, seat
from games.senjutsu.full.definitions import Attack, Cell, PartDefinition
from games.senjutsu.full.events import STUN
from games.senjutsu.full.movement.ground import place_of, stand_of, walls
from games.senjutsu.full.order import injuries_of
from games.senjutsu.full.preconditions import enemies_of, standing_actors, table
from games.senjutsu.full.state import Running
from games.senjutsu.state import SenjutsuState


def cells_of(state: SenjutsuState, attacker: str, effect: Attack) -> dict[Hex, Cell] | None:
    """SEN-ATK-03: the cells of the grid where they lie on the board; None while the attacker's place is unknown."""
    here, board = stand_of(state, attacker), table(state).board
    if here is None:
        return None
    found = zip(pattern(here.hex, here.facing, [cell.at for cell in effect.grid]), effect.grid, strict=True)
    return {place: cell for place, cell in found if board is None or place in board}


def out_of_reach(state: SenjutsuState, attacker: str, card: str, place: Hex) -> str | None:
    """SEN-ATK-05: the rule that keeps a ranged card from a hex, None if nothing does (or nothing is known)."""
    reach = definition(state, card).range
    here = stand_of(state, attacker) if reach else None
    if not reach or here is None:
        return None
    if not 1 <= distance(here.hex, place) <= reach:
        return "SEN-HEX-08"
    return None if sees(here.hex, here.facing, place, walls(table(state))) else "SEN-HEX-03"


def grid_hexes(state: SenjutsuState, running: Running, effect: Attack) -> tuple[Hex, ...] | None:
    """The target hexes of a grid; of a ranged card those that it reaches."""
    cells = cells_of(state, running.actor, effect)
    if cells is None or not definition(state, running.card).range:
        return None if cells is None else tuple(cells)
    near = [place for place in cells if out_of_reach(state, running.actor, running.card, place) is None]
    return tuple(near)


def reached(state: SenjutsuState, running: Running, target: str) -> str | None:
    """As `out_of_reach`, for whoever stands somewhere."""
    place = place_of(state, target)
    return None if place is None else out_of_reach(state, running.actor, running.card, place)


def told_targets(state: SenjutsuState, running: Running) -> tuple[str, ...]:
    """SEN-REV-09: whom the owner of a revealed card named."""
    return seat(state, running.actor).targets if running.source == "card" else ()


def named(state: SenjutsuState, running: Running) -> tuple[str, ...]:
    """The named targets that are still there."""
    left = standing_actors(state)
    return tuple(target for target in told_targets(state, running) if target in left)


def initiative_of(state: SenjutsuState, actor: str) -> int | None:
    """SEN-ATK-08: the initiative of a revealed card, of a range the lowest; 0 for no card, None for an unknown one."""
    card = card_of(state, actor)
    if card is None or card == STUN:
        return 0
    part = part_of(state, card, 0)
    printed = None if part is None else _printed(part, seat(state, actor).bought)
    return None if printed is None else max(1, printed - injuries_of(state, actor))


def _printed(part: PartDefinition, bought: bool) -> int | None:
    if bought and part.optional_initiative is not None:
        return part.optional_initiative.value
    return part.initiative


def slower(state: SenjutsuState, running: Running) -> tuple[str, ...]:
    """SEN-ATK-08: the enemies whose revealed card has a lower initiative, or an unknown one, within range."""
    own = running.initiative
    found: list[str] = []
    for enemy in enemies_of(state, running.actor):
        theirs = initiative_of(state, enemy)
        compared = theirs is None or own is None or 0 < theirs < own
        if compared and reached(state, running, enemy) is None:
            found.append(enemy)
    return tuple(found)


def can_attack(state: SenjutsuState, running: Running, effect: Attack) -> bool:
    """SEN-ATK-01: whether the attack can be attempted; empty hexes of a grid are enough."""
    if effect.aim == "grid":
        hexes = grid_hexes(state, running, effect)
        return hexes is None or bool(hexes) or not effect.grid
    if effect.aim == "compare":
        return bool(slower(state, running))
    return any(reached(state, running, target) is None for target in choices(state, running))


def choices(state: SenjutsuState, running: Running) -> tuple[str, ...]:
    """Whom an attack with named targets may be aimed at: of a card that was not revealed everybody else."""
    if told_targets(state, running):
        return named(state, running)
    return tuple(actor for actor in standing_actors(state) if actor != running.actor)
