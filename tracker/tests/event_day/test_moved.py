"""A whole event day leaves the program and comes back: the day, its five matches, the people; proven on the way."""

from __future__ import annotations

import zipfile
from io import BytesIO
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from django.core.management import call_command
from django.test import Client

from games.audit import judge_log
from games.portable import HIDDEN, read_log
from games.ruleset import EVERYONE
from tracker import appended, commands
from tracker.exchange import archive, transfer
from tracker.identity import Identity
from tracker.models import ArcanumRow, CampaignRow, DayTableRow, FallenRow, MatchRow, Player, Stream
from tracker.projections.rebuild import differences
from tracker.proof.verify import verify_database, verify_file
from tracker.systems import find_rules
from tracker.tests import db_states
from tracker.tests.event_day import day as days
from tracker.tests.event_day.day import match_at, state_of
from tracker.tests.hall import caught_up
from tracker.tests.offline.helpers import exit_code, settle, wipe

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def who() -> Identity:
    return days.organiser()


@db_states.kept
def played(who: Identity) -> UUID:
    """One table at full detail to its end, the others reported; a card arrived, the dead saved, the day over."""
    with appended.held():
        day = days.started(who, detail="full")
        commands.register_players(who, day, [commands.NewPlayer("Without a seat")])
        commands.create_arcanum(who, day, arcana="M-fool", table="sea", side="alliance")
        commands.grant_arcanum(who, day, arcana="M-fool", table="camp")
        _play_camp(day)
        for table in ("heaven", "sea", "dungeon", "serpent"):
            owner = state_of(day).tables[table].sides["alliance"][0]
            days.report(who, day, table, casualties=[{"figure_id": "king", "owner": owner}])
    settle()
    _publish(who, day)
    commands.finish_day(who, day)
    settle()
    return day


def _play_camp(day: UUID) -> None:
    """The card comes between two actions of the first turn."""
    camp, steps = match_at(day, "camp"), 0
    while days.play(camp, steps, 60):
        steps += 1
        if steps == 1:
            settle()
    days.confirm(camp)


def _publish(who: Identity, day: UUID) -> None:
    told = {
        key: [
            {"figure": one.told.figure, "owner": one.told.owner, "number": one.told.number, "fate": "saved"}
            for one in table.fallen
            if one.died
        ]
        for key, table in state_of(day).tables.items()
        if not table.fates_published
    }
    commands.publish_fates(who, day, told)


def rows(day: UUID) -> dict[str, Any]:
    """Everything that the pages of a day show; ids and versions of rows tell only when they were written."""
    found: dict[str, Any] = {"day": list(CampaignRow.objects.filter(pk=day).values())}
    for model in (DayTableRow, ArcanumRow, FallenRow):
        of_day = model.objects.filter(campaign_id=day).order_by("position")
        found[model.__name__] = [{**row, "id": None, "version": None} for row in of_day.values()]
    found["matches"] = list(MatchRow.objects.filter(campaign_id=day).order_by("pk").values("vp", "lines"))
    return found


@pytest.mark.soak
def test_a_whole_day_moves_with_its_matches_and_people(who: Identity, tmp_path: Path) -> None:
    day = played(who)
    path = tmp_path / "day.zip"
    assert exit_code("export", str(day), out=str(path)) == 0
    content, before, people = path.read_bytes(), rows(day), Player.objects.count()
    assert verify_file(content) == [] and ArcanumRow.objects.get().status == "arrived"
    assert len(zipfile.ZipFile(BytesIO(content)).namelist()) == 7
    call_command("verify-log", str(path))
    call_command("verify-log", str(day))
    wipe()
    assert exit_code("import", str(path)) == 0
    settle()
    assert rows(day) == before
    assert Player.objects.count() == people and Player.objects.filter(name="Without a seat").exists()
    assert not differences(day) and not list(verify_database()), (
        "every log, every row, every match of the day"
    )
    assert exit_code("export", str(day), out=str(path)) == 0
    assert path.read_bytes() == content
    assert exit_code("import", str(path)) == 0 and rows(day) == before


def test_nothing_is_told_again_after_the_move(who: Identity, tmp_path: Path) -> None:
    """Links are found by comparing: what both logs hold is no news on another machine either."""
    day = days.started(who)
    commands.create_arcanum(who, day, arcana="M-fool", table="sea", side="alliance")
    commands.grant_arcanum(who, day, arcana="M-fool", table="camp")
    settle()
    path = tmp_path / "day.zip"
    assert exit_code("export", str(day), out=str(path)) == 0
    heads = dict(Stream.objects.values_list("id", "version"))
    wipe()
    assert exit_code("import", str(path)) == 0
    settle()
    assert dict(Stream.objects.values_list("id", "version")) == heads


def test_the_day_alone_may_come_before_its_tables(who: Identity, tmp_path: Path) -> None:
    day = days.started(who)
    path = tmp_path / "day.zip"
    assert exit_code("export", str(day), out=str(path)) == 0
    logs = dict(archive.logs_in(path.read_bytes()))
    wipe()
    alone = tmp_path / "alone.jsonl"
    alone.write_bytes(logs[f"{day}.jsonl"])
    assert exit_code("import", str(alone)) == 0
    settle()
    assert DayTableRow.objects.filter(campaign_id=day, match=None).count() == 5
    assert exit_code("import", str(path)) == 0
    call_command("rebuild")
    assert DayTableRow.objects.exclude(match=None).count() == 5 and not differences(day)


def test_a_public_copy_of_a_running_day_verifies_and_tells_no_secret(who: Identity, tmp_path: Path) -> None:
    day = days.started(who, detail="full")
    with appended.held():
        for number, table in enumerate(("camp", "sea")):
            days.play(match_at(day, table), number, 40)
    settle()
    path = tmp_path / "day.zip"
    assert exit_code("export", str(day), viewer="public", out=str(path)) == 0
    assert verify_file(path.read_bytes()) == []
    for name, content in archive.logs_in(path.read_bytes()):
        secrets = [line for line in read_log(content, find_rules).lines if line.secret is not None]
        assert all(line.type == "scheme_chosen" for line in secrets), name
    assert b"Player 0" not in path.read_bytes()


def test_simulated_days_come_in_log_by_log(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("simulate-day", days=1, seed=9, level="full", out=str(tmp_path))
    for path in capsys.readouterr().out.split():
        assert exit_code("import", path) == 0
    settle()
    assert Stream.objects.count() == 6
    caught_up()
    assert not list(verify_database())


@pytest.mark.soak
def test_after_the_end_anybody_audits_a_full_match(who: Identity) -> None:
    """LB-HID-05: hands, schemes and notes are open; each fits its commitment, and the whole log is judged with them."""
    day = played(who)
    camp = match_at(day, "camp")
    audit = Client().get(f"/api/v1/matches/{camp}/audit/").json()
    assert audit["ok"] is True and audit["problems"] == []
    assert {"hand_drawn", "scheme_noted", "serpent_schemes_preset"} <= {
        one["type"] for one in audit["commitments"]
    }
    assert all(one["holds"] for one in audit["commitments"])
    public = read_log(transfer.export_stream(camp, EVERYONE), find_rules)
    assert judge_log(public).refused == [] and HIDDEN not in [line.type for line in public.lines]
    open_to_all = {line.type for line in public.lines if line.secret is not None}
    assert {"hand_drawn", "scheme_chosen", "scheme_noted"} <= open_to_all
