"""The most exact rule of a refusal, and what cards do to somebody else: SEN-KAM-07, SEN-ATK-08, SEN-DISC-01,
SEN-BLK-07, SEN-COV-03, SEN-FOC-02, SEN-INST-04, SEN-HORDE-04, SEN-ZONE-02."""

from __future__ import annotations

from itertools import product
from typing import Any

import msgspec
import pytest

from games.codec import tag
from games.consequences import following
from games.ruleset import REFEREE, SYSTEM, NextEvent
from games.senjutsu import RULES
from games.senjutsu.full import effect_events as x
from games.senjutsu.full.definitions import Attack, Block, Cell, FocusGain, KamaeChange, Move, Other
from games.senjutsu.full.events import (
    CardDrawn,
    CardSelected,
    CardsMoved,
    FocusPaid,
    HandTrimmed,
    InstantPlayed,
    PartStarted,
    TurnEnded,
    TurnStarted,
)
from games.senjutsu.full.legal.moves import moves
from games.senjutsu.pages.forms import step
from games.senjutsu.play import training
from games.senjutsu.tests.full.foe_tables import horde, solo, wave
from games.senjutsu.tests.full.foe_tables import revealed as foes_revealed
from games.senjutsu.tests.full.position import AHEAD, HERE, begun, card, hit, moved, result, strikes, turn
from games.senjutsu.tests.full.tables import B, dealt, selecting
from games.senjutsu.tests.full.test_discard import discarding
from games.senjutsu.tests.full.test_draw import changed
from games.senjutsu.tests.full.test_edges import poisoned
from games.testing import Case, accepts, refuses

TEXT = card(Other(text="Does something to somebody."), types=("meditation",))
NORTH = (0, -1)


@accepts("SEN-KAM-07")
@refuses("SEN-KAM-07", "SEN-TURN-03", "SEN-ATK-13")
def test_a_compulsory_change_that_is_left_out_names_its_rule() -> None:
    case = begun(turn(card(KamaeChange(to="balance")), types_of()), "r")
    case.when(PartStarted(actor="b", card="A-902")).then_refused("SEN-TURN-03", "SEN-KAM-07")
    case.when(x.EffectResolved(actor="r", card="A-901", applied=False)).then_refused("SEN-KAM-07")
    changed = case.when(x.KamaeChanged(player="r", instruction="balance", to="balance"))
    changed.when(PartStarted(actor="b", card="A-902")).then_accepted()
    owed = begun(turn(card(FocusGain(amount=1)), types_of()), "r")
    told = owed.when(PartStarted(actor="b", card="A-902"))
    told.then_refused("SEN-TURN-03", "SEN-ATK-13")
    assert {one.params.get("verdict") for one in told.violations} == {None, "effect_owed"}


def types_of() -> Any:
    return card(FocusGain(amount=1), initiative=2, types=("meditation",))


RUSH = card(Attack(aim="compare", wounds=2), initiative=5, range=2)


def rushed() -> Case:
    """`b` was quicker, so that the attack of `r` finds no slower enemy."""
    case = begun(turn(RUSH, card(FocusGain(amount=1), initiative=7)), "b")
    return begun(case.when(x.FocusGained(player="b", amount=1)), "r").when(strikes("r"))


@accepts("SEN-ATK-08")
def test_an_attack_without_a_slower_enemy_fails() -> None:
    case = rushed()
    after = case.when(result("r", x.Result(hex=(0, 1), outcome="failed"))).then_accepted()
    assert after.fighters["b"].wounds == 0 and after.full.strike is None


@refuses("SEN-ATK-08")
def test_a_failed_attack_does_nothing_and_a_possible_one_does_not_fail() -> None:
    case = rushed()
    case.when(result("r", hit("b", wounds=2))).then_refused("SEN-ATK-08")
    begun(turn(RUSH, types_of()), "r").when(strikes("r")).then_refused("SEN-ATK-08")


@accepts("SEN-DISC-01")
@refuses("SEN-DISC-01")
def test_effects_of_the_end_of_the_turn_come_before_the_hand_limit() -> None:
    free = card(Other(text="At the end of the turn.", optional=True), types=("meditation",))
    cards = {**training.EDITION, "A-905": free}
    case = discarding(dealt(cards=cards), stuns=1, wounds=1, focus=1)
    late = case.when(HandTrimmed(player="r", count=1))
    assert not named(late, "A-905")
    for event in (
        x.WoundTaken(actor="r", normal=1, cause="A-905"),
        x.ConditionGained(actor="r", kind="injury", cause="A-905"),
        x.EffectResolved(actor="r", card="A-905", choice="as printed"),
        x.FocusGained(player="r", amount=1, reason="other", card="A-905"),
        x.FocusLost(player="r", amount=1, card="A-905"),
        x.WoundsHealed(actor="r", card="A-905", normal=1),
        CardsMoved(player="r", source="deck", to="hand", count=1, by="A-905"),
    ):
        case.when(event).then_accepted()
        assert tag(type(event)) in [one.type for one in named(case, "A-905")]
        late.when(event).then_refused("SEN-DISC-01")


def named(case: Case, card_: str) -> list[NextEvent]:
    """What is offered by the text of this card."""
    told = RULES.next_events(case.state, REFEREE)
    return [one for one in told if (card_,) in one.choices.values()]


@accepts("SEN-DISC-01", "SEN-TURN-04")
@pytest.mark.parametrize(("when", "waits"), [("turn_end", True), ("part", False), ("turn_start", False)])
def test_a_turn_waits_for_a_text_of_its_end(when: Any, waits: bool) -> None:
    """One that tells no time is offered as well, and holds nobody up; one of another time is not."""
    text = card(Other(text="Something happens.", when=when, optional=True), types=("meditation",))
    case = discarding(dealt(cards={**training.EDITION, "A-905": text}))
    followed = [one for one in named(case, "A-905") if one.type == "effect_resolved"]
    events = [event for one in followed for event in moves(case.state, one)]
    both = [x.EffectResolved(actor=player, card="A-905") for player in case.state.fighters]
    assert events == ([] if when == "turn_start" else both)
    ends = following(RULES, case.state)
    assert ends is None if waits else ends == TurnEnded(turn=1)
    for event in events:
        case.when(event).then_accepted()


@accepts("SEN-TURN-04")
@refuses("SEN-ATK-13")
def test_only_who_has_a_card_follows_its_text() -> None:
    case = poisoned("turn_start")
    case.when(x.EffectResolved(actor="r", card="C-010")).then_accepted()
    case.when(x.EffectResolved(actor="b", card="C-010"), B).then_refused("SEN-ATK-13")


@accepts("SEN-TURN-04")
def test_the_text_of_a_poison_is_offered_at_its_time() -> None:
    case = poisoned("turn_start")
    offer = next(one for one in named(case, "C-010") if one.type == "effect_resolved")
    assert moves(case.state, offer) == [x.EffectResolved(actor="r", card="C-010")]
    assert not named(case.when(CardDrawn(actor="r")), "C-010")


@accepts("SEN-FOC-01", "SEN-KAM-07", "SEN-ADV-02", "SEN-MOVE-09")
def test_a_card_changes_another_character() -> None:
    case = begun(turn(TEXT, types_of(), bodies={"b": {"focus": 2}}), "r")
    lost = case.when(x.FocusLost(player="b", amount=1, card="A-901"), B)
    assert lost.then_accepted().fighters["b"].focus == 1
    other = x.KamaeChanged(player="b", instruction="any", to="balance", card="A-901")
    assert case.when(other, B).then_accepted().fighters["b"].kamae == "balance"
    assert case.when(x.AdvantageGained(player="b", card="A-901")).then_accepted().full.track[0] == "b"
    turned = case.when(moved("b", "+", AHEAD, 4, card="A-901"))
    assert turned.then_accepted().fighters["b"].facing == 4


@accepts("SEN-KAM-07", "SEN-ADV-02")
@refuses("SEN-ATK-13", "SEN-KAM-07", "SEN-KAM-08")
def test_the_text_of_a_card_changes_its_owner_too() -> None:
    case = begun(turn(TEXT, types_of()), "r")
    told = x.KamaeChanged(player="r", instruction="any", to="balance", card="A-901")
    assert case.when(told).then_accepted().fighters["r"].kamae == "balance"
    assert case.when(x.AdvantageGained(player="r", card="A-901")).then_accepted().full.track[0] == "r"
    case.when(moved("r", "+", HERE, 1, card="A-901")).then_accepted()
    case.when(msgspec.structs.replace(told, card=None)).then_refused("SEN-ATK-13")
    case.when(msgspec.structs.replace(told, to="neutral")).then_refused("SEN-KAM-08")
    printed = card(KamaeChange(to="aggression"), Other(text="Does something to somebody."))
    case = begun(turn(printed, types_of()), "r")
    case.when(told).then_refused("SEN-KAM-07")
    done = case.when(x.KamaeChanged(player="r", instruction="aggression", to="aggression"))
    done.when(told).then_refused("SEN-ATK-13")
    later = (*types_of().parts, *(TEXT.parts or ()))
    case = begun(turn(msgspec.structs.replace(TEXT, parts=later)), "r")
    case.when(told).then_refused("SEN-ATK-13")


@accepts("SEN-KAM-07", "SEN-ADV-02", "SEN-DRAW-02")
def test_what_a_text_changes_is_offered_while_it_is_resolved() -> None:
    case = begun(turn(TEXT, types_of()), "r")
    offers = {one.type: one for one in RULES.next_events(case.state, REFEREE)}
    change, gain, drawn = (offers[one] for one in ("kamae_changed", "advantage_gained", "card_drawn"))
    assert change.choices["card"] == gain.choices["card"] == ("A-901",)
    assert drawn.choices == {"actor": ("r",), "reason": ("effect",)}
    assert change.optional and gain.optional and drawn.optional
    for player, to in product(change.players, change.choices["to"]):
        told = x.KamaeChanged(player=player, instruction="any", to=to, card="A-901")
        case.when(told, SYSTEM).then_accepted()
    for player in gain.players:
        case.when(x.AdvantageGained(player=player, card="A-901"), SYSTEM).then_accepted()
    assert step(case.state, drawn) == "draw_by_text"
    assert not moves(case.state, change) and not moves(case.state, gain)  # the pad has its form of texts
    plain = {one.type for one in RULES.next_events(begun(turn(types_of(), types_of()), "r").state, REFEREE)}
    assert not {"kamae_changed", "advantage_gained", "card_drawn"} & plain


@refuses("SEN-FOC-02", "SEN-ATK-13", "SEN-LOG-04")
def test_only_a_text_in_play_changes_another_character() -> None:
    plain = begun(turn(card(FocusGain(amount=1)), types_of(), bodies={"b": {"focus": 2}}), "r")
    plain.when(x.FocusLost(player="b", amount=1, card="A-901")).then_refused("SEN-ATK-13")
    told = x.KamaeChanged(player="b", instruction="any", to="balance", card="A-901")
    plain.when(told).then_refused("SEN-ATK-13")
    plain.when(moved("b", "+", AHEAD, 4, card="A-901")).then_refused("SEN-ATK-13")
    case = begun(turn(TEXT, types_of(), bodies={"b": {"focus": 2}}), "r")
    case.when(x.FocusLost(player="b", amount=3, card="A-901")).then_refused("SEN-FOC-02")
    case.when(x.FocusLost(player="r", amount=1, card="A-901"), B).then_refused("SEN-LOG-04")


HIDING: dict[str, Any] = {"cover": True, "in_cover": True}


@accepts("SEN-COV-03")
@refuses("SEN-COV-03")
def test_a_card_that_needs_cover() -> None:
    cut = card(Attack(grid=(Cell(NORTH, 1),)))
    added = card(
        FocusGain(amount=1),
        types=("meditation",),
        instant=("addition",),
        addition_after="none",
        needs_cover=True,
    )
    told = InstantPlayed(player="r", card="A-903", kind="addition", on="A-901")
    missed = {"r": ((0, 1), 3)}
    case = begun(turn(cut, extra={"A-903": added}, bodies={"r": HIDING}, at=missed), "r")
    case.when(strikes("r")).when(result("r")).when(told).then_accepted()
    struck = begun(turn(cut, extra={"A-903": added}, bodies={"r": HIDING}), "r").when(strikes("r"))
    struck.when(result("r", hit("b", wounds=1))).when(told).then_refused("SEN-COV-03")


@accepts("SEN-COV-03")
@refuses("SEN-COV-03")
@pytest.mark.parametrize("hides", [True, False])
def test_a_card_that_needs_cover_is_chosen_in_cover_alone(hides: bool) -> None:
    cards = {**training.EDITION, "A-902": card(FocusGain(amount=1), types=("meditation",), needs_cover=True)}
    case = selecting(changed(dealt(cards=cards), "r", cover=True, in_cover=hides))
    told = case.when(CardSelected(player="r", card="A-902"))
    if hides:
        told.then_accepted()
    else:
        told.then_refused("SEN-COV-03")


@accepts("SEN-INST-04")
@refuses("SEN-INST-04")
def test_an_instant_of_the_draw_phase() -> None:
    early = card(types=("meditation",), instant=("normal",), normal_when=("draw",))
    cards = {**training.EDITION, "A-902": early, "A-903": card(types=("meditation",), instant=("normal",))}
    case = dealt(cards=cards).when(TurnStarted(turn=1))
    case.when(InstantPlayed(player="r", card="A-902", kind="normal")).then_accepted()
    case.when(InstantPlayed(player="r", card="A-903", kind="normal")).then_refused("SEN-INST-04")
    later = selecting(dealt(cards=cards))
    later.when(InstantPlayed(player="r", card="A-902", kind="normal")).then_refused("SEN-LOG-02")


WON = FocusGain(amount=1, if_success=True)
ANSWER = card(Attack(grid=(Cell(NORTH, 2),)), initiative=2)


@refuses("SEN-BLK-07", "SEN-CTR-01")
def test_a_counterattack_after_the_effects_of_the_block_is_too_late() -> None:
    guard = card(Block(grid=((0, 0),)), WON, types=("defence",), counterattack=(5,))
    case = begun(turn(card(Attack(grid=(Cell(NORTH, 1),))), guard, extra={"A-903": ANSWER}), "b")
    case = begun(case.when(x.BlockApplied(actor="b", card="A-902", hexes=(AHEAD,))), "r").when(strikes("r"))
    case = case.when(result("r", x.Result(hex=AHEAD, outcome="ignored", target="b")))
    late = case.when(x.FocusGained(player="b", amount=1))
    answer = x.CounterattackPlayed(player="b", card="A-903", against="r")
    case.when(answer).then_accepted()
    told = late.when(answer)
    told.then_refused("SEN-CTR-01", "SEN-BLK-07")
    assert "SEN-BLK-06" not in {one.rule for one in told.violations}


@refuses("SEN-CTR-01", "SEN-INST-08")
def test_nothing_is_paid_for_a_counterattack_that_is_refused() -> None:
    priced = card(Attack(grid=(Cell(NORTH, 2),)), mandatory_focus=1)
    case = begun(turn(card(Move(steps=1, directions=(0,))), types_of(), extra={"A-903": priced}), "r")
    rich = Case(case.rules, case.setup, _with_focus(case.state), case.entries)
    rich.when(FocusPaid(player="b", amount=1, reason="instant", card="A-903")).then_refused("SEN-CTR-01")


def _with_focus(state: Any) -> Any:
    fighter = msgspec.structs.replace(state.fighters["b"], focus=2)
    return msgspec.structs.replace(state, fighters={**state.fighters, "b": fighter})


@refuses("SEN-ZONE-02", "SEN-SOLO-03")
def test_a_used_card_of_an_opponent_lies_in_the_discard() -> None:
    case = solo("katana")
    full = case.state.full
    pile = msgspec.structs.replace(full.piles["vo-1"], open=("S-002",), discard=1)
    full = msgspec.structs.replace(full, piles={**full.piles, "vo-1": pile})
    case = Case(case.rules, case.setup, msgspec.structs.replace(case.state, full=full), case.entries)
    told = foes_revealed(case, r="A-901", vo_1="S-002")
    told.then_refused("SEN-SOLO-03", "SEN-ZONE-02")
    assert {one.params.get("where") for one in told.violations} == {None, "in_discard_pile"}
    foes_revealed(case, r="A-901", vo_1="S-014").then_accepted()


LETTERS = {"A": (-2, -2), "B": (-1, -3), "C": (1, -4), "D": (2, -4)}


@accepts("SEN-HORDE-04")
def test_a_wave_tells_where_its_start_hexes_lie() -> None:
    case = horde(start_letters=None).when(wave(1, 1, start_letters=LETTERS))
    assert case.then_accepted().foes["k1"].hex == (-2, -2)
    assert case.state.full.letters["A"] == (-2, -2) and "X" in case.state.full.letters


@refuses("SEN-HORDE-04")
@pytest.mark.parametrize("letters", [{"A": (9, 9)}, {"A": (-2, -2), "B": (-2, -2)}])
def test_start_hexes_that_cannot_lie_there(letters: dict[str, tuple[int, int]]) -> None:
    horde(start_letters=None).when(wave(1, 1, start_letters=letters)).then_refused("SEN-HORDE-04")


@refuses("SEN-HORDE-04")
def test_a_known_start_hex_does_not_move() -> None:
    horde().when(wave(1, 1, start_letters={"A": (0, 0)})).then_refused("SEN-HORDE-04")
