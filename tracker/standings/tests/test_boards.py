"""Tie-breakers of teams (FIDE C.07, part 12 and 13) and of matches of several games (Magic Tournament Rules, C)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tracker.standings.boards import board
from tracker.standings.book import Book
from tracker.standings.columns import Columns
from tracker.standings.order import Table
from tracker.standings.structs import Bye, Game, Values

TEAMS = ("ants", "bees", "cats", "dogs")


def match(round_: int, one: str, other: str, *boards: tuple[int, int]) -> Game:
    """A match of four boards; a board gives 2 points, 1 each when drawn, a match 2 and 1."""
    vp = sum(b[0] for b in boards), sum(b[1] for b in boards)
    winner = None if vp[0] == vp[1] else int(vp[0] < vp[1])
    tp = {None: (1, 1), 0: (2, 0), 1: (0, 2)}[winner]
    figures = {board(at): points for at, points in enumerate(boards, 1)}
    return Game(round_, 1, ((one,), (other,)), tp, vp, winner, figures=figures)


W, D, L = (2, 0), (1, 1), (0, 2)
MATCHES = [
    match(1, "ants", "bees", W, D, L, D),
    match(1, "cats", "dogs", W, W, L, L),
    match(2, "ants", "cats", L, W, W, D),
    match(2, "bees", "dogs", W, W, D, L),
]


def table(*ids: str, games: list[Game] = MATCHES) -> Table:
    return Table(Book(Columns(TEAMS, games), "seed", Values(2, 1, 0, 8)), ids)


def figures(*ids: str) -> dict[str, Fraction]:
    return {row.player: row.figures[-1].value for row in table(*ids).standings()}


@pytest.mark.parametrize(
    ("id", "ants", "dogs"),
    [
        # Match points: ants 3, bees 3, cats 1, dogs 1. Board points: ants 9, bees 9, cats 7, dogs 7.
        ("esb_mm", 3 * 1 + 1 * 2, 1 * 1 + 3 * 0),
        ("esb_mg", 3 * 4 + 1 * 5, 1 * 4 + 3 * 3),
        ("esb_gm", 9 * 1 + 7 * 2, 7 * 1 + 9 * 0),
        ("esb_gg", 9 * 4 + 7 * 5, 7 * 4 + 9 * 3),
    ],
)
def test_extended_sonneborn_berger_multiplies_the_opponents_score_by_the_own(id, ants, dogs):
    found = figures("points", id)
    assert (found["ants"], found["dogs"]) == (ants, dogs)


def test_a_board_count_ranks_points_on_the_first_boards_higher():
    # ants: 2+0, 1+2, 0+2, 1+1 on boards 1 to 4; bees: 0+2, 1+2, 2+1, 1+0.
    found = figures("points", "board_count")
    assert found["ants"] == -(1 * 2 + 2 * 3 + 3 * 2 + 4 * 2)
    assert found["bees"] == -(1 * 2 + 2 * 3 + 3 * 3 + 4 * 1)
    assert table("points", "board_count").ranks_by_player()["bees"] == 1


def test_a_board_count_says_nothing_where_board_points_differ():
    """C.07.12.1 as issue E of ainalrami's notes on TieBreakServer has it: only among equal board points."""
    games = [match(1, "ants", "bees", W, W, W, W), match(1, "cats", "dogs", W, D, D, D)]
    found = table("points", "board_count", games=games)
    assert {row.player: row.figures[-1].top for row in found.standings()} == dict.fromkeys(TEAMS, 0)
    assert found.ranks_by_player() == {"ants": 1, "cats": 1, "bees": 3, "dogs": 3}


def test_the_top_board_decides_and_where_it_is_equal_the_next():
    games = [match(1, "ants", "bees", D, W, L, D), match(1, "cats", "dogs", D, D, D, D)]
    found = table("points", "top_board", games=games).ranks_by_player()
    assert found == {"ants": 1, "cats": 2, "dogs": 2, "bees": 4}


def test_the_last_board_is_left_out_and_where_that_is_equal_the_last_two():
    games = [match(1, "ants", "bees", W, L, D, D), match(1, "cats", "dogs", W, D, L, D)]
    found = table("points", "bottom_board", games=games).ranks_by_player()
    # Without board 4 all have 3; without boards 3 and 4 cats has 3, ants and bees 2, dogs 1.
    assert found == {"cats": 1, "ants": 2, "bees": 3, "dogs": 4}


def test_score_and_strength_of_schedule_are_combined():
    # Two rounds of 2 match points are 4 of a match's 8 board points: rounded down that is 0, so the divisor is 1.
    assert figures("points", "strength_combination")["ants"] == 9 + (3 + 1)
    many = [match(n, "ants", "bees", W, W, L, L) for n in range(1, 13)]
    book = Book(Columns(("ants", "bees"), many), "", Values(2, 1, 0, 8))
    row = Table(book, ("points", "strength_combination")).standings()[0]
    assert row.figures[-1].value == 48 + Fraction(12 * 12, 24 // 8)


def games_won(*scores: tuple[int, int]) -> Book:
    """Ann's matches, each against somebody else."""
    foes = [f"foe{at}" for at in range(len(scores))]
    games = [
        Game(at, 1, (("ann",), (foe,)), (3, 0), score, None)
        for at, (foe, score) in enumerate(zip(foes, scores, strict=True), 1)
    ]
    return Book(Columns(("ann", *foes), games))


@pytest.mark.parametrize(
    ("scores", "percentage"),
    [
        (((2, 0), (2, 1), (1, 2), (2, 0)), Fraction(21, 30)),
        (((1, 2), (1, 2), (0, 2), (1, 2)), Fraction(33, 100)),
    ],
)
def test_the_published_game_win_percentages(scores, percentage):
    """Magic Tournament Rules, appendix C (blogs.magicjudges.org/rules/mtr-appendix-c): 21 of 30 game points are 0.70,
    9 of 33 are 0.27, for which 0.33 is used.
    """
    ranked = Table(games_won(*scores), ("points", "game_win_33"))
    found = {row.player: row.figures[-1].value for row in ranked.standings()}
    assert found["ann"] == percentage
    assert sum(row.value for row in ranked.explain("ann", "game_win_33")) == percentage


def test_the_opponents_game_win_percentage_is_a_mean_with_the_floor_in_each():
    book = games_won((2, 0), (1, 2))
    found = {row.player: row for row in Table(book, ("points", "opp_game_win_33")).standings()}
    assert found["ann"].figures[-1].value == (Fraction(33, 100) + Fraction(2, 3)) / 2


def test_a_bye_counts_as_its_games():
    book = Book(Columns(("ann",), (), (Bye(1, "ann", 3, 2, 0),)))
    assert Table(book, ("game_win_33",)).standings()[0].figures[0].value == 1


@pytest.mark.parametrize(
    "id", ["esb_gg", "board_count", "top_board", "bottom_board", "strength_combination", "game_win_33"]
)
def test_every_figure_of_teams_adds_up(id):
    ranked = table("points", id)
    for row in ranked.standings():
        assert sum(reason.value for reason in ranked.explain(row.player, id)) == row.figures[-1].value
