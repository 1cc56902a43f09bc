"""Ties, exceptions to exceptions, and limits at exactly their number, as a table meets them."""

from __future__ import annotations

import pytest

from games.bushido.full import events as f
from games.bushido.tests.full.fights import (
    MINE,
    THEIRS,
    allocated,
    armed,
    damage,
    dice,
    facing,
    fighting,
    met,
)
from games.bushido.tests.full.shooting import aimed, archer, roll, shot_at, shot_of
from games.bushido.tests.full.tables import (
    act,
    card,
    figures,
    harm_of,
    main_over,
    marked,
    playing,
    refused,
    right_and_wrong,
    table_of,
    touch,
)
from games.testing import accepts, refuses

COUNTER = "Counterstrike Defence"


@accepts("BUS-MEL-20")
@refuses("BUS-MEL-20")
def test_a_tie_is_the_active_sides_and_not_that_of_initiative() -> None:
    case = allocated(fighting(armed(), armed("Lightning Reflexes")), (1, 2), (2, 1))
    right, wrong = (dice(("2", "44"), ("44", "2"), winner=side) for side in (MINE, THEIRS))
    after = right_and_wrong(case, right, wrong, "BUS-MEL-20")
    assert (harm_of(after).target, harm_of(after).sl) == (THEIRS, 0)


@accepts("BUS-MEL-18")
def test_ones_are_allocated_dice_and_no_dice_are_none() -> None:
    """A won tie of 0 to 0: attack dice that all show 1 let the damage roll happen, none do not."""
    ones = allocated(fighting(), (1, 2), (1, 2)).when(dice(("1", "66"), ("2", "11")))
    assert (harm_of(ones).target, harm_of(ones).sl) == (THEIRS, 0)
    none = allocated(fighting(), (0, 3), (0, 3)).when(dice(("", "222"), ("", "666")))
    assert table_of(none).harm is None and table_of(none).exchange is None


@pytest.mark.parametrize(("warded", "level"), [("11", None), ("31", None), ("41", 0), ("51", 1), ("61", 2)])
@accepts("BUS-SPA-14")
def test_a_counterstrike_needs_two_levels(warded: str, level: int | None) -> None:
    """The attack comes to 2; the level of the defence less 2 has to be 0 or more."""
    case = allocated(fighting(armed(), armed(specials={COUNTER: 1})), (3, 0), (0, 2, COUNTER, 1))
    after = case.when(dice(("211", ""), ("", warded)))
    harm = table_of(after).harm
    assert (harm.sl if harm is not None and harm.target == MINE else None) == level


def test_a_counterstrike_answers_no_defence() -> None:
    case = allocated(fighting(armed(), armed(specials={COUNTER: 1})), (0, 3), (0, 2, COUNTER, 1))
    assert table_of(case.when(dice(("", "222"), ("", "66")))).harm is None


@pytest.mark.parametrize(("sl", "rolls"), [(0, 2), (1, 2), (2, 2), (3, 2), (4, 3), (5, 3)])
@accepts("BUS-SPA-12")
def test_a_combo_rolls_as_often_as_its_level_says(sl: int, rolls: int) -> None:
    case = fighting(armed(specials={"Combo Attack": 1}), armed(wound_tracks=(60,)))
    warded = "661" if sl == 0 else f"{7 - sl}11"
    case = allocated(case, (2, 0, "Combo Attack", 1), (0, 3)).when(dice(("66", ""), ("", warded)))
    assert harm_of(case).sl == sl
    made = 0
    while table_of(case).harm is not None:
        case, made = case.when(damage("12")), made + 1
    assert made == rolls


@pytest.mark.parametrize(("number", "left"), [(1, 0), (2, 1), (3, 2), (4, 2), (6, 2)])
@accepts("BUS-COND-22")
def test_markers_go_until_two_are_left(number: int, left: int) -> None:
    case = facing(card(wound_tracks=(60,)))
    case = main_over(marked(case, MINE, "bleed", number=number, value=1))
    assert (len(figures(case, MINE).markers), figures(case, MINE).marked) == (left, number - left)


@accepts("BUS-RNG-06", "BUS-TEST-07")
def test_a_value_below_zero_is_met_by_no_dice_at_all() -> None:
    """A Huge model, Prone, shot from behind: 4 - 3 - 1 - 1."""
    case = act(marked(facing(archer(), card("Huge")), THEIRS, "prone"), MINE, "ranged", unseen_by=(THEIRS,))
    case = right_and_wrong(case, shot_at(value=-1), shot_at(value=0), "BUS-RNG-06")
    assert harm_of(case.when(roll("111", result=0, success=True))).sl == 1


@pytest.mark.parametrize(("inches", "value"), [(6.0, 4), (6.1, 5), (12.0, 5), (12.1, 6), (18.0, 6)])
@accepts("BUS-GEN-11", "BUS-RNG-03")
def test_a_band_ends_with_its_inch(inches: float, value: int) -> None:
    case = act(facing(archer()), MINE, "ranged")
    assert shot_of(aimed(case, distance=inches, value=value)).distance == inches


@accepts("BUS-MEL-08")
def test_who_assists_is_free_itself() -> None:
    """An assistant that is in contact with another enemy does not; a Prone one never does."""
    free = touch(facing(), ("red:second", THEIRS))
    pools = f.MeleeExchangeStarted(pools={MINE: 3, THEIRS: 2})
    right_and_wrong(met(free), pools, f.MeleeExchangeStarted(pools={MINE: 3, THEIRS: 3}), "BUS-MEL-08")
    whole = f.MeleeExchangeStarted(pools={MINE: 3, THEIRS: 3})
    met(touch(free, ("red:second", THEIRS), ("red:second", "blue:third"))).when(whole).then_accepted()
    met(touch(marked(facing(), "red:second", "prone"), ("red:second", THEIRS))).when(whole).then_accepted()


@accepts("BUS-GEN-04", "BUS-MEL-07")
@refuses("BUS-MEL-07")
def test_a_base_that_is_a_dash_or_nothing() -> None:
    """A Death Sentence on the enemy gives a die: 0 may become 1, a dash stays nothing and both gain a die."""
    for base, mine, theirs in ((0, 1, 5), ("-", 1, 6)):
        case = met(marked(facing(armed(melee=base), armed(melee=5)), THEIRS, "death_sentence"))
        right = f.MeleeExchangeStarted(pools={MINE: mine, THEIRS: theirs})
        right_and_wrong(case, right, f.MeleeExchangeStarted(pools={MINE: 2, THEIRS: theirs}), "BUS-MEL-07")


@accepts("BUS-TRT-09")
@refuses("BUS-TRT-90", "BUS-TRT-97")
def test_a_simple_charge_is_open_to_the_stupid_and_not_to_the_slow() -> None:
    charge = f.ActionDeclared(action="charge", target=THEIRS)
    act(playing(red={"chief": card("Banzai!", "Stupid")}), MINE).when(charge).then_accepted()
    refused(act(playing(red={"chief": card("Banzai!", "Slow")}), MINE), charge, "BUS-TRT-90")
    refused(act(playing(red={"chief": card("Stupid")}), MINE), charge, "BUS-TRT-97")
