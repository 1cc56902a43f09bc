"""Games given away that count as played (FIDE C.07, /P), and Play! Pokemon's win percentages.

The round robin is that of FIDE's exercises (Mario Held), whose games all count as played; here some of them are
forfeits. Percentages: Play! Pokemon Tournament Rules Handbook, 5.3.3, as cardarena-tournament-core (a draw is half a
win, byes are left out, at least 25 %) and others compute them; 75 % is the most of a player who has left.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from tracker.standings.book import Beside, Book
from tracker.standings.columns import Columns
from tracker.standings.order import Table
from tracker.standings.structs import Bye, Game, Values
from tracker.standings.tests.test_fide import ROUND_ROBIN, book, figures, told
from tracker.standings.tiebreaks import TIEBREAKS

GIVEN_AWAY = """
1: 5w= 2w1 3b1 4w0 6b+
2: 6w1 1b0 5w1 3w= 4b1
3: 4w+ 6b1 1w0 2b= 5w1
4: 3b- 5b0 6w= 1b1 2w0
5: 1b= 4w1 2b0 6w- 3b0
6: 2b0 3w0 4b= 5b+ 1w-
"""
PUBLISHED = {"sonneborn_berger_played": "9.25 6.25 6.25 4.25 3.25 2.25", "koya_played": "2 .5 .5 1 .5 0"}


@pytest.mark.parametrize("table", [GIVEN_AWAY, ROUND_ROBIN])
@pytest.mark.parametrize("id", PUBLISHED)
def test_forfeits_of_a_round_robin_count_as_played(table, id):
    assert figures(table, TIEBREAKS[id]) == told(PUBLISHED[id])


@pytest.mark.parametrize(
    ("id", "values"),
    [
        ("koya_played_down", "2 .5 .5 1 .5 0"),
        ("koya_played_down2", "3.5 3.5 3.5 1.5 1.5 1.5"),
        ("koya_played_up", "2 .5 .5 1 .5 0"),
        ("koya_played_up3", "0 0 0 0 0 0"),
    ],
)
def test_the_limit_moves_with_forfeits_as_games_too(id, values):
    """By hand: half of five rounds is 2.5, three have 3.5 and three 1.5."""
    assert figures(GIVEN_AWAY, TIEBREAKS[id]) == figures(ROUND_ROBIN, TIEBREAKS[id]) == told(values)


def test_without_the_option_they_do_not():
    assert figures(GIVEN_AWAY, TIEBREAKS["sonneborn_berger"])[1] < Fraction("9.25")
    given = GIVEN_AWAY.replace("2w1", "2w+").replace("1b0 5w1", "1b- 5w1")
    assert [figures(given, TIEBREAKS[id])[1] for id in ("koya", "koya_played")] == [1, 2]


def test_the_direct_encounter_of_a_round_robin_sees_forfeits_as_games():
    """1 and 2 are level with a forfeit between them: only as a game does it tell them apart."""
    given = "\n1: 2w+ 3b0 4w1\n2: 1b- 4w1 3b1\n3: 4b0 1w1 2w0\n4: 3w1 2b0 1b0\n"
    ranks = {
        id: Table(book(given), ("points", id)).ranks_by_player()
        for id in ("direct_encounter", "direct_encounter_played")
    }
    assert ranks["direct_encounter"] == {"1": 1, "2": 1, "4": 3, "3": 4}
    assert ranks["direct_encounter_played"] == {"1": 1, "2": 2, "4": 3, "3": 4}


def test_a_game_that_both_gave_away_is_nobodys_draw():
    lost = "\n1: 2w- 3w1\n2: 1b- 4w1\n3: 4w= 1b0\n4: 3b= 2b0\n"
    found = figures(lost, TIEBREAKS["sonneborn_berger_played"])
    assert found[1] == found[2] == Fraction(1, 2), "only the half point of whom each has beaten"


def test_whoever_has_left_has_lost_the_game_that_the_schedule_gives():
    """Ann is given her game against bob, who has no line of that round; of all points of two rounds bob has half."""
    games = [Game(1, 1, (("bob",), ("cid",)), (2, 0), (0, 0), 0)]
    byes = [Bye(1, "ann", 0, result=0), Bye(2, "ann", 2, scheduled="bob")]
    table = Table(Book(Columns(("ann", "bob", "cid"), games, byes), points=Values(2, 1, 0)), ("points",))
    assert [sum(r.value for r in table.explain(name, "koya_played")) for name in ("ann", "bob")] == [2, 0]
    (row,) = table.explain("ann", "koya_played")
    assert (row.kind, row.opponents, row.table, row.round) == ("forfeit", ("bob",), None, 2)
    assert table.explain("ann", "koya") == []


def percentages(*left: str) -> dict[str, dict[str, Fraction]]:
    """Ann wins thrice, bob once beside a draw and a bye, cid draws and loses twice, dot lost by forfeit."""

    def game(round_: int, one: str, other: str, winner: int | None) -> Game:
        tp = {0: (3, 0), 1: (0, 3), None: (1, 1)}[winner]
        return Game(round_, 1, ((one,), (other,)), tp, (0, 0), winner)

    games = [game(1, "ann", "cid", 0), game(2, "bob", "cid", None), game(2, "ann", "eve", 0)]
    games += [game(3, "ann", "cid", 0), game(3, "bob", "eve", 0)]
    byes = [
        Bye(1, "bob", 3),
        Bye(1, "dot", 0, result=0, kind="forfeit_loss", scheduled="eve"),
        Bye(1, "eve", 3, kind="forfeit_win", scheduled="dot"),
    ]
    names = ("ann", "bob", "cid", "dot", "eve")
    table = Table(
        Book(Columns(names, games, byes), beside=Beside(left=left)),
        ("points", "opp_win_play", "opp_opp_win_play"),
    )
    for row in table.standings():
        for figure in row.figures:
            assert sum(r.value for r in table.explain(row.player, figure.id)) == figure.value
    return {row.player: {figure.id: figure.value for figure in row.figures} for row in table.standings()}


def test_play_percentages_leave_byes_out_and_count_forfeits():
    """Shares: ann 3/3, bob 1.5/2, cid 0.5/3 and so 1/4, dot 0/1 and so 1/4, eve 1/3."""
    own = {name: found["opp_win_play"] for name, found in percentages().items()}
    assert own == {
        "ann": (2 * Fraction(1, 4) + Fraction(1, 3)) / 3,
        "bob": (Fraction(1, 4) + Fraction(1, 3)) / 2,
        "cid": (2 * 1 + Fraction(3, 4)) / 3,
        "dot": Fraction(1, 3),
        "eve": (Fraction(1, 4) + 1 + Fraction(3, 4)) / 3,
    }
    far = {name: found["opp_opp_win_play"] for name, found in percentages().items()}
    assert far["ann"] == (2 * own["cid"] + own["eve"]) / 3 and far["dot"] == own["eve"]


def test_who_has_left_counts_for_three_quarters_at_most():
    assert percentages("ann")["cid"]["opp_win_play"] == (2 * Fraction(3, 4) + Fraction(3, 4)) / 3
    assert percentages("bob", "eve", "dot") == percentages(), "nobody of them had more"
    assert percentages("ann")["ann"]["opp_win_play"] == percentages()["ann"]["opp_win_play"], "not their own"
