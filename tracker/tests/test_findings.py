"""The sixteen findings of whoever operated the program, each with the tests that fail without its mend.

A test that is renamed or gone is noticed here.
"""

from __future__ import annotations

import re
from typing import NamedTuple

import pytest
import yaml
from django.test import Client

from tracker import commands, env
from tracker.exchange import archive, transfer
from tracker.models import TournamentRow
from tracker.pages.event import public
from tracker.tests import hall
from tracker.tests.offline.helpers import wipe


class Finding(NamedTuple):
    """What was found; file below the checkout -> the tests that hold the mend."""

    what: str
    tests: dict[str, tuple[str, ...]]


OFFLINE = "tracker/tests/offline/"
FINDINGS: dict[int, Finding] = {
    1: Finding(
        "130 phones lock the site out of its database",
        {
            "tracker/tests/test_deployment.py": (
                "test_a_hall_of_phones_at_once_is_answered_and_leaves_connections_free",
            ),
            "tracker/tests/test_front.py": (
                "test_as_they_come_the_web_and_postgresql_fit_together",
                "test_more_threads_than_postgresql_allows_are_not_started",
            ),
        },
    ),
    2: Finding(
        "live streams take every web thread",
        {
            "tracker/tests/test_front.py": ("test_readers_of_a_live_stream_hold_nobody_up",),
            "tracker/tests/test_assets.py": ("test_streams_follow_from_the_one_number",),
        },
    ),
    3: Finding(
        "stopping waits for spectators",
        {
            "tracker/tests/test_front.py": (
                "test_zz_the_end_does_not_wait_for_readers",
                "test_the_end_is_heard_by_a_process_that_is_behind",
            )
        },
    ),
    4: Finding(
        "after an upgrade verify-log is red for good",
        {
            "tracker/tests/test_upgrades.py": (
                "test_a_filled_database_of_before_is_upgraded_and_proven",
                "test_damage_before_an_upgrade_is_found_after_it",
            ),
            OFFLINE + "test_verify_database.py": (
                "test_what_an_older_version_made_is_no_damage_and_rebuild_mends_it",
            ),
        },
    ),
    5: Finding(
        "migrations were rewritten in place",
        {
            "tracker/tests/test_upgrades.py": (
                "test_filled_tables_of_every_migration_are_upgraded_and_proven",
                "test_a_program_of_before_refuses_what_a_newer_one_made",
            ),
            "tracker/tests/test_fitting.py": (
                "test_commands_say_it_and_do_nothing",
                "test_a_database_of_the_last_version_from_the_first_page_to_the_upgrade",
            ),
        },
    ),
    6: Finding(
        "backups lose events without a word",
        {
            "tracker/tests/test_backup.py": (
                "test_a_copy_under_writes_holds_all_that_was_acknowledged_and_becomes_an_installation",
                "test_a_copy_of_an_idle_installation_holds_what_stands_beside_the_database_file",
            ),
            "tracker/tests/test_backup_fifty.py": ("test_every_copy_under_writes_is_restored_and_proven",),
            "tracker/tests/test_anchors.py": ("test_a_missing_file_of_seals_is_told",),
        },
    ),
    7: Finding(
        "rebuild and the workers die of one stream that cannot be read",
        {
            "tracker/tests/test_odd_streams.py": ("test_an_unreadable_stream_stops_no_other",),
            "tracker/tests/test_jobs.py": (
                "test_a_fault_is_told_once_and_tried_again_ever_more_rarely",
                "test_a_stream_that_cannot_be_projected_does_not_hold_up_the_rest",
            ),
            "tracker/tests/test_lateness.py": (
                "test_a_game_that_cannot_be_counted_holds_up_no_other_and_is_seen",
            ),
        },
    ),
    8: Finding(
        "the list of matches fails on players without ids",
        {"tracker/tests/test_odd_streams.py": ("test_a_match_of_players_without_ids_is_listed",)},
    ),
    9: Finding(
        "a running event that was imported is on no list; no search, no archive",
        {
            "tracker/tests/test_findings.py": ("test_9_a_running_event_that_was_imported_is_on_every_list",),
            "tracker/tests/pages/test_public.py": (
                "test_a_running_event_is_on_the_front_page_however_many_have_ended_since",
                "test_every_event_is_found_by_its_name_or_further_down",
            ),
            "api/tests/test_tournaments.py": ("test_the_list_is_narrowed_to_what_is_running",),
        },
    ),
    10: Finding(
        "nobody would notice a fault",
        {
            "tracker/tests/test_health.py": (
                "test_a_silent_worker_and_a_missing_broker_are_told",
                "test_streams_that_are_behind_or_failing_are_named_with_their_time",
                "test_pages_say_that_rows_are_behind",
                "test_figures_are_for_administrators_and_for_a_program_with_the_token",
                "test_an_event_that_cannot_be_read_is_a_line_with_its_stream_and_its_seq",
                "test_errors_are_reported_to_an_address_once_a_minute",
            ),
            "tracker/tests/test_lateness.py": (
                "test_after_an_upgrade_rows_are_made_anew_and_nothing_is_late",
                "test_matches_that_wait_for_their_ratings_are_counted_and_dated",
            ),
            "tracker/tests/test_outages.py": (
                "test_a_full_disk_is_told_to_programs_and_stores_nothing",
                "test_an_outage_takes_one_line_of_the_log",
            ),
        },
    ),
    11: Finding(
        "secrets live in a shell line; nothing can be anchored anew after a lost key",
        {
            "tracker/tests/test_anchors.py": (
                "test_the_present_key_takes_over_and_everybody_is_told",
                "test_an_anchor_covers_no_forgery",
            ),
            "tracker/tests/test_compose.py": ("test_secrets_have_no_default",),
            "tracker/tests/test_systemd_guide.py": (
                "test_the_page_leads_from_an_empty_machine_to_a_server_that_is_well",
            ),
        },
    ),
    12: Finding(
        "moving an event leaves codes, staff, editions and seasons behind without a word",
        {
            OFFLINE + "test_moving.py": (
                "test_printed_slips_stay_good_where_the_event_goes",
                "test_what_stays_is_said_before_and_what_is_missing_after",
                "test_matches_that_came_first_find_their_event",
                "test_two_halls_that_went_on_become_one",
                "test_a_match_that_both_went_on_with_is_shown_and_ours_stays",
            ),
            OFFLINE + "test_hand_over.py": ("test_what_was_handed_over_takes_no_entry_here",),
        },
    ),
    13: Finding(
        "each seal reads all seals; sessions and logs grow for ever",
        {
            OFFLINE + "test_seals.py": (
                "test_sealing_reads_nothing_of_the_older_seals",
                "test_verifying_one_stream_reads_its_own_seals_alone",
            ),
            "tracker/tests/test_health.py": ("test_old_sessions_go",),
            "tracker/tests/test_processes.py": (
                "test_a_long_log_becomes_the_older_one_and_goes_on",
                "test_what_the_run_before_said_is_still_there",
            ),
        },
    ),
    14: Finding(
        "new pages meet old styles for an hour; nothing is compressed",
        {
            "tracker/tests/test_assets.py": (
                "test_every_asset_of_a_page_is_named_by_its_content_and_kept_for_a_year",
                "test_pages_answers_and_assets_are_compressed_for_whoever_takes_that",
            )
        },
    ),
    15: Finding(
        "the guide lacks units, TLS, sizes, upgrade, restore and variables",
        {
            "tracker/tests/test_operators_guide.py": (
                "test_every_variable_has_a_row_and_every_row_a_variable",
                "test_units_of_systemd_start_what_there_is",
                "test_every_command_of_the_guide_exists_with_its_options",
            ),
            "tracker/tests/test_systemd_guide.py": (
                "test_both_languages_give_the_same_commands",
                "test_systemd_finds_nothing_wrong_with_the_units",
            ),
        },
    ),
    16: Finding(
        "base images are pinned by tag only",
        {"tracker/tests/test_findings.py": ("test_16_images_have_a_version_and_the_guide_pins_them",)},
    ),
}


@pytest.mark.parametrize("number", range(1, 17))
def test_every_finding_has_its_tests(number: int) -> None:
    assert FINDINGS[number].tests
    for file, names in FINDINGS[number].tests.items():
        text = (env.CHECKOUT / file).read_text(encoding="utf-8")
        assert names and [one for one in names if not re.search(rf"^def {one}\(", text, re.M)] == [], file


def test_16_images_have_a_version_and_the_guide_pins_them() -> None:
    """By tag, so that fixes arrive; and whoever wants the same bytes for ever is told the command."""
    services = yaml.safe_load((env.CHECKOUT / "docker-compose.yml").read_text(encoding="utf-8"))["services"]
    bases = re.findall(r"^FROM (\S+)", (env.CHECKOUT / "Dockerfile").read_text(encoding="utf-8"), re.M)
    named = {*bases, *(one["image"] for one in services.values() if "image" in one and "build" not in one)}
    assert len(named) > 2
    for image in named:
        assert re.fullmatch(r"[\w./-]+:\d[\w.-]*", image.partition("@")[0]), f"{image} names no version"
    for language in ("en", "ru"):
        guide = (env.CHECKOUT / "docs" / language / "operators.md").read_text(encoding="utf-8")
        assert "docker compose config --resolve-image-digests" in guide


@pytest.mark.django_db(transaction=True)
def test_9_a_running_event_that_was_imported_is_on_every_list(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its id is older than those of all that ended here since: no list goes by ids alone."""
    who = hall.organiser()
    event, _players = hall.opened(who, 4)
    hall.start_round(who, event, 1)
    content = archive.export_event(event, lambda _: transfer.REFEREE, with_people=True)
    wipe()
    ended = [commands.create_tournament(who, name=f"Ended {number}") for number in range(4)]
    hall.caught_up()
    TournamentRow.objects.filter(stream_id__in=ended).update(status="finished")
    archive.import_event(content)
    hall.caught_up()
    monkeypatch.setattr(public, "LATEST", 2)
    monkeypatch.setattr(public, "EVENTS", 2)
    client = Client()
    at = f"/events/{event}/"
    assert at in client.get("/").content.decode()
    assert at in client.get("/events/", {"name": "hall c"}).content.decode()
    running = client.get("/api/v1/tournaments/", {"status": "running"}).json()["results"]
    assert [one["id"] for one in running] == [str(event)]
