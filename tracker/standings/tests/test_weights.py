"""Rounds that count more than once: points and every figure made of them, worked by hand; Cobra's weighted means.

Cobra (Null-Signal-Games, `SosCalculator`): an opponent's mean is points by the weight of the rounds with a game, and
the opponents' means are weighted by the rounds in which they were met. Tabbycat multiplies a round's points.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from tracker.standings.book import Beside, Book
from tracker.standings.columns import Columns
from tracker.standings.order import Table
from tracker.standings.structs import Bye, Game, Values
from tracker.standings.tiebreaks import TIEBREAKS

NAMES = ("a", "b", "c", "d")
POINTS = Values(2, 1, 0)
WEIGHTS = (1, 1, 2)


def game(round_: int, one: str, other: str, own: int) -> Game:
    """`own` of the two points that a game gives, once more in round 3."""
    times = WEIGHTS[round_ - 1] if round_ <= 3 else 1
    winner = {2: 0, 1: None, 0: 1}[own]
    return Game(round_, 1, ((one,), (other,)), (own * times, (2 - own) * times), (own, 2 - own), winner)


GAMES = [
    game(1, "a", "b", 2),
    game(1, "c", "d", 1),
    game(2, "a", "c", 2),
    game(2, "b", "d", 2),
    game(3, "a", "d", 0),
    game(3, "b", "c", 1),
]
"""Points: a 4, b 4, c 3, d 5 of the eight that three rounds can give."""


def figures(id: str, *, byes: tuple[Bye, ...] = (), names: tuple[str, ...] = NAMES) -> dict[str, Fraction]:
    table = Table(
        Book(Columns(names, GAMES, byes), points=POINTS, beside=Beside(weights=WEIGHTS)), ("points", id)
    )
    found = {row.player: row.figures[1].value for row in table.standings()}
    for name, value in found.items():
        assert sum((row.value for row in table.explain(name, id)), Fraction(0)) == value, (name, id)
    return found


@pytest.mark.parametrize(
    ("id", "values"),
    [
        ("points", "4 4 3 5"),
        ("wins", "2 1 0 1"),
        ("sos", "12 12 13 11"),
        ("sos_per_game", "17/16 15/16 17/16 15/16"),
        ("opp_win_33", "1/2 1/2 13/24 11/24"),
        ("koya", "2 2 3 4"),
        ("koya_up", "0 2 1 0"),
        ("koya_up2", "0 0 0 0"),
        ("progressive", "10 6 5 7"),
        ("progressive_cut2", "4 4 3 5"),
        ("fore_buchholz", "10 12 13 13"),
        ("kashdan", "9 7 5 7"),
        ("vp", "4 3 2 3"),
    ],
)
def test_figures_of_an_event_whose_last_round_counts_twice(id, values):
    assert figures(id) == dict(zip(NAMES, map(Fraction, values.split()), strict=True))


@pytest.mark.parametrize("id", ["points", "sos_per_game", "ext_sos_per_game", "sos_uplink"])
def test_a_round_that_counts_twice_is_worth_two_rounds_with_the_same_results(id):
    twice = [
        *GAMES[:4],
        *(
            Game(at, 1, one.players, (one.tp[0] // 2, one.tp[1] // 2), one.vp, one.winner)
            for at in (3, 4)
            for one in GAMES[4:]
        ),
    ]
    names = (*NAMES, "e")
    byes = (Bye(1, "e", 2), Bye(3, "e", 2, result=1))
    again = (*byes[:1], Bye(3, "e", 1, result=1), Bye(4, "e", 1, result=1))
    other = Table(Book(Columns(names, twice, again), points=POINTS), (id,))
    assert figures(id, byes=byes, names=names) == {
        row.player: row.figures[0].value for row in other.standings()
    }


def test_the_dummy_opponent_has_at_most_a_draw_in_every_round_as_often_as_it_counts():
    """C.07, 16.4.2: whoever sat out three times and won eight points has dummies of 1 + 1 + 2."""
    byes = (Bye(1, "e", 2), Bye(2, "e", 2), Bye(3, "e", 4))
    assert figures("buchholz", byes=byes, names=(*NAMES, "e"))["e"] == 12
    gone = (Bye(1, "e", 2), Bye(3, "e", 0, result=0, kind="zero"))
    table = Book(Columns((*NAMES, "e"), GAMES, gone), points=POINTS, beside=Beside(weights=WEIGHTS))
    assert TIEBREAKS["buchholz"].figures(table, 0 * table.scores)[0].tolist()[-1] == 2 * 3 * 2


def test_missing_games_may_decide_as_many_points_as_the_heaviest_round_gives():
    """a has beaten b and c, who have not met: a game of two points leaves a alone at the top, one of four may not."""
    columns = Columns(("a", "b", "c"), [game(1, "a", "b", 2), game(2, "a", "c", 2)])
    for weights, behind in (((), 2), ((1, 1, 2), 0)):
        book = Book(columns, points=POINTS, beside=Beside(weights=weights))
        assert TIEBREAKS["direct_encounter"].figures(book, 0 * book.scores)[0].tolist()[0] == behind
