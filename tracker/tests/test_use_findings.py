"""What a newcomer met on the pages, 37 findings, and what pages promise, each with its tests; a lost one is noticed."""

from __future__ import annotations

from importlib import import_module

import pytest

MODULES = {
    "corrections": "tracker.tests.test_corrections",
    "wording": "tracker.tests.test_wording",
    "odd": "tracker.tests.test_odd_streams",
    "consequences": "tracker.tests.log.test_consequences",
    "page_costs": "tracker.tests.test_page_costs",
    "bench": "tracker.tests.test_setup_bench",
    "docs_words": "tracker.tests.offline.test_docs_words",
    **{
        name: f"tracker.tests.journey.test_{name}"
        for name in (
            "door following offline without_scripts taps every_page hall_screen phone_layout pictures print unsent "
            "first_paint"
        ).split()
    },
}
FINDINGS: dict[int, tuple[str, ...]] = {
    1: (
        "corrections.test_a_closed_round_is_corrected_while_the_next_is_played",
        "corrections.test_the_final_ranking_follows_a_correction_after_the_end",
        "edit_result.test_the_edit_is_one_tap_away",
    ),
    2: (
        "taps.test_a_result_is_corrected",
        "edit_result.test_the_preview_names_who_moves_and_what_stays",
        "replace_entry.test_one_turn_is_replaced_and_the_rest_of_the_match_stays",
        "replace_entry.test_what_cannot_stand_after_it_is_told_in_sentences",
    ),
    3: (
        "results.test_a_result_is_typed_in_and_stands_at_once",
        "without_workers.test_a_whole_tournament_by_clicks",
    ),
    4: ("found_in_use.test_a_list_asks_the_server_whatever_the_browser_thinks_of_a_number",),
    5: (
        "new_match_editions.test_without_an_edition_the_sample_arena_is_chosen_and_called_an_invention",
        "pad_play_brawl.test_a_hex_is_chosen_or_nothing_is_sent",
        "drawn_boards.test_every_named_place_has_a_drawn_board_that_says_what_it_is",
        "drawn_boards.test_tables_of_last_battle_keep_the_measures_of_the_rulebook",
        "drawn_boards.test_a_match_below_full_detail_shows_its_board_and_a_way_through_its_log",
    ),
    6: (
        "decks.test_without_the_lock_a_player_brings_the_handed_in_deck_by_one_tap",
        "taps.test_a_card_is_laid_and_revealed",
        "senjutsu_full.test_a_card_is_chosen_on_both_phones_at_the_same_moment",
    ),
    7: (
        "door.test_two_strangers_log_their_first_turn",
        "page_door.test_two_strangers_play_any_game_from_the_front_page",
        "page_door.test_a_new_account_organises",
    ),
    8: (
        "taking_back.test_the_author_takes_it_back_by_one_tap_and_nobody_else",
        "taking_back.test_who_was_slower_is_told_what_stands",
    ),
    9: (
        "desk.test_pairs_are_kept_apart_and_may_meet_again",
        "desk.test_a_swap_says_what_gets_worse_and_keeps_a_published_round",
    ),
    10: (
        "people.test_namesakes_are_proposed_unless_their_clubs_differ",
        "people.test_joined_they_have_one_page_and_parted_two_again",
    ),
    11: (
        "report_form.test_the_desk_offers_the_schemes_that_were_dealt_and_the_tables_own",
        "report_form.test_the_numbers_of_a_secret_scheme_do_not_tell_which_it_is",
        "report_form.test_a_picked_scheme_limits_its_points_and_all_add_up_in_sight",
        "desk.test_a_no_show_settles_a_table_and_is_undone_in_one_step",
        "conceded.test_who_leads_may_give_up_and_loses_also_in_the_event",
    ),
    12: (
        "full_steps.test_both_sides_flip_for_initiative_at_the_same_moment",
        "senjutsu_full.test_a_card_is_chosen_on_both_phones_at_the_same_moment",
    ),
    13: (
        "player_pad.test_a_dispute_tells_both_who_is_called_and_presses_nobody_to_confirm",
        "results.test_a_contested_result_stands_out_with_its_reason_and_leads_to_the_decision",
    ),
    14: (
        "desk.test_a_player_is_renamed_pays_is_penalised_and_asks_for_a_bye",
        "desk.test_the_preview_shows_what_each_line_was_read_as",
        "organiser.test_a_wrong_line_is_named_nothing_is_registered_and_the_text_stays",
    ),
    15: (
        "paper_lists.test_filled_rows_are_handed_in_together_and_empty_ones_left_alone",
        "desk.test_lists_of_other_tools_are_read",
        "found_in_use.test_an_event_without_lists_offers_no_tools_of_lists",
    ),
    16: (
        "page_door.test_the_front_page_says_what_it_is_and_what_runs_here",
        "desk.test_an_event_is_described_and_stands_in_calendars",
    ),
    17: (
        "wording.test_no_text_falls_back_into_what_was_mended",
        "wording.test_no_page_of_an_event_reads_an_id_to_people",
        "results.test_the_preview_says_the_later_event_as_the_log_says_it",
    ),
    18: (
        "found_in_use.test_a_table_that_has_just_begun_is_playing_and_missing_when_the_time_is_over",
        "organiser.test_the_next_step_leads_from_registration_to_the_final_ranking",
    ),
    19: (
        "organiser.test_the_draft_shows_its_certificate_and_why_two_meet",
        "why.test_who_meets_by_points_and_who_does_not_reads_why_with_the_cheapest_alternative",
        "why.test_players_read_it_once_the_round_is_published_and_not_before",
    ),
    20: ("wording.test_each_pattern_is_found", "docs_words.test_bold_words_are_those_of_the_screen"),
    21: (
        "phone_layout.test_every_page_of_a_player_fits_a_small_phone",
        "hall_screen.test_a_crowd_passes_in_parts_within_a_minute",
        "charts.test_names_stand_apart",
        "pictures.test_a_page_wider_than_its_window_is_a_fault",
    ),
    22: (
        "found_in_use.test_my_day_offers_the_lists_of_the_own_games_and_folds_the_rest",
        "accounts.test_a_password_for_one_use_leads_to_choosing_another",
    ),
    23: ("every_page.test_no_page_of_the_demo_has_a_fault", "every_page.test_faults_are_found"),
    24: (
        "consequences.test_a_match_needs_only_what_somebody_decides",
        "taps.test_a_turn_of_last_battle",
        "taps.test_a_turn_of_a_duel_for_each_player",
    ),
    25: (
        "decks.test_a_printed_deck_is_one_tap_and_one_to_save_it",
        "senjutsu_unknown.test_an_opponent_attacks_the_one_player_without_being_asked_whom",
        "full_without_cards.test_a_charge_asks_neither_kind_nor_name_and_its_damage_comes_before_the_second_attack",
    ),
    26: (
        "full_steps.test_the_other_side_has_nothing_to_do_meanwhile",
        "senjutsu.test_a_horde_run_of_a_whole_level",
    ),
    27: (
        "following.test_a_phone_that_wakes_reads_what_it_missed",
        "following.test_a_connection_that_says_nothing_is_opened_anew",
        "following.test_a_page_that_was_left_and_is_back_follows_again",
        "following.test_after_a_refused_step_the_pad_goes_on_following",
    ),
    28: (
        "offline.test_what_was_interrupted_after_the_first_goes_on_by_itself",
        "offline.test_a_refused_entry_holds_up_none_that_is_still_legal",
        "offline.test_a_phone_that_lost_its_player_is_told_so_in_words",
        "following.test_my_day_follows_the_turns_of_the_own_match",
    ),
    29: ("following.test_the_console_hears_of_a_dispute_at_once",),
    30: (
        "devices.test_a_new_code_frees_the_player_and_is_shown_where_it_was_made",
        "devices.test_a_phone_stops_acting_for_a_player",
    ),
    31: (
        "staff.test_a_judge_sees_the_staff_and_appoints_nobody",
        "twin_tables.test_a_judge_holds_to_look_at_every_secret",
        "desk.test_a_player_is_renamed_pays_is_penalised_and_asks_for_a_bye",
        "desk.test_the_clock_stands_on_console_phone_and_hall_screen",
    ),
    32: ("results.test_a_table_whose_player_left_says_so_instead_of_missing",),
    33: (
        "odd.test_a_clock_may_be_a_day_ahead_and_no_more",
        "odd.test_what_no_clock_can_mean_is_refused_at_the_door",
    ),
    34: (
        "found_in_use.test_two_of_one_name_are_told_apart_by_their_clubs",
        "people.test_two_of_one_name_at_one_event_are_two_people",
    ),
    35: (
        "results.test_a_restored_tab_of_a_button_gets_a_useful_page",
        "unsent.test_a_desk_form_without_a_network_stays_with_what_was_typed",
    ),
    36: (
        "print.test_no_row_or_card_is_cut_by_the_end_of_a_page",
        "found_in_use.test_every_sheet_of_printed_pairings_says_event_and_round",
        "desk.test_files_and_prints",
        "stages.test_the_bracket_fills_up_and_a_podium_stands_at_the_end",
        "hall_screen.test_what_the_hall_sees_goes_with_the_round",
    ),
    37: ("bench.test_there_is_a_figure_for_every_goal_of_speed",),
}
CLAIMS: dict[str, tuple[str, ...]] = {
    "two taps for a turn of Last Battle": ("taps.test_a_turn_of_last_battle",),
    "four for a duel turn of each player": ("taps.test_a_turn_of_a_duel_for_each_player",),
    "six for an activation of a brawl": ("taps.test_an_activation_of_a_brawl",),
    "three to correct a result": ("taps.test_a_result_is_corrected",),
    "twelve from the front page to the first turn": ("door.test_two_strangers_log_their_first_turn",),
    "200 kB at the first visit, 30 kB afterwards": (
        "every_page.test_no_page_of_the_demo_has_a_fault",
        "page_costs.test_no_page_asks_the_database_more_than_twelve_times",
        "scrubbing.test_every_game_at_full_detail_has_a_way_through_its_log",
    ),
    "twelve queries": (
        "page_costs.test_no_page_asks_the_database_more_than_twelve_times",
        "scrubbing.test_every_game_at_full_detail_has_a_way_through_its_log",
    ),
    "painted within half a second": ("first_paint.test_main_pages_are_painted_within_half_a_second",),
    "no axe violation": (
        "every_page.test_no_page_of_the_demo_has_a_fault",
        "every_page.test_pads_and_boards_at_full_detail_have_no_fault",
    ),
    "without JavaScript": (
        "without_scripts.test_two_strangers_log_a_turn",
        "without_scripts.test_a_desk_starts_a_round_types_a_result_and_corrects_it",
        "without_workers.test_a_whole_tournament_by_clicks",
        "pad_play_last_battle.test_a_match_with_every_card",
        "pad_play_senjutsu.test_a_match_card_by_card_comes_to_its_end",
        "pad_play_brawl.test_a_duel_with_every_card",
        "pad_play_bushido.test_a_match_action_by_action",
        "pad_play_ninja.test_a_match_at_full_detail",
    ),
    "a slider on every match with a board": (
        "scrubbing.test_every_game_at_full_detail_has_a_way_through_its_log",
        "drawn_boards.test_a_match_below_full_detail_shows_its_board_and_a_way_through_its_log",
    ),
    "a hall of 200 names within a minute": ("hall_screen.test_a_crowd_passes_in_parts_within_a_minute",),
    "a full hall is served from one rendering": (
        "kept.test_a_page_is_rendered_once_for_all_visitors_and_accounts",
        "kept.test_a_copy_says_what_a_fresh_page_says_to_every_kind_of_reader",
    ),
}


@pytest.mark.parametrize("number", range(1, 38))
def test_every_finding_has_its_tests(number: int) -> None:
    assert FINDINGS[number]
    are_there(FINDINGS[number])


@pytest.mark.parametrize("claim", CLAIMS)
def test_every_claim_has_its_tests(claim: str) -> None:
    are_there(CLAIMS[claim])


def are_there(tests: tuple[str, ...]) -> None:
    for one in tests:
        module, _dot, name = one.partition(".")
        path = MODULES.get(module, f"tracker.tests.pages.test_{module.removeprefix('page_')}")
        try:
            found = import_module(path)
        except ModuleNotFoundError as missing:  # a browser is not everywhere
            assert missing.name == "playwright"
            continue
        assert callable(getattr(found, name, None)), one
