"""Tie-breakers by the names that other programs and rules give them, and the published numbers that they are held to.

`SOURCES`: name and who uses it -> the ids here and the tests of each. `PUBLISHED`: a printed example or a program that
serves as a bar -> the test that carries its numbers; where they come from stands at the head of its file.
"""

from __future__ import annotations

from typing import NamedTuple

import pytest

from tracker.standings.families import LISTED
from tracker.standings.order import GIVEN
from tracker.standings.tiebreaks import TIEBREAKS
from tracker.tests.rows import Rows, named


class Source(NamedTuple):
    """Ids of tie-breakers, and the tests that hold them."""

    ids: tuple[str, ...]
    tests: tuple[str, ...]


def numbered(family: str) -> tuple[str, ...]:
    """The ids of a family that forms offer; the others are made alike."""
    return (family, *(f"{family}{number}" for number in LISTED))


FOUR = "tiebreaks.test_figures_of_four_players_after_two_rounds"
HELD = "fide.test_the_published_exercises"
SERVER = "server.test_the_figures_of_fides_program"
TEAMS = "fide_teams.test_the_published_exercises_on_teams"
RATED = "performance.test_the_published_exercises_on_ratings"
SOURCES: dict[str, Source] = {
    "Points, TP": Source(("points",), (FOUR, SERVER)),
    "Wins (WIN)": Source(("wins",), ("fide.test_the_exercises_on_wins", SERVER)),
    "Games won (WON)": Source(("games_won",), ("fide.test_the_exercises_on_wins", SERVER)),
    "Head to head of two (Tabbycat)": Source(
        ("who_beat_whom", "who_beat_whom_again", "who_beat_whom_wins", "who_beat_whom_wins_again"),
        (
            "more.test_who_beat_whom_decides_between_exactly_two",
            "more.test_who_beat_whom_by_wins_is_not_who_beat_whom_by_points",
            "more.test_who_beat_whom_may_be_asked_again_when_two_are_left",
        ),
    ),
    "Direct encounter of many (DE)": Source(
        ("direct_encounter", "direct_encounter_vp", "met_points"),
        (
            "fide.test_the_exercises_on_the_direct_encounter",
            "fide.test_of_several_games_of_two_players_the_direct_encounter_counts_the_mean",
            "fide_teams.test_exercises_42_to_45_on_the_direct_encounter_of_teams",
            "duels.test_head_to_head_points_are_those_of_a_slow_reckoning",
        ),
    ),
    "Head to head (FFG)": Source(
        ("head_to_head",), ("tiebreaks.test_head_to_head_needs_a_win_over_everyone_tied",)
    ),
    "Buchholz, Solkoff (BH)": Source(("buchholz", "buchholz_2024"), (HELD, SERVER)),
    "Buchholz cut and median (C1, C2, M1, M2)": Source(
        ("buchholz_cut", "buchholz_cut2", "buchholz_median", "buchholz_median2", "buchholz_cut_2024"),
        (HELD, SERVER),
    ),
    "Cut and median without dummy opponents (Challonge)": Source(
        ("sos_cut", "sos_cut2", "sos_median"),
        ("tiebreaks.test_the_lowest_and_the_highest_opponents_are_cut",),
    ),
    "Fore Buchholz (FB)": Source(("fore_buchholz",), (HELD, SERVER)),
    "Average of the opponents' Buchholz (AOB)": Source(
        ("average_buchholz",), ("fide.test_the_exercise_on_the_average_of_the_opponents_buchholz", SERVER)
    ),
    "SoS, sum": Source(("sos",), ("bushido.test_the_published_strength_of_schedule",)),
    "SoS, average": Source(("sos_avg",), (FOUR,)),
    "SoS by game (FFG, Netrunner)": Source(
        ("sos_per_game",), ("cards.test_cobras_examples_of_strength_of_schedule",)
    ),
    "Extended SoS": Source(
        ("ext_sos_per_game", "ext_sos"), ("cards.test_cobras_examples_of_strength_of_schedule", FOUR)
    ),
    "SoS, Uplink": Source(
        ("sos_uplink",), ("more.test_a_bye_is_an_opponent_without_a_point_by_uplink_and_none_by_cobra",)
    ),
    "OMW %": Source(
        ("opp_win_33",), ("cards.test_magics_records", "fide.test_percentages_of_opponents_have_a_floor")
    ),
    "OWP, OOWP": Source(
        ("opp_win_25", "opp_opp_win_25", "opp_win_play", "opp_opp_win_play"),
        (
            "forfeits.test_play_percentages_leave_byes_out_and_count_forfeits",
            "forfeits.test_who_has_left_counts_for_three_quarters_at_most",
            "stages.test_a_round_robin_knows_whom_who_left_would_have_met",
            "fide.test_percentages_of_opponents_have_a_floor",
            "more.test_the_opponents_opponents_percentage_is_the_mean_of_the_opponents",
        ),
    ),
    "GW %, OGW %": Source(
        ("game_win_33", "opp_game_win_33"),
        (
            "boards.test_the_published_game_win_percentages",
            "boards.test_the_opponents_game_win_percentage_is_a_mean_with_the_floor_in_each",
        ),
    ),
    "Sonneborn-Berger (SB)": Source(
        (
            "sonneborn_berger",
            "sonneborn_berger_fide",
            "sonneborn_berger_fide_cut",
            "sonneborn_berger_fide_2024",
        ),
        (FOUR, HELD, SERVER),
    ),
    "Extended Sonneborn-Berger of teams": Source(
        ("esb_mm", "esb_mg", "esb_gm", "esb_gg", "esb_mm_fide", "esb_mg_fide", "esb_gm_fide", "esb_gg_fide"),
        (
            "boards.test_extended_sonneborn_berger_multiplies_the_opponents_score_by_the_own",
            TEAMS,
        ),
    ),
    "Koya (KS)": Source(
        ("koya", *numbered("koya_up"), *numbered("koya_down")),
        (
            "fide.test_the_exercises_on_a_round_robin",
            "fide.test_the_limit_of_koya_is_moved_by_half_points",
            "fide.test_the_limit_of_koya_is_moved_by_any_number_of_half_points",
        ),
    ),
    "Forfeits as games of a round robin (/P of DE, SB, KS)": Source(
        (
            "direct_encounter_played",
            "sonneborn_berger_played",
            "koya_played",
            *numbered("koya_played_up"),
            *numbered("koya_played_down"),
        ),
        (
            "forfeits.test_the_limit_moves_with_forfeits_as_games_too",
            "forfeits.test_forfeits_of_a_round_robin_count_as_played",
            "forfeits.test_the_direct_encounter_of_a_round_robin_sees_forfeits_as_games",
            "stages.test_a_round_robin_knows_whom_who_left_would_have_met",
        ),
    ),
    "Progressive (PS)": Source(
        ("progressive", *numbered("progressive_cut")),
        (HELD, SERVER, "fide.test_a_progressive_score_leaves_out_as_many_first_rounds_as_wanted"),
    ),
    "Kashdan": Source(
        ("kashdan",), ("more.test_kashdan_gives_four_two_one_and_nothing_for_a_round_not_played",)
    ),
    "Rounds elected to play (REP)": Source(
        ("rounds_elected", "rounds_elected_strict"),
        (
            "more.test_a_bye_worth_a_win_that_was_asked_for_counts_as_elected_by_fide_alone",
            "desk.test_a_full_bye_is_told_from_one_of_the_pairing",
            "fide.test_the_exercises_on_games_and_rounds",
            "server.test_rounds_that_somebody_chose_not_to_play_are_those_of_fides_program",
        ),
    ),
    "Margin, difference of VP": Source(
        ("vp_diff", "vp_diff_avg", "wound_diff"),
        (
            FOUR,
            "more.test_means_and_steadiness_of_victory_points_are_those_of_the_games_played",
            "duels.test_three_who_beat_each_other_are_told_apart_by_wounds",
        ),
    ),
    "VP or SP scored": Source(
        ("vp", "vp_avg", "sp"),
        (FOUR, "bushido.test_scenario_points_then_the_earliest_enemy_vim"),
    ),
    "Deviation of scores": Source(
        ("vp_deviation",), ("more.test_means_and_steadiness_of_victory_points_are_those_of_the_games_played",)
    ),
    "Opponents' VP": Source(("opp_vp", "opp_vp_diff", "buchholz_vp", "buchholz_vp_cut"), (FOUR, TEAMS)),
    "Lowest turn of a VIM kill, turns of games won, knock-outs": Source(
        ("enemy_vim_turn", "turns_won", "knockout_vp"),
        (
            "bushido.test_scenario_points_then_the_earliest_enemy_vim",
            "tiebreaks.test_fewer_turns_rank_first_and_whoever_has_no_such_win_behind_all",
            "counted.test_more_knock_outs_rank_first_among_equals",
        ),
    ),
    "Figures of a game against the opponents', turns of its wins on one side": Source(
        ("escapes", "missions", "deaths_inflicted", "intruder_win_turn"),
        (
            "counted.test_a_difference_is_what_one_side_counts_minus_what_the_other_does",
            "counted.test_the_earlier_mean_turn_ranks_first_and_whoever_has_none_behind_all",
        ),
    ),
    "ARO, TPR, PTP, APRO, APPO, performance of Lichess": Source(
        (
            "opp_rating",
            "opp_rating_cut",
            "performance",
            "perfect_performance",
            "opp_performance",
            "opp_perfect_performance",
            "performance_500",
            "rating",
        ),
        (
            RATED,
            "performance.test_the_plain_performance_is_500_off_the_opponents_rating_as_on_lichess",
            "performance.test_the_own_rating_ranks_those_who_are_level",
        ),
    ),
    "Boards of teams: count, top, bottom, SSSC": Source(
        ("board_count", "top_board", "bottom_board", "strength_combination"),
        (
            "boards.test_a_board_count_ranks_points_on_the_first_boards_higher",
            "fide_teams.test_exercises_46_to_48_on_boards",
            "fide_teams.test_exercise_49_score_and_schedule_strength",
        ),
    ),
    "Match points or board points first": Source(
        ("points", "vp"), ("fide_teams.test_exercise_34_match_points_or_board_points_first",)
    ),
    "Drawing of lots": Source(("lot",), ("tiebreaks.test_the_lot_is_repeatable_and_differs_by_seed",)),
    "Lateness (Play! Pokemon)": Source(
        ("on_time",), ("more.test_who_came_later_stands_behind_those_with_equal_points",)
    ),
    "Then seed (Challonge), pairing number (TPN)": Source(
        ("seed",),
        ("more.test_the_better_seed_ranks_first_among_equals", "seeding.test_seeds_as_a_tie_breaker"),
    ),
    "By hand": Source(("by_hand",), ("ties.test_the_organiser_puts_those_who_are_level_in_order",)),
    "Bracket and groups": Source(
        ("stage",), ("stages.test_the_figure_of_a_stage_adds_up_and_names_its_games",)
    ),
}
PUBLISHED: Rows = {
    "FIDE, Exercises in Tie-Breaking (Mario Held), 1 to 16, 23 to 28 and 31 to 33": (
        HELD,
        "fide.test_the_exercise_on_the_average_of_the_opponents_buchholz",
        "fide.test_the_exercises_on_wins",
        "fide.test_the_exercises_on_games_and_rounds",
        "fide.test_the_exercises_on_a_round_robin",
        "fide.test_the_exercises_on_the_direct_encounter",
    ),
    "FIDE, the same, 17 to 22: ratings": (RATED,),
    "FIDE, the same, 34 to 49: teams": (
        TEAMS,
        "fide_teams.test_exercise_34_match_points_or_board_points_first",
        "fide_teams.test_exercises_42_to_45_on_the_direct_encounter_of_teams",
        "fide_teams.test_exercises_46_to_48_on_boards",
        "fide_teams.test_exercise_49_score_and_schedule_strength",
    ),
    "FIDE C.07 from March 2026: the answers that change": (
        "fide.test_what_the_rules_of_2026_make_of_them",
        TEAMS,
    ),
    "TieBreakServer: an event with many unplayed rounds, by both rules": (SERVER,),
    "FIDE B.02, tables of ratings": ("performance.test_the_tables_are_those_of_fide",),
    "FIDE C.05, Berger tables": ("brackets.test_berger_tables_are_those_of_fide",),
    "FIDE C.04.5.1, Baku acceleration": ("seeding.test_the_published_numbers_of_the_baku_acceleration",),
    "Engine by random events: none of 1,000 dearer than an exact matching (FIDE A.7 allows 10 of 5,000)": (
        "random.test_draws_of_a_thousand_random_events_cost_what_an_exact_matching_costs",
    ),
    "networkx, an exact matching by others": ("swiss.test_networkx_finds_nothing_cheaper",),
    "Bushido Masters: 65 beats 62": ("bushido.test_the_published_strength_of_schedule",),
    "Bushido Masters: table of tournament points": ("bushido.test_the_table_of_the_masters_format",),
    "Magic, appendix C: records and game win percentages": (
        "cards.test_magics_records",
        "boards.test_the_published_game_win_percentages",
    ),
    "Cobra: strength of schedule and its extension": ("cards.test_cobras_examples_of_strength_of_schedule",),
    "Glickman's worked example": ("ratings.test_the_worked_example_of_the_author",),
}


@pytest.mark.parametrize("row", [*SOURCES, *PUBLISHED])
def test_every_row_has_its_tests(row: str) -> None:
    named(SOURCES[row].tests if row in SOURCES else PUBLISHED[row])


def test_every_tie_breaker_is_in_the_table_and_every_id_of_it_exists() -> None:
    told = {id for source in SOURCES.values() for id in source.ids}
    assert told == {*TIEBREAKS, *GIVEN}
