"""What the text of a card adds to a trait, sets or takes of it, and traits that are about several things."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from games.bushido.full.traits import is_for, worth
from games.bushido.tests.full.fights import MINE, THEIRS, allocated, armed, damage, dice, facing, met, won
from games.bushido.tests.full.shooting import aimed, archer, roll, shooting
from games.bushido.tests.full.tables import act, card, figures, refused
from games.bushido.tests.full.test_edges_traits import again, gained, gift
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
