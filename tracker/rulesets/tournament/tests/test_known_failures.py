"""What went wrong in other programs (issue numbers), and the points of FIDE's verification list (C.02) for any game."""

from __future__ import annotations

from games.ruleset import EVERYONE, Event
from games.testing import Case
from tracker.rulesets.tournament import RULES, draw_next_round, standings
from tracker.rulesets.tournament import desk_events as desk
from tracker.rulesets.tournament import events as ev
from tracker.rulesets.tournament.tests.story import (
    FOUR,
    after,
    created,
    drawn,
    history,
    joined,
    match_id,
    to_closed,
    to_draft,
    to_started,
)

START = joined(*FOUR)


def refused(case: Case, event: Event, rule: str) -> None:
    case.when(event).then_refused(rule)


def test_a_result_that_gives_the_loser_more_points_stops_no_later_round_cobra_136():
    conceded = ev.ResultRecorded(
        round=1,
        table=1,
        match=match_id(1, 1),
        match_seq=20,
        vp={"alliance": 2, "serpent": 6},
        winner="alliance",
    )
    events = [*to_closed(*START), conceded]
    assert len(drawn(*events, seed="next").pairings) == 2


def test_the_same_round_is_not_drawn_twice_lila_12147():
    events = to_draft(*START)
    again = draw_next_round(after(*START), "s2")
    refused(history(*events), again, "TRN-DRAW-01")


def test_nobody_is_drawn_when_everybody_has_left_lila_10812():
    gone = [ev.PlayerDropped(player=player) for player in FOUR]
    hand = ev.RoundDrawn(round=1, seed="s", pairings=(), method="manual", reason="nobody is here")
    refused(history(*START, *gone), hand, "TRN-DRAW-03")


def test_leaving_and_coming_back_earns_no_second_bye_lila_12497():
    events = to_closed(*joined("ann", "bob", "cid"))
    first = after(*events).rounds[0].bye
    back = [ev.PlayerDropped(player=first), ev.PlayerReinstated(player=first)]
    assert drawn(*events, *back, seed="s2").bye not in (None, first)


def test_no_round_is_drawn_before_all_results_are_in_cobra_439():
    waiting = to_started(*START)
    refused(history(*waiting), ev.RoundClosed(round=1), "TRN-RND-05")
    later = ev.RoundDrawn(round=2, seed="x", pairings=(), method="manual", reason="in haste")
    refused(history(*waiting), later, "TRN-DRAW-01")


def test_a_round_that_is_being_played_is_not_drawn_anew_pgswiss_52():
    started = to_started(*START)
    refused(history(*started), ev.RoundDiscarded(round=1, seed="s1", reason="again"), "TRN-DRAW-14")


def test_nobody_sees_a_draft_before_it_is_published_cobra_71():
    state = after(*to_draft(*START))
    assert RULES.visible_to(state, EVERYONE).rounds == () and state.rounds


def test_two_draws_never_beat_a_win_and_a_loss_and_a_bye_never_a_win():
    draws = ev.TournamentPoints(win=3, draw=2, loss=0)
    refused(history(), created(tp=draws), "TRN-CRE-02")
    refused(history(), created(bye=ev.ByeValue(tp=4)), "TRN-CRE-03")
    history().when(created(bye=ev.ByeValue(tp=0))).then_accepted()


def test_an_impossible_result_cannot_be_entered():
    started = to_started(*START)
    wrong = ev.ResultRecorded(
        round=1, table=1, match=match_id(1, 1), match_seq=9, vp={"alliance": 2}, winner="alliance"
    )
    refused(history(*started), wrong, "TRN-RES-03")


def test_tables_stand_by_the_highest_score_then_by_both():
    events = to_closed(*joined(*FOUR, "eve", "fay"), scores=((5, 1), (3, 3), (4, 4)))
    points = {row.player: row.figures[0].top for row in standings(after(*events))}
    tables = [
        [points[player] for side in table.sides.values() for player in side]
        for table in drawn(*events, seed="s2").pairings
    ]
    order = [(-max(one), -sum(one)) for one in tables]
    assert order == sorted(order)


def test_places_may_be_shared_and_lots_are_repeatable():
    events = to_closed(*joined(*FOUR, tiebreaks=("points",)), scores=((1, 1), (1, 1)))
    assert {row.rank for row in standings(after(*events))} == {1}
    lots = to_closed(*joined(*FOUR, tiebreaks=("points", "lot")), scores=((1, 1), (1, 1)))
    first, again = standings(after(*lots)), standings(after(*lots))
    assert first == again and [row.rank for row in first] == [1, 2, 3, 4]


def test_who_left_keeps_the_place_that_was_earned():
    events = [*to_closed(*START), ev.PlayerDropped(player="ann")]
    state = after(*events)
    assert "ann" in {row.player for row in standings(state)} and state.entrants["ann"].dropped


def test_the_number_of_rounds_and_the_tie_breakers_change_late_only_with_a_reason_fide_c02():
    """FIDE C.02, number of rounds and tie-break list: a change after the start is logged with its reason."""
    played = to_closed(*START)
    for change in ({"rounds": 5}, {"tiebreaks": ("points", "lot")}):
        refused(history(*played), desk.SettingsChanged(**change), "TRN-SET-04")
        history(*played).when(desk.SettingsChanged(**change, reason="all agree")).then_accepted()
    refused(history(*played), desk.SettingsChanged(tp=ev.TournamentPoints(win=2)), "TRN-SET-02")


def test_a_hand_made_round_says_why_and_keeps_what_no_round_may_break_fide_c02():
    """FIDE C.02, manual pairing and prohibited pairs: a reason, nobody twice, no pair that is never to meet."""
    drawn_first = drawn(*START)
    by_hand = ev.RoundDrawn(round=1, seed="h", pairings=drawn_first.pairings, method="manual")
    refused(history(*START), by_hand, "TRN-DRAW-12")
    one = drawn_first.pairings[0].sides
    pair = one["alliance"][0], one["serpent"][0]
    apart = desk.PairKeptApart(players=pair, reason="one car")
    told = ev.RoundDrawn(
        round=1, seed="h", pairings=drawn_first.pairings, method="manual", reason="asked for"
    )
    refused(history(*START, apart), told, "TRN-DRAW-07")
    history(*START).when(told).then_accepted()


def test_an_old_result_is_corrected_for_the_report_alone_fide_c02():
    """FIDE C.02, old results: a remark apart from what counts changes neither standings nor pairings."""
    events = to_closed(*START)
    state = after(*events)
    noted = after(*events, desk.CorrectionNoted(round=1, table=1, text="3:2 was played as 2:2"))
    assert standings(noted) == standings(state) and noted.rounds == state.rounds
    assert [remark.text for remark in noted.remarks] == ["3:2 was played as 2:2"]


def test_forfeits_and_double_forfeits_exist_and_are_no_games_fide_c02():
    """FIDE C.02, results: a table that nobody came to is lost by both and no meeting of the two."""
    started = to_started(*START)
    both = desk.TableAwarded(round=1, table=1, kind="double_loss", reason="neither came")
    state = history(*started).when(both).then_accepted()
    table = state.rounds[0].pairings[0]
    absent = {player for side in table.sides.values() for player in side}
    points = {row.player: row.figures[0].top for row in standings(state)}
    assert {points[player] for player in absent} == {0} and table.settled


def test_leaving_the_rules_has_no_way_back_fide_c02():
    """FIDE C.02, sanctioned mode: left once, with a reason, for good."""
    left = desk.SanctionLeft(reason="two rounds by hand")
    assert left.lasting
    refused(history(*START, left), desk.SanctionLeft(reason="again"), "TRN-SET-07")
    assert after(*START, left).unsanctioned == "two rounds by hand"


def test_those_who_are_level_may_be_put_in_order_by_hand_fide_c02():
    """FIDE C.02, ties: a manual order is possible; `test_ties` holds its rules."""
    events = to_closed(*joined(*FOUR, tiebreaks=("points",)), scores=((1, 1), (1, 1)))
    order = desk.TieOrdered(round=1, players=("dot", "cid", "bob", "ann"), reason="a play-off")
    assert [row.player for row in standings(after(*events, order))] == ["dot", "cid", "bob", "ann"]
