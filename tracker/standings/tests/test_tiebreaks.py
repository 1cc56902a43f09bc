"""Every tie-breaker against its definition, computed a second time the slow and obvious way."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tracker.standings.book import Book
from tracker.standings.columns import Columns
from tracker.standings.given import BY_HAND, STAGE
from tracker.standings.order import Table, find
from tracker.standings.structs import Bye, Game, Kind, shown
from tracker.standings.tiebreaks import TIEBREAKS
from tracker.standings.words import reason_words, tiebreak_words

TP = {0: (3, 0), 1: (0, 3), None: (1, 1)}


def game(round_, one, other, vp=(0, 0), seq=None):
    winner = None if vp[0] == vp[1] else 0 if vp[0] > vp[1] else 1
    return Game(round_, 1, ((one,), (other,)), TP[winner], vp, winner, f"m-{round_}-{one}", seq)


def book_of(players, games, byes=(), seed=""):
    return Book(Columns(players, games, byes), seed)


FOUR = [
    game(1, "ann", "bob", (7, 2)),
    game(1, "cid", "dot", (4, 4)),
    game(2, "ann", "cid", (3, 5)),
    game(2, "bob", "dot", (6, 0)),
]
"""After two rounds: cid 4, ann 3, bob 3, dot 1."""


def value(id, player, games=FOUR, byes=(), players=("ann", "bob", "cid", "dot")):
    book = book_of(players, games, byes)
    table = Table(book, (id,))
    tops, bottoms = table.figures[0]
    at = book.columns.index[player]
    return Fraction(int(tops[at]), int(bottoms[at]))


@pytest.mark.parametrize(
    ("id", "ann", "dot"),
    [
        ("points", 3, 1),
        ("wins", 1, 0),
        ("games_won", 1, 0),
        ("vp", 10, 4),
        ("vp_diff", 3, -6),
        ("progressive", 6, 2),
        ("sos", 7, 7),
        ("sos_avg", Fraction(7, 2), Fraction(7, 2)),
        ("sos_per_game", Fraction(7, 4), Fraction(7, 4)),
        ("sos_cut", 4, 4),
        ("ext_sos", 8, 8),
        ("sonneborn_berger", 3, 2),
        ("opp_vp", 17, 17),
        ("opp_vp_diff", 3, 3),
    ],
)
def test_figures_of_four_players_after_two_rounds(id, ann, dot):
    assert (value(id, "ann"), value(id, "dot")) == (ann, dot)


def test_a_bye_counts_its_points_but_has_no_opponent():
    bye = [Bye(3, "ann", 3, 5, 1)]
    assert value("points", "ann", byes=bye) == 6
    assert value("vp_diff", "ann", byes=bye) == 7
    assert value("sos", "ann", byes=bye) == 7
    assert (value("wins", "ann", byes=bye), value("games_won", "ann", byes=bye)) == (2, 1)
    assert value("sos_per_game", "cid", byes=bye) == Fraction(1, 2) * (Fraction(6, 3) + Fraction(1, 2))


def test_a_single_opponent_is_not_cut():
    assert value("sos_cut", "ann", [game(1, "ann", "bob", (1, 1))]) == 1


LADDER = ("ann", "bob", "cid", "dot", "eve", "fay")


def everybody_met(players):
    """Each beats all who stand behind: 15, 12, 9, 6, 3 and 0 points after five rounds without a gap."""
    circle = list(players)
    for round_ in range(1, len(players)):
        for pair in zip(circle[:3], reversed(circle[3:]), strict=True):
            yield game(round_, min(pair), max(pair), (1, 0))
        circle.insert(1, circle.pop())


@pytest.mark.parametrize(
    ("id", "cut", "figures"),
    [
        ("sos", (), (30, 33, 36, 39, 42, 45)),
        ("sos_cut", (0,), (30, 33, 36, 39, 42, 42)),
        ("sos_cut2", (0, 1), (27, 30, 33, 36, 36, 36)),
        ("sos_median", (0, -1), (18, 18, 21, 24, 27, 27)),
    ],
)
def test_the_lowest_and_the_highest_opponents_are_cut(id, cut, figures):
    """And so they are of FIDE's Buchholz, which is the same where every round was played."""
    games = list(everybody_met(LADDER))
    points = {name: 15 - 3 * at for at, name in enumerate(LADDER)}
    for name, figure in zip(LADDER, figures, strict=True):
        foes = sorted(points[foe] for foe in LADDER if foe != name)
        gone = [foes[place] for place in cut]
        assert sum(foes) - sum(gone) == figure
        for rule in (id, id.replace("sos", "buchholz")):
            assert value(rule, name, games, players=LADDER) == figure, rule


@pytest.mark.parametrize("id", ["sos_cut2", "sos_median", "buchholz_cut2", "buchholz_median"])
def test_two_opponents_are_not_cut(id):
    assert value(id, "ann") == value("sos", "ann") == 7


def test_head_to_head_needs_a_win_over_everyone_tied():
    games = [game(1, "ann", "bob", (1, 0)), game(1, "cid", "dot", (1, 0))]
    players = ("ann", "bob", "cid", "dot")
    assert [row.rank for row in Table(book_of(players, games), ("points", "head_to_head")).standings()] == [
        1,
        1,
        3,
        3,
    ]
    games.append(game(2, "ann", "cid", (2, 2)))
    games.append(game(2, "bob", "dot", (9, 1)))
    table = Table(book_of(players, games), ("points", "head_to_head"))
    assert [(row.player, row.rank) for row in table.standings()] == [
        ("ann", 1),
        ("cid", 1),
        ("bob", 3),
        ("dot", 4),
    ]


def test_head_to_head_breaks_a_tie_of_two():
    table = Table(book_of(("ann", "bob", "cid", "dot"), FOUR), ("points", "head_to_head"))
    assert table.ranks_by_player() == {"cid": 1, "ann": 2, "bob": 3, "dot": 4}
    assert [reason.value for reason in table.explain("ann", "head_to_head")] == [1]
    assert [reason.value for reason in table.explain("bob", "head_to_head")] == [0]


def test_the_lot_is_repeatable_and_differs_by_seed():
    ranks = [
        Table(book_of("abcdefgh", [], (), seed), ("points", "lot")).ranks_by_player()
        for seed in ("x", "x", "y")
    ]
    assert ranks[0] == ranks[1] != ranks[2]
    assert sorted(ranks[0].values()) == list(range(1, 9))


def test_several_players_a_side_share_the_result_and_meet_all_of_the_other_side():
    team = Game(1, 1, (("ann", "bob"), ("cid",)), (3, 0), (5, 2), 0)
    book = book_of(("ann", "bob", "cid"), [team, game(2, "ann", "cid", (1, 1))])
    table = Table(book, ("points", "vp_diff", "sos"))
    rows = {row.player: [figure.top for figure in row.figures] for row in table.standings()}
    assert rows == {"ann": [4, 3, 2], "bob": [3, 3, 1], "cid": [1, -3, 11]}


def test_every_tie_breaker_has_words_in_both_languages():
    assert tiebreak_words().keys() == {BY_HAND, STAGE, *TIEBREAKS}
    assert reason_words().keys() == set(get_args(Kind))
    for words in tiebreak_words().values():
        for text in (words.title, words.short, words.about):
            assert text.en and text.ru


def test_an_unknown_tie_breaker_is_named():
    with pytest.raises(KeyError, match="luck"):
        find("luck")


@pytest.mark.parametrize(
    ("top", "bottom", "text"), [(7, 1, "7"), (6, 3, "2"), (7, 3, "2.33"), (-1, 8, "-0.13"), (1, 6, "0.17")]
)
def test_shown_rounds_to_two_places(top, bottom, text):
    assert shown(top, bottom) == text


NAMES = [f"p{n}" for n in range(7)]


@st.composite
def tournaments(draw):
    """Up to five rounds of any pairings, with byes."""
    games, byes = [], []
    for round_ in range(1, draw(st.integers(0, 5)) + 1):
        order = draw(st.permutations(NAMES))
        for one, other in zip(order[:-1:2], order[1::2], strict=True):
            games.append(game(round_, one, other, draw(st.tuples(st.integers(0, 8), st.integers(0, 8)))))
        byes.append(Bye(round_, order[-1], 3, draw(st.integers(0, 8)), draw(st.integers(0, 8))))
    return games, byes


@given(tournaments(), st.sampled_from(sorted(TIEBREAKS)))
@settings(max_examples=150, deadline=None)
def test_the_rows_of_an_explanation_add_up_to_the_figure(played, id):
    games, byes = played
    table = Table(book_of(NAMES, games, byes, "seed"), ("points", id) if id != "points" else ("points",))
    for row in table.standings():
        for figure in row.figures:
            assert sum(reason.value for reason in table.explain(row.player, figure.id)) == figure.value


@given(tournaments(), st.randoms())
@settings(max_examples=60, deadline=None)
def test_ranks_do_not_depend_on_the_order_of_the_input(played, shuffle):
    games, byes = played
    ids = ("points", "head_to_head", "sos_per_game", "sonneborn_berger")
    names, mixed, rest = list(NAMES), list(games), list(byes)
    before = Table(book_of(names, mixed, rest), ids).standings()
    for cards in (names, mixed, rest):
        shuffle.shuffle(cards)
    assert Table(book_of(names, mixed, rest), ids).standings() == before


@given(tournaments())
@settings(max_examples=60, deadline=None)
def test_points_are_conserved(played):
    games, byes = played
    rows = Table(book_of(NAMES, games, byes), ("points", "vp", "vp_diff")).standings()
    sums: Counter[str] = Counter()
    for row in rows:
        sums.update({figure.id: figure.top for figure in row.figures})
    assert sums["points"] == sum(sum(g.tp) for g in games) + sum(b.tp for b in byes)
    assert sums["vp_diff"] == sum(b.vp - b.vp_against for b in byes)


@given(tournaments())
@settings(max_examples=60, deadline=None)
def test_ranks_count_those_who_are_better(played):
    games, byes = played
    rows = Table(book_of(NAMES, games, byes), ("points", "sos_avg")).standings()
    keys = {row.player: tuple(figure.value for figure in row.figures) for row in rows}
    for row in rows:
        better = sum(key > keys[row.player] for key in keys.values())
        assert row.rank == better + 1
        assert row.shared == (list(keys.values()).count(keys[row.player]) > 1)


def test_change_counts_places_won_since_the_round_before():
    before = Table(book_of(("ann", "bob", "cid", "dot"), FOUR[:2]), ("points", "vp_diff"))
    now = Table(book_of(("ann", "bob", "cid", "dot"), FOUR), ("points", "vp_diff"))
    changes = {row.player: row.change for row in now.standings(before.ranks_by_player())}
    assert changes == {"cid": 1, "ann": -1, "bob": 1, "dot": -2}
    assert {row.change for row in now.standings()} == {None}


def test_figures_too_large_for_64_bits_are_compared_exactly():
    games = [game(1, "ann", "bob", (2**61, 1)), game(1, "cid", "dot", (2**61 - 1, 0))]
    table = Table(book_of(("ann", "bob", "cid", "dot"), games), ("vp",))
    assert table.ranks_by_player() == {"ann": 1, "cid": 2, "bob": 3, "dot": 4}


def test_fewer_turns_rank_first_and_whoever_has_no_such_win_behind_all():
    games = [
        Game(1, 1, (("ann",), ("bob",)), (3, 0), (0, 0), 0, turns=9),
        Game(1, 2, (("cid",), ("dot",)), (3, 0), (0, 0), 0, turns=0),
        Game(2, 1, (("eve",), ("dot",)), (3, 0), (0, 0), 0, turns=4),
    ]
    players = ("ann", "bob", "cid", "dot", "eve", "fay")
    table = Table(book_of(players, games, [Bye(2, "fay", 3)]), ("turns_won",))
    assert table.ranks_by_player() == {"eve": 1, "ann": 2, "bob": 3, "cid": 3, "dot": 3, "fay": 3}
    assert [row.value for row in table.explain("fay", "turns_won")] == [-10]


def test_a_mean_over_many_rounds_stays_exact():
    """Numbers of games without a common divisor: their least common multiple outgrows 64 bits."""
    names = [f"p{at}" for at in range(48)]
    games = [game(round_, "p0", foe, (1, 0)) for round_, foe in enumerate(names[1:], 1)]
    games += [
        game(round_, foe, f"extra{at}", (1, 1))
        for at, foe in enumerate(names[1:], 1)
        for round_ in range(50, 50 + at)
    ]
    players = [*names, *(f"extra{at}" for at in range(1, 48))]
    book = book_of(players, games)
    tops, bottoms = TIEBREAKS["sos_per_game"].figures(book, 0 * book.scores)
    at = book.columns.index["p0"]
    assert (
        Fraction(int(tops[at]), int(bottoms[at]))
        == sum((Fraction(extra, extra + 1) for extra in range(1, 48)), Fraction(0)) / 47
    )
    assert Table(book, ("sos_per_game",)).ranks_by_player()["p1"] == 1
