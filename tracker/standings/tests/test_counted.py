"""A figure that the matches count themselves ranks like any other, and opens down to its games."""

from __future__ import annotations

from tracker.standings.book import Book
from tracker.standings.columns import Columns
from tracker.standings.order import Table
from tracker.standings.structs import Bye, Game

ORDER = ("points", "vp_diff", "vp", "knockout_vp", "met_points")


def game(round_: int, sides: tuple[tuple[str, ...], tuple[str, ...]], knockouts: tuple[int, int]) -> Game:
    figures = {"knockout_vp": knockouts}
    return Game(round_, 1, sides, (2, 0), (5, 3), 0, f"m-{round_}-{sides[0][0]}", 9, 6, figures)


def test_more_knock_outs_rank_first_among_equals() -> None:
    games = [game(1, (("ann",), ("cid",)), (1, 3)), game(1, (("bob",), ("dot",)), (4, 2))]
    table = Table(Book(Columns(("ann", "bob", "cid", "dot"), games)), ORDER)
    assert table.ranks_by_player() == {"bob": 1, "ann": 2, "cid": 3, "dot": 4}


def test_the_figure_opens_to_its_games_and_a_bye_counts_nothing() -> None:
    games = [game(1, (("ann",), ("bob",)), (1, 3)), game(2, (("bob",), ("ann",)), (0, 2))]
    table = Table(Book(Columns(("ann", "bob"), games, (Bye(3, "ann", 2, 5, 3),))), ORDER)
    told = [(row.kind, row.round, row.top) for row in table.explain("ann", "knockout_vp")]
    assert told == [("game", 1, 1), ("game", 2, 2), ("bye", 3, 0)]


def test_everybody_of_a_team_has_the_team_s_figure() -> None:
    games = [game(1, (("ann", "bob"), ("cid", "dot")), (4, 2))]
    columns = Columns(("ann", "bob", "cid", "dot"), games)
    assert dict(
        zip((columns.players[at] for at in columns.player), columns.figure("knockout_vp"), strict=True)
    ) == {
        "ann": 4,
        "bob": 4,
        "cid": 2,
        "dot": 2,
    }
    assert columns.figure("unheard_of").tolist() == [0, 0, 0, 0]
