"""A figure that the matches count themselves ranks like any other, and opens down to its games."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.registry import SYSTEMS
from games.system import System
from games.tiebreaks import NAME, files, of_file, published
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


def with_figures(*games: tuple[int, str, str, dict[str, tuple[int, int]]]) -> Book:
    """A book of drawn games: (round, the first player, the second, figures)."""
    players = sorted({name for _round, *sides, _figures in games for name in sides})
    told = [
        Game(round_, 1, ((one,), (other,)), (1, 1), (0, 0), None, figures=figures)
        for round_, one, other, figures in games
    ]
    return Book(Columns(players, told))


def test_a_difference_is_what_one_side_counts_minus_what_the_other_does() -> None:
    book = with_figures(
        (1, "ann", "bob", {"escapes": (0, 2)}),
        (2, "bob", "ann", {"escapes": (0, 1)}),
        (3, "ann", "cid", {}),
    )
    table = Table(book, ("escapes",))
    assert [(row.player, row.figures[0].top) for row in table.standings()] == [
        ("bob", 1),
        ("cid", 0),
        ("ann", -1),
    ]
    assert [(row.round, row.top) for row in table.explain("ann", "escapes")] == [(1, -2), (2, 1), (3, 0)]


def test_the_earlier_mean_turn_ranks_first_and_whoever_has_none_behind_all() -> None:
    book = with_figures(
        (1, "ann", "bob", {"intruder_win_turn": (0, 9)}),
        (2, "cid", "bob", {"intruder_win_turn": (0, 12)}),
        (1, "cid", "dot", {"intruder_win_turn": (10, 0)}),
    )
    rows = {row.player: row for row in Table(book, ("intruder_win_turn",)).standings()}
    assert {name: (row.rank, str(row.figures[0].value)) for name, row in rows.items()} == {
        "cid": (1, "-10"),
        "bob": (2, "-21/2"),
        "ann": (3, "-13"),
        "dot": (3, "-13"),
    }
    table = Table(book, ("intruder_win_turn",))
    for name, row in rows.items():
        shares = [reason.value for reason in table.explain(name, "intruder_win_turn")]
        assert sum(shares) == row.figures[0].value
    assert [reason.kind for reason in table.explain("dot", "intruder_win_turn")] == ["none"]


def test_two_games_cannot_publish_one_tie_breaker() -> None:
    twice = SYSTEMS["bushido"].folder / NAME
    with pytest.raises(ValueError, match="enemy_vim_turn, sp"):
        published([twice, twice])


def test_every_published_figure_is_one_that_the_matches_of_its_game_count() -> None:
    assert files() == sorted(folder / NAME for folder in _folders() if (folder / NAME).exists())
    for system in SYSTEMS.values():
        path = system.folder / NAME
        assert not path.exists() or of_file(path).keys() <= _figures(system), system.key


def _folders() -> list[Path]:
    return [system.folder for system in SYSTEMS.values()]


def _figures(system: System) -> set[str]:
    """What some match of the game counts."""
    found: set[str] = set()
    for level in system.simulation().LEVELS:
        setup, logged = system.simulation().simulate(1, level)
        state = system.rules.initial(setup)
        for event, _by in logged:
            state = system.rules.evolve(state, event)
        found |= system.rules.outcome(state).figures.keys()
    return found
