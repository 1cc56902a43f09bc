"""FIDE's published exercises on ratings (Mario Held, C.07 of 2023, exercises 17 to 22), and Lichess' plain performance.

The answers are those of the paper as TieBreakServer's tests quote them (tests/test_fide_held_individual_exercises.py,
commit b411582); the ratings of the sixteen are 2200, 2150, ... 1450.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from tracker.standings.book import Beside, Book
from tracker.standings.columns import Columns
from tracker.standings.order import Table
from tracker.standings.performance import BOUNDS, DIFFERENCE
from tracker.standings.structs import Game
from tracker.standings.tests.test_fide import SWISS_5, book
from tracker.standings.tiebreaks import TIEBREAKS

RATINGS = {str(at): 2250 - 50 * at for at in range(1, 17)}
RATED = (
    "opp_rating",
    "opp_rating_cut",
    "performance",
    "perfect_performance",
    "performance_500",
    "opp_performance",
    "opp_perfect_performance",
)
ARO = (1820, 1880, 1940, 1888, 1690, 1813, 1760, 1730, 1975, 1880, 1863, 2050, 1930, 1800, 1860, 1820)
ARO_CUT = (1900, 1988, 2000, 1983, 1738, 1900, 1838, 1800, 2200, 1975, 2000, 0, 2025, 1900, 1963, 1900)
TPR = (1969, 2120, 2089, 2081, 1690, 1813, 1611, 1730, 1175, 1640, 1776, 1250, 1781, 1925, 1788, 1969)


def swiss(ratings: dict[str, int]) -> Book:
    played = book(SWISS_5)
    return Book(played.columns, points=played.points, beside=Beside(ratings=ratings))


def figures(id: str, found: Book) -> dict[int, Fraction]:
    tops, bottoms = TIEBREAKS[id].figures(found, 0 * found.scores)
    return {
        int(name): Fraction(int(top), int(bottom))
        for name, top, bottom in zip(found.columns.players, tops, bottoms, strict=True)
    }


@pytest.mark.parametrize(
    ("id", "values"),
    [
        pytest.param("opp_rating", dict(enumerate(ARO, 1)), id="17: ARO"),
        pytest.param("opp_rating_cut", dict(enumerate(ARO_CUT, 1)), id="18: ARO cut 1"),
        pytest.param("performance", dict(enumerate(TPR, 1)), id="19 and 20: TPR"),
        pytest.param("opp_performance", {1: 1789, 3: 1904, 4: 1772, 16: 1805}, id="21: APRO"),
        pytest.param("perfect_performance", {3: 2112}, id="22: PTP"),
    ],
)
def test_the_published_exercises_on_ratings(id: str, values: dict[int, int]) -> None:
    found = figures(id, swiss(RATINGS))
    assert {at: found[at] for at in values} == values


@pytest.mark.parametrize("id", RATED)
def test_every_figure_made_of_ratings_is_the_sum_of_its_rows(id: str) -> None:
    for ratings in (RATINGS, {name: one for name, one in RATINGS.items() if int(name) % 3}, {}):
        table = Table(swiss(ratings), ("points", id))
        for row in table.standings():
            rows = table.explain(row.player, id)
            assert sum((one.value for one in rows), Fraction(0)) == row.figures[-1].value


def test_a_perfect_performance_is_the_least_rating_that_the_tables_expect_to_score_as_much() -> None:
    """Reckoned the slow way, by trying every rating; nobody without a point has less than 800 below the lowest."""
    found = swiss(RATINGS)
    slow = {}
    for at, name in enumerate(found.columns.players):
        met = found.meetings_of[at]
        foes = [RATINGS[found.columns.players[int(found.columns.other[one])]] for one in met]
        score = sum(50 * int(found.columns.result[found.columns.line[one]]) for one in met)
        tried = (
            r for r in range(min(foes) - 800, 4000) if sum(map(expected, [r] * len(foes), foes)) >= score
        )
        slow[int(name)] = next(tried)
    assert figures("perfect_performance", found) == slow


def expected(own: int, other: int) -> int:
    higher = 50 + sum(1 for bound in BOUNDS.tolist() if abs(own - other) > bound)
    return higher if own >= other else 100 - higher


def test_opponents_without_a_rating_count_for_nothing() -> None:
    games = [
        Game(1, 1, (("ann",), ("bob",)), (3, 0), (0, 0), 0),
        Game(2, 1, (("cid",), ("ann",)), (3, 0), (0, 0), 0),
    ]
    some = Book(Columns(("ann", "bob", "cid"), games), beside=Beside(ratings={"bob": 1500}))
    wanted = {"opp_rating": 1500, "performance": 2300, "performance_500": 2000, "perfect_performance": 2236}
    for id, value in wanted.items():
        tops, _bottoms = TIEBREAKS[id].figures(some, 0 * some.scores)
        assert tops.tolist() == [value, 0, 0], id
    kinds = [row.kind for row in TIEBREAKS["performance"].explain(some, 0, 0 * some.scores)]
    assert kinds == ["opponent", "cut", "performance"]


def test_the_plain_performance_is_500_off_the_opponents_rating_as_on_lichess() -> None:
    """lichess-org/lila, modules/swiss: a win is the opponent's rating and 500, a loss 500 less, a draw the rating."""
    found = figures("performance_500", swiss(RATINGS))
    # 1: beat 9 (1800) and 15 (1500), drew with 13 (1600), 2 (2150) and 4 (2050).
    assert found[1] == Fraction(2300 + 2000 + 1600 + 2150 + 2050, 5)


def test_the_own_rating_ranks_those_who_are_level() -> None:
    found = Table(swiss(RATINGS), ("points", "rating")).ranks_by_player()
    assert [found[name] for name in ("1", "3", "4", "16")] == [2, 3, 4, 5]


def test_the_tables_are_those_of_fide() -> None:
    """B.02, 8.1.1 and 8.1.2: the ends, the middle, and that one table is nearly the mirror of the other."""
    assert DIFFERENCE[[0, 1, 50, 51, 75, 99, 100]].tolist() == [-800, -677, 0, 7, 193, 677, 800]
    assert (-DIFFERENCE[::-1] == DIFFERENCE).all() and len(BOUNDS) == 50
    assert all(expected(int(DIFFERENCE[percent]) + 1000, 1000) == percent for percent in range(1, 100))
