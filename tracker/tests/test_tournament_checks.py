"""What an organiser compares programs by, each row with the tests that hold it; a test that is gone is noticed here.

`FORMATS` are the formats and accidents of a day, `VERIFICATION` FIDE's verification list (C.02), point by point, as far
as it says something outside chess. Draws have their own table in `test_draw_checks`, tie-breakers and published
numbers in `test_tiebreak_sources`.
"""

from __future__ import annotations

import pytest

from tracker.tests.rows import Rows, named

FORMATS: Rows = {
    "Swiss": (
        "flow.test_from_registration_to_the_final_ranking",
        "random.test_draws_of_a_thousand_random_events_cost_what_an_exact_matching_costs",
    ),
    "Elimination, cut": (
        "brackets.test_every_single_elimination_ends_with_one_who_never_lost",
        "brackets.test_in_double_elimination_only_who_lost_twice_is_out",
        "stages_pages.test_the_bracket_fills_up_and_a_podium_stands_at_the_end",
    ),
    "Round robin, groups, stages": (
        "brackets.test_berger_tables_are_those_of_fide",
        "stages.test_groups_then_a_bracket_of_the_winners_and_seconds",
        "stages.test_a_round_robin_from_the_start",
    ),
    "Teams, doubles": (
        "teams.test_captains_pair_all_boards_by_attackers_and_defenders",
        "teams.test_doubles_sit_together_at_one_table",
        "team_stages.test_a_round_robin_of_teams_by_berger_tables",
        "team_stages.test_a_bracket_of_teams_places_them_all",
        "team_pages.test_a_round_robin_and_a_final_of_teams_in_the_browser",
    ),
    "Byes asked for, half point, zero, first round": (
        "desk.test_a_bye_that_was_asked_for_counts_what_it_is_worth",
        "seeding.test_a_round_off_in_the_first_round_counts_for_the_halves",
    ),
    "No-show, forfeit, double loss": (
        "desk.test_both_lose_and_the_match_counts_no_more",
        "desk_pages.test_a_no_show_settles_a_table_and_is_undone_in_one_step",
    ),
    "Penalty and bonus points, manual seed or tie-break": (
        "desk.test_a_penalty_counts_for_its_player_and_no_opponent",
        "ties.test_the_organiser_puts_those_who_are_level_in_order",
        "stages_pages.test_another_field_than_the_standings_name_is_refused_in_words_until_a_reason_is_given",
    ),
    "Seeding by rating, acceleration, fold and slide": (
        "order.test_eight_seeds_meet_as_the_order_says",
        "seeding.test_the_published_numbers_of_the_baku_acceleration",
        "seeding_pages.test_ratings_typed_and_shown_are_in_the_log_before_the_draw_and_in_its_reasons",
    ),
    "Table or map not repeated, fixed table": (
        "wishes.test_the_seating_repeats_as_few_tables_as_any",
        "wishes.test_whoever_keeps_a_table_sits_there_with_any_opponent",
        "desk.test_nobody_plays_at_a_table_twice_where_the_event_wants_that",
        "desk.test_battlefields_lie_on_the_tables_in_every_round",
    ),
    "Pairs forbidden": (
        "desk.test_pairs_are_kept_apart_at_any_time",
        "desk.test_friends_are_kept_apart_by_wish_and_points_come_first",
    ),
    "Hand-made round": (
        "drawing.test_by_hand_a_rematch_is_allowed_with_a_reason",
        "desk_pages.test_a_swap_says_what_gets_worse_and_keeps_a_published_round",
    ),
    "Results of other tools": (
        "elsewhere.test_a_round_played_elsewhere_counts_like_one_played_here",
        "brought.test_the_results_stand_in_pages_rest_files_and_proofs",
        "brought.test_byes_forfeits_and_who_is_in_no_line_count_as_the_file_says",
        "results.test_points_of_cobra",
        "results.test_ballots_of_tabbycat",
        "brought_teams.test_boards_make_the_matches_and_both_standings",
        "brought_teams.test_doubles_are_told_by_their_teams",
    ),
    "Certificate, reason of every pair": (
        "check.test_every_reason_is_recomputed",
        "forged.test_none_of_400_forged_certificates_is_accepted_and_every_true_one_is",
        "organiser.test_the_draft_shows_its_certificate_and_why_two_meet",
    ),
    "Every figure opens": (
        "flow.test_every_figure_opens_down_to_the_event_that_made_it",
        "public.test_a_figure_opens_down_to_the_event_of_its_match",
    ),
    "Slips, place cards and codes on paper": (
        "print.test_no_row_or_card_is_cut_by_the_end_of_a_page",
        "print.test_every_result_slip_ends_on_the_page_on_which_it_begins",
        "print.test_every_place_card_has_its_whole_code_in_the_printed_file",
    ),
}
VERIFICATION: Rows = {
    "Sanctioned mode: leaving it is logged with its reason and has no way back": (
        "failures.test_leaving_the_rules_has_no_way_back_fide_c02",
    ),
    "Sanctioned mode: the pages show it": ("desk_pages.test_the_rules_are_left_once_and_for_good",),
    "Number of rounds: a change after the start says why": (
        "failures.test_the_number_of_rounds_and_the_tie_breakers_change_late_only_with_a_reason_fide_c02",
        "seeding.test_the_number_of_rounds_stays_once_points_were_lent_by_it",
    ),
    "Number of rounds: what cannot be completed is told beforehand": (
        "desk_pages.test_rounds_that_nobody_can_play_without_meeting_again_are_told_before_the_first",
        "swiss.test_a_rematch_that_cannot_be_avoided_is_said_cobra_373",
    ),
    "Scoring: two draws never beat a win and a loss": (
        "failures.test_two_draws_never_beat_a_win_and_a_loss_and_a_bye_never_a_win",
    ),
    "Scoring and the bye's value are locked at the start": ("desk.test_settled_settings_stay",),
    "Bye value: never above a win, 0 allowed": (
        "desk.test_a_bye_stays_below_a_win_when_it_changes",
        "failures.test_two_draws_never_beat_a_win_and_a_loss_and_a_bye_never_a_win",
    ),
    "Bye value: past byes follow what they are reckoned from": (
        "rounds.test_a_bye_is_worth_what_the_corrected_tables_say",
    ),
    "Manual pairing: a round of its own, with its reason": (
        "failures.test_a_hand_made_round_says_why_and_keeps_what_no_round_may_break_fide_c02",
    ),
    "Manual pairing: what gets worse is said before": (
        "desk_pages.test_a_swap_says_what_gets_worse_and_keeps_a_published_round",
        "brought.test_what_cannot_be_taken_is_named_and_nothing_is_made",
    ),
    "Prohibited pairs: never, not even by hand": (
        "drawing.test_prohibited_pairs_never_meet_not_even_by_hand",
    ),
    "Prohibited pairs: told at any time, known to staff alone": (
        "desk.test_pairs_are_kept_apart_at_any_time",
        "why.test_a_pair_that_only_staff_know_of_is_told_to_nobody_else",
    ),
    "Breaching events: logged, warned of before, in the export": (
        "edit.test_nobody_confirms_what_was_not_shown",
        "corrections.test_the_correction_stands_in_the_events_log_with_its_reason",
    ),
    "Breaching events: undone in one step": (
        "desk_pages.test_a_no_show_settles_a_table_and_is_undone_in_one_step",
        "undone.test_every_type_of_event_has_its_row",
        "undone.test_before_the_first_round",
        "undone.test_a_round_that_is_played",
        "undone.test_a_round_that_is_over",
        "undone.test_a_start_stays_once_somebody_logged_in_a_match",
    ),
    "Old results: for the report alone": (
        "failures.test_an_old_result_is_corrected_for_the_report_alone_fide_c02",
        "edit.test_for_the_report_only_nothing_counts_otherwise_and_the_reason_stands_in_the_log",
    ),
    "Tie-break list: a change after the start says why, and the old list stays in the log": (
        "failures.test_the_number_of_rounds_and_the_tie_breakers_change_late_only_with_a_reason_fide_c02",
    ),
    "Ties: allowed, lots repeatable": (
        "failures.test_places_may_be_shared_and_lots_are_repeatable",
        "tiebreaks.test_the_lot_is_repeatable_and_differs_by_seed",
    ),
    "Ties: by hand": (
        "failures.test_those_who_are_level_may_be_put_in_order_by_hand_fide_c02",
        "ties.test_the_organiser_puts_those_who_are_level_in_order",
    ),
    "Withdrawn: marked in the standings": (
        "failures.test_who_left_keeps_the_place_that_was_earned",
        "public.test_standings_mark_who_left_and_the_front_page_opens_its_points",
    ),
    "Expelled: ranks behind everybody, opponents keep their figures": (
        "points.test_who_is_disqualified_ranks_behind_everybody_and_opponents_keep_their_figures_fide_c02",
        "public.test_who_is_disqualified_stands_last_and_says_so",
    ),
    "Results: none that cannot be": ("failures.test_an_impossible_result_cannot_be_entered",),
    "Results: forfeits and double forfeits": (
        "failures.test_forfeits_and_double_forfeits_exist_and_are_no_games_fide_c02",
    ),
    "Results: a second half bye is not refused": ("desk.test_a_second_half_bye_is_not_refused_fide_c02",),
    "Table order: the highest score, then both, then the number": (
        "failures.test_tables_stand_by_the_highest_score_then_by_both",
    ),
    "Acceleration: what it lends is told and stays": (
        "seeding.test_accelerated_rounds_pair_the_upper_half_with_each_other_and_lend_what_is_told",
        "seeding.test_who_comes_late_stands_in_the_half_of_the_own_seed",
        "seeding_pages.test_what_an_acceleration_lent_stands_beside_the_points",
    ),
    "Engine against a reference": (
        "random.test_draws_of_a_thousand_random_events_cost_what_an_exact_matching_costs",
        "wishes.test_a_thousand_rounds_with_every_wish_cost_as_little_as_any",
        "explain.test_the_cheapest_round_with_a_pair",
    ),
}
ALL: Rows = {**FORMATS, **VERIFICATION}


@pytest.mark.parametrize("row", ALL)
def test_every_row_has_its_tests(row: str) -> None:
    named(ALL[row])


def test_no_row_is_of_two_tables() -> None:
    assert len(ALL) == len(FORMATS) + len(VERIFICATION)
