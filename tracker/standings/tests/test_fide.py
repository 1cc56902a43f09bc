"""FIDE's published exercises on tie-breaks (Mario Held, C.07 of 2023), and what the rules of 2026 make of them.

The crosstables are those of the paper: `+` and `-` are forfeits, `U` a bye given by the pairing, `H` half a point
asked for, `F` a whole point asked for, `Z` a round asked off. A win is worth 2 here and a draw 1, so figures are twice
those of the paper.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from tracker.standings.book import Book
from tracker.standings.columns import Columns
from tracker.standings.fide import SONNEBORN, Mean, Opposition, average_buchholz
from tracker.standings.order import Table
from tracker.standings.structs import Absence, Bye, Game, Values
from tracker.standings.tiebreaks import TIEBREAKS

SWISS_5 = """
1: 9w1 13b= 2w= 15b1 4w=
2: 10b1 7w1 1b= 16w1 3b=
3: 11w= 6b1 8w1 4b= 2w=
4: 12b1 H 13w1 3w= 1b=
5: 13w0 15b0 11w1 7b= 10w1
6: 14b0 3w0 U 10w1 8b1
7: 15w1 2b0 16b0 5w= 11b0
8: 16b= 14w1 3b0 13w1 6w0
9: 1b0 10w0 H 11b- U
10: 2w0 9b1 15w0 6b0 5b0
11: 3b= 16w0 5b0 9w+ 7w1
12: 4w0 U 14w+ Z Z
13: 5b1 1w= 4b0 8b0 14w0
14: 6w1 8b0 12b- Z 13b1
15: 7b0 5w1 10b1 1w0 16b0
16: 8w= 11b1 7w1 2b0 15w1
"""
SWISS_9 = """
1: 9w1 13b= 2w= 15b1 4w= 6b= 3b= 16w= 8b1
2: 10b1 7w1 1b= 16w1 3b1 4w= 6w0 15b= 5w=
3: 11w= 6b1 8w1 4b= 2w0 16b1 1w= 14w1 10b1
4: 12b1 H 13w1 3w= 1b= 2b= 16w= 6b= 15w1
5: 13w0 15b0 11w1 7b= 10w1 14b0 9b1 8w0 2b=
6: 14b0 3w0 U 10w1 8b1 1w= 2b1 4w= 16b1
7: 15w1 2b0 16b0 5w= 11b0 10b0 13w1 9w1 14b1
8: 16b= 14w1 3b0 13w1 6w0 11b= 15w= 5b1 1w0
9: 1b0 10w0 H 11b- U 13b1 5w0 7b0 12w=
10: 2w0 9b1 15w0 6b0 5b0 7w1 12b1 11w1 3w0
11: 3b= 16w0 5b0 9w+ 7w1 8w= 14b0 10b0 13w=
12: 4w0 U 14w+ Z Z 15b0 10w0 13b= 9b=
13: 5b1 1w= 4b0 8b0 14w0 9w0 7b0 12w= 11b=
14: 6w1 8b0 12b- Z 13b1 5w1 11w1 3b0 7w0
15: 7b0 5w1 10b1 1w0 16b0 12w1 8b= 2w= 4b0
16: 8w= 11b1 7w1 2b0 15w1 3w0 4b= 1b= 6w0
"""
ROUND_ROBIN = """
1: 5w= 2w1 3b1 4w0 6b1
2: 6w1 1b0 5w1 3w= 4b1
3: 4w1 6b1 1w0 2b= 5w1
4: 3b0 5b0 6w= 1b1 2w0
5: 1b= 4w1 2b0 6w0 3b0
6: 2b0 3w0 4b= 5b1 1w0
"""
"""Every game of it counts as played: in a round robin a forfeit is a game against the opponent of the table."""

UNPLAYED: dict[str, tuple[Absence, int]] = {
    "U": ("pairing", 2),
    "F": ("full", 2),
    "H": ("half", 1),
    "Z": ("zero", 0),
    "+": ("forfeit_win", 2),
    "-": ("forfeit_loss", 0),
}
RESULTS = {"1": 2, "=": 1, "0": 0}


def book(table: str) -> Book:
    games, byes, names = [], [], []
    for line in table.strip().splitlines():
        name, cells = line.split(": ")
        names.append(name)
        for round_, cell in enumerate(cells.split(), 1):
            foe, mark = cell[:-2], cell[-1]
            if mark in UNPLAYED:
                kind, tp = UNPLAYED[mark]
                byes.append(Bye(round_, name, tp, result=tp, kind=kind, scheduled=foe or None))
            elif cell[-2] == "w":
                own = RESULTS[mark]
                winner = {2: 0, 1: None, 0: 1}[own]
                games.append(Game(round_, 1, ((name,), (foe,)), (own, 2 - own), (0, 0), winner))
    return Book(Columns(names, games, byes), points=Values(2, 1, 0))


def figures(table: str, rule) -> dict[int, Fraction]:
    found = book(table)
    tied = 0 * found.scores
    tops, bottoms = rule.figures(found, tied)
    values = [Fraction(int(top), 2 * int(bottom)) for top, bottom in zip(tops, bottoms, strict=True)]
    for at in range(len(values)):
        assert sum(row.value for row in rule.explain(found, at, tied)) == 2 * values[at]
    return dict(enumerate(values, 1))


def told(text: str) -> dict[int, Fraction]:
    return {at: Fraction(value) for at, value in enumerate(text.split(), 1)}


BH = "12.5 13.0 15.5 15.0 8.5 12.0 14.5 13.5 9.0 13.0 13.5 11.5 14.0 11.0 12.0 12.5"
BH_C1 = "11.0 12.0 13.0 11.5 7.5 11.0 12.5 12.0 7.5 11.5 12.0 9.5 12.0 9.0 11.0 11.0"
FB = "13.5 13.5 15.0 15.5 10.0 12.0 13.5 12.5 9.5 12.5 12.5 11.5 13.5 10.5 12.0 13.5"
SB = "8.00 9.50 10.50 9.75 4.25 6.50 3.25 5.25 2.25 1.50 5.75 4.00 4.25 4.50 3.50 7.25"
SB_C1 = "7.25 8.50 9.25 8.00 3.25 5.50 1.25 3.75 2.25 0.00 4.25 4.00 4.25 3.00 2.50 5.75"


@pytest.mark.parametrize(
    ("rule", "values"),
    [
        pytest.param(TIEBREAKS["buchholz_2024"], BH, id="1 to 4: Buchholz"),
        pytest.param(TIEBREAKS["buchholz_cut_2024"], BH_C1, id="5 to 8: Buchholz cut 1"),
        pytest.param(Opposition("fb", last_drawn=True, era=2024), FB, id="10: Fore Buchholz"),
        pytest.param(TIEBREAKS["sonneborn_berger_fide_2024"], SB, id="11 and 12: Sonneborn-Berger"),
        pytest.param(Opposition("sb", SONNEBORN, lowest=1, era=2024), SB_C1, id="13: Sonneborn-Berger cut 1"),
        pytest.param(
            TIEBREAKS["progressive"],
            "11.0 13.0 11.0 11.5 5.0 6.0 6.0 8.5 2.5 4.0 5.5 7.0 7.0 6.0 7.0 10.5",
            id="32: progressive scores",
        ),
        pytest.param(
            TIEBREAKS["progressive_cut"],
            "10.0 12.0 10.5 10.5 5.0 6.0 5.0 8.0 2.5 4.0 5.0 7.0 6.0 5.0 7.0 10.0",
            id="33: progressive scores cut 1",
        ),
    ],
)
def test_the_published_exercises(rule, values):
    assert figures(SWISS_5, rule) == told(values)


def changed(values: str, changes: dict[int, str]) -> dict[int, Fraction]:
    return {**told(values), **{at: Fraction(value) for at, value in changes.items()}}


@pytest.mark.parametrize(
    ("id", "values", "changes", "asked"),
    [
        ("buchholz", BH, {4: "14", 11: "12.5"}, (1, 3, 4, 5, 8, 11, 16)),
        ("buchholz_cut", BH_C1, {11: "11"}, (5, 8, 11)),
        ("fore_buchholz", FB, {4: "14.5", 11: "12", 12: "11"}, range(1, 17)),
        ("sonneborn_berger_fide", SB, {4: "9.25", 6: "6", 11: "4.75"}, range(1, 17)),
        ("sonneborn_berger_fide_cut", SB_C1, {4: "7.75", 6: "5", 11: "3.25"}, range(1, 17)),
    ],
)
def test_what_the_rules_of_2026_make_of_them(id, values, changes, asked):
    found, wanted = figures(SWISS_5, TIEBREAKS[id]), changed(values, changes)
    assert {at: found[at] for at in asked} == {at: wanted[at] for at in asked}


AOB = "12.60 13.60 13.40 13.375 13.40 13.25 11.90 13.00 12.75 10.90 12.75 15.00 12.10 79/6 12.20 13.30"
AOB_2026 = {
    1: "12.4",
    3: "12.9",
    5: "13.2",
    7: "11.7",
    8: "12.9",
    10: "10.8",
    12: "14",
    13: "11.9",
    14: "13",
    16: "13.1",
}


def test_the_exercise_on_the_average_of_the_opponents_buchholz():
    assert figures(SWISS_5, Mean("aob", average_buchholz(2024), "buchholz_2024")) == told(AOB)
    assert figures(SWISS_5, TIEBREAKS["average_buchholz"]) == changed(AOB, AOB_2026)


def test_the_exercises_on_games_and_rounds():
    """31: games elected to play; 15: Sonneborn-Berger without the lowest in a round robin."""
    elected = figures(SWISS_5, TIEBREAKS["rounds_elected"])
    assert {at: 2 * value for at, value in elected.items()} == {
        **dict.fromkeys(range(1, 17), 5),
        4: 4,
        9: 3,
        12: 3,
        14: 3,
    }
    assert figures(ROUND_ROBIN, Opposition("sb", SONNEBORN, lowest=1, era=2024)) == told(
        "9.25 4.75 4.75 4.25 3.25 1.5"
    )


def test_the_exercises_on_wins():
    assert figures(SWISS_5, TIEBREAKS["games_won"]) == {
        at: Fraction(won, 2) for at, won in enumerate((2, 3, 2, 2, 2, 2, 1, 2, 0, 1, 1, 0, 1, 2, 2, 3), 1)
    }
    assert figures(SWISS_5, TIEBREAKS["wins"])[6] == Fraction(3, 2)


def test_the_exercises_on_a_round_robin():
    assert figures(ROUND_ROBIN, TIEBREAKS["sonneborn_berger_fide_2024"]) == told(
        "9.25 6.25 6.25 4.25 3.25 2.25"
    )
    assert figures(ROUND_ROBIN, TIEBREAKS["koya"]) == told("2 .5 .5 1 .5 0")


def test_the_limit_of_koya_is_moved_by_half_points():
    """Half of three rounds is 1.5; they have 3, 1.5, 0.5 and 1. FIDE C.07: the limit moves by half points."""
    table = """
1: 2w1 3b1 4w1
2: 1b0 4w= 3w1
3: 4w= 1w0 2b0
4: 3b= 2b= 1b0
"""
    assert figures(table, TIEBREAKS["koya"]) == told("1 0 0 .5")
    assert figures(table, TIEBREAKS["koya_up"]) == told("0 0 0 0")
    assert figures(table, TIEBREAKS["koya_down"]) == told("2 .5 .5 .5")


FIVE = """
1: 2w1 3b1 4w1 5b1
2: 1b0 4w1 5w1 3w1
3: 4w= 1w0 H 2b0
4: 3b= 2b0 1b0 Z
5: U H 2b0 1w0
"""
"""Half of four rounds is 2 points; they have 4, 3, 1, 0.5 and 1.5."""


@pytest.mark.parametrize(
    ("id", "values"),
    [
        ("koya", "1 0 0 0 0"),
        ("koya_down", "2 1 0 0 0"),
        ("koya_down2", "3 2 0 .5 0"),
        ("koya_down3", "4 3 .5 .5 0"),
        ("koya_up", "1 0 0 0 0"),
        ("koya_up2", "1 0 0 0 0"),
        ("koya_up3", "0 0 0 0 0"),
        ("koya_up99", "0 0 0 0 0"),
    ],
)
def test_the_limit_of_koya_is_moved_by_any_number_of_half_points(id, values):
    """FIDE C.07, 14.5, worked by hand; TieBreakServer writes KS/L-2, KS/L+3."""
    assert figures(FIVE, TIEBREAKS[id]) == told(values)


@pytest.mark.parametrize(
    ("id", "values"),
    [
        ("progressive_cut", "9 6 2.5 1.5 4.5"),
        ("progressive_cut2", "7 5 2 1 3"),
        ("progressive_cut3", "4 3 1 .5 1.5"),
        ("progressive_cut4", "0 0 0 0 0"),
        ("progressive_cut20", "0 0 0 0 0"),
    ],
)
def test_a_progressive_score_leaves_out_as_many_first_rounds_as_wanted(id, values):
    """FIDE C.07, 7.5 and 14.1, by hand: totals 1 2 3 4; 0 1 2 3; .5 .5 1 1; .5 .5 .5 .5; 1 1.5 1.5 1.5."""
    assert figures(FIVE, TIEBREAKS[id]) == told(values)


@pytest.mark.parametrize(
    "id", ["koya_up0", "koya_up1", "koya_up100", "koya_up02", "progressive_cut21", "sos7"]
)
def test_a_number_that_no_family_has_names_nothing(id):
    assert id not in TIEBREAKS
    with pytest.raises(KeyError):
        TIEBREAKS[id]


def test_of_several_games_of_two_players_the_direct_encounter_counts_the_mean():
    """C.07, 6.1.2: 1 beat 2 twice, 2 beat 3, 3 beat 1. Sums would be 2, 1 and 1; the means are 1 each, a ring."""
    ring = """
1: 2w1 2b1 3w0 Z
2: 1b0 1w0 Z 3w1
3: Z Z 1b1 2b0
"""
    for table, behind in (
        (ring, [0, 0, 0]),
        (ring.replace("1w0", "1w1").replace("2b1 3", "2b0 3"), [0, 2, 1]),
    ):
        found = book(table)
        tops, _ = TIEBREAKS["direct_encounter"].figures(found, 0 * found.scores)
        assert tops.tolist() == behind


@pytest.mark.parametrize(
    ("table", "ranks"),
    [
        pytest.param(SWISS_5, {1: 2, 3: 2, 4: 2, 16: 2, 5: 7, 8: 7, 11: 7}, id="23 and 24: not all met"),
        pytest.param(
            SWISS_9,
            dict(enumerate((3, 5, 1, 3, 9, 2, 6, 6, 14, 9, 13, 14, 16, 9, 9, 6), 1)),
            id="25: after nine rounds",
        ),
        pytest.param(ROUND_ROBIN, {1: 1, 2: 2, 3: 2, 4: 6, 5: 5, 6: 4}, id="26: round robin"),
    ],
)
def test_the_exercises_on_the_direct_encounter(table, ranks):
    found = Table(book(table), ("points", "direct_encounter")).ranks_by_player()
    assert {at: found[str(at)] for at in ranks} == ranks


def test_a_direct_encounter_is_decided_again_among_those_left_level():
    """Four met: 1 and 4 have two wins each, 2 and 3 one each; of both pairs it is their own game that decides."""
    table = """
1: 2w1 3w1 4w0 5w0
2: 1b0 3w1 4w0 5w0
3: 2b0 1b0 4b1 5w0
4: 3w0 2b1 1b1 5w0
5: Z Z Z 1b1
"""
    found = book(table)
    level = 0 * found.scores
    level[4] = 1
    tops, _ = TIEBREAKS["direct_encounter"].figures(found, level)
    assert tops.tolist()[:4] == [2, 1, 0, 3]


def test_an_early_leader_is_first_whatever_the_missing_games_give():
    table = """
1: 2w1 3b1
2: 1b0 4w1
3: 4w= 1w0
4: 3b= 2b0
"""
    found = book(table)
    tops, _ = TIEBREAKS["direct_encounter"].figures(found, 0 * found.scores)
    assert tops.tolist() == [0, 0, 0, 0], "2 may still reach the points of 1"
    decided = table.replace("3b1", "3b1 4b1").replace("2b0", "2b0 1w0")
    tops, _ = TIEBREAKS["direct_encounter"].figures(book(decided), 0 * found.scores)
    assert tops.tolist() == [3, 0, 0, 0]


def test_two_who_have_not_met_are_both_ahead_of_whom_no_missing_game_lets_catch_up():
    """FIDE's own program stops at the first place that is not one player's (C.07, 6.2): all four would stay level."""
    table = """
1: 3w1 4w1
2: 4w1 3w1
3: 1b0 2b0 4w=
4: 2b0 1b0 3b=
"""
    found = book(table)
    tops, _ = TIEBREAKS["direct_encounter"].figures(found, 0 * found.scores)
    assert tops.tolist() == [2, 2, 0, 0]


def test_percentages_of_opponents_have_a_floor():
    """6-2-0 is 18 of 24 points; a player without a win counts as 33 % or 25 %."""
    games = [
        Game(
            round_,
            1,
            (("ann",), (f"foe {round_}",)),
            (3, 0) if round_ < 7 else (0, 3),
            (0, 0),
            int(round_ > 6),
        )
        for round_ in range(1, 9)
    ]
    found = Book(Columns(("ann", *(f"foe {at}" for at in range(1, 9))), games))
    level = 0 * found.scores
    for id, floor in (("opp_win_33", Fraction(33, 100)), ("opp_win_25", Fraction(1, 4))):
        tops, bottoms = TIEBREAKS[id].figures(found, level)
        assert Fraction(int(tops[1]), int(bottoms[1])) == Fraction(18, 24)
        assert Fraction(int(tops[0]), int(bottoms[0])) == (6 * floor + 2) / 8
