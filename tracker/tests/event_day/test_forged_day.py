"""Forged files of an event day: a table's log that was changed and chained anew is legal by itself; the day's log in
the same file gives it away.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import UUID

import msgspec
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from games.last_battle.chapters.links import ARCANA
from games.portable import Line
from games.ruleset import Entry
from games.tests.rounds import quick_first
from tracker import commands
from tracker.day_simulation import Stream, simulate_day
from tracker.exchange import archive, transfer
from tracker.identity import Identity
from tracker.models import Event
from tracker.proof.verify import Problem, verify_database, verify_file
from tracker.rulesets.campaign import heard
from tracker.tests import db_states
from tracker.tests.event_day import day as days
from tracker.tests.event_day.day import match_at, state_of
from tracker.tests.offline.helpers import exit_code, nothing_stored, settle, whole_event, wipe
from tracker.tests.offline.test_forged_files import changed, forged, with_member, without_seals

pytestmark = pytest.mark.django_db(transaction=True)
SEEDS = quick_first(3, range(12))
OTHER_CARD = next(card for card in ARCANA if card != "M-fool")
Change = Callable[[Line], Line | None]


@pytest.fixture
def who() -> Identity:
    return days.organiser()


@pytest.fixture
def day(who: Identity) -> UUID:
    """A card went from the sea to the camp; at every table somebody fell, whose fate is told; one was corrected."""
    return _told(who)


@db_states.kept
def _told(who: Identity) -> UUID:
    found = days.started(who)
    commands.create_arcanum(who, found, arcana="M-fool", table="sea", side="alliance")
    commands.grant_arcanum(who, found, arcana="M-fool", table="camp")
    settle()
    for table in days.FIELDS:
        owner = state_of(found).tables[table].sides["alliance"][0]
        days.report(who, found, table, casualties=[{"figure_id": "king", "owner": owner}])
    settle()
    wrong = Event.objects.get(stream_id=match_at(found, "heaven"), type="match_reported")
    commands.void(who, wrong.stream_id, [wrong.seq], "read wrongly", tail=True)
    settle()
    days.report(who, found, "heaven", serpent=0, alliance=2, casualties=[])
    settle()
    told = {key: [_saved(one.told) for one in table.fallen] for key, table in state_of(found).tables.items()}
    commands.publish_fates(who, found, told)
    commands.finish_day(who, found)
    settle()
    return found


def _saved(told: Any) -> dict[str, Any]:
    return {"figure": told.figure, "owner": told.owner, "number": told.number, "fate": "saved"}


def with_data(type_: str, **told: Any) -> Callable[[Line], Line]:
    def change(line: Line) -> Line:
        return msgspec.structs.replace(line, data={**line.data, **told}) if line.type == type_ else line

    return change


def with_another_fallen(line: Line) -> Line:
    """The queen fell, and of her the fate is told."""
    told = {
        name: [{**one, "figure_id": "queen"} for one in line.data[name]]
        for name in ("casualties", "figures")
        if name in line.data
    }
    return msgspec.structs.replace(line, data={**line.data, **told})


def with_other_fate(line: Line) -> Line:
    figures = [{**one, "fate": "lost"} for one in line.data.get("figures", ())]
    return with_data("fates_published", figures=figures)(line)


def without(*types: str) -> Change:
    return lambda line: None if line.type in types else line


def problems(day: UUID, table: str, wrong: bytes, folder: Path) -> list[Problem]:
    """What is found in the file of the day when one match in it is replaced."""
    assert verify_file(wrong) == [], "by itself it is intact and legal"
    content = whole_event(day, folder / "day.zip")
    assert verify_file(content) == []
    (folder / "forged.zip").write_bytes(with_member(content, match_at(day, table), wrong))
    return verify_file((folder / "forged.zip").read_bytes())


def test_the_file_of_a_day_with_corrections_is_clean(day: UUID, tmp_path: Path) -> None:
    assert verify_file(whole_event(day, tmp_path / "day.zip")) == [] and list(verify_database()) == []


def test_a_match_turned_round_is_refused_everywhere(day: UUID, tmp_path: Path) -> None:
    match = match_at(day, "sea")
    found = problems(day, "sea", forged(transfer.export_stream(match)), tmp_path)
    assert {problem.stream for problem in found} == {str(match)}
    assert heard.RESULT in found[0].what and "table sea" in found[0].what
    path = tmp_path / "forged.zip"
    assert exit_code("verify-log", str(path)) == 1
    page = Client().post("/verify/", {"file": SimpleUploadedFile("forged.zip", path.read_bytes())})
    assert page.status_code == 422
    assert "the event day recorded another result of this match" in page.content.decode()
    wipe()
    assert exit_code("import", str(path)) == 1 and nothing_stored()


@pytest.mark.parametrize(
    ("table", "change", "what"),
    [
        ("sea", with_another_fallen, heard.FALLEN),
        ("sea", with_other_fate, heard.FATES),
        ("sea", with_data("arcana_created", arcana=OTHER_CARD), heard.CARD),
        ("camp", without("arcana_granted"), heard.CARD),
        ("sea", without("match_reported", "result_confirmed", "fates_published"), heard.RESULT),
    ],
)
def test_whatever_the_day_heard_of_a_table_must_be_in_its_log(
    day: UUID, tmp_path: Path, table: str, change: Change, what: str
) -> None:
    wrong = changed(transfer.export_stream(match_at(day, table)), change)
    found = problems(day, table, wrong, tmp_path)
    assert what in [problem.what.partition(": ")[2] for problem in found], found


def test_after_an_import_file_by_file_the_database_tells(day: UUID, tmp_path: Path) -> None:
    """File by file nothing contradicts anything."""
    match = match_at(day, "sea")
    content, wrong = whole_event(day, tmp_path / "day.zip"), forged(transfer.export_stream(match))
    wipe()
    without_seals()
    for name, text in archive.logs_in(content):
        transfer.import_log(wrong if name == f"{match}.jsonl" else text)
    settle()
    assert [problem.stream for problem in verify_database() if heard.RESULT in problem.what] == [str(day)]


@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_is_held_against_days_as_they_are_played(seed: int) -> None:
    """News late, in any order, at every level of detail."""
    played = simulate_day(seed, level=("turns", "summary", "full")[seed % 3], seats=1 + seed % 2)
    known = {key: as_match(table) for key, table in played.tables.items()}
    assert not list(heard.unheard(as_match(played.day), known))
    for key, match in known.items():
        cut = {**known, key: match._replace(entries=match.entries[:1])}
        assert {one.table for one in heard.unheard(as_match(played.day), cut)} == {key}


def as_match(stream: Stream) -> heard.Match:
    told = [Entry(seq, event, by) for seq, (event, by) in enumerate(stream.told, start=1)]
    return heard.Match(stream.rules, stream.setup, told)
