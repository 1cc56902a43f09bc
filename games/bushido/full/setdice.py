"""Dice that an effect has set to a value (BUS-GEN-06), and dice that are rolled again (BUS-TEST-09)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from games.bushido.full.common import broken
from games.bushido.full.events import Reroll, SetDie
from games.bushido.permissions import Violations


def check_set(
    rerolls: Iterable[Reroll], told: Iterable[SetDie], dice: Mapping[str, Mapping[str, str]]
) -> Violations:
    """They lie there with that value, and nobody rolls them again; whatever is rolled again lies there too
    (BUS-TEST-09). `dice`: colour -> model -> its dice."""
    again = {(one.whose, one.colour, one.place) for one in rerolls}
    for whose, colour, place in sorted(again):
        number = len(dice.get(colour, {}).get(whose, ""))
        if place > number:
            yield broken("BUS-TEST-09", told=place, expected=number, model=whose)
    for one in told:
        rolled = dice.get(one.colour, {}).get(one.whose, "")
        there = rolled[one.place - 1] if one.place <= len(rolled) else "nothing"
        if there != str(one.value):
            yield broken("BUS-GEN-06", told=there, expected=one.value, model=one.whose)
        elif (one.whose, one.colour, one.place) in again:
            yield broken("BUS-GEN-06", told="again", expected="once", model=one.whose)
