"""What an organiser compares programs by, each row with the tests that hold it; a test that is gone is noticed here.

`FORMATS` are the formats and accidents of a day, `FAILURES` what is known to have gone wrong in other programs (name
and issue), `VERIFICATION` FIDE's verification list (C.02) as far as it says something outside chess.
"""

from __future__ import annotations

from importlib import import_module

import pytest

MODULES = {
    "brackets": "tracker.formats.tests.test_brackets",
    "brought": "tracker.tests.pages.test_brought_rounds",
    "check": "tracker.pairing.tests.test_check",
    "corrections": "tracker.tests.test_corrections",
    "desk": "tracker.rulesets.tournament.tests.test_desk",
    "desk_pages": "tracker.tests.pages.test_desk",
    "drawing": "tracker.rulesets.tournament.tests.test_drawing",
    "edit": "tracker.tests.pages.test_edit_result",
    "elsewhere": "tracker.rulesets.tournament.tests.test_elsewhere",
    "explain": "tracker.pairing.tests.test_explain",
    "failures": "tracker.rulesets.tournament.tests.test_known_failures",
    "fide": "tracker.standings.tests.test_fide",
    "flow": "tracker.tests.test_tournament_flow",
    "forged": "tracker.rulesets.tournament.tests.test_forged_draws",
    "order": "tracker.pairing.tests.test_order",
    "organiser": "tracker.tests.pages.test_organiser",
    "print": "tracker.tests.journey.test_print",
    "public": "tracker.tests.pages.test_public",
    "random": "tracker.rulesets.tournament.tests.test_random_events",
    "registration": "tracker.rulesets.tournament.tests.test_registration",
    "results": "tracker.tests.test_round_results",
    "seeding": "tracker.rulesets.tournament.tests.test_seeding",
    "seeding_pages": "tracker.tests.pages.test_seeding",
    "stages": "tracker.rulesets.tournament.tests.test_stages",
    "stages_pages": "tracker.tests.pages.test_stages",
    "swiss": "tracker.pairing.tests.test_swiss",
    "team_pages": "tracker.tests.pages.test_team_event",
    "team_stages": "tracker.rulesets.tournament.tests.test_team_stages",
    "teams": "tracker.rulesets.tournament.tests.test_teams",
    "tiebreaks": "tracker.standings.tests.test_tiebreaks",
    "ties": "tracker.rulesets.tournament.tests.test_ties",
    "wishes": "tracker.pairing.tests.test_wishes",
}
Rows = dict[str, tuple[str, ...]]
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
VERIFICATION: Rows = {
    "Sanctioned mode": (
        "failures.test_leaving_the_rules_has_no_way_back_fide_c02",
        "desk_pages.test_the_rules_are_left_once_and_for_good",
    ),
    "Number of rounds": (
        "failures.test_the_number_of_rounds_and_the_tie_breakers_change_late_only_with_a_reason_fide_c02",
        "seeding.test_the_number_of_rounds_stays_once_points_were_lent_by_it",
    ),
    "Scoring system": ("failures.test_two_draws_never_beat_a_win_and_a_loss_and_a_bye_never_a_win",),
    "Bye value": (
        "desk.test_a_bye_stays_below_a_win_when_it_changes",
        "desk.test_settled_settings_stay",
    ),
    "Manual pairing": (
        "failures.test_a_hand_made_round_says_why_and_keeps_what_no_round_may_break_fide_c02",
    ),
    "Prohibited pairs": ("drawing.test_prohibited_pairs_never_meet_not_even_by_hand",),
    "Breaching events and their undo": (
        "desk_pages.test_a_no_show_settles_a_table_and_is_undone_in_one_step",
        "edit.test_nobody_confirms_what_was_not_shown",
        "corrections.test_the_correction_stands_in_the_events_log_with_its_reason",
    ),
    "Old results": (
        "failures.test_an_old_result_is_corrected_for_the_report_alone_fide_c02",
        "edit.test_for_the_report_only_nothing_counts_otherwise_and_the_reason_stands_in_the_log",
    ),
    "Tie-break list": (
        "failures.test_the_number_of_rounds_and_the_tie_breakers_change_late_only_with_a_reason_fide_c02",
        "fide.test_the_published_exercises",
    ),
    "Ties": (
        "failures.test_places_may_be_shared_and_lots_are_repeatable",
        "tiebreaks.test_the_lot_is_repeatable_and_differs_by_seed",
        "failures.test_those_who_are_level_may_be_put_in_order_by_hand_fide_c02",
    ),
    "Withdrawn, expelled": (
        "failures.test_who_left_keeps_the_place_that_was_earned",
        "public.test_standings_mark_who_left_and_the_front_page_opens_its_points",
    ),
    "Results": (
        "failures.test_an_impossible_result_cannot_be_entered",
        "failures.test_forfeits_and_double_forfeits_exist_and_are_no_games_fide_c02",
    ),
    "Table order": ("failures.test_tables_stand_by_the_highest_score_then_by_both",),
    "Acceleration": (
        "seeding.test_accelerated_rounds_pair_the_upper_half_with_each_other_and_lend_what_is_told",
        "seeding.test_who_comes_late_stands_in_the_half_of_the_own_seed",
        "seeding_pages.test_what_an_acceleration_lent_stands_beside_the_points",
    ),
    "Engine": (
        "random.test_draws_of_a_thousand_random_events_cost_what_an_exact_matching_costs",
        "wishes.test_a_thousand_rounds_with_every_wish_cost_as_little_as_any",
        "explain.test_the_cheapest_round_with_a_pair",
    ),
}
ALL = {**FORMATS, **FAILURES, **VERIFICATION}


@pytest.mark.parametrize("row", ALL)
def test_every_row_has_its_tests(row: str) -> None:
    assert ALL[row]
    for one in ALL[row]:
        module, _dot, name = one.partition(".")
        try:
            found = import_module(MODULES[module])
        except ModuleNotFoundError as missing:  # a browser is not everywhere
            assert missing.name is not None and missing.name.startswith("playwright")
            continue
        assert callable(getattr(found, name, None)), one


def test_no_row_is_of_two_tables() -> None:
    assert len(ALL) == len(FORMATS) + len(FAILURES) + len(VERIFICATION)
