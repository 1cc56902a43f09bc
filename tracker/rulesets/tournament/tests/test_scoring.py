"""Standings from the log: points, byes, rounds left out, explanations down to the match."""

from __future__ import annotations

from fractions import Fraction

import msgspec
import pytest

from tracker.rulesets.tournament import RULES, explain, standings
from tracker.rulesets.tournament import events as ev
from tracker.rulesets.tournament.desk_events import ByeGranted, SettingsChanged
from tracker.rulesets.tournament.draws import next_field
from tracker.rulesets.tournament.scoring import ranking
from tracker.rulesets.tournament.tests.story import (
    FOUR,
    after,
    joined,
    result,
    to_closed,
    to_draft,
    to_started,
)


def row(state, player, upto=None):
    return next(row for row in standings(state, upto) if row.player == player)


def figures(state, player, upto=None):
    return [figure.top for figure in row(state, player, upto).figures]


def test_before_the_first_result_everyone_is_first():
    rows = standings(after(*joined(*FOUR)))
    assert [(r.rank, r.shared, r.change) for r in rows] == [(1, True, None)] * 4


def test_nobody_registered_no_standings():
    assert standings(after(*joined())) == ()


def test_a_round_of_two_tables():
    state = after(*to_closed(*joined(*FOUR), scores=((5, 2), (1, 1))))
    table = state.rounds[0].find(1)
    winner, loser = table.sides["alliance"][0], table.sides["serpent"][0]
    assert figures(state, winner) == [3, 3, 5, 0]
    assert figures(state, loser) == [0, -3, 2, 3]
    assert [r.rank for r in standings(state)] == [1, 2, 2, 4]


def test_results_count_as_they_come():
    state = after(*to_started(*joined(*FOUR)), result(1, 2))
    assert sum(r.figures[0].top for r in standings(state)) == 3


def test_a_draft_counts_for_nothing():
    state = after(*to_draft(*joined("ann", "bob", "cid")))
    assert {r.figures[0].top for r in standings(state)} == {0}


def test_the_bye_counts_from_the_start_of_the_round():
    state = after(*to_started(*joined("ann", "bob", "cid", bye=ev.ByeValue(3, 6, 1))))
    assert figures(state, state.rounds[0].bye) == [3, 5, 6, 0]


def test_a_bye_without_set_points_takes_the_median_of_its_round():
    players = [f"p{n}" for n in range(9)]
    state = after(*to_closed(*joined(*players), scores=((8, 1), (2, 4), (5, 0), (3, 3))))
    assert figures(state, state.rounds[0].bye) == [3, 4 - 1, 4, 0]


def test_a_bye_is_worth_what_the_winner_scored_even_where_the_loser_had_more():
    events = to_started(*joined("ann", "bob", "cid"))
    given_up = ev.ResultRecorded(
        round=1, table=1, match="m1.1", match_seq=9, vp={"alliance": 2, "serpent": 6}, winner="alliance"
    )
    state = after(*events, given_up)
    assert figures(state, state.rounds[0].bye) == [3, -4, 2, 0]


@pytest.mark.parametrize(("tp", "wins"), [(3, 1), (1, 0), (0, 0)])
def test_a_bye_is_a_win_only_if_it_is_worth_one(tp, wins):
    options = {"tiebreaks": ("points", "wins"), "bye": ev.ByeValue(tp)}
    state = after(*to_started(*joined("ann", "bob", "cid", **options)))
    assert figures(state, state.rounds[0].bye) == [tp, wins]


def test_fore_buchholz_is_known_before_the_round_ends():
    """FIDE C.07: every game of the last round counts as a draw, so no result of it can change the figure."""
    options = {"tiebreaks": ("points", "fore_buchholz"), "bye": ev.ByeValue(3)}
    one = to_closed(*joined(*FOUR, "eve", **options), scores=((5, 2), (4, 1)))
    started = after(*to_started(*one, seed="s2"))
    known = {row.player: row.figures[1].value for row in standings(started)}
    for scores in (((5, 2), (4, 1)), ((1, 1), (0, 3))):
        ended = after(*to_closed(*one, seed="s2", scores=scores))
        assert {row.player: row.figures[1].value for row in standings(ended)} == known
    for player, value in known.items():
        rows = explain(started, player, "fore_buchholz")
        assert sum((row.value for row in rows), Fraction(0)) == value
        assert {row.round for row in rows} == {1, 2}


def test_who_sits_at_a_table_has_not_left():
    """Buchholz took those whose game went on for gone: their opponents gained a draw, they met a dummy."""
    one = to_closed(*joined(*FOUR, tiebreaks=("points", "buchholz", "koya")), scores=((5, 2), (4, 1)))
    state = after(*to_started(*one, seed="s2"), result(2, 1))
    (over, goes_on) = state.rounds[1].pairings
    met = {
        row.player: [one.opponents[0] for one in explain(state, row.player, "buchholz")]
        for row in standings(state)
    }
    points = {row.player: row.figures[0].value for row in standings(state)}
    for row in standings(state):
        assert row.figures[1].value == sum(points[foe] for foe in met[row.player])
    for name in (name for side in goes_on.sides.values() for name in side):
        assert len(met[name]) == 1
    assert all(len(met[name]) == 2 for side in over.sides.values() for name in side)


def test_the_standings_after_an_earlier_round_can_be_shown_again():
    one = to_closed(*joined(*FOUR))
    two = to_closed(*one, seed="s2", scores=((0, 3), (0, 1)))
    assert standings(after(*two), 1) == standings(after(*one))
    assert standings(after(*two), 0) == standings(after(*joined(*FOUR)))
    assert standings(after(*two), 9) == standings(after(*two))


def test_the_change_is_the_places_won_since_the_round_before():
    one = to_closed(*joined(*FOUR), scores=((5, 2), (4, 2)))
    state = after(*to_closed(*one, seed="s2", scores=((0, 9), (9, 0))))
    before = {r.player: r.rank for r in standings(state, 1)}
    for r in standings(state):
        assert r.change == before[r.player] - r.rank


def test_a_correction_moves_the_standings():
    events = to_closed(*joined(*FOUR))
    winner = after(*events).rounds[0].find(1).sides["alliance"][0]
    assert row(after(*events), winner).figures[0].top == 3
    assert row(after(*events, result(1, 1, 0, 5, seq=20)), winner).figures[0].top == 0


def test_a_figure_opens_down_to_the_event_of_the_match():
    state = after(*to_closed(*joined(*FOUR)))
    winner = state.rounds[0].find(2).sides["alliance"][0]
    (reason,) = explain(state, winner, "vp_diff")
    assert (reason.kind, reason.round, reason.table, reason.match, reason.seq) == ("game", 1, 2, "m1.2", 9)
    assert reason.value == row(state, winner).figures[1].value == 3


def test_all_explanations_of_a_played_tournament_add_up():
    events = joined(*(f"p{n}" for n in range(7)), tiebreaks=("points", "sos_avg", "sonneborn_berger", "lot"))
    for number in (1, 2, 3):
        events = to_closed(*events, seed=f"s{number}", scores=((4, 2), (1, 1), (0, 3)))
    state = after(*events)
    table = ranking(state)
    for r in standings(state):
        for figure in r.figures:
            assert sum(reason.value for reason in table.explain(r.player, figure.id)) == figure.value


def test_unknown_players_and_figures():
    state = after(*joined(*FOUR))
    with pytest.raises(KeyError):
        explain(state, "eve", "points")
    with pytest.raises(KeyError):
        explain(state, "ann", "luck")


def test_who_is_disqualified_ranks_behind_everybody_and_opponents_keep_their_figures_fide_c02():
    """FIDE C.02, withdrawn and expelled: an expelled player is kept out of the places that were won."""
    played = to_closed(*joined(*FOUR))
    before = {row.player: row for row in standings(after(*played))}
    first = next(name for name, row in before.items() if row.rank == 1)
    out = ev.PlayerDropped(player=first, reason="loaded dice", disqualified=True)
    rows = standings(after(*played, out))
    assert rows[-1].player == first and (rows[-1].rank, rows[-1].shared) == (4, False)
    assert all(row.figures == before[row.player].figures for row in rows)
    assert RULES.outcome(after(*played, out, ev.TournamentFinished())).winner != first
    back = after(*played, out, ev.PlayerReinstated(player=first))
    assert {row.player: row.rank for row in standings(back)} == {
        name: row.rank for name, row in before.items()
    }


def test_where_everybody_is_disqualified_the_figures_rank_as_ever():
    played = to_closed(*joined(*FOUR))
    out = [ev.PlayerDropped(player=player, disqualified=True) for player in FOUR]
    ranks = [row.rank for row in standings(after(*played, *out))]
    assert ranks == [row.rank for row in standings(after(*played))]


def test_who_dropped_keeps_a_place():
    state = after(*to_closed(*joined(*FOUR)), ev.PlayerDropped(player="ann"))
    assert len(standings(state)) == 4


def test_a_round_that_counts_twice_gives_everybody_twice_the_points():
    """Games, the bye of the pairing and one that was asked for; victory points stay; the draw compares what counts."""
    five = joined(*FOUR, "eve", round_weights=(1, 2), tiebreaks=("points", "vp"))
    asked = ByeGranted(player="eve", round=2, worth="half")
    events = to_closed(*to_closed(*five, asked), seed="s2")
    state = after(*events)
    resting = state.rounds[0].bye
    assert resting is not None
    for name in (*FOUR, "eve"):
        after_one, after_two = (figures(state, name, upto) for upto in (1, 2))
        told = [game.value for game in explain(state, name, "points")]
        assert sum(told) == after_two[0]
        assert after_two[0] - after_one[0] in ((2,) if name == "eve" else (0, 6))
        assert after_two[1] <= 10
    assert sum(figures(state, name, 1)[0] for name in (*FOUR, "eve")) == 9
    field = next_field(state, "s3")
    assert {player.id: player.level for player in field.players} == {
        name: figures(state, name)[0] for name in (*FOUR, "eve")
    }


@pytest.mark.parametrize("weights", [[0], [21], [1.5], ["2"], [1] * 100])
def test_a_weight_is_a_whole_number_from_one_to_twenty(weights):
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"round_weights": weights}, SettingsChanged)
