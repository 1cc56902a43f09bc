"""INST at full detail: instant normal cards and additions, their moment, their price and their limit."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from games.senjutsu.full import effect_events as x
from games.senjutsu.full.definitions import (
    Attack,
    Block,
    Cell,
    Definition,
    FocusGain,
    Move,
    OptionalInitiative,
    PartDefinition,
)
from games.senjutsu.full.events import FocusPaid, InstantPassed, InstantPlayed, PartStarted, PhaseStarted
from games.senjutsu.play import training
from games.senjutsu.tests.full.position import (
    AHEAD,
    IDLE,
    begun,
    card,
    hit,
    moved,
    put,
    result,
    strikes,
    then,
    turn,
)
from games.senjutsu.tests.full.tables import dealt, revealed
from games.testing import Case, accepts, refuses

CUT = card(Attack(grid=(Cell((0, -1), 1),)))
SLOW: Any = {"types": ("meditation",), "initiative": 2}
AFTER_ATTACK = card(FocusGain(amount=2), instant=("addition",), addition_after="attack", **SLOW)
AT_THE_END = card(FocusGain(amount=2), instant=("addition",), addition_after="none", **SLOW)
NORMAL = card(FocusGain(amount=2), instant=("normal",), **SLOW)
GAIN = x.FocusGained(player="r", amount=2)


def added(card_: str = "A-903", **told: Any) -> InstantPlayed:
    return InstantPlayed(**{"player": "r", "card": card_, "kind": "addition", "on": "A-901", **told})


def attacked(instant: Any, r: Any = CUT, **told: Any) -> Case:
    """`r` declares an attack on `b` and holds the instant card as A-903."""
    extra = {"A-903": instant, **told.pop("extra", {})}
    return begun(turn(r, extra=extra, **told), "r").when(strikes("r"))


HIT = result("r", hit("b", wounds=1))


@accepts("SEN-INST-06", "SEN-INST-02", "SEN-INST-01", "SEN-ATK-09")
@refuses("SEN-INST-06", "SEN-ATK-09", "SEN-INST-01")
def test_an_addition_rests_on_a_successful_attack() -> None:
    case = attacked(AFTER_ATTACK, extra={"A-905": AFTER_ATTACK}).when(HIT)
    after = then(case, added(), GAIN)
    assert after.then_accepted().fighters["r"].focus == 2
    assert after.state.full.piles["r"].hand == 4 and after.state.full.seats["r"].play[1:] == ("A-903",)
    after.when(added("A-905")).then_refused("SEN-INST-01")
    before = begun(turn(CUT, extra={"A-903": AFTER_ATTACK}), "r")
    before.when(added()).then_refused("SEN-INST-06", "SEN-ATK-09")
    missed = attacked(AFTER_ATTACK, at={"b": ((2, -3), 3)}).when(result("r"))
    missed.when(added()).then_refused("SEN-INST-06", "SEN-ATK-09")


@accepts("SEN-ATK-07", "SEN-INST-06")
@refuses("SEN-INST-06")
def test_an_addition_comes_before_the_remaining_effects() -> None:
    rest = card(Attack(grid=(Cell((0, -1), 1),)), FocusGain(amount=1))
    case = attacked(AFTER_ATTACK, rest).when(HIT)
    then(case, added(), GAIN, x.FocusGained(player="r", amount=1)).then_accepted()
    case.when(x.FocusGained(player="r", amount=1)).when(added()).then_refused("SEN-INST-06")


@accepts("SEN-REV-04", "SEN-INST-04")
@refuses("SEN-REV-01")
def test_an_instant_of_the_reveal_opens_no_stage_that_is_over() -> None:
    bought = OptionalInitiative(cost=1, value=7)
    part = PartDefinition(initiative=3, effects=(FocusGain(amount=1),), optional_initiative=bought)
    early = card(FocusGain(amount=2), instant=("normal",), normal_when=("reveal",), **SLOW)
    cards = {**training.EDITION, "A-901": msgspec.structs.replace(CUT, parts=(part,)), "A-903": early}
    case = put(dealt(cards=cards), None, {"r": {"focus": 1}})
    case = revealed(case, r="A-901", b="A-904")
    instant = InstantPlayed(player="r", card="A-903", kind="normal")
    buy = FocusPaid(player="r", amount=1, reason="initiative", card="A-901")
    then(case, instant, GAIN, buy).then_accepted()
    late = then(case, InstantPassed(player="b"), instant, GAIN)
    late.when(buy).then_refused("SEN-REV-01")


@accepts("SEN-ATK-02", "SEN-FOC-03")
def test_nobody_has_to_pay_for_the_attack_of_an_addition() -> None:
    """It was not the card that was chosen for the turn."""
    more = Attack(grid=(Cell((0, -1), 1),), optional_focus=2)
    addition = card(more, types=("attack",), instant=("addition",), addition_after="none")
    calm = card(FocusGain(amount=1), initiative=5, types=("meditation",))
    case = begun(turn(calm, extra={"A-903": addition}, bodies={"r": {"focus": 2}}), "r")
    case = then(case, x.FocusGained(player="r", amount=1), added())
    begun(case, "b").then_accepted()
    paid = case.when(FocusPaid(player="r", amount=2, reason="effect", card="A-903"))
    then(paid, strikes("r", card="A-903"), result("r", hit("b", wounds=1))).then_accepted()


@accepts("SEN-INST-07")
@refuses("SEN-INST-07")
def test_an_addition_without_a_condition_comes_last() -> None:
    rest = card(Attack(grid=(Cell((0, -1), 1),)), FocusGain(amount=1))
    case = attacked(AT_THE_END, rest).when(HIT)
    case.when(added()).then_refused("SEN-INST-07")
    then(case, x.FocusGained(player="r", amount=1), added(), GAIN).then_accepted()
    left = card(Attack(grid=(Cell((0, -1), 1),)), Move(steps=1, directions=(3,)))
    over = then(attacked(AT_THE_END, left).when(HIT), added(), GAIN)
    over.when(moved("r", "3", (0, 2), 0)).then_refused("SEN-ATK-13")
    missed = attacked(AT_THE_END, at={"b": ((2, -3), 3)}).when(result("r"))
    missed.when(added()).then_accepted()
    waiting = begun(
        turn(
            IDLE,
            CUT,
            extra={
                "A-903": card(Attack(grid=(Cell((0, -1), 1),)), instant=("addition",), addition_after="none")
            },
        ),
        "b",
    )
    waiting.when(strikes("b")).when(result("b", hit("r", (0, 1), wounds=1))).when(added()).then_refused(
        "SEN-INST-07"
    )
    plain = attacked(NORMAL).when(HIT)
    plain.when(added()).then_refused("SEN-INST-07")


@accepts("SEN-INST-07", "SEN-BLK-07")
@refuses("SEN-INST-07")
def test_an_addition_without_a_condition_waits_for_the_attacks_that_a_block_may_stop() -> None:
    """Played before them it would have closed what rests on the success of the block."""
    north = (0, -1)
    parry = card(
        Block(grid=(north, (0, 0))), FocusGain(amount=2, if_success=True), types=("defence",), initiative=5
    )
    here = (0, 1)
    case = begun(turn(parry, CUT, extra={"A-903": AT_THE_END}), "r")
    case = case.when(x.BlockApplied(actor="r", card="A-901", hexes=((0, 0), here)))
    case.when(added()).then_refused("SEN-INST-07")
    struck = begun(case, "b").when(strikes("b"))
    stopped = struck.when(result("b", x.Result(hex=here, outcome="ignored", target="r")))
    stopped.when(added()).then_refused("SEN-INST-07")
    then(stopped, GAIN, added(), GAIN).then_accepted()
    slower = begun(
        turn(parry, card(Attack(grid=(Cell(north, 1),)), initiative=4), extra={"A-903": AT_THE_END}), "r"
    )
    nobody = slower.when(x.BlockApplied(actor="r", card="A-901", hexes=((0, 0), here)))
    nobody.when(added()).then_accepted()


@accepts("SEN-INST-02")
@refuses("SEN-INST-02", "SEN-EFF-09")
def test_an_addition_needs_an_own_card_of_another_type() -> None:
    twin = card(FocusGain(amount=2), instant=("addition",), addition_after="none")
    attacked(twin).when(HIT).when(added()).then_refused("SEN-INST-02")
    attacked(AT_THE_END).when(HIT).when(added(on="A-902")).then_refused("SEN-INST-02")
    core = begun(turn(plays={"r": "A-070"}, extra={"A-903": AT_THE_END}), "r")
    core = then(core, strikes("r", card="A-070"), HIT)
    core.when(added(on="A-070")).then_refused("SEN-INST-02")
    attacked(AT_THE_END).when(HIT).when(added(on="stun")).then_refused("SEN-INST-02", "SEN-EFF-09")


@accepts("SEN-INST-08")
@refuses("SEN-INST-08", "SEN-ZONE-02")
def test_an_addition_is_paid_at_once_and_held_in_its_kamae() -> None:
    priced = card(
        FocusGain(amount=2), instant=("addition",), addition_after="attack", mandatory_focus=1, **SLOW
    )
    case = attacked(priced, bodies={"r": {"focus": 1}}).when(HIT)
    case.when(added()).then_refused("SEN-INST-08")
    paid = case.when(FocusPaid(player="r", amount=1, reason="instant", card="A-903"))
    assert then(paid, added(), GAIN).then_accepted().fighters["r"].focus == 2
    paid.when(PartStarted(actor="b", card="A-902")).then_refused("SEN-INST-08")
    stance = card(
        FocusGain(amount=2), instant=("addition",), addition_after="attack", required_kamae="balance", **SLOW
    )
    attacked(stance).when(HIT).when(added()).then_refused("SEN-INST-08")
    elsewhere = attacked(AFTER_ATTACK, extra={"A-999": AFTER_ATTACK}).when(HIT)
    elsewhere.when(added("A-999")).then_refused("SEN-ZONE-02")


@accepts("SEN-INST-03")
def test_a_selected_replacement_is_no_instant_of_the_turn() -> None:
    chosen = card(Attack(grid=(Cell((0, -1), 1),)), instant=("replacement",))
    case = attacked(AFTER_ATTACK, chosen).when(HIT).when(added())
    assert case.then_accepted().full.seats["r"].instants == 1


@accepts("SEN-INST-04")
@refuses("SEN-INST-04")
def test_an_instant_normal_card_comes_besides() -> None:
    case = begun(
        turn(card(Move(steps=1, directions=(0,)), **SLOW), at={"b": ((2, -3), 3)}, extra={"A-903": NORMAL}),
        "r",
    )
    normal = InstantPlayed(player="r", card="A-903", kind="normal")
    after = then(case, normal, GAIN, moved("r", "0", AHEAD, 0))
    assert after.then_accepted().fighters["r"].focus == 2
    case.when(InstantPlayed(player="r", card="A-905", kind="normal")).then_refused("SEN-INST-04")
    assert "SEN-INST-04" in after.state.full.unverified


def normal_at(*moments: str, **told: Any) -> Any:
    """An instant normal card whose text names its moments."""
    return card(FocusGain(amount=2), instant=("normal",), normal_when=moments, **{**SLOW, **told})


@accepts("SEN-INST-04")
@refuses("SEN-INST-04")
def test_an_instant_normal_card_is_played_on_no_other_card() -> None:
    case = begun(turn(CUT, extra={"A-903": normal_at("resolve")}), "r")
    refused = case.when(InstantPlayed(player="r", card="A-903", kind="normal", on="A-901"))
    assert refused.then_refused("SEN-INST-04")[0].params["expected"] == "moment_alone"
    played = case.when(InstantPlayed(player="r", card="A-903", kind="normal"))
    assert "SEN-INST-04" not in played.then_accepted().full.unverified


@accepts("SEN-INST-04")
@refuses("SEN-INST-04")
@pytest.mark.parametrize(
    ("moment", "before", "after_own", "after_other"),
    [
        ("after_hit", False, True, False),
        ("when_hit", False, False, True),
        ("after_block", False, False, False),
        ("own_part", True, True, False),
        ("after_card", False, True, False),
        ("resolve", True, True, True),
        ("reveal", False, False, False),
    ],
)
def test_an_instant_normal_card_comes_at_the_moment_of_its_text(
    moment: str, before: bool, after_own: bool, after_other: bool
) -> None:
    quick = card(Attack(grid=(Cell((0, -1), 1),)), initiative=6)
    played = InstantPlayed(player="r", card="A-903", kind="normal")
    own = begun(turn(CUT, IDLE, extra={"A-903": normal_at(moment)}), "r")
    hit_ = own.when(strikes("r")).when(HIT)
    other = begun(turn(IDLE, quick, extra={"A-903": normal_at(moment)}), "b")
    suffered = other.when(strikes("b")).when(result("b", hit("r", (0, 1), wounds=1)))
    for case, legal in ((own, before), (hit_, after_own), (suffered, after_other)):
        told = case.when(played)
        assert bool(told.violations) != legal, (moment, told.violations)
        if not legal:
            told.then_refused("SEN-INST-04")


@accepts("SEN-INST-04")
@refuses("SEN-INST-04")
def test_a_normal_card_of_the_reveal_is_none_of_resolve() -> None:
    case = revealed(dealt(cards={**training.EDITION, "A-902": normal_at("reveal")}), r="A-901", b="A-904")
    played = InstantPlayed(player="r", card="A-902", kind="normal")
    case.when(played).then_accepted()
    case.when(PhaseStarted(phase="resolve")).when(played).then_refused("SEN-INST-04")


@accepts("SEN-LOG-06", "SEN-INST-04")
@refuses("SEN-LOG-06", "SEN-INST-04", "SEN-INST-07")
def test_an_instant_is_judged_by_the_facts_that_are_declared_with_it() -> None:
    case = begun(turn(CUT, extra={"A-903": Definition()}), "r")
    late = Definition(instant=("normal",), normal_when=("after_card",))
    played = InstantPlayed(player="r", card="A-903", kind="normal")
    case.when(msgspec.structs.replace(played, declared=late)).then_refused("SEN-INST-04")
    other = Definition(instant=("addition",))
    case.when(msgspec.structs.replace(played, declared=other)).then_refused("SEN-INST-04")
    added = InstantPlayed(player="r", card="A-903", kind="addition", on="A-901")
    case.when(msgspec.structs.replace(added, declared=late)).then_refused("SEN-INST-07")
    now = msgspec.structs.replace(late, normal_when=("own_part",))
    full = case.when(msgspec.structs.replace(played, declared=now)).then_accepted().full
    assert full.cards["A-903"].normal_when == ("own_part",) and "SEN-INST-04" not in full.unverified


@refuses("SEN-COL-05")
def test_who_collided_plays_no_instants() -> None:
    must = card(Move(steps=1, directions=(0,), mandatory=True), types=("meditation",))
    case = begun(turn(must, at={"b": ((2, -3), 3)}, terrain={AHEAD: "rock"}, extra={"A-903": NORMAL}), "r")
    own = x.CollisionHappened(actor="r", cause="own_move", against="terrain", hex=AHEAD)
    case = then(case, moved("r", "0", (0, 1), 0), own)
    case.when(InstantPlayed(player="r", card="A-903", kind="normal")).then_refused("SEN-COL-05")
