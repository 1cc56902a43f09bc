"""A test of Ki within an exchange, a shot, a move or between two activations: what it ends, and who is active in it."""

from __future__ import annotations

from typing import Any

import pytest

from games.bushido.full import events as f
from games.bushido.profiles import Feat, Profile
from games.bushido.tests.full.fights import MINE, THEIRS, allocated, armed, dice, facing, met, split
from games.bushido.tests.full.shooting import aimed, archer, bow, roll, shooting
from games.bushido.tests.full.tables import (
    B,
    R,
    act,
    begun,
    card,
    checked,
    marked,
    playing,
    refused,
    right_and_wrong,
    started,
    table_of,
    turn_over,
    waited,
)
from games.bushido.tests.full.test_feats import opposed, used
from games.bushido.tests.full.test_offered import offered
from games.testing import Case, accepts, refuses

SECOND = "blue:second"
WILL = Feat(name="Will", timing="I", target="Ta(6)", cost=1, limits=("OKi",))
PRIDE = Feat(name="Pride", timing="A", target="Ta(6)", cost=1, limits=("OKi",))
GAZE = Feat(name="Gaze", timing="I", target="Ta(6)", cost=1, limits=())


def willing(*traits: str, **told: Any) -> Profile:
    """Has an Instant and an Active feat that have to be won, and one that has not."""
    return armed(*traits, feats=(WILL, PRIDE, GAZE), ki=4, **told)


def will(model: str, feat: str = "Will") -> f.KiFeatUsed:
    """A feat of one chief on the other."""
    return used(model, feat, target=THEIRS if model == MINE else MINE, inches=1.0)


def boost(model: str, stat: str) -> f.KiBoosted:
    return f.KiBoosted(model=model, stat=stat)  # type: ignore[arg-type]


@accepts("BUS-KI-12", "BUS-MEL-28")
@refuses("BUS-KI-12", "BUS-MEL-10")
def test_a_boost_of_the_exchange_outlasts_a_test_of_ki_in_it() -> None:
    """Blue pays for a die and then tries its will on red: it has four dice still, and no boost of Ki any more."""
    case = met(facing(willing(), willing())).when(boost(THEIRS, "melee"), B).when(will(THEIRS), B)
    case = case.when(boost(THEIRS, "ki"), B).when(opposed("6666", "22222")).when(split("red", 2, 1))
    right_and_wrong(case, split("blue", 2, 2), split("blue", 2, 1), "BUS-MEL-10", "BUS-KI-12")
    again = case.when(will(MINE), R)
    again.when(opposed("6666", "2222")).then_accepted()
    refused(again, opposed("6666", "22222"), "BUS-TEST-10")


@accepts("BUS-KI-12")
@refuses("BUS-RNG-04")
def test_boosts_of_the_shot_come_after_the_look_through_a_disguise() -> None:
    """Blue puts a Disguised friend into the line before red pays for a die, as the steps stand in the book."""
    case, pays = aimed(marked(shooting(), SECOND, "disguised", value=3)), boost(MINE, "ranged")
    named = f.RangedTargetReassigned(model=SECOND, distance=5.0)
    refused(case.when(pays, R), named, "BUS-RNG-04", by=B)
    case = case.when(named, B).when(f.TestRolled(model=MINE, dice="66")).when(pays, R)
    right_and_wrong(case, roll("6666"), roll("666"), "BUS-KI-12")


@accepts("BUS-RNG-04", "BUS-TRG-11")
@refuses("BUS-RNG-04", "BUS-TRG-11")
def test_whom_a_shot_is_aimed_at_is_settled_before_either_side_declares() -> None:
    """A Bodyguard steps in, then another target is named; the feats of the target's own side come after both."""
    case = aimed(shooting(blue=willing(), blues={"second": card('Bodyguard (3")')}))
    guard = f.TraitUsed(model=SECOND, trait="bodyguard", inches=2.0)
    named = f.RangedTargetReassigned(model="blue:third", distance=5.0)
    case.when(guard, B).when(named, B).when(will(THEIRS, "Gaze"), B).then_accepted()
    late = case.when(will(THEIRS, "Gaze"), B)
    refused(late, named, "BUS-RNG-04", by=B)
    refused(late, guard, "BUS-TRG-11", by=B)
    assert not offered(late, "ranged_target_reassigned")
    assert not [one for one in offered(late, "trait_used") if "bodyguard" in one.choices["trait"]]


@accepts("BUS-KI-12", "BUS-MOVE-11")
@refuses("BUS-KI-12", "BUS-MOVE-11")
def test_a_boost_of_the_move_outlasts_a_test_of_ki_before_it() -> None:
    case = act(facing(willing(), willing()), MINE, "walk").when(boost(MINE, "move"), R)
    case = case.when(will(MINE), R).when(opposed("6666", "2222"))
    right_and_wrong(
        case, f.ModelMoved(model=MINE, inches=5.0), f.ModelMoved(model=MINE, inches=5.5), "BUS-KI-12"
    )


@accepts("BUS-MEL-06", "BUS-TEST-05")
@refuses("BUS-MEL-06", "BUS-TEST-05")
def test_a_test_within_a_window_does_not_open_it_again() -> None:
    """Red has Initiative and has declared, so blue comes too late, before the test of Ki and after it."""
    case = met(facing(willing(), willing()))
    declared = case.when(will(MINE), R).when(opposed("6666", "2222"))
    refused(declared, will(THEIRS, "Gaze"), "BUS-MEL-06", by=B)
    case.when(will(THEIRS), B).when(opposed("6666", "2222")).when(will(MINE, "Gaze"), R).then_accepted()


@accepts("BUS-ACT-08")
@refuses("BUS-ACT-07")
def test_an_answer_may_end_the_action_of_an_opposed_feat_before_its_dice() -> None:
    """As Mirage does, which is opposed itself; not the action of a model whose feat is none of it."""
    slow = Feat(name="Slow", timing="S", target="Ta(6)", cost=1, limits=("OKi",))
    ending = f.ActivationEnded(reason="effect", counters=1)
    case = act(facing(armed(feats=(slow, WILL), ki=4), willing()), MINE, "simple_feat", feat="Slow")
    case = case.when(used(MINE, "Slow", target=THEIRS, inches=3.0)).when(will(THEIRS), B)
    refused(case, ending, "BUS-ACT-07", by=R)
    case = case.when(opposed("2222", "6666"))
    assert offered(case, "activation_ended")
    over = case.when(ending, R)
    assert table_of(over).duel is None
    right_and_wrong(over, checked(MINE, counters=1), checked(MINE, counters=2))
    quick = act(facing(willing(), willing()), MINE, "walk").when(will(MINE), R)
    assert not offered(quick, "activation_ended")
    refused(quick, ending, "BUS-ACT-07", by=R)


@accepts("BUS-KI-08", "BUS-KI-12", "BUS-TEST-05")
@refuses("BUS-TEST-10", "BUS-TEST-05")
def test_an_opposed_feat_that_answers_another_leaves_its_test_to_be_made() -> None:
    """The first test was lost. Ki that was paid for it counts in it, and not in the one that came between."""
    case = act(facing(willing(), willing()), MINE).when(will(MINE), R)
    case = case.when(boost(THEIRS, "ki"), B).when(will(THEIRS), B)
    refused(case, opposed("6666", "22222"), "BUS-TEST-10")
    case = case.when(opposed("6666", "2222"))
    right_and_wrong(case, opposed("6666", "22222"), opposed("6666", "2222"), "BUS-TEST-10")
    assert table_of(case.when(opposed("6666", "22222"))).duel is None
    late = case.when(will(MINE, "Gaze"), R)
    refused(late, will(THEIRS, "Gaze"), "BUS-TEST-05", by=B)
    gone = act(facing(willing(), willing()), MINE).when(will(MINE), R).when(will(THEIRS), B)
    gone = gone.when(f.ModelRemoved(model=THEIRS))
    assert table_of(gone).duel is None


@pytest.mark.parametrize(("quick", "first", "last"), [(False, THEIRS, MINE), (True, MINE, THEIRS)])
@accepts("BUS-TEST-05", "BUS-MEL-05")
@refuses("BUS-TEST-05")
def test_in_an_exchange_initiative_decides_who_declares_second(quick: bool, first: str, last: str) -> None:
    """Also in a test of Ki, though red is the active side in both."""
    traits = ("Lightning Reflexes",) if quick else ()
    case = met(facing(willing(), willing(*traits))).when(will(first), R if first == MINE else B)
    by = {MINE: R, THEIRS: B}
    case.when(boost(first, "ki"), by[first]).when(boost(last, "ki"), by[last]).then_accepted()
    refused(case.when(boost(last, "ki"), by[last]), boost(first, "ki"), "BUS-TEST-05", by=by[first])


@accepts("BUS-MEL-23", "BUS-MEL-04")
@refuses("BUS-MEL-23")
def test_initiative_stays_with_who_is_knocked_down_later() -> None:
    """Red strikes first and is swept; as blue strikes back red still declares second."""
    blue = willing(specials={"Sweep Defence": 1})
    case = allocated(met(facing(willing(), blue)), (1, 2), (1, 1, "Sweep Defence", 1))
    case = case.when(dice(("2", "22"), ("6", "6")))
    case.when(will(THEIRS, "Gaze"), B).when(will(MINE, "Gaze"), R).then_accepted()
    refused(case.when(will(MINE, "Gaze"), R), will(THEIRS, "Gaze"), "BUS-MEL-23", by=B)


@accepts("BUS-RNG-11", "BUS-COND-26")
@refuses("BUS-RNG-11")
def test_ki_for_a_disguise_closes_no_window_of_the_shot() -> None:
    """Red boosts its look through the Disguise; once the shot has hit, blue declares first and red second."""
    red, blue = archer(feats=(GAZE,), ki=2), willing()
    case = aimed(marked(shooting(red, blue), THEIRS, "disguised", value=3)).when(boost(MINE, "ki"), R)
    case = case.when(f.TestRolled(model=MINE, dice="666")).when(roll("666"))
    case.when(will(THEIRS, "Gaze"), B).then_accepted()
    refused(case.when(will(MINE, "Gaze"), R), will(THEIRS, "Gaze"), "BUS-RNG-11", by=B)


@accepts("BUS-TRT-91", "BUS-KI-08", "BUS-GEN-02")
@refuses("BUS-TRT-91")
def test_the_soulless_win_with_their_own_feats_while_another_acts() -> None:
    """Blue's chief is not the active model; against one that is neither nothing happens; red's own it rolls for."""
    case = act(facing(willing(), willing("Soulless")), MINE)
    refused(case.when(will(THEIRS), B), opposed("6666", "2222"), "BUS-TRT-91")
    both = waited(facing(willing("Soulless"), willing("Soulless")), "red:second")
    assert table_of(act(both, SECOND).when(will(THEIRS), B)).duel is None
    mine = act(facing(willing("Soulless"), willing()), MINE).when(will(MINE), R)
    mine.when(opposed("6666", "2222")).then_accepted()


@accepts("BUS-TURN-14", "BUS-TRT-91", "BUS-TEST-06")
@refuses("BUS-TRT-91", "BUS-TEST-06")
def test_whose_active_feat_comes_next_is_active_in_its_test() -> None:
    """Red's chief has waited. As blue uses an Active feat it is blue that is active, and wins ties, and the Soulless
    chief is not active any more; an Instant one may still come within red's activation."""
    calm = waited(facing(willing("Soulless"), willing()), MINE)
    refused(calm.when(will(THEIRS, "Pride"), B), opposed("2222", "6666"), "BUS-TRT-91")
    calm.when(will(THEIRS), B).when(opposed("2222", "6666")).then_accepted()
    case = waited(facing(willing(), willing()), MINE)
    for name, winner, other in (("Pride", THEIRS, MINE), ("Will", MINE, THEIRS)):
        tied = case.when(will(THEIRS, name), B)
        right, wrong = (opposed("6622", "6622", winner=model) for model in (winner, other))
        right_and_wrong(tied, right, wrong, "BUS-TEST-06")


@accepts("BUS-TURN-14", "BUS-TEST-06", "BUS-TEST-05")
@refuses("BUS-TEST-06", "BUS-TEST-05")
def test_who_has_just_passed_is_active_in_the_test_of_its_feat() -> None:
    """So red declares second in it and wins the tie."""
    fewer = facing(willing(), willing()).when(f.ModelRemoved(model="red:second"))
    passed = begun(turn_over(fewer)).when(f.PassTokenSpent(side="red"))
    case = passed.when(will(MINE, "Pride"), R)
    right, wrong = (opposed("6622", "6622", winner=model) for model in (MINE, THEIRS))
    right_and_wrong(case, right, wrong, "BUS-TEST-06")
    case.when(boost(THEIRS, "ki"), B).when(boost(MINE, "ki"), R).then_accepted()
    refused(case.when(boost(MINE, "ki"), R), boost(THEIRS, "ki"), "BUS-TEST-05", by=B)


@accepts("BUS-KI-14", "BUS-TURN-03", "BUS-ACT-23")
@refuses("BUS-KI-14", "BUS-TURN-03")
def test_a_ki_statistic_below_nothing_takes_no_tokens() -> None:
    def cursed(case: Case) -> Case:
        return case.when(f.EffectChanged(model=MINE, what="ki", mode="plus", value=-4, until="game"))

    case = begun(turn_over(begun(cursed(started()))))
    right_and_wrong(case, checked(MINE, ki=2), checked(MINE, ki=0), "BUS-KI-14", "BUS-TURN-03")
    case = cursed(act(playing(), MINE)).when(f.ActionDeclared(action="focus"))
    right_and_wrong(case, checked(MINE, ki=2), checked(MINE, ki=0), "BUS-KI-14", "BUS-ACT-23")


@accepts("BUS-COND-10", "BUS-SPA-17")
@refuses("BUS-COND-10")
def test_the_immobilised_shoot_without_special_attacks() -> None:
    """They stand still as they shoot, so they make no test; a special attack is neither legal nor offered."""
    red = archer(weapon=bow(specials={"Powerful Attack": 1}))
    free, caught = (
        aimed(act(case, MINE, "ranged")) for case in (facing(red), marked(facing(red), MINE, "immobilised"))
    )
    special = roll("66", special="Powerful Attack")
    for case, legal in ((free, {"Powerful Attack"}), (caught, set())):
        told = {name for one in offered(case, "ranged_attack_rolled") for name in one.choices["special"]}
        assert told == legal
        case.when(roll("666")).then_accepted()
    free.when(special).then_accepted()
    refused(caught, special, "BUS-COND-10")


@accepts("BUS-TRT-94", "BUS-TRG-08", "BUS-ACT-16")
@refuses("BUS-TRT-02", "BUS-MEL-12")
def test_the_steadfast_and_aggressive_allocate_freely_while_frightened() -> None:
    """Fear makes them Defensive, which cancels Aggressive; to be Steadfast takes none of that away."""
    case = facing(armed("Aggressive", "Steadfast"))
    right_and_wrong(met(case), split("red", 2, 1), split("red", 1, 2), "BUS-MEL-12", "BUS-TRT-02")
    scared = met(marked(case, MINE, "frightened"))
    for attack in range(3):
        scared.when(split("red", attack, 2 - attack)).then_accepted()
