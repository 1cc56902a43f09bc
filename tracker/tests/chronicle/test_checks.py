"""The acceptance checks of campaigns, each with the tests that hold it; a test that is gone is noticed here."""

from __future__ import annotations

from importlib import import_module

import pytest

MODULES = {
    "event_day": "tracker.tests.event_day.test_day_definition",
    "challenges": "tracker.rulesets.chronicle.tests.test_challenges",
    "test_derive": "tracker.rulesets.chronicle.tests.test_derive",
    "test_reading": "tracker.rulesets.chronicle.tests.test_reading",
    "test_rules": "tracker.rulesets.chronicle.tests.test_rules",
    "journey": "tracker.tests.journey.test_campaign",
}
CHECKS: dict[int, tuple[str, ...]] = {
    1: (
        "test_reading.test_check_1_templates_play_to_an_end",
        "test_reading.test_check_1_both_endings_of_the_story_are_reached",
    ),
    2: (
        "test_reading.test_check_2_all_faults_come_at_once",
        "test_reading.test_check_2_faults_are_refused_with_their_line",
        "test_reading.test_check_2_faults_of_a_day_are_refused_with_their_line",
    ),
    3: ("test_small_game.test_a_game_that_nobody_wrote_pages_for",),
    4: (
        "test_at_once.test_check_4_twenty_times_by_two_workers",
        "test_derive.test_check_4_a_hearing_repeated_is_the_same_slot",
    ),
    5: (
        "test_at_once.test_check_5_a_worker_process_killed_between_match_and_hearing",
        "test_hearing.test_check_5_a_worker_killed_before_the_hearing",
    ),
    6: (
        "test_derive.test_check_6_ten_matches_in_fifty_orders",
        "test_hearing.test_check_6_ten_matches_jobs_in_fifty_orders",
        "test_hearing.test_check_4_and_6_jobs_may_come_twice_late_and_in_any_order",
    ),
    7: ("test_hearing.test_check_7_doubled_taps",),
    8: (
        "test_at_once.test_check_8_two_hundred_matches_in_the_log",
        "test_derive.test_check_8_two_hundred_matches_rebuilt_from_the_log",
    ),
    9: ("test_derive.test_check_9_preview_equals_what_follows",),
    10: (
        "test_hearing.test_check_10_over_rest_a_correction_that_was_overtaken_is_409",
        "test_hearing.test_check_13_and_10_a_corrected_match_waits_for_the_arbitrator",
        "test_pages.test_a_correction_is_seen_and_accepted_at_the_desk",
    ),
    11: (
        "test_derive.test_check_11_what_comes_of_the_result_is_computed_anew",
        "test_derive.test_check_11_spent_what_was_never_earned",
        "test_derive.test_check_11_the_dead_who_fought_later",
        "test_derive.test_check_11_a_lever_that_was_used_already",
        "test_derive.test_check_11_a_branch_that_was_played",
        "test_derive.test_check_11_a_new_effect_is_a_new_step_and_a_later_holder_stays",
    ),
    12: ("test_derive.test_check_12_corrected_and_corrected_back",),
    13: ("test_derive.test_check_13_a_place_returns_to_its_last_holder",),
    14: ("test_derive.test_check_14_dice", "test_hearing.test_the_end_opens_the_seed_of_the_dice"),
    15: (
        "test_derive.test_check_15_what_a_summary_leaves_out_is_asked",
        "test_hearing.test_two_players_play_and_sign",
    ),
    16: (
        "test_derive.test_check_16_a_resting_fighter_is_pinned_until_the_next_cycle",
        "test_hearing.test_check_16_a_resting_fighter_is_refused_by_the_match",
    ),
    17: ("test_derive.test_check_17_a_late_joiner_gets_the_median_once",),
    18: (
        "challenges.test_check_18_a_challenge_is_taken_and_its_match_follows",
        "challenges.test_check_18_it_lapses_when_the_days_are_over",
        "test_challenges.test_check_18_three_taps_and_a_match_follows",
        "test_challenges.test_check_18_the_clock_logs_that_it_lapsed",
    ),
    19: (
        "test_derive.test_check_19_an_adjustment_has_a_reason_and_stands_in_the_story",
        "test_hearing.test_check_19_an_adjustment_voids_cleanly",
    ),
    20: (
        "test_what_if.test_check_20_ten_matches_leave_everything_else_as_it_was",
        "test_what_if.test_nobody_else_sees_it_and_it_may_be_thrown_away",
        "test_what_if.test_its_dice_tell_nothing_of_the_real_ones",
    ),
    21: ("test_derive.test_check_21_who_has_signed_plays_on", "test_hearing.test_two_players_play_and_sign"),
    22: (
        "journey.test_three_battles_on_two_phones",
        "test_pages.test_two_phones_play_and_sign_in_ten_taps",
    ),
    23: (
        "event_day.test_check_23_the_definition_sends_todays_events",
        "event_day.test_check_23_the_definition_names_the_tables_of_the_game",
        "test_reading.test_check_23_the_day_of_linked_tables_is_read",
    ),
    24: (
        "test_derive.test_check_24_each_path_and_a_scar_that_lasts",
        "test_derive.test_check_24_both_ways_to_ruin",
        "test_hearing.test_check_24_a_scar_lowers_the_limit_of_the_next_duel",
    ),
    25: ("test_derive.test_check_25_a_roster_leaves", "test_pages.test_the_shop_notes_and_leaving"),
    26: (
        "test_private.test_check_26_no_address_tells_it_from_one_that_is_not_there",
        "test_private.test_check_26_no_list_count_or_page_changes_when_it_is_made_and_played",
        "test_private.test_check_26_nothing_of_it_is_told_or_counted",
    ),
    27: ("test_hearing.test_check_27_exported_and_checked_elsewhere",),
    28: ("test_derive.test_check_28_a_thousand_slots",),
}


@pytest.mark.parametrize("number", range(1, 29))
def test_every_check_has_its_tests(number: int) -> None:
    assert CHECKS[number]
    for one in CHECKS[number]:
        module, _dot, name = one.partition(".")
        try:
            found = import_module(MODULES.get(module, f"tracker.tests.chronicle.{module}"))
        except ModuleNotFoundError as missing:  # a browser is not everywhere
            assert missing.name == "playwright"
            continue
        assert callable(getattr(found, name, None)), one
