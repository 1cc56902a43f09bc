"""Whole events travel with their people; rebuild makes every row anew."""

from __future__ import annotations

import json
import zipfile
from io import BytesIO
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from tracker.exchange import archive
from tracker.management.tool import REFUSED
from tracker.models import (
    MatchRow,
    Player,
    StandingRow,
    Stream,
    Warband,
)
from tracker.proof.verify import verify_database, verify_file
from tracker.tests.offline.helpers import exit_code, nothing_stored, settle, whole_event, wipe

pytestmark = pytest.mark.usefixtures("database")


def standings(event: UUID) -> list[tuple[Any, ...]]:
    rows = StandingRow.objects.filter(tournament_id=event).order_by("round", "rank", "player_id")
    return list(rows.values_list("round", "rank", "player__name", "figures"))


def test_a_whole_event_moves_with_its_people_and_standings(event: UUID, tmp_path: Path) -> None:
    path = tmp_path / "event.zip"
    content = whole_event(event, path)
    assert verify_file(content) == []
    before, squads = standings(event), Warband.objects.count()
    assert before
    wipe()
    assert exit_code("import", str(path)) == 0
    settle()
    assert standings(event) == before
    assert (Warband.objects.count(), MatchRow.objects.filter(tournament_id=event).count()) == (squads, 2)
    assert whole_event(event, path) == content
    assert exit_code("import", str(path)) == 0
    assert whole_event(event, path) == content


def test_a_public_copy_of_an_event_names_nobody(event: UUID, tmp_path: Path) -> None:
    path = tmp_path / "event.zip"
    assert exit_code("export", str(event), viewer="public", out=str(path)) == 0
    assert verify_file(path.read_bytes()) == []
    with zipfile.ZipFile(path) as files:
        manifest = json.loads(files.read(archive.MANIFEST))
        text = b"".join(files.read(name) for name in files.namelist())
    assert (manifest["players"], manifest["warbands"]) == ([], [])
    assert b"Player 1" not in text


def test_a_player_gets_the_own_secrets_of_the_own_table(event: UUID, tmp_path: Path) -> None:
    row = MatchRow.objects.order_by("table")[0]
    player = row.sides["alliance"][0]
    path = tmp_path / "event.zip"
    assert exit_code("export", str(event), viewer=player, out=str(path)) == 0
    assert verify_file(path.read_bytes()) == []


def test_a_changed_event_is_refused_whole(event: UUID, tmp_path: Path) -> None:
    path = tmp_path / "event.zip"
    content = whole_event(event, path)
    changed = BytesIO()
    with zipfile.ZipFile(BytesIO(content)) as files, zipfile.ZipFile(changed, "w") as copy:
        for name in files.namelist():
            copy.writestr(name, files.read(name).replace(b'"winner":"serpent"', b'"winner":"alliance"'))
    path.write_bytes(changed.getvalue())
    assert verify_file(changed.getvalue()) != []
    wipe()
    assert exit_code("import", str(path)) == REFUSED
    assert nothing_stored() and not Player.objects.exists()


def test_rebuild_makes_every_row_anew_and_reports_what_differed(
    event: UUID, capsys: pytest.CaptureFixture[str]
) -> None:
    before = standings(event)
    assert exit_code("rebuild", json=True) == 0
    assert json.loads(capsys.readouterr().out) == {
        "streams": Stream.objects.count(),
        "changed": [],
        "faults": [],
        "ratings": [],
    }
    StandingRow.objects.filter(tournament_id=event, rank=1).update(rank=4)
    MatchRow.objects.all().delete()
    assert exit_code("rebuild", only="standings", json=True) == 0
    changed = json.loads(capsys.readouterr().out)["changed"]
    assert [one["stream"] for one in changed] == [str(event)]
    assert all("rank is 4, the log says 1" in difference for difference in changed[0]["differences"])
    assert standings(event) == before
    assert not MatchRow.objects.exists()
    assert exit_code("rebuild") == 0
    captured = capsys.readouterr()
    assert captured.out.count("MatchRow is missing") == 2
    assert "streams rebuilt, 2 of them differed" in captured.out
    assert captured.err.splitlines()[-1].endswith(f"{Stream.objects.count()} of {Stream.objects.count()}")
    assert list(verify_database()) == []


def test_rebuild_catches_up_what_was_behind(event: UUID, capsys: pytest.CaptureFixture[str]) -> None:
    Stream.objects.update(projected_version=0)
    MatchRow.objects.all().delete()
    assert exit_code("rebuild", json=True) == 0
    changed = json.loads(capsys.readouterr().out)["changed"]
    assert [one["behind"] for one in changed] == [True, True]
    assert not Stream.objects.filter(projected_version=0, version__gt=0).exists()
