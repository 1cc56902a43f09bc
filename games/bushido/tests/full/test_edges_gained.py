"""What the text of a card adds to a trait, sets or takes of it, and traits that are about several things."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from games.bushido.full import events as f
from games.bushido.full.printed import bonuses, parsed
from games.bushido.full.traits import is_for, worth
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
    won,
)
from games.bushido.tests.full.shooting import aimed, archer, roll, shooting
from games.bushido.tests.full.tables import act, begun, card, figures, refused, right_and_wrong, turn_over
from games.bushido.tests.full.test_edges_traits import again, gained, gift
from games.bushido.tests.full.test_melee import pools
from games.testing import accepts, refuses

THIRD = "red:third"


@accepts("BUS-TRG-03", "BUS-TRT-20")
@refuses("BUS-TRG-03", "BUS-TRT-20")
@pytest.mark.parametrize(("mode", "most"), [("gain", 2), ("plus", 3), ("set", 2)])
def test_a_number_is_gained_added_or_set(mode: str, most: int) -> None:
    """Of two values the higher one counts, a signed one is added; a range that is not told stays."""
    case = act(gained(facing(card("Channel (1/6)", ki=6)), "Channel", mode=mode, value=2), MINE)
    case.when(gift("channel", MINE, (THIRD, most))).then_accepted()
    refused(case, gift("channel", MINE, (THIRD, most + 1)), "BUS-TRT-20")
    if mode != "gain":
        refused(case, gift("channel", MINE, THIRD, inches=7.0), "BUS-TRT-20")


@accepts("BUS-TRG-03", "BUS-TRT-76")
def test_poison_that_is_added_to() -> None:
    foe = armed(wound_tracks=(20,))
    case = won(met(gained(facing(armed("Poison (1/2)"), foe), "Poison", mode="plus", value=1)))
    assert [one.value for one in figures(case.when(damage("66")), THEIRS).markers] == [2, 2]


@accepts("BUS-TRG-03", "BUS-TRG-04", "BUS-TRT-01")
@refuses("BUS-TRG-04", "BUS-TRT-01")
def test_adept_that_is_added_to_and_taken_from() -> None:
    """Two dice support, with Adept a third; what is taken of it is gone."""
    case = allocated(
        met(gained(facing(armed("Adept [Melee] (1)", melee=6)), "Adept", value=-1)), (6, 0), (0, 3)
    )
    refused(case, dice(("622222", ""), ("", "222"), finals={MINE: (9, 0)}), "BUS-MEL-17")
    more = allocated(
        met(gained(facing(armed("Adept [Melee] (1)", melee=6)), "Adept [Melee]", mode="plus", value=1)),
        (6, 0),
        (0, 3),
    )
    more.when(dice(("622222", ""), ("", "222"), finals={MINE: (10, 0)})).then_accepted()


@accepts("BUS-TRG-03")
def test_a_trait_with_another_keyword_stays() -> None:
    """Another keyword makes another trait; a loss without keyword is of all of them."""
    case = facing(
        card("Bodyguard [Monk] (3)", "Bodyguard [Human] (5)", "Tough [Melee] (1)", "Tough [Ranged] (2)")
    )
    left = gained(gained(case, "Bodyguard [Human]", mode="lose"), "Tough [Ranged]", mode="lose").state
    assert not is_for(left, MINE, "Bodyguard", "red:second") and worth(left, MINE, "Tough").value == 1
    assert is_for(case.state, MINE, "Bodyguard", "red:second")
    none = gained(case, "Tough", mode="lose").state
    assert worth(none, MINE, "Tough").value == 0


@accepts("BUS-TRT-01", "BUS-TRT-78")
@refuses("BUS-TRT-01", "BUS-TRT-78")
def test_one_bracket_with_several_words() -> None:
    """Prowess of attack and defence is one trait, so its dice are as many as it says; Adept supports each roll."""
    keen = armed("Prowess [Attack, Defence] (1)", "Adept [Attack, Defence] (1)", melee=8)
    case = allocated(met(facing(keen)), (4, 4), (0, 3))
    rolled: dict[str, Any] = {"red": ("6222", "5222"), "blue": ("", "222")}
    attack, defence = again("attack", 1, 1), again("defence", 1, 1)
    case.when(dice(**rolled, rerolls=(attack,), finals={MINE: (9, 8)})).then_accepted()
    case.when(dice(**rolled, rerolls=(defence,))).then_accepted()
    refused(case, dice(**rolled, rerolls=(attack, defence)), "BUS-TRT-78")
    refused(case, dice(**rolled, finals={MINE: (8, 8)}), "BUS-MEL-17")
    shot = replace(attack, place=1)
    bowman = archer("Prowess [Melee, Ranged] (1)")
    aimed(shooting(bowman)).when(roll("532", rerolls=(shot,))).then_accepted()
    refused(aimed(shooting(archer("Prowess [Melee, Ki] (1)"))), roll("532", rerolls=(shot,)), "BUS-TRT-78")


@accepts("BUS-TRT-22", "BUS-TRT-95")
@pytest.mark.parametrize(
    ("printed", "told"),
    [
        ("Strength +1", [("strength", 1)]),
        ("Strength (+1)", [("strength", 1)]),
        ("+1 Strength", [("strength", 1)]),
        ("Сила +1", [("strength", 1)]),
        ("Prowess [Attack, Defence] (1), Tough +1", [("Prowess [Attack, Defence] (1)", None), ("tough", 1)]),
        ("Brutal (+1)", [("Brutal (+1)", None)]),
    ],
)
def test_a_bonus_as_cards_print_it(printed: str, told: list[tuple[str, int | None]]) -> None:
    one = parsed(f"Charging Bonus [{printed}]")
    assert (one.name, [*bonuses(one.keyword)]) == ("charging bonus", told)


@accepts("BUS-TRT-22", "BUS-TRT-78")
@refuses("BUS-TRT-22")
def test_who_charges_has_the_trait_of_a_trait() -> None:
    keen = armed("Charging Bonus [Prowess [Attack] (1)]", weapon=("Charging Bonus [Strength (+2)]",))
    told = dice(("632", ""), ("", "222"), rerolls=(again("attack", 2, 1),))
    refused(allocated(fighting(keen), (3, 0), (0, 3)), told, "BUS-TRT-78")
    struck = allocated(fighting(keen, armed(wound_tracks=(20,)), "charge"), (3, 0), (0, 3)).when(told)
    struck.then_accepted()
    right_and_wrong(struck, damage("11", row=6), damage("11", row=4), "BUS-DMG-01")


@accepts("BUS-TRT-95", "BUS-GEN-27")
def test_who_is_out_of_play_wins_no_bonus_to_come_back_with() -> None:
    """A killed model has no part in a tactical test that its side wins, and none of it once it is summoned again."""
    case = facing(card(summons=("r-second",)), reds={"second": card("Strategy [Tough (2)]")})
    assert worth(case.state, "red:second", "Tough").value == 2
    case = begun(turn_over(case.when(f.ModelRemoved(model="red:second"))))
    back = f.ModelSummoned(side="red", card="r-second", model="red:second", by=MINE)
    assert worth(case.when(back).state, "red:second", "Tough").value == 0


@accepts("BUS-TRT-22")
@refuses("BUS-TRT-22")
def test_a_lance_adds_dice_to_a_charge() -> None:
    """The bonus of a weapon counts with that weapon, in the activation in which its model charges."""
    lance = armed(weapon=("Charging Bonus [+1 Melee]",))
    charge = fighting(lance, action="charge")
    right_and_wrong(charge, pools(red=4), pools(red=3), "BUS-TRT-22")
    fighting(lance).when(pools(red=3)).then_accepted()
