"""What FIDE's own program makes of an event with many rounds that were not played, before and from March 2026.

OttoMilvang/TieBreakServer (MIT, copyright FIDE), tests/fixtures/swiss_with_many_unplayed_rounds: the .trf at commit
ab04a3e and the figures that the program gave for it at b411582 (rules of 2024) and 3be04e9 (rules of 2026).
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from tracker.standings.fide import BUCHHOLZ, SONNEBORN, Mean, Opposition, average_buchholz
from tracker.standings.tests.test_fide import figures
from tracker.standings.tiebreaks import TIEBREAKS

EVENT = """
1: 8b= 6w1 3b= 14w+ 5w= 2b0 9w=
2: 9w0 11b1 15w1 5b- 7b1 1w1 5b0
3: 10b+ 7b1 1w= 9b= H Z H
4: 11w- 13w- 6b- U 8w= 15b= 6w=
5: 13b1 9w= 7b= 2w+ 1b= 11w= 2w1
6: 14w= 1b0 4w+ 7w= 9b0 10w0 4b=
7: 15b1 3w0 5w= 6b= 2w0 14b0 U
8: 1w= 14b- Z Z 4b= 13w1 14b0
9: 2b1 5b= H 3w= 6w1 H 1b=
10: 3w- 15w- 13w= 15b1 14w1 6b1 11w0
11: 4b- 2w0 U 13b1 15w1 5b= 10b1
12: H F 14b1 H Z F Z
13: 5w0 4b- 10b= 11w0 U 8b0 15w0
14: 6b= 8w+ 12w0 1b- 10b0 7w1 8w1
15: 7w0 10b+ 2b0 10w0 11b0 4w= 13b1
"""
POINTS = """
PTS 4 4 4 2.5 5 2.5 3 2 4.5 3.5 4.5 4 1.5 3.5 2.5
WIN 2 4 2 1 3 1 2 1 2 3 4 3 1 3 2
WON 1 4 1 0 2 0 1 1 2 3 3 1 0 2 1
PS 18 16 19.5 7 20 11 12.5 7 19 11.5 14 18.5 5.5 12.5 8
PS/C1 17.5 16 18.5 7 19 10.5 11.5 6.5 18 11.5 14 18 5.5 12 8
"""
VOLUNTARY = (0, 1, 3, 3, 0, 0, 0, 3, 2, 2, 1, 4, 1, 1, 0)
BEFORE = """
BH 26.5 27.5 27.5 17 26.5 23.5 25 17.5 29 21.5 25.5 27.5 20.5 22.5 21.5
BH/C1 24.5 23.5 23.5 14.5 25 21 22.5 15.5 24.5 18 21 23.5 19 19 20
BH/C2 22 21 19.5 12 22 18.5 20 13.5 20 14.5 19.5 19.5 17.5 17 17.5
BH/M1 19.5 18.5 19 12 20 16.5 17.5 11.5 19.5 13.5 16 19.5 14 14.5 15.5
BH/M2 12.5 11.5 11 7 12.5 10 10.5 6 10.5 6.5 10 11.5 8 9 9
FB 27 26.5 27.5 17 26.5 23.5 24 19 29 21.5 25 27 21 22.5 22
SB 14.5 14 15.25 6 18.5 7 9.25 4.75 17.75 9.25 14.5 15.5 3.25 9.75 5.25
SB/C1 13.5 11.5 12.25 5 17 5.75 8 3.25 15.25 8.5 13 12 3.25 7.75 3.75
SB/C2 11 8.5 12.25 5 15.5 3.25 5.5 3.25 13 6 10.5 12 1.75 6.5 2.5
SB/M1 11 11.5 10 2.5 12 5.75 5.5 1.25 12.75 8.5 10.5 8 3.25 7.75 3.75
SB/M2 6.25 4 6 1.25 8.25 3.25 3 1.25 8.25 2.5 3.5 4 1.75 3 2.5
AOB 25.25 25.67 26.83 20.83 25.67 23.58 24.83 21.63 26.30 22.70 23.50 22.50 22.50 23.00 22.83
"""
FROM_2026 = """
BH 26 27.5 25.5 16 25.5 23.5 25 17.5 27 20.5 22.5 24.5 20.5 21 21.5
BH/C1 24 23.5 22 14.5 24 21 22.5 15.5 23.5 18 20 21 19 17.5 20
BH/C2 21.5 21 18.5 12 21 18.5 20 13.5 20 14.5 18.5 17.5 17.5 15.5 17.5
BH/M1 19 18.5 17.5 12 19.5 16.5 17.5 11.5 18.5 13.5 15 17.5 14 13 15.5
BH/M2 12 11.5 10 7 12 10 10.5 6 10.5 6.5 9.5 10.5 8 7.5 9
FB 26 26.5 26 16.5 26.5 23.5 24 19 27 19.5 23 24 21 22 22
SB 14 14 14.25 6 17.5 7 9.25 4.75 16.75 9.25 13.5 14 3.25 8.25 5.25
SB/C1 13 11.5 11.25 6 16 5.75 8 3.25 14.25 8.5 12 14 3.25 6.25 3.75
SB/C2 10.5 8.5 11.25 5 14.5 3.25 5.5 3.25 12.5 8.5 12 14 1.75 4.25 2.5
SB/M1 10.5 11.5 9 3.5 13.75 5.75 5.5 1.25 11.75 8.5 9.5 10.5 3.25 6.25 3.75
SB/M2 5.75 4 7 1.25 10 3.25 3 1.25 7.75 5 9.5 7 1.75 4.25 2.5
AOB 24.42 24.58 26.00 20.83 24.75 22.58 24.08 20.88 25.60 21.80 23.10 21.00 21.50 22.20 22.00
"""
HALF = Fraction(1, 200)
"""The program shows two places."""
CUTS = {"": (0, 0), "/C1": (1, 0), "/C2": (2, 0), "/M1": (1, 1), "/M2": (2, 2)}
OURS = {
    "PTS": "points",
    "WIN": "wins",
    "WON": "games_won",
    "PS": "progressive",
    "PS/C1": "progressive_cut",
    "BH": "buchholz",
    "BH/C1": "buchholz_cut",
    "BH/C2": "buchholz_cut2",
    "BH/M1": "buchholz_median",
    "BH/M2": "buchholz_median2",
    "FB": "fore_buchholz",
    "SB": "sonneborn_berger_fide",
    "SB/C1": "sonneborn_berger_fide_cut",
    "AOB": "average_buchholz",
}
"""Those of them that an event can choose."""


def rule(code: str, era):
    if era == 2026 and code in OURS:
        return TIEBREAKS[OURS[code]]
    if code == "AOB":
        return Mean("aob", average_buchholz(era), "buchholz")
    if code == "FB":
        return Opposition(code, last_drawn=True, era=era)
    lowest, highest = CUTS[code[2:]]
    worth = SONNEBORN if code.startswith("SB") else BUCHHOLZ
    return Opposition(code, worth, lowest=lowest, highest=highest, era=era)


def lines(text: str):
    for line in text.strip().splitlines():
        code, *values = line.split()
        yield code, dict(enumerate(map(Fraction, values), 1))


@pytest.mark.parametrize(
    ("era", "code", "values"),
    [
        pytest.param(era, code, values, id=f"{code} of {era}")
        for era, text in ((2024, BEFORE), (2026, POINTS.rstrip() + FROM_2026))
        for code, values in lines(text)
    ],
)
def test_the_figures_of_fides_program(era, code, values):
    found = figures(EVENT, rule(code, era))
    scale = 2 if code in ("WIN", "WON") else 1  # those count games, in which a win is no two points
    other = {
        at: (scale * found[at], value)
        for at, value in values.items()
        if abs(scale * found[at] - value) > HALF
    }
    assert not other


def test_rounds_that_somebody_chose_not_to_play_are_those_of_fides_program():
    elected = figures(EVENT, TIEBREAKS["rounds_elected"])
    assert [7 - 2 * elected[at] for at in sorted(elected)] == list(VOLUNTARY)
