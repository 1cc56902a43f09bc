"""What a draw must, should and may keep, what other programs got wrong, and what was found wrong in this one.

Each row with the tests that hold it. `FAILURES` name program and issue; `DEFECTS` are numbered as they were found.
"""

from __future__ import annotations

import pytest

from tracker.tests.rows import Rows, named

CONSTRAINTS: Rows = {
    "No player twice in a round": (
        "drawing.test_everyone_present_is_drawn_exactly_once",
        "check.test_a_wrong_round_is_named",
    ),
    "One bye each while somebody has had none, and only for who is there": (
        "drawing.test_no_second_bye_before_everyones_first",
        "swiss.test_the_bye_goes_to_the_lowest_who_has_had_none",
    ),
    "No rematch while another round exists": (
        "swiss.test_no_rematch_while_another_round_exists",
        "flow.test_no_rematch_while_another_draw_exists",
    ),
    "Groups of points, or the exact rank": (
        "bushido_rounds.test_first_meets_second_and_third_meets_fourth",
        "bushido_rounds.test_who_has_won_meets_who_has_won",
        "stages.test_pairing_by_exact_rank_lets_neighbours_of_the_standings_meet",
    ),
    "Club, town, friends by the organiser's weights": (
        "swiss.test_clubs_are_kept_apart_in_the_first_round",
        "wishes.test_friends_and_towns_are_kept_apart_and_the_certificate_tells_where_not",
        "wishes.test_points_come_before_wishes",
    ),
    "Sides balanced, never three in a row": (
        "swiss.test_sides_stay_balanced_over_a_tournament",
        "swiss.test_a_third_time_running_on_one_side_becomes_rare",
    ),
    "Two who had a bye apart (Cobra 521)": ("swiss.test_two_former_byes_are_kept_apart",),
    "Least cost, an independent judge, ties by a seed that nobody chose": (
        "swiss.test_networkx_finds_nothing_cheaper",
        "swiss.test_the_checker_agrees_with_every_draw",
        "draw_seeds.test_a_draw_reveals_what_was_committed_to_and_is_made_of_the_log_before_it",
    ),
}
FAILURES: Rows = {
    "Odd field with byes in round 1 (Cobra 468)": (
        "swiss.test_odd_first_round_with_byes_before_it_cobra_468",
    ),
    "More points for the loser (Cobra 136)": (
        "failures.test_a_result_that_gives_the_loser_more_points_stops_no_later_round_cobra_136",
    ),
    "Several left over, byes to the top (Cockatrice 7199)": (
        "swiss.test_the_top_is_never_left_over_cockatrice_7199",
    ),
    "Paired with oneself after a drop (tournament-organizer 10)": (
        "swiss.test_nobody_is_paired_with_himself_tournament_organizer_10",
    ),
    "Late entrant in round 2 (PGSwiss 77)": (
        "swiss.test_a_late_entrant_joins_the_second_round_pgswiss_77",
        "registration.test_late_entry_joins_between_rounds",
    ),
    "Everybody withdrawn (lila 10812)": (
        "swiss.test_everybody_gone_makes_no_round_lila_10812",
        "failures.test_nobody_is_drawn_when_everybody_has_left_lila_10812",
    ),
    "The same round twice (lila 12147)": (
        "failures.test_the_same_round_is_not_drawn_twice_lila_12147",
        "drawing.test_the_same_round_is_not_drawn_twice_lila_12147",
    ),
    "A second bye by another code (bbpPairings 19, 27)": (
        "swiss.test_a_second_bye_only_when_everyone_had_one_bbppairings_19",
        "desk.test_a_full_bye_counts_as_a_bye_for_the_draw",
    ),
    "Byes by leaving and rejoining (lila 12497)": (
        "swiss.test_leaving_and_rejoining_earns_no_second_bye_lila_12497",
        "failures.test_leaving_and_coming_back_earns_no_second_bye_lila_12497",
    ),
}
DEFECTS: Rows = {
    "1. False certificates were accepted": (
        "forged.test_none_of_400_forged_certificates_is_accepted_and_every_true_one_is",
    ),
    "2. The organiser chose the seed": (
        "draw_seeds.test_whoever_draws_again_gets_a_seed_that_nobody_could_foresee_and_publishes_how_often",
        "draw_seeds.test_a_typed_seed_needs_a_reason_whatever_way_it_takes",
    ),
    "3. Turns of games won ranked no win first": (
        "tiebreaks.test_fewer_turns_rank_first_and_whoever_has_no_such_win_behind_all",
        "duels.test_a_bye_neither_helps_nor_harms_by_its_turns",
    ),
    "4. Strength of schedule overflowed from 42 rounds": (
        "tiebreaks.test_a_mean_over_many_rounds_stays_exact",
        "tiebreaks.test_figures_too_large_for_64_bits_are_compared_exactly",
    ),
    "5. Joining runs threw a better match away": ("swiss.test_joining_runs_never_makes_them_dearer",),
    "6. A club of half a large field met itself too often": (
        "swiss.test_a_club_of_half_the_field_meets_itself_as_little_as_it_must",
        "swiss.test_a_club_of_half_of_ten_thousand_meets_itself_as_little_as_it_must",
    ),
    "7. Two left over made the whole field be weighed": (
        "swiss.test_two_left_over_by_the_last_run_find_others_without_weighing_the_whole_field",
        "large.test_the_memory_of_a_draw_grows_with_the_field_alone",
    ),
    "8. Direct encounter did not repeat": (
        "fide.test_a_direct_encounter_is_decided_again_among_those_left_level",
        "fide.test_an_early_leader_is_first_whatever_the_missing_games_give",
    ),
    "9. A bye took the higher score, not the winner's": (
        "points.test_a_bye_is_worth_what_the_winner_scored_even_where_the_loser_had_more",
    ),
    "10. A third time running on one side cost nothing": (
        "swiss.test_a_third_time_running_on_one_side_becomes_rare",
        "drawing.test_the_draw_knows_how_often_running_somebody_played_one_side",
    ),
    "11. Unplayed rounds lost a whole opponent": (
        "fide.test_what_the_rules_of_2026_make_of_them",
        "fide.test_the_published_exercises",
    ),
    "Scale: 10,000 players and twelve rounds to the end": (
        "large.test_ten_thousand_players_and_twelve_rounds_to_the_end",
    ),
    "A whole event of sixteen in at most 120 clicks": ("sixteen.test_an_event_of_sixteen_in_few_clicks",),
}
ALL: Rows = {**CONSTRAINTS, **FAILURES, **DEFECTS}


@pytest.mark.parametrize("row", ALL)
def test_every_row_has_its_tests(row: str) -> None:
    named(ALL[row])


def test_no_row_is_of_two_tables() -> None:
    assert len(ALL) == sum(map(len, (CONSTRAINTS, FAILURES, DEFECTS)))
