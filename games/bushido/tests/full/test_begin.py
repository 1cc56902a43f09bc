"""The Starting phase: length, Ki, counters, the tactical test, what happens by itself, pass tokens."""

from __future__ import annotations

from games.bushido import events as e
from games.bushido.full import events as f
from games.bushido.full.common import table
from games.bushido.full.traits import trait
from games.bushido.profiles import Profile
from games.bushido.tests.full.tables import (
    B,
    R,
    act,
    begun,
    card,
    checked,
    figures,
    main_over,
    marked,
    playing,
    refused,
    right_and_wrong,
    started,
    turn_over,
)
from games.testing import Case, accepts, refuses

FIRST = f.FirstPlayerChosen(first_side="blue")
TEST = f.TacticalTestRolled(dice={"red": "6", "blue": "1"})


@accepts("BUS-TURN-01", "BUS-TURN-07", "BUS-TURN-11")
@refuses("BUS-TURN-01", "BUS-TURN-07", "BUS-TURN-11")
def test_the_order_of_the_starting_phase() -> None:
    case = started()
    refused(case, FIRST, "BUS-TURN-01", "BUS-LOG-02")
    refused(case, f.ModelActivated(model="red:chief"), "BUS-TURN-01")
    case = case.when(TEST)
    refused(case, FIRST, "BUS-TURN-07", "BUS-LOG-03", by=B)
    case = case.when(FIRST, R)
    refused(case, f.ModelActivated(model="red:chief"), "BUS-TURN-11")
    case.when(f.ModelActivated(model="blue:chief"), B).then_accepted()


@accepts("BUS-TURN-02", "BUS-END-04", "BUS-END-05")
@refuses("BUS-TURN-02")
def test_the_die_of_a_variable_length() -> None:
    """From turn 5 on; 4 or more makes it the last, and turn 7 is without a die."""
    case = started("depletion")
    refused(case, f.GameLengthRolled(die=3), "BUS-TURN-02")
    for _ in range(4):
        case = _scored(begun(case))
    case = case.when(f.GameLengthRolled(die=3))
    assert case.state.last_turn is None
    assert _scored(begun(case)).when(f.GameLengthRolled(die=4)).state.last_turn == 6
    case = _scored(begun(_scored(begun(case)).when(f.GameLengthRolled(die=1))))
    assert (case.state.turn, case.state.last_turn) == (7, 7)
    assert _scored(begun(case)).state.reason == "last_turn"


def _scored(case: Case) -> Case:
    """The turn is over; whatever may go away stays."""
    return turn_over(case)


@accepts("BUS-TURN-03", "BUS-TURN-04", "BUS-KI-01", "BUS-KI-14", "BUS-LOG-10")
@refuses("BUS-TURN-03", "BUS-TURN-04", "BUS-KI-01", "BUS-KI-14", "BUS-LOG-10")
def test_ki_and_counters() -> None:
    case = playing(red={"second": card(ki=3, ki_limit=2)})
    right_and_wrong(case, checked("red:chief", ki=2), checked("red:chief", ki=3), "BUS-TURN-03", "BUS-KI-14")
    right_and_wrong(case, checked("red:second", ki=2), checked("red:second", ki=3), "BUS-KI-01", "BUS-LOG-10")
    right, wrong = checked("red:chief", counters=2), checked("red:chief", counters=1)
    right_and_wrong(case, right, wrong, "BUS-TURN-04")


@accepts("BUS-COND-16", "BUS-TRT-45")
@refuses("BUS-COND-16", "BUS-TRT-45")
def test_spirit_block_and_fortune() -> None:
    lucky = {"chief": card("Fortune")}
    case = turn_over(marked(playing(red=lucky), "red:second", "spirit_block", number=2))
    right, wrong = checked("red:second", ki=2), checked("red:second", ki=4)
    right_and_wrong(case, right, wrong, "BUS-COND-16")
    right_and_wrong(
        case, checked("red:second", markers={"spirit_block": 1}), checked("red:second", markers={"spirit_block": 2}),
        "BUS-COND-16",
    )  # fmt: skip
    called = f.FortuneCalled(model="red:chief", won=True)
    after = right_and_wrong(
        case.when(called), checked("red:chief", ki=6), checked("red:chief", ki=4), "BUS-TRT-45"
    )
    refused(after, called, "BUS-TRT-45")
    refused(case, f.FortuneCalled(model="red:second", won=True), "BUS-TRT-45")
    assert figures(case.when(f.FortuneCalled(model="red:chief", won=False)), "red:chief").ki == 2


@accepts("BUS-COND-06", "BUS-TURN-09", "BUS-TRT-53", "BUS-COND-11", "BUS-ACT-28")
@refuses("BUS-COND-06", "BUS-TURN-09", "BUS-TRT-53", "BUS-COND-11", "BUS-ACT-28")
def test_what_happens_by_itself() -> None:
    case = turn_over(
        marked(playing(red={"second": card("Impetuous (2)")}), "red:chief", "diseased", number=2)
    )
    case = begun(case)
    right, wrong = checked("red:chief", counters=1), checked("red:chief", counters=2)
    right_and_wrong(case, right, wrong, "BUS-COND-06", "BUS-TURN-09")
    assert [one.kind for one in figures(case, "red:chief").markers] == ["diseased"]
    right, wrong = (
        checked("red:second", markers={"impetuous": 2}),
        checked("red:second", markers={"impetuous": 4}),
    )
    right_and_wrong(case, right, wrong, "BUS-TRT-53")
    refused(case, f.ModelActivated(model="red:chief"), "BUS-ACT-28", "BUS-COND-11")
    fearless = trait(case.state, "red:second", "Fearless")
    assert fearless is not None and fearless.why[-1] == "BUS-TRT-53"
    after = act(case, "red:second", "wait")
    right, wrong = (
        checked("red:second", markers={"impetuous": 1}),
        checked("red:second", markers={"impetuous": 2}),
    )
    right_and_wrong(after, right, wrong, "BUS-COND-11")


@accepts("BUS-OBJ-14", "BUS-TURN-10", "BUS-TURN-13", "BUS-TURN-14", "BUS-TURN-23")
@refuses("BUS-OBJ-14", "BUS-TURN-10", "BUS-TURN-13", "BUS-TURN-14", "BUS-TURN-23")
def test_pass_tokens_and_resets() -> None:
    case = playing("shin_keii")
    refused(case, f.PassTokenSpent(side="red"), "BUS-TURN-13")
    prayed = act(case, "red:chief", "simple_scenario", interaction="prayer", objective="neutral_left")
    case = turn_over(prayed.when(f.ModelRemoved(model="red:third")))
    case = begun(case)
    tokens = f.TableChecked(tokens={"red": 1, "blue": 0})
    right_and_wrong(case, tokens, f.TableChecked(tokens={"red": 0, "blue": 1}), "BUS-TURN-10")
    refused(case, f.PassTokenSpent(side="blue"), "BUS-TURN-11", "BUS-LOG-03")
    passed = case.when(f.PassTokenSpent(side="red"), R)
    right_and_wrong(passed, f.TableChecked(tokens={"red": 0, "blue": 0}), tokens, "BUS-TURN-13")
    right_and_wrong(passed, f.TableChecked(active="blue"), f.TableChecked(active="red"), "BUS-TURN-14")
    after = turn_over(case)
    right_and_wrong(after, f.TableChecked(tokens={"red": 0, "blue": 0}), tokens, "BUS-TURN-23")
    third = begun(after)
    right, wrong = f.TableChecked(points={"red": 0, "blue": 0}), f.TableChecked(points={"red": 2, "blue": 0})
    right_and_wrong(third, right, wrong, "BUS-OBJ-14", "BUS-TURN-09")


@accepts("BUS-TRT-95", "BUS-TRG-03")
@refuses("BUS-TRT-95", "BUS-TRG-03")
def test_strategy_and_flank() -> None:
    """Strategy makes the winner's model Slow here; a plan of the deployment does not outlast turn 4."""
    case = playing(red={"chief": card("Strategy [Slow]"), "third": card("Flank")})
    refused(act(case, "red:chief"), f.ActionDeclared(action="run"), "BUS-TRT-95", "BUS-TRT-90", "BUS-TRG-03")
    other = started(red={"chief": card("Strategy [Slow]")})
    other = other.when(f.TacticalTestRolled(dice={"red": "1", "blue": "6"})).when(
        f.FirstPlayerChosen(first_side="red")
    )
    act(other, "red:chief", "run").then_accepted()
    plain = e.FlankPlanRecorded(side="red", model="red:second", turn=2, edge="east")
    refused(case, plain, "BUS-SETUP-23", by=R)


@accepts("BUS-LOG-11", "BUS-TURN-16", "BUS-TURN-12")
@refuses("BUS-LOG-11", "BUS-TURN-16", "BUS-TURN-12")
def test_facts_are_asked_for_in_place() -> None:
    unknown = Profile(traits=())
    case = started(red={"chief": unknown})
    refused(case, TEST, "BUS-LOG-11")
    refused(case, f.CardFactStated(card="nobody", ki=1), "BUS-LOG-04")
    refused(case, f.CardFactStated(card="r-chief"), "BUS-LOG-11")
    case = case.when(f.CardFactStated(card="r-chief", ki=1, ki_limit=3), R)
    refused(case, f.CardFactStated(card="r-chief", ki=2), "BUS-LOG-11", by=R)
    case.when(f.CardFactStated(card="r-chief", ki=2)).then_accepted()
    case = begun(case)
    assert figures(case, "red:chief").ki == 1
    case = case.when(f.ModelActivated(model="red:chief"))
    refused(case, f.ActionDeclared(action="wait"), "BUS-LOG-11")
    case = case.when(f.CardFactStated(card="r-chief", move=4), R).when(f.ActionDeclared(action="wait"))
    refused(case, f.StepClosed(), "BUS-TURN-16", "BUS-TURN-12")
    assert table(main_over(case).state).step == "close"
    refused(case, f.WoundsChanged(model="red:chief", number=1), "BUS-LOG-11")
    hurt = case.when(f.CardFactStated(card="r-chief", wounds=2)).when(
        f.WoundsChanged(model="red:chief", number=1)
    )
    assert figures(hurt, "red:chief").marked == 1
