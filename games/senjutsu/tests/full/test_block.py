"""BLK and CTR at full detail: what a block stops and when, whose block succeeds, and the counterattack it opens."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from games.senjutsu.full import effect_events as x
from games.senjutsu.full.definitions import Attack, Block, Cell, FocusGain, PartDefinition
from games.senjutsu.full.events import FocusPaid, InstantPlayed, PartStarted
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

NORTH = (0, -1)
CUT = card(Attack(grid=(Cell(NORTH, 1),)))
WON = FocusGain(amount=1, if_success=True)
GUARD = card(Block(grid=((0, 0),)), WON, FocusGain(amount=1), types=("defence",), counterattack=(5,))
ANSWER = card(Attack(grid=(Cell(NORTH, 2),)), initiative=5)
BLOCK = x.BlockApplied(actor="b", card="A-902", hexes=(AHEAD,))
IGNORED = x.Result(hex=AHEAD, outcome="ignored", target="b")
MISSED = result("r", IGNORED)
GAIN = x.FocusGained(player="b", amount=1)


def guarded(r: Any = CUT, b: Any = GUARD, block: x.BlockApplied = BLOCK, **told: Any) -> Case:
    """`b` blocks, then `r` declares its attack."""
    return begun(begun(turn(r, b, **told), "b").when(block), "r").when(strikes("r"))


@accepts("SEN-BLK-01", "SEN-BLK-02", "SEN-BLK-03", "SEN-BLK-06")
@refuses("SEN-BLK-02", "SEN-BLK-03", "SEN-ATK-04")
def test_a_block_stops_the_attack_on_its_hex() -> None:
    case = guarded()
    after = case.when(MISSED).then_accepted()
    assert after.fighters["b"].wounds == 0 and after.full.window[0].kind == "blocked"
    case.when(result("r", x.Result(hex=AHEAD, outcome="ignored"))).then_accepted()
    case.when(result("r", hit("b", wounds=1))).then_refused("SEN-BLK-03", "SEN-BLK-02")
    case.when(result("r")).then_refused("SEN-ATK-04")
    case.when(result("r", x.Result(hex=AHEAD, outcome="ignored", target="b", wounds=1))).then_refused(
        "SEN-BLK-03"
    )


@accepts("SEN-BLK-02")
@refuses("SEN-BLK-02", "SEN-BLK-01", "SEN-LOG-08")
def test_a_block_is_what_the_grid_gives() -> None:
    case = begun(turn(CUT, card(Block(grid=(NORTH, (1, -1))), types=("defence",))), "b")
    right = x.BlockApplied(actor="b", card="A-902", hexes=((0, 1), (-1, 1)))
    case.when(right).then_accepted()
    case.when(BLOCK).then_refused("SEN-BLK-02")
    early = x.BlockApplied(actor="b", card="A-902", hexes=((0, 1), (-1, 1)), initiative=4)
    case.when(early).then_refused("SEN-BLK-01")
    other = x.BlockApplied(actor="b", card="A-905", hexes=((0, 1), (-1, 1)))
    case.when(other).then_refused("SEN-LOG-08")


@accepts("SEN-BLK-01")
@refuses("SEN-BLK-01", "SEN-BLK-03")
def test_a_block_acts_at_its_own_initiative_alone() -> None:
    slow = begun(turn(card(Attack(grid=(Cell(NORTH, 1),)), initiative=4), GUARD), "b")
    case = begun(then(slow, BLOCK, GAIN), "r").when(strikes("r"))
    case.when(MISSED).then_refused("SEN-BLK-03", "SEN-BLK-01")
    case.when(result("r", hit("b", wounds=1))).then_accepted()


@accepts("SEN-BLK-07")
@refuses("SEN-TURN-03")
def test_what_stands_below_a_block_waits_for_the_attacks() -> None:
    case = begun(turn(CUT, GUARD), "b").when(BLOCK)
    case.when(PartStarted(actor="r", card="A-901")).then_accepted()
    case.when(GAIN).when(PartStarted(actor="r", card="A-901")).then_accepted()
    slow = begun(turn(card(Attack(grid=(Cell(NORTH, 1),)), initiative=4), GUARD), "b").when(BLOCK)
    slow.when(PartStarted(actor="r", card="A-901")).then_refused("SEN-TURN-03")


@accepts("SEN-BLK-02")
@refuses("SEN-BLK-02", "SEN-BLK-03")
def test_the_own_block_does_not_stop_the_own_attack() -> None:
    both = card(Block(grid=((0, 0),)), Attack(grid=(Cell(NORTH, 1),)), types=("defence", "attack"))
    case = begun(turn(both, IDLE), "r").when(x.BlockApplied(actor="r", card="A-901", hexes=(HERE,)))
    case = case.when(strikes("r"))
    case.when(MISSED).then_refused("SEN-BLK-03", "SEN-BLK-02")
    case.when(result("r", hit("b", wounds=1))).then_accepted()


FAR = card(Attack(grid=(Cell((0, -2), 1), Cell((1, -1), 1))))


@accepts("SEN-BLK-03", "SEN-BLK-04", "SEN-HEX-02", "SEN-TER-07")
@refuses("SEN-BLK-03", "SEN-BLK-04", "SEN-HEX-02", "SEN-TER-07")
def test_every_shortest_path_and_every_hex_by_itself() -> None:
    at: Any = {"b": ((0, -1), 3), "c": ((1, 0), 3)}
    case = begun(turn(FAR, c=IDLE, at=at, terrain={AHEAD: "rock"}), "r").when(strikes("r"))
    far, near = x.Result(hex=(0, -1), outcome="ignored", target="b"), hit("c", (1, 0), wounds=1)
    after = case.when(result("r", far, near)).then_accepted()
    assert (after.fighters["b"].wounds, after.fighters["c"].wounds) == (0, 1)
    wrong = hit("b", (0, -1), wounds=1)
    case.when(result("r", wrong, near)).then_refused("SEN-BLK-03", "SEN-HEX-02", "SEN-BLK-04")
    both = x.Result(hex=(1, 0), outcome="ignored", target="c")
    case.when(result("r", far, both)).then_refused("SEN-BLK-03", "SEN-BLK-04")
    rock = begun(turn(CUT, at={"b": ((2, -3), 3)}, terrain={AHEAD: "rock"}), "r").when(strikes("r"))
    rock.when(result("r", x.Result(hex=AHEAD, outcome="empty"))).then_refused("SEN-BLK-03", "SEN-TER-07")
    rock.when(result("r", x.Result(hex=AHEAD, outcome="ignored"))).then_accepted()


@accepts("SEN-TER-06", "SEN-HEX-02")
@refuses("SEN-TER-06")
@pytest.mark.parametrize("kind", ["boat", "corpse"])
def test_ordinary_terrain_stops_nothing(kind: str) -> None:
    case = begun(turn(CUT, terrain={AHEAD: kind}), "r").when(strikes("r"))
    case.when(MISSED).then_refused("SEN-BLK-03", "SEN-TER-06")
    case.when(result("r", hit("b", wounds=1))).then_accepted()


@accepts("SEN-BLK-06", "SEN-BLK-07", "SEN-ATK-10")
@refuses("SEN-ATK-10", "SEN-TURN-03")
def test_a_successful_block_opens_what_rests_on_it() -> None:
    before = begun(turn(CUT, GUARD), "b").when(BLOCK)
    before.when(x.FocusGained(player="b", amount=1, effect=1)).then_refused("SEN-ATK-10")
    guard = card(Block(grid=((0, 0),)), WON, types=("defence",))
    case = guarded(b=guard).when(MISSED)
    assert case.when(GAIN).then_accepted().fighters["b"].focus == 1
    case.when(PartStarted(actor="r", card="A-901")).then_refused("SEN-TURN-03")
    elsewhere = guarded(b=card(Block(grid=(NORTH,)), WON, types=("defence",)), block=_front())
    beside = elsewhere.when(result("r", IGNORED))
    assert beside.then_accepted().full.window[0].kind == "blocked"


def _front() -> x.BlockApplied:
    return x.BlockApplied(actor="b", card="A-902", hexes=(HERE,))


def countered(card_: str = "A-903", **told: Any) -> x.CounterattackPlayed:
    return x.CounterattackPlayed(**{"player": "b", "card": card_, "against": "r", **told})


def parried(answer: Any = ANSWER, guard: Any = GUARD, **told: Any) -> Case:
    """The attack of `r` was stopped by the block of `b`, who holds the answer as A-903."""
    extra = {"A-903": answer, **told.pop("extra", {})}
    return guarded(b=guard, extra=extra, **told).when(MISSED)


@accepts("SEN-CTR-01", "SEN-CTR-02", "SEN-CTR-03", "SEN-CTR-04", "SEN-BLK-07")
@refuses("SEN-CTR-01", "SEN-ATK-13")
def test_a_counterattack_is_resolved_at_once() -> None:
    case = parried()
    after = case.when(countered())
    assert after.state.full.piles["b"].hand == 4 and after.state.full.seats["b"].instants == 0
    after.when(countered("A-904")).then_refused("SEN-CTR-01")
    cut = strikes("b", card="A-903")
    done = then(after, cut, result("b", hit("r", HERE, wounds=2)), GAIN, GAIN)
    assert (done.state.fighters["r"].wounds, done.state.fighters["b"].focus) == (2, 2)
    done.when(GAIN).then_refused("SEN-ATK-13")


@refuses("SEN-CTR-01", "SEN-BLK-06", "SEN-BLK-07")
def test_what_calls_for_no_counterattack() -> None:
    parried(guard=card(Block(grid=((0, 0),)), types=("defence",), counterattack=(4,))).when(
        countered()
    ).then_refused("SEN-CTR-01")
    parried().when(countered(against="b")).then_refused("SEN-CTR-01")
    fresh = begun(turn(CUT, GUARD, extra={"A-903": ANSWER}), "b").when(BLOCK)
    fresh.when(countered()).then_refused("SEN-CTR-01", "SEN-BLK-06")
    parried().when(GAIN).when(countered()).then_refused("SEN-CTR-01", "SEN-BLK-07")


@accepts("SEN-BLK-05")
@refuses("SEN-BLK-05", "SEN-CTR-01")
def test_terrain_alone_is_nobodys_success() -> None:
    at: Any = {"b": ((0, -1), 3)}
    shot = card(Attack(grid=(Cell((0, -2), 1),)))
    block = x.BlockApplied(actor="b", card="A-902", hexes=((0, -1),))
    told: Any = {"at": at, "extra": {"A-903": ANSWER}}
    miss = result("r", x.Result(hex=(0, -1), outcome="ignored", target="b"))
    wall = guarded(shot, GUARD, block, terrain={AHEAD: "rock"}, **told).when(miss)
    wall.when(countered()).then_refused("SEN-CTR-01", "SEN-BLK-05")
    wall.when(x.FocusGained(player="b", amount=1, effect=1)).then_refused("SEN-ATK-10")
    guarded(shot, GUARD, block, **told).when(miss).when(countered()).then_accepted()


@refuses("SEN-CTR-02", "SEN-ZONE-02")
def test_the_card_of_a_counterattack() -> None:
    quick = card(Attack(grid=(Cell(NORTH, 2),)), initiative=6)
    parried(quick).when(countered()).then_refused("SEN-CTR-02")
    parried(quick, bodies={}).when(countered("A-071")).then_refused("SEN-CTR-02")
    parried().when(countered("stun")).then_refused("SEN-CTR-02")
    parried().when(countered("A-999")).then_refused("SEN-ZONE-02")


@accepts("SEN-CTR-03")
@refuses("SEN-CTR-03", "SEN-INST-08")
def test_a_counterattack_is_of_another_type_and_is_paid() -> None:
    guard = card(Block(grid=((0, 0),)), initiative=3, types=("defence",))
    parried(guard).when(countered()).then_refused("SEN-CTR-03")
    stance = card(Attack(grid=(Cell(NORTH, 2),)), required_kamae="balance")
    parried(stance).when(countered()).then_refused("SEN-CTR-03")
    parried(stance, bodies={"b": {"kamae": "balance"}}).when(countered()).then_accepted()
    priced = card(Attack(grid=(Cell(NORTH, 2),)), mandatory_focus=2)
    case = parried(priced, bodies={"b": {"focus": 2}})
    case.when(countered()).then_refused("SEN-CTR-03")
    pay = FocusPaid(player="b", amount=2, reason="instant", card="A-903")
    case.when(pay).when(countered()).then_accepted()
    case.when(pay).when(PartStarted(actor="r", card="A-901")).then_refused("SEN-INST-08")
    quick = card(Attack(grid=(Cell(NORTH, 2),)), mandatory_focus=2, initiative=6)
    parried(quick, bodies={"b": {"focus": 2}}).when(pay).then_refused("SEN-CTR-02")


FEINT = card(FocusGain(amount=1), initiative=2, types=("meditation",))
ADDED = card(
    FocusGain(amount=1), initiative=2, types=("meditation",), instant=("addition",), addition_after="block"
)


@accepts("SEN-CTR-04", "SEN-INST-06", "SEN-BLK-07")
@refuses("SEN-CTR-04", "SEN-BLK-07", "SEN-INST-01")
def test_a_counterattack_and_the_limit_of_instants() -> None:
    added = InstantPlayed(player="b", card="A-905", kind="addition", on="A-902")
    case = parried(FEINT, extra={"A-905": ADDED})
    one = case.when(countered())
    assert one.then_accepted().full.seats["b"].instants == 1
    one.when(GAIN).when(added).then_refused("SEN-INST-01")
    attack = parried(extra={"A-905": ADDED})
    strike = then(attack, countered(), strikes("b", card="A-903"), result("b", hit("r", HERE, wounds=2)))
    strike.when(added).then_accepted()
    late = parried(extra={"A-905": ADDED}).when(added)
    late.when(countered()).then_refused("SEN-CTR-01", "SEN-BLK-07")
    full = parried(FEINT).state.full
    assert full.seats["b"].instants == 0
    spent = parried(FEINT)
    state = _spent(spent)
    state.when(countered()).then_refused("SEN-CTR-04")


def _spent(case: Case) -> Case:
    """The same match where `b` has played its instant card already."""
    full = case.state.full
    seats = {**full.seats, "b": msgspec.structs.replace(full.seats["b"], instants=1)}
    state = msgspec.structs.replace(case.state, full=msgspec.structs.replace(full, seats=seats))
    return Case(case.rules, case.setup, state, case.entries)


@accepts("SEN-CTR-02")
def test_all_parts_of_a_counterattack_come_in_order() -> None:
    twice = (
        PartDefinition(initiative=4, effects=(Attack(grid=(Cell(NORTH, 1),)),)),
        PartDefinition(initiative=2, effects=(FocusGain(amount=1),)),
    )
    case = parried(card(parts=twice)).when(countered())
    case.when(x.FocusGained(player="b", amount=1, card="A-903", effect=0)).then_refused("SEN-ATK-13")
    done = then(case, strikes("b", card="A-903"), result("b", hit("r", HERE, wounds=1)), GAIN)
    assert done.state.fighters["b"].focus == 1
