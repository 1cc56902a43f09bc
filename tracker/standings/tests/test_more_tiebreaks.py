"""Tie-breakers of other programs: their published definitions, exact, each explained by rows that add up."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from tracker.standings.book import Beside, Book
from tracker.standings.columns import Columns
from tracker.standings.order import Table
from tracker.standings.structs import Bye, Game, Values
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


def test_a_bye_worth_a_win_that_was_asked_for_counts_as_elected_by_fide_alone():
    """C.07, 7.6, takes off half- and zero-point byes and forfeit losses; Sharly Chess takes off full-point byes too."""
    byes = [Bye(1, "eve", 3, kind="full"), Bye(2, "dot", 3), Bye(3, "bob", 0, result=0, kind="forfeit_loss")]
    book = Book(Columns(NAMES, GAMES, byes), "seed")
    found = {id: Table(book, (id,)).standings() for id in ("rounds_elected", "rounds_elected_strict")}
    told = {id: {row.player: row.figures[0].top for row in rows} for id, rows in found.items()}
    assert told["rounds_elected"] == {"ann": 3, "bob": 2, "cid": 3, "dot": 3, "eve": 3}
    assert told["rounds_elected_strict"] == {**told["rounds_elected"], "eve": 2}


def test_who_came_later_stands_behind_those_with_equal_points():
    """Play! Pokemon, TOM 1.53: tardiness goes before all percentages. Fay enters in round 2, gus never plays."""
    games = [*GAMES, game(2, "dot", "fay", (1, 5)), game(3, "bob", "fay", (5, 1))]
    names = (*NAMES, "fay", "gus")
    some = Table(Book(Columns(names, games, [BYES[0]]), "seed"), ("points", "on_time"))
    assert {row.player: row.figures[1].top for row in some.standings()} == {
        **dict.fromkeys(NAMES, 1),
        "fay": 0,
        "gus": 0,
    }
    told = {name: some.explain(name, "on_time") for name in ("eve", "fay", "gus")}
    assert [(row.kind, row.round, row.top) for (row,) in told.values()] == [
        ("bye", 1, 1),
        ("late", 2, 0),
        ("late", 0, 0),
    ]


def test_the_better_seed_ranks_first_among_equals():
    """Challonge (2010): median, head to head, then seed; FIDE C.07, 7.8: by pairing number."""
    draw = [game(1, "ann", "bob", (5, 5)), game(1, "cid", "dot", (5, 5))]
    starts = {"dot": 1, "bob": 2, "ann": 3, "cid": 4}
    book = Book(Columns(NAMES[:4], draw), "seed", beside=Beside(starts=lambda: starts))
    some = Table(book, ("points", "seed"))
    assert [(row.player, row.rank) for row in some.standings()] == [
        ("dot", 1),
        ("bob", 2),
        ("ann", 3),
        ("cid", 4),
    ]
    (row,) = some.explain("ann", "seed")
    assert row.kind == "seed" and row.value == -3


def test_who_beat_whom_by_wins_is_not_who_beat_whom_by_points():
    """Tabbycat's manual: of two who met more than once, whoever won more of it; its program adds up points.

    By a table of points two narrow wins (6 and 4) give less than one high loss (1 and 9) takes.
    """
    games = [
        Game(1, 1, (("ann",), ("bob",)), (6, 4), (7, 6), 0),
        Game(2, 1, (("ann",), ("bob",)), (1, 9), (0, 9), 1),
        Game(3, 1, (("ann",), ("bob",)), (6, 4), (7, 6), 0),
        Game(4, 1, (("ann",), ("cid",)), (7, 3), (8, 6), 0),
        Game(4, 2, (("bob",), ("dot",)), (3, 7), (6, 8), 1),
    ]
    book = Book(Columns(NAMES[:4], games), "seed", Values(10, 5, 0))
    level = np.array([0, 0, 1, 2])
    tops = {
        id: TIEBREAKS[id].figures(book, level)[0].tolist() for id in ("who_beat_whom", "who_beat_whom_wins")
    }
    assert tops == {"who_beat_whom": [13, 17, 0, 0], "who_beat_whom_wins": [2, 1, 0, 0]}
    assert TIEBREAKS["who_beat_whom_wins"].figures(book, 0 * level)[0].tolist() == [0, 0, 0, 0]
    some = Table(book, ("points", "who_beat_whom_wins"))
    assert [row.player for row in some.standings()][:2] == ["ann", "bob"]
    assert [row.top for row in some.explain("ann", "who_beat_whom_wins")] == [1, 0, 1]


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


@pytest.mark.parametrize(("id", "worth"), [("who_beat_whom", 3), ("who_beat_whom_wins", 1)])
def test_who_beat_whom_may_be_asked_again_when_two_are_left(id: str, worth: int):
    """Three are level and beat each other in a ring; VP part cid from them, and only then two are left."""
    ring = [game(1, "ann", "bob", (5, 1)), game(2, "bob", "cid", (5, 4)), game(3, "cid", "ann", (5, 1))]
    some = Table(
        Book(Columns(("ann", "bob", "cid"), ring), "s"),
        ("points", id, "vp", f"{id}_again"),
    )
    found = {row.player: (row.rank, *(f.top for f in row.figures)) for row in some.standings()}
    assert found == {"cid": (1, 3, 0, 9, 0), "ann": (2, 3, 0, 6, worth), "bob": (3, 3, 0, 6, 0)}


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
