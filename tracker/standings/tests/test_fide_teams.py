"""FIDE's published exercises on teams (Mario Held, C.07 of 2023, exercises 34 to 49), and what 2026 makes of them.

Fourteen teams of four, seven rounds. Crosstable and answers as TieBreakServer's tests quote the paper
(tests/test_fide_held_team_exercises.py, commit 18e13e3). A board gives 2 points here and a draw 1, so figures with
board points are twice those of the paper, and four times where both factors are board points.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from tracker.standings.boards import Combination, board
from tracker.standings.book import Book
from tracker.standings.columns import Columns
from tracker.standings.fide import TIMES_TP, TIMES_VP, Opposition
from tracker.standings.order import Table
from tracker.standings.structs import Absence, Bye, Game, Values
from tracker.standings.tiebreaks import TIEBREAKS

MATCHES = """
1: 8w2.5 4b1.5 7w3 2b2.5 5w1.5 + 3b2.5
2: 9b3 3w4 5b0 1w1.5 13w3 4b2.5 10b3
3: 10w2.5 2b0 9w3 6b2.5 4w3 5b3.5 1w1.5
4: 11b3 1w2.5 13b3 5w3.5 3b1 2w1.5 9b2.5
5: 12w4 6b3 2w4 4b0.5 1b2.5 3w0.5 13b3.5
6: 13b2 5w1 8b3 3w1.5 11b2.5 - 12w2.5
7: 14w2 8b2 1b1 10w2.5 9b2 13w2 Z
8: 1b1.5 7w2 6w1 12b3.5 10b2 9w2 11w3
9: 2w1 12b4 3b1 14w3 7w2 8b2 4w1.5
10: 3b1.5 11w1.5 12b2.5 7b1.5 8w2 14b3 2w1
11: 4w1 10b2.5 14w2 13b1.5 6w1.5 12w2 8b1
12: 5b0 9w0 10w1.5 8w0.5 U 11b2 6b1.5
13: 6w2 14b2.5 4w1 11w2.5 2b1 7b2 5w0.5
14: 7b2 13w1.5 11b2 9b1 H 10w1 U
"""
UNPLAYED: dict[str, tuple[Absence, int, int]] = {
    "+": ("forfeit_win", 2, 8),
    "-": ("forfeit_loss", 0, 0),
    "Z": ("zero", 0, 0),
    "H": ("half", 1, 4),
    "U": ("pairing", 1, 4),
}
"""Kind, match points and board points. The paper names no opponent for the forfeits of its sixth round."""


def held(scale: int = 1) -> Book:
    """The event; a won match gives twice `scale` match points."""
    games, byes, names = [], [], []
    for line in MATCHES.strip().splitlines():
        name, cells = line.split(": ")
        names.append(name)
        for round_, cell in enumerate(cells.split(), 1):
            if cell in UNPLAYED:
                kind, tp, vp = UNPLAYED[cell]
                byes.append(Bye(round_, name, tp * scale, vp, 8 - vp, tp, kind))
            elif "w" in cell:
                foe, told = cell.split("w")
                games.append(match(round_, name, foe, int(2 * float(told)), scale))
    return Book(Columns(names, games, byes), points=Values(2 * scale, scale, 0, 8))


def match(round_: int, one: str, other: str, won: int, scale: int) -> Game:
    winner = None if won == 4 else int(won < 4)
    tp = {None: (scale, scale), 0: (2 * scale, 0), 1: (0, 2 * scale)}[winner]
    boards = (
        (2, 1, 1, 0) if (one, other) == ("11", "14") else [min(2, max(0, won - 2 * at)) for at in range(4)]
    )
    counted = {board(at): (points, 2 - points) for at, points in enumerate(boards, 1)}
    return Game(round_, 1, ((one,), (other,)), tp, (won, 8 - won), winner, figures=counted)


def figures(rule, found: Book) -> dict[int, Fraction]:
    tied = 0 * found.scores
    tops, bottoms = rule.figures(found, tied)
    values = [Fraction(int(top), int(bottom)) for top, bottom in zip(tops, bottoms, strict=True)]
    for at, value in enumerate(values):
        assert sum(row.value for row in rule.explain(found, at, tied)) == value
    return dict(enumerate(values, 1))


def told(text: str) -> dict[int, Fraction]:
    return {at: Fraction(value) for at, value in enumerate(text.split(), 1)}


MP = "10 10 10 10 10 7 6 7 6 5 4 2 6 4"
GP = "17.5 17 16 17 18 12.5 11.5 15 14.5 13 11.5 7.5 11.5 11.5"
BH_MP = "64 57 58 56 55 46 44 41 50 44 41 41 52 36"
BH_MP_CUT = "57 52 53 52 53 39 38 39 48 42 39 39 48 32"
BH_GP = "114 107.5 109.5 106 99 92 94.5 90 97.5 92 88 92 101 87"
BH_GP_CUT = "100.5 96 97 94.5 91.5 79.5 83 82.5 90 84.5 80.5 84.5 89.5 75.5"


@pytest.mark.parametrize(
    ("rule", "scale", "values"),
    [
        pytest.param(TIEBREAKS["points"], 1, told(MP), id="34: match points"),
        pytest.param(TIEBREAKS["vp"], 2, told(GP), id="34: game points"),
        pytest.param(Opposition("a", era=2024), 1, told(BH_MP), id="35: Buchholz"),
        pytest.param(Opposition("b", lowest=1, era=2024), 1, told(BH_MP_CUT), id="36: Buchholz cut 1"),
        pytest.param(Opposition("c", era=2024, of="vp"), 2, told(BH_GP), id="37: of game points"),
        pytest.param(Opposition("d", lowest=1, era=2024, of="vp"), 2, told(BH_GP_CUT), id="37: cut 1"),
        pytest.param(
            Opposition("e", TIMES_TP, lowest=1, era=2024),
            1,
            {1: 74, 2: 64, 3: 66, 4: 64, 5: 66},
            id="38: EMMSB cut 1",
        ),
        pytest.param(
            Opposition("f", TIMES_TP, era=2024, of="vp"),
            2,
            {1: 158, 2: 144, 3: 150, 4: 146, 5: 132},
            id="39: EGMSB",
        ),
        pytest.param(
            Opposition("g", TIMES_VP, era=2024), 2, {7: Fraction("68.5"), 9: 83, 13: 73}, id="40: EMGSB"
        ),
        pytest.param(
            Opposition("h", TIMES_VP, era=2024, of="vp"),
            4,
            {6: Fraction("157.5"), 8: Fraction("181.5")},
            id="41: EGGSB",
        ),
        # What the rules of 2026 change: the dummy of the forfeit that team 1 won.
        pytest.param(TIEBREAKS["buchholz"], 1, {1: 61, 2: 57}, id="35 of 2026"),
        pytest.param(TIEBREAKS["buchholz_cut"], 1, {1: 54, 2: 52}, id="36 of 2026"),
        pytest.param(
            TIEBREAKS["buchholz_vp"], 2, {1: Fraction("110.5"), 2: Fraction("107.5")}, id="37 of 2026"
        ),
        pytest.param(Opposition("i", TIMES_TP, lowest=1), 1, {1: 68, 2: 64}, id="38 of 2026"),
        pytest.param(TIEBREAKS["esb_gm_fide"], 2, {1: 151, 2: 144}, id="39 of 2026"),
        pytest.param(TIEBREAKS["esb_mg_fide"], 2, {1: Fraction("146.5"), 2: 131}, id="40 of 2026"),
        pytest.param(TIEBREAKS["esb_gg_fide"], 4, {1: 269, 2: Fraction("249.75")}, id="41 of 2026"),
    ],
)
def test_the_published_exercises_on_teams(rule, scale, values):
    found = figures(rule, held())
    assert {at: found[at] / scale for at in values} == values


@pytest.mark.parametrize(
    ("ids", "order"),
    [
        (("points", "vp"), (5, 1, 2, 4, 3, 8, 6, 9, 7, 13, 10, 11, 14, 12)),
        (("vp", "points"), (5, 1, 2, 4, 3, 8, 9, 10, 6, 7, 13, 11, 14, 12)),
    ],
)
def test_exercise_34_match_points_or_board_points_first(ids, order):
    ranks = Table(held(), ids).ranks_by_player()
    assert tuple(sorted(range(1, 15), key=lambda team: (ranks[str(team)], team))) == order


def test_exercises_42_to_45_on_the_direct_encounter_of_teams():
    """Match points first, board points among those whom they leave level."""
    ranks = Table(held(), ("points", "direct_encounter", "direct_encounter_vp")).ranks_by_player()
    assert ranks["11"] == ranks["14"], "42: they drew, board for board"
    assert ranks["6"] < ranks["8"], "43"
    assert ranks["7"] == ranks["9"] == ranks["13"], "44: not all of them met"
    assert sorted(range(1, 6), key=lambda team: ranks[str(team)]) == [4, 2, 1, 3, 5], "45"


@pytest.mark.parametrize("id", ["board_count", "top_board", "bottom_board"])
def test_exercises_46_to_48_on_boards(id):
    """11 drew with 14 and won on the first board: the boards of that match put it ahead."""
    only = [game for game in held().columns.games if game.players == (("11",), ("14",))]
    ranks = Table(Book(Columns(("11", "14"), only)), ("points", id)).ranks_by_player()
    assert ranks == {"11": 1, "14": 2}


def test_exercise_49_score_and_schedule_strength():
    """A match gives as many board points as four boards; match points are doubled here as board points are."""
    rule = Combination()
    rule.buchholz = Opposition("old", era=2024)
    old = figures(rule, held(2))
    shown = "38.83 36 35.33 35.67 36.33 27.83 26.17 28.67 31.17 27.67 25.17 21.17 28.83 23.5"
    assert all(abs(old[at] / 2 - value) <= Fraction(1, 200) for at, value in told(shown).items())
    new = figures(TIEBREAKS["strength_combination"], held(2))
    assert abs(new[1] / 2 - Fraction("37.83")) <= Fraction(1, 200) and new[2] == 72
