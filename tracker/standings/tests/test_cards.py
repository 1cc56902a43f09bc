"""Published numbers of card games: Cobra's own examples of strength of schedule, records of Magic's appendix C.

Project-NISEI/cobra, spec/services/sos_calculator_spec.rb at commit 98dbf71 (its rounds of less weight are not offered
here); Magic Tournament Rules, appendix C (blogs.magicjudges.org/rules/mtr-appendix-c).
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from tracker.standings.book import Book
from tracker.standings.columns import Columns
from tracker.standings.order import Table
from tracker.standings.structs import Bye, Game

Scores = tuple[tuple[str, str, int, int], ...]
SNAP: Scores = (
    ("snap", "crackle", 6, 0),
    ("pop", "other", 6, 0),
    ("snap", "pop", 6, 0),
    ("crackle", "other", 3, 3),
)
UNEVEN: Scores = (("snap", "other", 3, 2), ("snap", "one", 1, 3), ("two", "other", 0, 5))
THREE: Scores = (
    ("dan", "johno", 3, 3),
    ("laurie", "", 6, 0),
    ("laurie", "johno", 6, 0),
    ("dan", "", 6, 0),
)


def figures(scores: Scores) -> dict[str, tuple[Fraction, ...]]:
    """Points, strength of schedule and its extension, ranked by them; each pairing is a round of its own."""
    games, byes = [], []
    for round_, (one, other, won, lost) in enumerate(scores, 1):
        if other:
            winner = None if won == lost else int(won < lost)
            games.append(Game(round_, 1, ((one,), (other,)), (won, lost), (0, 0), winner))
        else:
            byes.append(Bye(round_, one, won))
    names = sorted({name for one, other, *_ in scores for name in (one, other) if name})
    table = Table(Book(Columns(names, games, byes)), ("points", "sos_per_game", "ext_sos_per_game"))
    for row in table.standings():
        for figure in row.figures:
            assert sum(reason.value for reason in table.explain(row.player, figure.id)) == figure.value
    return {row.player: tuple(figure.value for figure in row.figures) for row in table.standings()}


@pytest.mark.parametrize(
    ("scores", "player", "points", "sos", "extended"),
    [
        pytest.param(SNAP, "snap", 12, 2.25, 3.75, id="with opponents"),
        pytest.param(UNEVEN, "snap", 4, 3.25, 1.5, id="unequal numbers of games"),
        pytest.param((("snap", "", 6, 0),), "snap", 6, 0, 0, id="a player with only byes"),
        pytest.param(THREE, "laurie", 12, 1.5, 5.25, id="three players: first"),
        pytest.param(THREE, "dan", 9, 1.5, 5.25, id="three players: second"),
        pytest.param(THREE, "johno", 3, 5.25, 1.5, id="three players: third"),
    ],
)
def test_cobras_examples_of_strength_of_schedule(scores, player, points, sos, extended):
    assert figures(scores)[player] == (points, Fraction(sos), Fraction(extended))


@pytest.mark.parametrize(
    ("record", "points", "percentage"),
    [
        pytest.param((6, 2, 0), 18, Fraction(18, 24), id="6-2-0"),
        pytest.param((4, 2, 2), 14, Fraction(14, 24), id="4-2-2"),
        pytest.param((1, 3, 1), 4, Fraction(33, 100), id="1-3-1: never below 0.33"),
    ],
)
def test_magics_records(record, points, percentage):
    """Wins, losses, draws; what the only other one who met this player has as opponents' match-win percentage."""
    results = [0] * record[0] + [1] * record[1] + [None] * record[2]
    tp = {0: (3, 0), 1: (0, 3), None: (1, 1)}
    games = [
        Game(at, 1, (("ann",), ("bob" if at == 1 else f"foe {at}",)), tp[won], (0, 0), won)
        for at, won in enumerate(results, 1)
    ]
    names = sorted({name for game in games for side in game.players for name in side})
    rows = {
        row.player: row for row in Table(Book(Columns(names, games)), ("points", "opp_win_33")).standings()
    }
    assert rows["ann"].figures[0].value == points
    assert rows["bob"].figures[1].value == percentage
