"""Where states meet traits, and models under control, fallen or returned meet what a scenario counts."""

from __future__ import annotations

import pytest

from games.bushido.full import events as f
from games.bushido.profiles import Profile
from games.bushido.state import points
from games.bushido.tests.full.fights import MINE, THEIRS, armed, facing, met, split
from games.bushido.tests.full.tables import (
    act,
    begun,
    card,
    checked,
    main_over,
    marked,
    playing,
    refused,
    right_and_wrong,
    touch,
    turn_over,
)
from games.testing import Case, accepts, refuses

ALLY, SECOND = "red:second", "blue:second"


def held(red: Profile) -> Case:
    """Red's chief is Held by blue's and is active."""
    case = marked(touch(facing(red), (MINE, THEIRS)), MINE, "held", by=THEIRS)
    return case.when(f.ModelActivated(model=MINE))


@accepts("BUS-ACT-16", "BUS-TRG-08", "BUS-COND-09")
@refuses("BUS-ACT-16", "BUS-MEL-12")
def test_who_is_held_disengages_whatever_its_temper() -> None:
    """Held makes it Defensive, so that it is Aggressive no more; it defends with half of its dice at least."""
    leave = f.ActionDeclared(action="disengage", target=THEIRS)
    fierce = touch(facing(armed("Aggressive")), (MINE, THEIRS))
    refused(act(fierce, MINE), leave, "BUS-ACT-16")
    right_and_wrong(
        held(armed("Aggressive")).when(leave), split("red", 1, 1), split("red", 2, 0), "BUS-ACT-16"
    )


@accepts("BUS-TRT-94", "BUS-MEL-12")
@refuses("BUS-TRT-94", "BUS-COND-09")
def test_the_steadfast_defend_as_long_as_they_are_held() -> None:
    for kinds, free in ((("frightened",), True), (("frightened", "held"), False)):
        case = touch(facing(armed("Steadfast", melee=4)), (MINE, THEIRS))
        for kind in kinds:
            case = marked(case, MINE, kind, by=THEIRS if kind == "held" else None)
        case = act(act(case, ALLY, "wait"), THEIRS, "melee", target=MINE)
        dice = 4 - len(kinds)
        if free:
            case.when(split("red", dice, 0)).then_accepted()
        else:
            right_and_wrong(
                case, split("red", 1, dice - 1), split("red", dice, 0), "BUS-MEL-12", "BUS-COND-09"
            )


@accepts("BUS-ACT-06")
@refuses("BUS-ACT-06")
def test_the_stupid_can_do_nothing_while_they_are_held() -> None:
    case = held(card("Stupid"))
    right_and_wrong(case, checked(MINE, counters=0), checked(MINE, counters=2), "BUS-ACT-06")
    case.when(f.ModelActivated(model=SECOND)).then_accepted()


@accepts("BUS-OBJ-13", "BUS-OBJ-05")
@refuses("BUS-OBJ-07")
def test_a_controlled_model_prays_for_its_controller_and_once_in_the_turn() -> None:
    """Back with its own side it has prayed at that objective all the same."""
    case = marked(playing("shin_keii"), SECOND, "controlled", by_side="red")
    pray = f.ActionDeclared(action="simple_scenario", interaction="prayer", objective="near_left")
    case = act(case, SECOND).when(pray)
    sides = case.state.sides
    assert (sides["red"].sp, sides["red"].prayers, sides["blue"].prayers) == (1, 1, 0)
    refused(act(case, SECOND), pray, "BUS-OBJ-07")
    other = act(case, SECOND, "simple_scenario", interaction="prayer", objective="far_left")
    assert other.state.sides["blue"].sp == 1


@pytest.mark.parametrize("turns", [0, 1])
@accepts("BUS-END-06", "BUS-TURN-17")
@refuses("BUS-TURN-17")
def test_who_wipes_out_the_enemy_gets_what_is_due_in_that_turn(turns: int) -> None:
    """Ryodo has its first award in turn 2; the activation in which the last one falls goes no further."""
    case = playing("ryodo")
    for _ in range(turns):
        case = begun(turn_over(case))
    for model in (SECOND, "blue:third"):
        case = case.when(f.ModelRemoved(model=model))
    case = act(case, MINE).when(f.ModelRemoved(model=THEIRS))
    refused(case, f.ModelActivated(model=ALLY), "BUS-TURN-17")
    for zone in case.state.zones:
        case = case.when(f.ZoneCounted(zone=zone, inside=(ALLY,)))
    state = case.when(f.TurnEnded()).then_accepted()
    assert (state.reason, points(state)["red"]) == ("wiped_out", turns)
    assert state.winner == ("red" if turns else "draw")


@pytest.mark.parametrize("back", [True, False])
@accepts("BUS-VIM-07", "BUS-VIM-10")
@refuses("BUS-VIM-10")
def test_a_vim_that_fell_is_close_to_nothing_any_more(back: bool) -> None:
    """Ichi no Riten: its enemy gets the award of the last turn from wherever it stands, and also if it has returned."""
    case = playing("ichi_no_riten", {"second": card(summons=("r-chief",))})
    case = case.when(f.ModelRemoved(model=MINE))
    if back:
        case = case.when(f.ModelSummoned(side="red", card="r-chief", model=MINE, by=ALLY))
    for _ in range(3):
        case = begun(turn_over(case))
    case = main_over(begun(turn_over(case).when(f.GameLengthRolled(die=4))))
    for zone in case.state.zones:
        case = case.when(f.ZoneCounted(zone=zone))
    refused(case, f.VimMeasured(side="red", inches=1.0), "BUS-VIM-10")
    case = case.when(f.VimMeasured(side="blue", inches=20.0))
    assert points(case.state) == {"red": 0, "blue": 1}


@accepts("BUS-MEL-03", "BUS-TRT-90")
@refuses("BUS-MEL-03")
@pytest.mark.parametrize(
    ("red", "blue", "first"),
    [
        (armed("Slow", "Lightning Reflexes"), armed(weapon=("Reach",)), THEIRS),
        (armed("Slow", weapon=("Reach",)), armed(), MINE),
        (armed("Slow"), armed("Slow", weapon=("Reach",)), THEIRS),
        (armed(), armed("Slow", "Lightning Reflexes"), MINE),
    ],
)
def test_the_slow_with_something_quick_are_neither(red: Profile, blue: Profile, first: str) -> None:
    other = THEIRS if first == MINE else MINE
    right, wrong = f.MeleeExchangeStarted(first=first), f.MeleeExchangeStarted(first=other)
    right_and_wrong(met(facing(red, blue)), right, wrong, "BUS-MEL-03")


@accepts("BUS-MEL-03", "BUS-TRT-90", "BUS-TRT-81")
@refuses("BUS-MEL-03", "BUS-TRT-90")
def test_a_long_weapon_makes_up_for_slowness_in_contact_too() -> None:
    """Where it gives no Initiative since the two touched before, the two traits still have no effect."""
    near = touch(facing(armed("Slow", weapon=("Reach",))), (MINE, THEIRS))
    mine, theirs = (f.MeleeExchangeStarted(first=name) for name in (MINE, THEIRS))
    right_and_wrong(act(near, MINE, "melee", target=THEIRS), mine, theirs, "BUS-MEL-03")
    slow = touch(facing(armed("Slow")), (MINE, THEIRS))
    right_and_wrong(act(slow, MINE, "melee", target=THEIRS), theirs, mine, "BUS-MEL-03", "BUS-TRT-90")
