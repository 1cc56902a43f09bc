"""Attacks, blocks, pushes and pulls through the whole engine on random boards, against brute force.

The oracle shares nothing with the engine but the events: it turns hexes by a table of directions, writes out every
shortest path, and walks forced moves one hex at a time.
"""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest

from games.hexes import Hex
from games.senjutsu.full import effect_events as x
from games.senjutsu.full.definitions import Attack, Block, Cell
from games.senjutsu.play.training import BOARD
from games.senjutsu.tests.full.position import IDLE, begun, card, hit, put, result, strikes, turn
from games.testing import Case

SIDES = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
WALLS = ("rock", "bamboo", "burning_cart", "shrine", "torii", "sakura")
BASE = begun(turn(IDLE), "r")


def far(one: Hex, other: Hex) -> int:
    """Steps between two hexes, in cube coordinates."""
    q, r = one[0] - other[0], one[1] - other[1]
    return max(abs(q), abs(r), abs(q + r))


def at(origin: Hex, facing: int, cell: Hex) -> Hex:
    """A cell of a grid: so many hexes ahead and so many ahead to the right, for this facing."""
    q, r = cell
    ahead, right = SIDES[facing], SIDES[(facing + 1) % 6]
    steps_ahead, steps_right = -r - q, q
    return (
        origin[0] + steps_ahead * ahead[0] + steps_right * right[0],
        origin[1] + steps_ahead * ahead[1] + steps_right * right[1],
    )


def ways(start: Hex, end: Hex) -> list[tuple[Hex, ...]]:
    """Every shortest path on the board, its ends included."""
    if start == end:
        return [(end,)]
    steps = [(start[0] + q, start[1] + r) for q, r in SIDES]
    nearer = [step for step in steps if far(step, end) < far(start, end) and step in BOARD]
    return [(start, *way) for step in nearer for way in ways(step, end)]


def stopped(here: Hex, target: Hex, blocked: set[Hex]) -> bool:
    """An attack is ignored: the target or the attacker is blocked, or every shortest path is."""
    if {here, target} & blocked:
        return True
    return all(set(way[1:-1]) & blocked for way in ways(here, target))


def scene(seed: int) -> tuple[Random, Hex, int, dict[str, Hex], dict[Hex, str]]:
    """A random attacker with a facing, two others, and terrain."""
    dice = Random(seed)
    here, b, c, *rest = dice.sample(BOARD, 13)
    kinds = [*WALLS, "boat", "corpse"]
    terrain = {place: dice.choice(kinds) for place in rest[: dice.randint(0, 10)]}
    return dice, here, dice.randrange(6), {"b": b, "c": c}, terrain


def grid_to(here: Hex, facing: int, places: list[Hex]) -> tuple[Cell, ...]:
    """The cells that lead to these hexes, found by trying all cells."""
    found = {at(here, facing, cell): cell for cell in product(range(-8, 9), range(-8, 9))}
    return tuple(Cell(found[place], 1) for place in dict.fromkeys(places))


def staged(
    seed: int, b_card: Any = IDLE, **told: Any
) -> tuple[Random, Hex, int, dict[str, Hex], dict[Hex, str], Case]:
    """The scene in the engine: `r` and the others stand there, `b` has begun its card."""
    dice, here, facing, others, terrain = scene(seed)
    aimed = [*others.values(), *dice.sample(BOARD, 2)]
    aimed = [place for place in aimed if place != here]
    attack = card(Attack(grid=grid_to(here, facing, aimed), **told))
    case = turn(attack, b_card, IDLE)
    bodies: dict[str, dict[str, Any]] = {"r": {"hex": here, "facing": facing}}
    bodies |= {player: {"hex": place, "facing": dice.randrange(6)} for player, place in others.items()}
    return dice, here, facing, others, terrain, put(case, terrain, bodies)


@pytest.mark.parametrize("seed", range(30))
def test_whom_an_attack_hits_and_what_stops_it(seed: int) -> None:
    dice = Random(1000 + seed)
    blocked_cells = tuple(dict.fromkeys((dice.randint(-3, 3), dice.randint(-3, 3)) for _ in range(4)))
    guard = card(Block(grid=blocked_cells), types=("defence",))
    _, here, _, others, terrain, case = staged(seed, guard)
    body = case.state.fighters["b"]
    hexes = {at(body.hex, body.facing, cell) for cell in blocked_cells} & set(BOARD)
    case = begun(case, "b").when(x.BlockApplied(actor="b", card="A-902", hexes=tuple(sorted(hexes))))
    case = begun(case, "r").when(strikes("r"))
    blocked = hexes | {place for place, kind in terrain.items() if kind in WALLS}
    truth, lies = [], []
    for place in case.then_accepted().full.strike.hexes:
        target = next((player for player, other in others.items() if other == place), None)
        gone = x.Result(hex=place, outcome="ignored", target=target)
        struck = hit(target, place, wounds=1) if target else x.Result(hex=place, outcome="empty")
        truth.append(gone if stopped(here, place, blocked) else struck)
        lies.append(struck if stopped(here, place, blocked) else gone)
    after = case.when(result("r", *truth)).then_accepted()
    wounds = {player: sum(one.target == player and one.wounds for one in truth) for player in others}
    assert {player: after.fighters[player].wounds for player in others} == wounds
    for index, lie in enumerate(lies):
        case.when(result("r", *truth[:index], lie, *truth[index + 1 :])).then_refused("SEN-BLK-03")


def walked(here: Hex, path: list[Hex], closed: set[Hex], others: set[Hex]) -> tuple[Hex, str | None]:
    """A forced move, one hex at a time: (where it ends, what it ran into)."""
    for place in path:
        for kind, hexes in (("terrain", closed), ("character", others)):
            if place in hexes:
                return here, kind
        if place not in BOARD:
            return here, "edge"
        here = place
    return here, None


@pytest.mark.parametrize("force", ["push", "pull"])
@pytest.mark.parametrize("seed", range(30))
def test_where_pushes_and_pulls_lead(seed: int, force: str) -> None:
    cells, sign = 1 + seed % 3, -1 if force == "pull" else 1
    dice, here, _, others, terrain, case = staged(seed, IDLE, **{force: cells})
    there, ground = others["b"], dict(terrain)
    walls = {place for place, kind in ground.items() if kind in WALLS}
    if any(stopped(here, place, walls) for place in others.values()):
        walls, ground = set(), {}
    case = begun(put(case, ground), "r").when(strikes("r"))
    legal = [d for d, side in enumerate(SIDES) if _leads(here, there, side, sign)]
    direction = dice.choice(legal)
    path = _path(here, there, direction, cells, force)
    end, ran = walked(there, path, walls, {here, others["c"]})
    shift = x.Shift(cells=cells, direction=direction)
    other = {force: _any_shift(here, others["c"], cells, sign)}
    second = hit("c", others["c"], wounds=1, **other)
    empty = [
        x.Result(hex=place, outcome="ignored" if stopped(here, place, walls) else "empty")
        for place in case.state.full.strike.hexes
        if place not in others.values()
    ]
    told = result("r", hit("b", there, wounds=1, **{force: shift}), second, *empty)
    after = case.when(told).then_accepted()
    assert after.fighters["b"].hex == end
    dues = {due.actor: due.told["against"] for due in after.full.due if due.kind == "collision_happened"}
    assert dues.get("b") == ran
    for wrong in set(range(6)) - set(legal):
        lie = hit("b", there, wounds=1, **{force: x.Shift(cells=cells, direction=wrong)})
        rule = "SEN-HEX-05" if force == "pull" else "SEN-HEX-04"
        case.when(result("r", lie, second)).then_refused(rule)


def _leads(here: Hex, there: Hex, side: Hex, sign: int) -> bool:
    """On an axis only straight on, otherwise whatever leads farther off (or nearer)."""
    q, r = there[0] - here[0], there[1] - here[1]
    after = (there[0] + side[0], there[1] + side[1])
    if q == 0 or r == 0 or q + r == 0:
        away = far(here, there)
        return side == (sign * q // away, sign * r // away)
    return far(here, after) == far(here, there) + sign


def _path(here: Hex, there: Hex, direction: int, cells: int, force: str) -> list[Hex]:
    """The hexes of the way: a pull keeps its direction while it leads nearer, then it follows the axis."""
    path: list[Hex] = []
    place = there
    for _ in range(cells):
        side = SIDES[direction]
        step = (place[0] + side[0], place[1] + side[1])
        if force == "pull" and far(here, step) >= far(here, place):
            step = min(((place[0] + q, place[1] + r) for q, r in SIDES), key=lambda one: far(here, one))
        path.append(step)
        place = step
        if force == "pull" and place == here:
            break
    return path


def _any_shift(here: Hex, there: Hex, cells: int, sign: int) -> x.Shift:
    legal = next(d for d, side in enumerate(SIDES) if _leads(here, there, side, sign))
    return x.Shift(cells=cells, direction=legal)
