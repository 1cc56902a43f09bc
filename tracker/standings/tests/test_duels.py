"""The standings order of duels (SEN-SCORE-05), against hand-made tables and a second, slow reckoning."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from tracker.standings.book import Book
from tracker.standings.columns import Columns
from tracker.standings.order import Table, find
from tracker.standings.structs import Bye, Game

ORDER = ("points", "met_points", "wound_diff", "turns_won")
TP = {0: (3, 0), 1: (0, 3), None: (1, 1)}
NAMES = ("ann", "bob", "cid", "dot")


def game(
    round_: int, one: str, other: str, winner: int | None, vp: tuple[int, int] = (0, 0), turns: int = 0
) -> Game:
    return Game(round_, 1, ((one,), (other,)), TP[winner], vp, winner, f"m-{round_}-{one}", 5, turns)


def ranked(games: list[Game], byes: tuple[Bye, ...] = ()) -> Table:
    return Table(Book(Columns(NAMES, games, byes)), ORDER)


def figure(table: Table, player: str, id: str) -> Fraction:
    tops, bottoms = table.figures[ORDER.index(id)]
    at = table.book.columns.index[player]
    return Fraction(int(tops[at]), int(bottoms[at]))


def test_who_beat_an_equal_stands_above_whatever_the_wounds() -> None:
    table = ranked([game(1, "ann", "bob", 0, (5, 4)), game(2, "bob", "cid", 0, (9, 0))])
    assert table.ranks_by_player() == {"ann": 1, "bob": 2, "cid": 4, "dot": 3}


def test_three_who_beat_each_other_are_told_apart_by_wounds() -> None:
    circle = [
        game(1, "ann", "bob", 0, (7, 6)),
        game(2, "bob", "cid", 0, (7, 1)),
        game(3, "cid", "ann", 0, (7, 5)),
    ]
    table = ranked(circle)
    assert {player: int(figure(table, player, "met_points")) for player in NAMES[:3]} == dict.fromkeys(
        NAMES[:3], 3
    )
    assert [table.book.columns.players[at] for at in table.order][:3] == ["bob", "ann", "cid"]


def test_equals_of_whom_two_never_met_are_not_compared_by_their_games() -> None:
    games = [
        game(1, "ann", "bob", 0, (7, 5)),
        game(2, "bob", "dot", 0, (7, 0)),
        game(3, "cid", "dot", 0, (7, 3)),
    ]
    table = ranked(games)
    assert {figure(table, player, "met_points") for player in ("ann", "bob", "cid")} == {0}
    assert [table.book.columns.players[at] for at in table.order][:3] == ["bob", "cid", "ann"]


def test_fewer_turns_in_the_games_won_come_last_and_equals_share_the_place() -> None:
    games = [game(1, "ann", "cid", 0, (7, 5), 9), game(1, "bob", "dot", 0, (7, 5), 8)]
    table = ranked(games)
    assert table.ranks_by_player() == {"bob": 1, "ann": 2, "cid": 3, "dot": 3}
    assert [str(row.value) for row in table.explain("ann", "turns_won")] == ["-9"]


def test_a_bye_neither_helps_nor_harms_by_its_turns() -> None:
    games = [game(1, "ann", "cid", 0, (7, 5), 8), game(2, "ann", "dot", 0, (7, 5), 10)]
    table = ranked(games, (Bye(3, "ann", 3),))
    assert figure(table, "ann", "turns_won") == -9


@st.composite
def tournaments(draw: st.DrawFn) -> list[Game]:
    pairs = draw(st.lists(st.sampled_from(list(combinations(NAMES, 2))), max_size=9))
    return [
        game(
            n,
            *pair,
            draw(st.sampled_from([0, 1, None])),
            (draw(st.integers(0, 9)), draw(st.integers(0, 9))),
            n % 7,
        )
        for n, pair in enumerate(pairs, start=1)
    ]


@given(tournaments(), st.lists(st.integers(0, 2), min_size=4, max_size=4))
@settings(max_examples=200, deadline=None)
def test_head_to_head_points_are_those_of_a_slow_reckoning(games: list[Game], groups: list[int]) -> None:
    table = ranked(games)
    tied = np.array(groups, dtype=np.int64)
    tops, _bottoms = find("met_points").figures(table.book, tied)
    for at, player in enumerate(NAMES):
        group = {name for name, number in zip(NAMES, groups, strict=True) if number == groups[at]}
        met = {frozenset((g.players[0][0], g.players[1][0])) for g in games}
        whole = all(frozenset(pair) in met for pair in combinations(sorted(group), 2))
        inside = [g for g in games if {g.players[0][0], g.players[1][0]} <= group]
        due = sum(g.tp[0 if g.players[0][0] == player else 1] for g in inside if (player,) in g.players)
        assert tops[at] == (due if whole else 0)
        rows = find("met_points").explain(table.book, at, tied)
        assert sum(row.value for row in rows) == tops[at]
