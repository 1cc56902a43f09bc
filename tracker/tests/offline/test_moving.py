"""An event moves with its slips, finds its matches, and two halls that went on without a network become one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from uuid import UUID
from zipfile import ZipFile

import pytest
from django.contrib.auth.models import AnonymousUser, User

from tracker import commands, selectors
from tracker.commands.persons import merge_players
from tracker.exchange import archive, joining, transfer
from tracker.identity import Identity
from tracker.management.tool import REFUSED
from tracker.models import Event, MatchRow, Membership, Player, RatingRow, SamePerson, Stream
from tracker.proof.verify import damage, verify_database
from tracker.tests import hall
from tracker.tests.offline.helpers import answer, exit_code, settle, whole_event, wipe

pytestmark = pytest.mark.usefixtures("database")


def codes(event: UUID) -> dict[UUID, str | None]:
    return dict(Player.objects.filter(matches__tournament=event).values_list("id", "claim_code"))


def test_printed_slips_stay_good_where_the_event_goes(event: UUID, tmp_path: Path) -> None:
    before = codes(event)
    content = whole_event(event, tmp_path / "event.zip")
    wipe()
    archive.import_event(content)
    settle()
    assert codes(event) == before and None not in before.values()
    assert not any("slips" in one for one in archive.lacks(content))


def test_a_code_that_somebody_else_has_here_is_made_anew_and_told(event: UUID, tmp_path: Path) -> None:
    before = codes(event)
    content = whole_event(event, tmp_path / "event.zip")
    wipe()
    taken = next(iter(before.values()))
    Player.objects.create(name="Somebody else", claim_code=taken)
    archive.import_event(content)
    settle()
    assert len(set(codes(event).values()) - set(before.values())) == 1
    assert any(one.startswith("1 printed slips") for one in archive.lacks(content))


def test_a_public_copy_carries_no_code(event: UUID, tmp_path: Path) -> None:
    path = tmp_path / "event.zip"
    assert exit_code("export", str(event), viewer="public", out=str(path)) == 0
    content = path.read_bytes()
    assert not any(str(code).encode() in content for code in codes(event).values())


def test_what_stays_is_said_before_and_what_is_missing_after(
    event: UUID, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "event.zip"
    capsys.readouterr()
    assert exit_code("export", str(event), out=str(path)) == 0
    assert "olga (organiser)" in capsys.readouterr().err
    wipe()
    assert exit_code("import", str(path)) == 0
    assert "nobody is staff of this event here" in capsys.readouterr().err


def test_hidden_names_and_persons_stay_and_ratings_are_counted_anew(
    event: UUID, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What 0017 to 0020 brought: said before the event goes, and no real name goes with it."""
    settle()
    commands.finish(Identity(User.objects.get(username="olga")), event)
    settle()
    rated = list(RatingRow.objects.order_by("id").values())
    hides, player, another = Player.objects.filter(matches__tournament=event).order_by("name")[:3]
    commands.hide_name(Identity(AnonymousUser(), frozenset({str(hides.pk)})), hides)
    path = tmp_path / "event.zip"
    capsys.readouterr()
    parted = whole_event(event, path)
    assert "person" not in capsys.readouterr().err
    admin = Identity(User.objects.create_superuser("root"))
    merge_players(admin, person=another.pk, player=player.pk)
    assert whole_event(event, path) == parted, "logs and people are the same"
    told = capsys.readouterr().err
    for sentence in (
        "the names that 1 players hide",
        "1 players who are one person with another",
        "ratings: there",
    ):
        assert f"stays here: {sentence}" in told
    real = Player.objects.get(pk=hides.pk).hidden_name
    assert real and real not in names_in(path) and hides.name in names_in(path)
    wipe()
    archive.import_event(parted)
    settle()
    moved = Player.objects.get(pk=hides.pk)
    assert (moved.name, moved.hidden_name) == (hides.name, "") and not SamePerson.objects.exists()
    assert rated and list(RatingRow.objects.order_by("id").values()) == rated
    assert damage(verify_database()) == []


def names_in(path: Path) -> list[str]:
    """The names of the players in an archive."""
    with ZipFile(path) as archived:
        return [one["name"] for one in json.loads(archived.read("event.json"))["players"]]


def test_matches_that_came_first_find_their_event(event: UUID) -> None:
    matches = [transfer.export_stream(row.stream_id) for row in MatchRow.objects.all()]
    log = transfer.export_stream(event)
    wipe()
    for content in matches:
        transfer.import_log(content)
    settle()
    assert MatchRow.objects.filter(tournament=None).count() == len(matches)
    transfer.import_log(log)
    settle()
    assert MatchRow.objects.filter(tournament=event).count() == len(matches)
    state = selectors.current_state(event).state
    assert all(table.result for table in state.rounds[0].pairings)


class Halls:
    """A round that two laptops went on with, each with its own tables; `theirs` is what the other one brings."""

    def __init__(self, ours: dict[int, int], theirs: dict[int, int], drop: bool = False) -> None:
        self.who = Identity(User.objects.create_user("anna", is_superuser=True))
        self.event, self.players = hall.opened(self.who, 8)
        hall.start_round(self.who, self.event, 1)
        settle()
        base = self.exported()
        self.report(theirs)
        if drop:
            commands.drop(self.who, self.event, player=self.players[7].id)
        settle()
        self.theirs = self.exported()
        wipe()
        archive.import_event(base)
        settle()
        Membership.objects.get_or_create(stream_id=self.event, user=self.who.user, role="organiser")
        self.report(ours)
        settle()

    def exported(self) -> bytes:
        return archive.export_event(self.event, lambda _: transfer.REFEREE, with_people=True)

    def report(self, tables: dict[int, int]) -> None:
        for row in selectors.matches_of(self.event, 1):
            if row.table in tables:
                commands.report_match(self.who, row.stream_id, hall.summary(tables[row.table], 0))

    def results(self) -> dict[int, Any]:
        rows = MatchRow.objects.filter(tournament=self.event).values_list("table", "vp")
        return {table: vp.get("serpent") for table, vp in rows if table}


def test_two_halls_that_went_on_become_one() -> None:
    halls = Halls({1: 1, 2: 1}, {3: 1, 4: 1}, drop=True)
    tried = joining.join(halls.theirs, trial=True)
    assert tried.conflicts == [] and tried.told_again == 1
    assert sum(bool(vp) for vp in halls.results().values()) == 2, "a trial stores nothing"
    joined = joining.join(halls.theirs)
    settle()
    assert joined.conflicts == [] and joined.told_again == 1
    assert halls.results() == {1: 1, 2: 1, 3: 1, 4: 1}
    state = selectors.current_state(halls.event).state
    assert [table.result is not None for table in state.rounds[0].pairings] == [True] * 4
    assert damage(verify_database()) == []
    count = Event.objects.count()
    again = joining.join(halls.theirs)
    settle()
    assert (again.told_again, again.conflicts, Event.objects.count()) == (0, [], count)
    commands.close_round(halls.who, halls.event, round=1)


def test_a_match_that_both_went_on_with_is_shown_and_ours_stays(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    halls = Halls({1: 1, 2: 1}, {2: 2, 3: 1})
    path = tmp_path / "theirs.zip"
    path.write_bytes(halls.theirs)
    assert exit_code("import", str(path)) == REFUSED and "--join" in capsys.readouterr().out
    code, told = answer(capsys, "import", str(path), join=True)
    settle()
    (conflict,) = told["conflicts"]
    shared = MatchRow.objects.get(tournament=halls.event, table=2)
    assert code == REFUSED and conflict["stream"] == str(shared.stream_id)
    assert "both sides went on with this match" in conflict["what"]
    results = halls.results()
    assert (results[1], results[2], results[3]) == (1, 1, 1) and not results[4]
    assert damage(verify_database()) == [] and Stream.objects.filter(kind="match").count() == 4


def test_of_a_match_that_both_went_on_with_a_person_decides(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What stood here is voided with the reason, theirs is told after it, once, and the event hears the new result."""
    halls = Halls({1: 1, 2: 1}, {2: 2, 3: 1})
    path = tmp_path / "theirs.zip"
    path.write_bytes(halls.theirs)
    shared = MatchRow.objects.get(tournament=halls.event, table=2).stream_id
    code, told = answer(capsys, "import", str(path), join=True, take=[shared])
    settle()
    results = halls.results()
    assert (code, told["conflicts"]) == (0, []) and (results[1], results[2], results[3]) == (1, 2, 1)
    state = selectors.current_state(halls.event).state
    table = next(one for one in state.rounds[0].pairings if one.table == 2)
    assert table.result is not None and table.result.vp["serpent"] == 2
    assert damage(verify_database()) == []
    count = Event.objects.count()
    assert answer(capsys, "import", str(path), join=True, take=[shared])[0] == 0
    settle()
    assert Event.objects.count() == count, "joining twice adds nothing"
