"""ATK and HEX at full detail: what an attack is aimed at, whom it hits, and what they suffer."""

from __future__ import annotations

from typing import Any

import pytest

from games.senjutsu.full import effect_events as x
from games.senjutsu.full.definitions import Attack, Cell, FocusGain, Move
from games.senjutsu.full.events import FocusPaid, PartStarted
from games.senjutsu.tests.full.position import (
    AHEAD,
    HERE,
    IDLE,
    begun,
    card,
    hit,
    result,
    strikes,
    then,
    turn,
)
from games.testing import Case, accepts, refuses

NORTH, EAST = (0, -1), (1, -1)
CUT = card(Attack(grid=(Cell(NORTH, 1),)))
SWEEP = card(Attack(grid=(Cell(NORTH, 2), Cell(EAST, 1, bleeding=True))))
RIGHT = (1, 0)
"""The hex right ahead of `r`."""


def struck(r: Any = CUT, *hexes: Any, **told: Any) -> Case:
    """`r` declares its attack."""
    return begun(turn(r, **told), "r").when(strikes("r", *hexes))


@accepts("SEN-ATK-03", "SEN-ATK-04", "SEN-ATK-06", "SEN-ATK-07")
def test_a_cut_wounds_whoever_stands_there() -> None:
    after = struck(CUT, AHEAD).when(result("r", hit("b", wounds=1))).then_accepted()
    assert after.fighters["b"].wounds == 1 and after.full.strike is None
    assert after.full.running[0].success and after.full.window[0].other == "b"


@accepts("SEN-ATK-03")
@refuses("SEN-ATK-03")
@pytest.mark.parametrize("facing", range(6))
def test_a_grid_is_turned_by_the_facing(facing: int) -> None:
    spots = [(0, 0), (1, 0), (1, 1), (0, 2), (-1, 2), (-1, 1)]
    ahead, right = spots[facing], spots[(facing + 1) % 6]
    case = begun(turn(SWEEP, at={"r": (HERE, facing), "b": ((3, -3), 3)}), "r")
    for hexes in ((), (ahead, right), (right, ahead)):
        assert set(case.when(strikes("r", *hexes)).then_accepted().full.strike.hexes) == {ahead, right}
    case.when(strikes("r", ahead)).then_refused("SEN-ATK-03")
    case.when(strikes("r", ahead, spots[(facing + 2) % 6])).then_refused("SEN-ATK-03")


@refuses("SEN-ATK-03")
def test_a_result_outside_the_target_hexes() -> None:
    told = x.Result(hex=(3, 3), outcome="empty")
    struck().when(result("r", hit("b", wounds=1), told)).then_refused("SEN-ATK-03")


@accepts("SEN-ATK-04", "SEN-ATK-06", "SEN-EFF-02")
@refuses("SEN-ATK-04", "SEN-ATK-06", "SEN-EFF-02")
def test_everybody_in_the_hexes_is_hit_friend_or_foe() -> None:
    sides = {"red": ("r", "c"), "blue": ("b",)}
    case = struck(SWEEP, c=IDLE, at={"c": (RIGHT, 0)}, sides=sides)
    foe, friend = hit("b", wounds=2), hit("c", RIGHT, wounds=1, bleeding=1)
    after = case.when(result("r", foe, friend)).then_accepted()
    assert (after.fighters["c"].wounds, after.fighters["c"].bleeding) == (1, 1)
    case.when(result("r", foe)).then_refused("SEN-ATK-04")
    case.when(result("r", foe, foe, friend)).then_refused("SEN-ATK-04")
    case.when(result("r", foe, x.Result(hex=RIGHT, outcome="empty"))).then_refused("SEN-ATK-04")
    case.when(result("r", foe, hit("c", RIGHT, wounds=1))).then_refused("SEN-ATK-06", "SEN-EFF-02")
    case.when(result("r", hit("b", wounds=1), friend)).then_refused("SEN-ATK-06")
    case.when(result("r", hit("c", wounds=2), friend)).then_refused("SEN-ATK-04")


@accepts("SEN-ATK-01", "SEN-ATK-04")
@refuses("SEN-ATK-04")
def test_empty_hexes_are_a_valid_attempt() -> None:
    case = struck(at={"b": ((2, -3), 3)})
    case.when(result("r")).then_accepted()
    case.when(result("r", x.Result(hex=AHEAD, outcome="empty"))).then_accepted()
    case.when(result("r", hit("b", wounds=1))).then_refused("SEN-ATK-04")
    case.when(result("r", x.Result(hex=AHEAD, outcome="empty", wounds=1))).then_refused("SEN-ATK-04")
    case.when(result("r", x.Result(hex=AHEAD, outcome="failed"))).then_refused("SEN-ATK-04")


@accepts("SEN-ATK-07")
@refuses("SEN-ATK-07", "SEN-LOG-08")
def test_a_declared_attack_is_resolved_once() -> None:
    case = struck()
    done = result("r", hit("b", wounds=1))
    case.when(PartStarted(actor="b", card="A-902")).then_refused("SEN-ATK-07")
    case.when(done).when(done).then_refused("SEN-ATK-07")
    open_ = begun(turn(CUT), "r")
    open_.when(strikes("r", card="A-905")).then_refused("SEN-LOG-08")
    open_.when(strikes("r", initiative=4)).then_refused("SEN-LOG-08")
    open_.when(strikes("r", initiative=5)).then_accepted()
    open_.when(strikes("r", target="nobody")).then_refused("SEN-ATK-04")


@accepts("SEN-ATK-01", "SEN-ATK-13")
@refuses("SEN-ATK-01", "SEN-ATK-13")
def test_every_attack_is_attempted_from_top_to_bottom() -> None:
    twice = card(Attack(grid=(Cell(NORTH, 1),)), FocusGain(amount=1), Attack(grid=(Cell(NORTH, 1),)))
    case = begun(turn(twice), "r")
    case.when(x.EffectResolved(actor="r", card="A-901", applied=False)).then_refused("SEN-ATK-01")
    case.when(x.FocusGained(player="r", amount=1)).then_refused("SEN-ATK-01")
    case.when(PartStarted(actor="b", card="A-902")).then_refused("SEN-TURN-03", "SEN-ATK-01")
    once = then(case, strikes("r"), result("r", hit("b", wounds=1)))
    once.when(strikes("r")).then_refused("SEN-ATK-13")
    both = then(once, x.FocusGained(player="r", amount=1), strikes("r"), result("r", hit("b", wounds=1)))
    assert both.then_accepted().fighters["b"].wounds == 2


@accepts("SEN-ATK-02")
@refuses("SEN-ATK-02")
def test_an_attack_with_a_price_is_paid_if_the_focus_is_there() -> None:
    priced = card(Attack(grid=(Cell(NORTH, 1),), optional_focus=2), FocusGain(amount=1))
    rich = begun(turn(priced, bodies={"r": {"focus": 2}}), "r")
    out = x.EffectResolved(actor="r", card="A-901", applied=False)
    rich.when(strikes("r")).then_refused("SEN-ATK-02")
    rich.when(out).then_refused("SEN-ATK-02")
    paid = FocusPaid(player="r", amount=2, reason="effect", card="A-901")
    then(rich, paid, strikes("r"), result("r", hit("b", wounds=1))).then_accepted()
    begun(turn(priced, bodies={"r": {"focus": 1}}), "r").when(out).then_accepted()


@accepts("SEN-ATK-02", "SEN-FOC-03")
@refuses("SEN-ATK-02")
@pytest.mark.parametrize(
    ("types", "bound"),
    [(("attack",), True), (("core", "attack"), True), (("meditation",), False), (("defence",), False)],
)
def test_the_price_of_an_attack_binds_attack_cards_alone(types: tuple[str, ...], bound: bool) -> None:
    priced = card(Attack(grid=(Cell(NORTH, 1),), optional_focus=2), FocusGain(amount=1), types=types)
    rich = begun(turn(priced, bodies={"r": {"focus": 2}}), "r")
    for told in (
        x.EffectResolved(actor="r", card="A-901", applied=False),
        x.FocusGained(player="r", amount=1),
    ):
        passed = rich.when(told)
        passed.then_refused("SEN-ATK-02") if bound else passed.then_accepted()
    paid = rich.when(FocusPaid(player="r", amount=2, reason="effect", card="A-901"))
    paid.when(x.FocusGained(player="r", amount=1)).then_refused("SEN-ATK-01")
    then(paid, strikes("r"), result("r", hit("b", wounds=1))).then_accepted()


@accepts("SEN-ATK-09", "SEN-ATK-10")
@refuses("SEN-ATK-10")
@pytest.mark.parametrize(
    ("effect", "told", "works"),
    [
        (Attack(grid=(Cell(NORTH, 1),)), {"wounds": 1}, True),
        (Attack(grid=(Cell(NORTH),), stuns=1), {"stuns": 1}, True),
        (Attack(grid=(Cell(NORTH),), push=1), {"push": x.Shift(cells=1, direction=0)}, True),
        (Attack(grid=(Cell(NORTH),), turns=1), {"turns": x.ForcedTurn(count=1, rotation=-1)}, True),
        (Attack(grid=(Cell(NORTH),)), {}, False),
    ],
)
def test_if_success(effect: Attack, told: Any, works: bool) -> None:
    won = FocusGain(amount=1, if_success=True)
    case = then(begun(turn(card(effect, won)), "r"), strikes("r"), result("r", hit("b", **told)))
    gain = case.when(x.FocusGained(player="r", amount=1))
    if works:
        gain.then_accepted()
    else:
        gain.then_refused("SEN-ATK-10")


@accepts("SEN-ATK-11")
@refuses("SEN-ATK-11", "SEN-ATK-06")
def test_an_execution_defeats_and_deals_no_wounds() -> None:
    case = struck(card(Attack(grid=(Cell(NORTH, 2),), execute=True)))
    after = case.when(result("r", hit("b", executed=True))).then_accepted().fighters["b"]
    assert (after.defeated, after.wounds, after.hex) == ("execution", 0, None)
    case.when(result("r", hit("b"))).then_refused("SEN-ATK-11")
    case.when(result("r", hit("b", executed=True, wounds=2))).then_refused("SEN-ATK-06")
    struck().when(result("r", hit("b", wounds=1, executed=True))).then_refused("SEN-ATK-11")


@accepts("SEN-ATK-12")
@refuses("SEN-ATK-12")
def test_exactly_one_side_of_an_or() -> None:
    weak, strong = Attack(grid=(Cell(NORTH, 1),), or_group=1), Attack(grid=(Cell(NORTH, 2),), or_group=1)
    case = begun(turn(card(weak, strong)), "r")
    after = then(case, strikes("r", effect=1), result("r", hit("b", wounds=2)))
    assert after.then_accepted().fighters["b"].wounds == 2
    first = then(case, strikes("r", effect=0), result("r", hit("b", wounds=1)))
    first.when(strikes("r", effect=1)).then_refused("SEN-ATK-12")
    stance = card(weak, Attack(grid=(Cell(NORTH, 2),), or_group=1, kamae="balance"))
    held = begun(turn(stance, bodies={"r": {"kamae": "balance"}}), "r")
    held.when(strikes("r", effect=0)).then_refused("SEN-ATK-12")
    held.when(strikes("r", effect=1)).then_accepted()


@accepts("SEN-FOC-03", "SEN-ATK-10", "SEN-ATK-12")
@refuses("SEN-ATK-10", "SEN-ATK-12")
def test_nobody_pays_for_what_cannot_be_applied_any_more() -> None:
    """Before the attack its success may still come; after it, or once the other effect of an "or" was applied, not."""
    pay = FocusPaid(player="r", amount=1, reason="effect", card="A-901")
    dear = card(Attack(grid=(Cell(NORTH, 1),)), FocusGain(amount=1, if_success=True, optional_focus=1))
    bodies: Any = {"r": {"focus": 2}}
    near = begun(turn(dear, bodies=bodies), "r")
    near.when(pay).then_accepted()
    then(near, strikes("r"), result("r", hit("b", wounds=1)), pay).then_accepted()
    missed = then(begun(turn(dear, at={"b": ((2, -3), 3)}, bodies=bodies), "r"), strikes("r"), result("r"))
    missed.when(pay).then_refused("SEN-ATK-10")
    either = card(
        FocusGain(amount=1, or_group=1), Move(steps=1, directions=(3,), optional_focus=1, or_group=1)
    )
    case = begun(turn(either, bodies=bodies), "r")
    case.when(pay).then_accepted()
    case.when(x.FocusGained(player="r", amount=1)).when(pay).then_refused("SEN-ATK-12")


@accepts("SEN-EFF-03", "SEN-EFF-05")
@refuses("SEN-EFF-03", "SEN-EFF-05")
def test_conditions_of_an_attack() -> None:
    case = struck(card(Attack(grid=(Cell(NORTH),), stuns=1, injuries=2)))
    after = case.when(result("r", hit("b", stuns=1, injuries=2))).then_accepted().fighters["b"]
    assert (after.stuns, after.timers) == (1, (0, 0))
    case.when(result("r", hit("b", injuries=2))).then_refused("SEN-EFF-03")
    case.when(result("r", hit("b", stuns=1, injuries=1))).then_refused("SEN-EFF-05")


@accepts("SEN-ATK-06")
@refuses("SEN-EFF-03")
def test_what_belongs_to_the_star_reaches_starred_cells_only() -> None:
    starred = Attack(grid=(Cell(NORTH, 1), Cell(EAST, 1, star=True)), stuns=1, starred=("stuns",))
    case = struck(card(starred), c=IDLE, at={"c": (RIGHT, 0)})
    plain, star = hit("b", wounds=1), hit("c", RIGHT, wounds=1, stuns=1)
    case.when(result("r", plain, star)).then_accepted()
    case.when(result("r", hit("b", wounds=1, stuns=1), star)).then_refused("SEN-EFF-03")


@accepts("SEN-LOG-05")
def test_an_unknown_card_strikes_as_it_is_told() -> None:
    unknown = card(parts=None, range=None)
    case = begun(turn(unknown), "r").when(strikes("r", AHEAD))
    after = case.when(result("r", hit("b", wounds=3, stuns=1))).then_accepted()
    assert after.fighters["b"].wounds == 3
    assert {"SEN-ATK-03", "SEN-ATK-05", "SEN-ATK-06"} <= set(after.full.unverified)


@accepts("SEN-END-04")
@refuses("SEN-END-04")
def test_the_last_wound_decides_at_once() -> None:
    case = struck(bodies={"b": {"wounds": 7}}).when(result("r", hit("b", wounds=1)))
    assert case.then_accepted().fighters["b"].defeated == "wounds"
    case.when(PartStarted(actor="b", card="A-902")).then_refused("SEN-END-04")


@accepts("SEN-ATK-03", "SEN-ATK-04")
@refuses("SEN-ATK-03", "SEN-ATK-04")
def test_a_target_that_is_named_moves_no_grid() -> None:
    wide = card(Attack(grid=(Cell((0, -1), 1), Cell((1, -1), 1))))
    case = begun(turn(wide, IDLE, IDLE, at={"c": ((1, 0), 3)}), "r")
    hexes = ((0, 0), (1, 0))
    far = begun(turn(wide, IDLE, IDLE), "r")
    far.when(strikes("r", *hexes, target="c")).then_refused("SEN-ATK-03")
    struck = case.when(strikes("r", *hexes, target="b"))
    struck.when(result("r", hit("b", wounds=1))).then_refused("SEN-ATK-04")
    struck.when(result("r", hit("b", wounds=1), hit("c", (1, 0), wounds=1))).then_accepted()
