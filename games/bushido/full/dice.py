"""Dice as they lie on the table, and what they come to (BUS-TEST-02, -03, -06). Pure; no state."""

from __future__ import annotations

from games.bushido.full.state import Figure

NOTHING = Figure(0)
SUPPORT = 2
"""BUS-TEST-02: so many other dice add 1 each."""


def kept(dice: str, keep_ones: bool = False, lost: int = 0) -> str:
    """BUS-TEST-03: without the 1s, high to low; and without so many of the highest that an ability takes
    (BUS-MEL-16)."""
    left = sorted(dice, reverse=True)[lost:]
    return "".join(one for one in left if keep_ones or one != "1")


def final(dice: str, plus: Figure = NOTHING, support: int = SUPPORT) -> Figure:
    """BUS-TEST-02, -03: the highest die with modifiers, and 1 for each supporting die; 0 without any die."""
    if not dice:
        return Figure(0, ("BUS-TEST-03",))
    best = Figure(int(max(dice)), ("BUS-TEST-02",)).plus(min(support, len(dice) - 1), "BUS-TEST-02")
    return best.plus(plus.value, *plus.why) if plus.value else best


def tied(one: tuple[int, int], other: tuple[int, int]) -> int:
    """BUS-TEST-06: of two (result, dice that count): above 0 where the first wins, below where the second does."""
    return (one > other) - (one < other)
