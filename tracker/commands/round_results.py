"""What a game came to, as other tools and people write it: read as who won, victory points and tournament points.

| written | read as |
|---|---|
| `7:4`, `7-4`, `1-0` | victory points of both, the higher wins |
| `win`, `draw`, `loss` (and `1`, `=`, `0` of TRF), `½-½` | who won, no points told |
| `+ -`, `- +`, `- -` | given without a game: forfeited, both lose |
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from games.faults import Fault, fault

MOST_VP, MOST_TP = 1_000_000, 100
DASH = "[-–—−]"
SCORE = re.compile(rf"(\d{{1,7}})\s*(?::|{DASH}|/)\s*(\d{{1,7}})")
GIVEN = re.compile(rf"(\+|{DASH})\s*[:/]?\s*(\+|{DASH})")
WORDS = {
    **dict.fromkeys("win won w победа выигрыш".split(), 0),
    **dict.fromkeys("loss lost l поражение проигрыш".split(), 1),
    **dict.fromkeys("draw drawn d = ничья ½-½ 1/2-1/2 0.5-0.5".split()),
}
"""Word -> the side that won, None for a draw."""
LETTERS = {"1": "win", "W": "win", "0": "loss", "L": "loss", "=": "draw", "D": "draw", "+": "+", "-": "-"}
PAIRS = {("win", "loss"): 0, ("loss", "win"): 1, ("draw", "draw"): None}


Absence = Literal["", "full", "half", "zero"]
"""What a round without a game is worth to somebody who asked for it; empty: a bye of the pairing."""


class Told(NamedTuple):
    """The side that won (0, 1; None: a draw, or nobody), victory and tournament points of both where they were told,
    and how it was given where nobody played."""

    winner: int | None
    vp: tuple[int, int] | None = None
    tp: tuple[int, int] | None = None
    award: Literal["", "forfeit", "double_loss"] = ""


class Read(NamedTuple):
    """A table as it was written: the line (1-based, or the place in a list), its number if told, both names; without a
    second name the first one has a bye, or asked for one that is worth `bye`. `told` is what the game came to, if the
    text says so, `wrong` why what it says cannot be read.
    """

    line: int
    first: str
    second: str = ""
    table: int | None = None
    told: Told | None = None
    bye: Absence = ""
    wrong: Fault | None = None


def with_result(read: Read, told: Told | Fault | None) -> Read:
    """The table with what was read of its result."""
    return read._replace(wrong=told) if isinstance(told, Fault) else read._replace(told=told)


def of_text(text: str) -> Told | Fault | None:
    """A result in one cell; None: there is none."""
    told = " ".join(text.split()).casefold()
    if not told:
        return None
    if told in WORDS:
        return Told(WORDS[told])
    if found := SCORE.fullmatch(told):
        return of_numbers((int(found[1]), int(found[2])), None)
    if found := GIVEN.fullmatch(told):
        return _given(found[1] == "+", found[2] == "+", text)
    return fault("round_result", told=text[:40])


def _given(one: bool, other: bool, text: str) -> Told | Fault:
    if one and other:
        return fault("round_result", told=text[:40])
    return Told(None if one == other else int(other), award="forfeit" if one != other else "double_loss")


def of_numbers(
    vp: tuple[int, int] | None, tp: tuple[int, int] | None, winner: int | Literal["open"] | None = "open"
) -> Told | Fault | None:
    """A result by its points; `winner` where it was told as well. None: nothing was told."""
    if vp is None and tp is None and winner == "open":
        return None
    if (vp and max(vp) > MOST_VP) or (tp and max(tp) > MOST_TP):
        return fault("round_points", told=max(*(vp or ()), *(tp or ()), 0))
    if winner == "open":
        one, other = vp or tp or (0, 0)
        winner = None if one == other else int(other > one)
    if tp is not None and winner is not None and tp[winner] < max(tp):
        return fault("round_winner")
    return Told(winner, vp, tp)


def of_letters(own: str, theirs: str) -> Told | Fault | None:
    """A result as TRF has it in the lines of both; a line that says nothing leaves it to the other."""
    one, other = (LETTERS.get(letter.strip().upper(), letter.strip()) for letter in (own, theirs))
    if not one and not other:
        return None
    opposite = {"win": "loss", "loss": "win", "draw": "draw", "+": "-", "-": "+"}
    one, other = one or opposite.get(other, other), other or opposite.get(one, one)
    if (one, other) in PAIRS:
        return Told(PAIRS[one, other])
    if {one, other} <= {"+", "-"}:
        return _given(one == "+", other == "+", f"{own} {theirs}")
    if (one, other) == ("loss", "loss"):
        return Told(None, award="double_loss")
    return fault("round_result", told=f"{own} {theirs}")
