"""Bushido's organised play: the whole table of points, the published strength of schedule, its last tie-breakers."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from msgspec.structs import replace

from games.bushido.organised_play import MASTERS, TRUNCATED
from games.registry import SYSTEMS
from games.replay import judge
from games.ruleset import SYSTEM as STAFF
from games.ruleset import Setup
from tracker.rulesets.tournament import events as ev
from tracker.rulesets.tournament import standings
from tracker.rulesets.tournament.scoring import ranking
from tracker.rulesets.tournament.tests.story import (
    FOUR,
    after,
    drawn,
    joined,
    result,
    to_closed,
    to_started,
)
from tracker.standings.book import Book
from tracker.standings.columns import Columns
from tracker.standings.order import Table
from tracker.standings.structs import Game, Values
from tracker.standings.tiebreaks import TIEBREAKS

PRESETS = SYSTEMS["bushido"].presets


def points(preset: str) -> ev.TournamentPoints:
    told = PRESETS[preset].options["tp"]
    return ev.TournamentPoints(told["win"], told["draw"], told["loss"], told.get("by_vp", {}))


def played(vp, winner=None, preset="bushido_masters"):
    """TP by side of a round of one table with this score."""
    story = to_started(*joined("ann", "bob", tp=points(preset), bye=ev.ByeValue(1)))
    told = result(1, 1, *vp)
    state = after(*story, replace(told, winner=winner) if winner else told)
    (game,) = ranking(state).book.columns.games
    return game.tp


@pytest.mark.parametrize(("score", "expected"), MASTERS.items())
def test_the_table_of_the_masters_format(score, expected):
    assert played(score) == (expected, MASTERS[score[::-1]])


@pytest.mark.parametrize(("score", "expected"), TRUNCATED.items())
def test_truncated_points(score, expected):
    assert played(score, preset="bushido_truncated") == (expected, TRUNCATED[score[::-1]])


def test_every_win_is_worth_more_than_every_draw_and_that_more_than_every_loss():
    worth = [MASTERS[score] for score in ((3, 0), (2, 0), (2, 1), (1, 0), (1, 1), (0, 0), (0, 1), (1, 2))]
    assert all(better > worse for better, worse in pairwise(worth))


def test_who_concedes_while_ahead_loses_all_the_same():
    assert played((2, 1), winner="serpent") == (3, 6)
    assert played((0, 0), winner="alliance") == (6, 3)


def test_a_score_that_no_match_ends_with_counts_by_its_winner():
    assert played((7, 4)) == (6, 3)


def test_strict_swiss_counts_wins_alone():
    assert played((3, 0), preset="bushido_strict") == (1, 0)
    assert played((1, 1), preset="bushido_strict") == (0, 0)


def game(round_, one, other, tp, winner=0, **figures):
    return Game(round_, 1, ((one,), (other,)), tp, (0, 0), winner, figures=figures)


def met(name: str, ends_on: tuple[int, ...], own: tuple[int, ...]) -> list[Game]:
    """The games of a player against opponents who end on these points, which they make elsewhere."""
    games = []
    for round_, (total, points_) in enumerate(zip(ends_on, own, strict=True), 1):
        foe = f"{name}-{round_}"
        games.append(game(round_, name, foe, (points_, 0)))
        games.append(game(9, foe, f"{foe}-other", (total, 0)))
    return games


def test_the_published_strength_of_schedule():
    """Two on 29 TP: opponents on 7, 12, 23, 23 come to 65, opponents on 3, 5, 26, 28 to 62; the first wins."""
    games = [*met("ann", (7, 12, 23, 23), (8, 8, 7, 6)), *met("bob", (3, 5, 26, 28), (8, 8, 7, 6))]
    names = sorted({name for one in games for side in one.players for name in side})
    table = Table(Book(Columns(names, games)), ("points", "wins", "sos"))
    rows = {row.player: row for row in table.standings(None)}
    assert [[figure.top for figure in rows[name].figures] for name in ("ann", "bob")] == [
        [29, 4, 65],
        [29, 4, 62],
    ]
    assert rows["ann"].rank < rows["bob"].rank
    assert sum(reason.top for reason in table.explain("ann", "sos")) == 65


def test_scenario_points_then_the_earliest_enemy_vim():
    games = [
        game(1, "ann", "bob", (5, 5), None, sp=(7, 4), enemy_vim_turn=(0, 5)),
        game(2, "cid", "dot", (5, 5), None, sp=(4, 4), enemy_vim_turn=(3, 0)),
        game(3, "dot", "bob", (0, 0), None, sp=(0, 0), enemy_vim_turn=(0, 6)),
    ]
    table = Table(Book(Columns(FOUR, games)), ("points", "sp", "enemy_vim_turn"))
    rows = table.standings(None)
    assert [row.player for row in rows] == ["ann", "cid", "bob", "dot"]
    assert [[figure.top for figure in row.figures] for row in rows] == [
        [5, 7, -7],
        [5, 4, -3],
        [5, 4, -5],
        [5, 4, -7],
    ]
    for row in rows:
        for figure in row.figures:
            assert sum(reason.top for reason in table.explain(row.player, figure.id)) == figure.top


MASTERS_VALUES = Values(6, 4, 3, by_score=tuple(MASTERS.values()))


def test_of_all_points_those_count_that_the_best_score_gives():
    """Nine by 3-0, not the six of a concession: otherwise ann had won seven sixths of what she could."""
    games = [game(1, "ann", "bob", (9, 0), 0), game(2, "ann", "cid", (7, 2), 0)]
    table = Table(Book(Columns(("ann", "bob", "cid"), games), points=MASTERS_VALUES), ("opp_win_33", "koya"))
    rows = {row.player: [figure.value for figure in row.figures] for row in table.standings()}
    assert rows["bob"][0] == Fraction(16, 18) and rows["ann"][1] == 0


def test_a_missing_game_may_give_all_that_the_table_of_points_knows():
    """ann won two games that were conceded, 6 to 3 each: bob or cid, who have not met, may still win 9 to 0."""
    games = [game(1, "ann", "bob", (6, 3), 0), game(2, "ann", "cid", (6, 3), 0)]
    level = Book(Columns(("ann", "bob", "cid"), games), points=MASTERS_VALUES)
    assert TIEBREAKS["direct_encounter"].figures(level, 0 * level.scores)[0].tolist() == [0, 0, 0]
    games = [game(1, "ann", "bob", (9, 0), 0), game(2, "ann", "cid", (9, 0), 0)]
    level = Book(Columns(("ann", "bob", "cid"), games), points=MASTERS_VALUES)
    assert TIEBREAKS["direct_encounter"].figures(level, 0 * level.scores)[0].tolist() == [2, 0, 0]


def test_the_masters_format_pairs_by_the_whole_ranking():
    """First against second though two are level on points: strength of schedule and the like have parted them."""
    options = {"pair_by": "rank", "tiebreaks": ("points", "vp", "sos")}
    closed = to_closed(*joined(*FOUR, **options), scores=((3, 0), (1, 0)))
    order = [row.player for row in standings(after(*closed))]
    second = drawn(*closed, seed="s2")
    pairs = {frozenset(name for side in one.sides.values() for name in side) for one in second.pairings}
    assert pairs == {frozenset(order[:2]), frozenset(order[2:])}


def test_only_wins_count_in_swiss_by_wins_and_honbasho_gives_nothing_for_a_draw():
    for preset in ("bushido_wins", "bushido_honbasho", "bushido_duel"):
        assert played((1, 0), preset=preset) == (1, 0)
        assert played((0, 0), preset=preset) == (0, 0)


@pytest.mark.parametrize("preset", [key for key in PRESETS if key != "bushido_casual"])
def test_a_format_that_ranks_by_a_figure_has_it_told_in_every_result(preset):
    """BUS-TOUR-14: Bavarian Botoku counted a result without scenario points as one of none."""
    options = PRESETS[preset].options
    ranked = {"sp", "enemy_vim_turn"} & set(options["tiebreaks"])
    assert options["match_options"].get("whole_result", False) or not ranked


@pytest.mark.parametrize("preset", [key for key in PRESETS if key != "bushido_casual"])
def test_every_format_opens_a_match_of_each_of_its_rounds(preset):
    """BUS-TOUR-20 to -27, BUS-SCN-16 to -18: scenarios, rice and clocks of a format fit together."""
    system, options = SYSTEMS["bushido"], PRESETS[preset].options
    assert len(options["scenarios"]) == options["rounds"]
    told = {**options["match_options"], "detail": options["detail"]}
    assert set(options["match_options"]) <= set(system.tables.options)
    for scenario in options["scenarios"]:
        vim = {"vim": "open"} if len(system.scenarios[scenario].vim) > 1 else {}
        opened = system.open_table({"a": ("x",), "b": ("y",)}, scenario, {**told, **vim}, lambda cards, n: [])
        state = system.rules.initial(Setup())
        for event in opened:
            assert not judge(system.rules, state, event, STAFF)
            state = system.rules.evolve(state, event)
        assert state.scenario == scenario and state.rice_limit == options["match_options"]["rice_limit"]
