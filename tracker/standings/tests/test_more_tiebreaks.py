"""Tie-breakers of other programs: their published definitions, exact, each explained by rows that add up."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tracker.standings.book import Book
from tracker.standings.columns import Columns
from tracker.standings.order import Table
from tracker.standings.structs import Bye, Game
from tracker.standings.tiebreaks import TIEBREAKS


def game(round_: int, one: str, other: str, vp: tuple[int, int]) -> Game:
    winner = None if vp[0] == vp[1] else 0 if vp[0] > vp[1] else 1
    tp = (1, 1) if winner is None else (3, 0) if winner == 0 else (0, 3)
    return Game(round_, 1, ((one,), (other,)), tp, vp, winner)


NAMES = ("ann", "bob", "cid", "dot", "eve")
GAMES = [
    game(1, "ann", "bob", (7, 3)),
    game(1, "cid", "dot", (4, 4)),
    game(2, "ann", "cid", (2, 5)),
    game(2, "bob", "eve", (6, 0)),
    game(3, "ann", "dot", (9, 1)),
    game(3, "cid", "eve", (3, 8)),
]
BYES = [
    Bye(1, "eve", 3),
    Bye(2, "dot", 1, result=1, kind="half"),
    Bye(3, "bob", 0, result=0, kind="zero"),
]


def table(*ids: str) -> Table:
    return Table(Book(Columns(NAMES, GAMES, BYES), "seed"), ids)


def figures(id: str, *before: str) -> dict[str, Fraction]:
    return {row.player: row.figures[-1].value for row in table(*before, id).standings()}


def test_kashdan_gives_four_two_one_and_nothing_for_a_round_not_played():
    assert figures("kashdan") == {"ann": 9, "bob": 5, "cid": 7, "dot": 3, "eve": 5}


def test_rounds_elected_to_play_leave_out_byes_that_were_asked_for():
    """FIDE Handbook C.07, REP: a bye given by the pairing counts, one asked for does not."""
    assert figures("rounds_elected") == {"ann": 3, "bob": 2, "cid": 3, "dot": 2, "eve": 3}


def test_means_and_steadiness_of_victory_points_are_those_of_the_games_played():
    assert figures("vp_avg")["ann"] == 6 and figures("vp_avg")["bob"] == Fraction(9, 2)
    assert figures("vp_diff_avg")["ann"] == 3
    assert figures("vp_deviation")["ann"] == -Fraction(1 + 16 + 9, 3)
    assert figures("vp_deviation")["bob"] == -Fraction(9, 4)


def test_who_beat_whom_decides_between_exactly_two():
    """Tabbycat, standings rules: only where exactly two teams are tied on all earlier metrics."""
    two = [game(1, "ann", "bob", (5, 1)), game(2, "bob", "cid", (5, 1)), game(2, "ann", "dot", (1, 5))]
    some = Table(Book(Columns(("ann", "bob", "cid", "dot"), two), "s"), ("points", "who_beat_whom"))
    found = {row.player: row.figures[1].top for row in some.standings()}
    assert found == {"dot": 0, "ann": 0, "bob": 0, "cid": 0}
    three = [game(1, "ann", "bob", (5, 1)), game(2, "bob", "cid", (5, 1))]
    few = Table(Book(Columns(("ann", "bob", "cid"), three), "s"), ("points", "who_beat_whom"))
    assert {row.player: row.figures[1].top for row in few.standings()} == {"ann": 3, "bob": 0, "cid": 0}
    assert [row.rank for row in few.standings()] == [1, 2, 3]


def test_a_bye_is_an_opponent_without_a_point_by_uplink_and_none_by_cobra():
    """Uplink's page: a bye counts as an opponent with 0 event points; Cobra leaves byes out."""
    cobra, uplink = figures("sos_per_game"), figures("sos_uplink")
    assert cobra["ann"] == uplink["ann"]
    assert uplink["bob"] == cobra["bob"] * 2 / 3


def test_the_opponents_opponents_percentage_is_the_mean_of_the_opponents():
    near, far = figures("opp_win_25"), figures("opp_opp_win_25")
    assert far["ann"] == (near["bob"] + near["cid"] + near["dot"]) / 3


@pytest.mark.parametrize("id", sorted(TIEBREAKS))
def test_every_figure_is_the_sum_of_its_rows(id: str):
    some = table("points", id) if id != "points" else table("points")
    for row in some.standings():
        rows = some.explain(row.player, id)
        assert sum((reason.value for reason in rows), Fraction(0)) == row.figures[-1].value
