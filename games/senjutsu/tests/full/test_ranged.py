"""ATK-05, ATK-08, HEX-03 to -08 and REV-09 at full detail: range, sight, slower enemies, pushes, pulls and turns."""

from __future__ import annotations

from typing import Any

import pytest

from games.ruleset import REFEREE
from games.senjutsu import RULES
from games.senjutsu.full import effect_events as x
from games.senjutsu.full.definitions import Attack, Cell
from games.senjutsu.full.events import FocusPaid
from games.senjutsu.tests.full.position import AHEAD, IDLE, begun, card, hit, result, strikes, turn
from games.testing import Case, accepts, refuses

NORTH = (0, -1)
SHOT = card(Attack(aim="named", wounds=1), range=3)
RUSH = card(Attack(aim="compare", wounds=2), range=2)
LEFT_OUT = x.EffectResolved(actor="r", card="A-901", applied=False)


def aiming(r: Any, b: Any = IDLE, targets: Any = None, **told: Any) -> Case:
    return begun(turn(r, b, targets=targets, **told), "r")


@accepts("SEN-ATK-05", "SEN-HEX-03", "SEN-HEX-08", "SEN-REV-09")
@refuses("SEN-ATK-05", "SEN-HEX-08", "SEN-REV-09", "SEN-ATK-01")
def test_a_shot_needs_range() -> None:
    named: Any = {"r": ("b",)}
    near = aiming(SHOT, targets=named, at={"b": ((0, -2), 3)})
    after = near.when(strikes("r", target="b")).when(result("r", hit("b", (0, -2), wounds=1)))
    assert after.then_accepted().fighters["b"].wounds == 1
    assert near.when(strikes("r")).then_accepted().full.strike.hexes == ((0, -2),)
    near.when(strikes("r", (0, 0))).then_refused("SEN-ATK-03")
    near.when(LEFT_OUT).then_refused("SEN-ATK-01")
    far = aiming(SHOT, targets=named, at={"b": ((0, -3), 3)})
    far.when(strikes("r", target="b")).then_refused("SEN-ATK-05", "SEN-HEX-08")
    far.when(strikes("r")).then_refused("SEN-ATK-05", "SEN-HEX-08")
    far.when(LEFT_OUT).then_accepted()
    three = aiming(SHOT, targets=named, c=IDLE, at={"b": ((0, -2), 3), "c": ((1, -1), 3)})
    three.when(strikes("r", target="c")).then_refused("SEN-REV-09")


def offered(case: Case) -> set[str]:
    """What may come next; focus only as an effect costs it."""
    offers = RULES.next_events(case.state, REFEREE)
    return {one.type for one in offers if one.choices.get("reason", ("effect",)) == ("effect",)}


@accepts("SEN-ATK-01", "SEN-ATK-02")
@refuses("SEN-ATK-02")
def test_an_attack_that_reaches_nobody_is_neither_offered_nor_paid_for() -> None:
    """Its focus was asked for, and lost."""
    dear = card(Attack(aim="named", wounds=1, optional_focus=1), range=3)
    told: Any = {"targets": {"r": ("b",)}, "bodies": {"r": {"focus": 2}}}
    near = aiming(dear, at={"b": ((0, -2), 3)}, **told)
    assert "focus_paid" in offered(near) and "attack_declared" not in offered(near)
    near.when(LEFT_OUT).then_refused("SEN-ATK-02")
    paid = near.when(FocusPaid(player="r", amount=1, reason="effect", card="A-901"))
    assert "attack_declared" in offered(paid)
    far = aiming(dear, at={"b": ((0, -3), 3)}, **told)
    assert not {"focus_paid", "attack_declared"} & offered(far)
    assert "effect_resolved" in offered(far)
    far.when(LEFT_OUT).then_accepted()
    shot = aiming(SHOT, at={"b": ((0, -3), 3)}, targets={"r": ("b",)})
    assert "attack_declared" not in offered(shot)
    rush = aiming(RUSH, SLOW, at={"b": ((0, -2), 3)})
    assert "attack_declared" in offered(rush)  # SEN-ATK-08: it fails
    rush.when(strikes("r")).then_accepted()


@accepts("SEN-ATK-05", "SEN-HEX-03")
@refuses("SEN-ATK-05", "SEN-HEX-03")
def test_a_shot_needs_sight() -> None:
    named: Any = {"r": ("b",)}
    at: Any = {"b": ((0, -2), 3)}
    wall = aiming(SHOT, targets=named, at=at, terrain={(0, -1): "rock"})
    wall.when(strikes("r", target="b")).then_refused("SEN-ATK-05", "SEN-HEX-03")
    wall.when(LEFT_OUT).then_accepted()
    aiming(SHOT, targets=named, at=at, terrain={(0, -1): "corpse"}).when(
        strikes("r", target="b")
    ).then_accepted()


@accepts("SEN-ATK-05")
@refuses("SEN-ATK-05")
def test_a_grid_of_a_ranged_card_loses_what_it_cannot_see() -> None:
    volley = card(Attack(grid=(Cell((0, -2), 1), Cell((0, -3), 1))), range=3)
    case = aiming(volley, at={"b": ((0, -1), 3)}, terrain={(0, -1): "rock"})
    assert aiming(volley, at={"b": ((3, -3), 3)}).when(strikes("r")).then_accepted()
    case.when(strikes("r", (0, -1), (0, -2))).then_refused("SEN-ATK-05", "SEN-HEX-03")


SLOW, QUICK = (
    card(Attack(grid=(Cell(NORTH, 1),)), initiative=4),
    card(Attack(grid=(Cell(NORTH, 1),)), initiative=5),
)


@accepts("SEN-ATK-08")
@refuses("SEN-ATK-08", "SEN-ATK-05", "SEN-HEX-08")
def test_a_rush_finds_slower_enemies_in_range() -> None:
    case = aiming(RUSH, SLOW)
    case.when(strikes("r", target="b")).when(result("r", hit("b", wounds=2))).then_accepted()
    case.when(strikes("r")).then_refused("SEN-ATK-08")
    same = begun(turn(card(Attack(aim="compare", wounds=2), range=2, types=("defence",)), QUICK), "r")
    same.when(strikes("r", target="b")).then_refused("SEN-ATK-08")
    same.when(LEFT_OUT).then_accepted()
    far = aiming(RUSH, SLOW, at={"b": ((0, -2), 3)})
    far.when(strikes("r", target="b")).then_refused("SEN-ATK-05", "SEN-HEX-08")


@accepts("SEN-ATK-08")
def test_injuries_slow_the_compared_cards_too() -> None:
    hurt = begun(turn(RUSH, QUICK, bodies={"b": {"timers": (0,), "injuries": 1}}), "r")
    hurt.when(strikes("r", target="b")).then_accepted()


PUSH = card(Attack(grid=(Cell(NORTH), Cell((1, -2))), push=2))


def shove(direction: int, hex_: Any = AHEAD, cells: int = 2, path: Any = ()) -> x.AttackResolved:
    return result("r", hit("b", hex_, push=x.Shift(cells=cells, direction=direction, path=path)))


@accepts("SEN-HEX-04", "SEN-HEX-06")
@refuses("SEN-HEX-04", "SEN-HEX-06")
def test_pushed_straight_away() -> None:
    case = aiming(PUSH).when(strikes("r"))
    after = case.when(shove(0, path=((0, -1), (0, -2)))).then_accepted()
    assert after.fighters["b"].hex == (0, -2) and not after.full.due
    case.when(shove(1)).then_refused("SEN-HEX-04")
    case.when(shove(0, cells=1)).then_refused("SEN-HEX-06")
    case.when(shove(0, path=((0, -1), (1, -2)))).then_refused("SEN-HEX-06")
    case.when(result("r", hit("b"))).then_refused("SEN-HEX-06")


@accepts("SEN-HEX-04")
@refuses("SEN-HEX-04")
@pytest.mark.parametrize(("direction", "end"), [(0, (1, -3)), (1, (3, -3)), (2, None), (5, None)])
def test_pushed_off_the_axes_in_one_of_two_directions(direction: int, end: Any) -> None:
    case = aiming(PUSH, at={"b": ((1, -1), 3)}).when(strikes("r"))
    told = case.when(shove(direction, (1, -1)))
    if end is None:
        told.then_refused("SEN-HEX-04")
    else:
        assert told.then_accepted().fighters["b"].hex == end


PULL = card(Attack(grid=(Cell((0, -3)), Cell((1, -3))), pull=2))


@accepts("SEN-HEX-05", "SEN-HEX-06")
@refuses("SEN-HEX-05", "SEN-HEX-06")
def test_pulled_nearer_and_then_along_the_axis() -> None:
    case = aiming(PULL, at={"b": ((1, -2), 3)}).when(strikes("r"))

    def pull(direction: int, path: Any = (), cells: int = 2) -> Case:
        shift = x.Shift(cells=cells, direction=direction, path=path)
        return case.when(result("r", hit("b", (1, -2), pull=shift)))

    assert pull(3).then_accepted().fighters["b"].hex == (1, 0)
    assert pull(4, ((0, -1), (0, 0))).then_accepted().fighters["b"].hex == AHEAD
    pull(0).then_refused("SEN-HEX-05")
    pull(3, cells=1).then_refused("SEN-HEX-06")
    pull(4, ((0, -1), (-1, 0))).then_refused("SEN-HEX-06")


@accepts("SEN-HEX-07")
@refuses("SEN-HEX-07")
def test_turned_by_force() -> None:
    case = aiming(card(Attack(grid=(Cell(NORTH),), turns=2))).when(strikes("r"))
    for rotation, facing in ((1, 5), (-1, 1)):
        told = hit("b", turns=x.ForcedTurn(count=2, rotation=rotation))  # type: ignore[arg-type]
        assert case.when(result("r", told)).then_accepted().fighters["b"].facing == facing
    case.when(result("r", hit("b", turns=x.ForcedTurn(count=1, rotation=1)))).then_refused("SEN-HEX-07")
    case.when(result("r", hit("b"))).then_refused("SEN-HEX-07")


@accepts("SEN-HEX-06")
def test_who_falls_need_not_be_pushed() -> None:
    kill = card(Attack(grid=(Cell(NORTH, 1),), push=1))
    case = begun(turn(kill, bodies={"b": {"wounds": 7}}), "r").when(strikes("r"))
    assert case.when(result("r", hit("b", wounds=1))).then_accepted().fighters["b"].hex is None
