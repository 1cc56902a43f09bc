"""Names in files of other installations are held to the rule of every other name; nothing of such a file is stored."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import msgspec
import pytest
from django.contrib.auth.models import User

from games.portable import BadLog, Line
from tracker import commands
from tracker.exchange import archive, transfer
from tracker.exchange.archive import MANIFEST
from tracker.identity import Identity
from tracker.models import Player, SeasonKeeper, Stream
from tracker.proof.verify import verify_file
from tracker.tests.event_day import day as days
from tracker.tests.hall import opened
from tracker.tests.offline.helpers import nothing_stored, wipe
from tracker.tests.offline.test_forged_files import changed

pytestmark = pytest.mark.usefixtures("database")
WRONG = ["\u200b", "\u202eabc", "a\u0007b", "\u3164", "x" * 121]
BEGINNINGS = ("tournament_created", "campaign_created", "season_created")


@pytest.fixture
def who(database: str) -> Identity:
    user = User.objects.create_user("olga")
    SeasonKeeper.objects.create(user=user)
    return Identity(user)


def cup(who: Identity) -> UUID:
    return opened(who, 2)[0]


def day(who: Identity) -> UUID:
    return days.prepared(who, ("sea",))


def season(who: Identity) -> UUID:
    return commands.create_season(
        who, name="Spring", system="senjutsu", starts=datetime(2026, 1, 1, tzinfo=UTC)
    )


def exported(event: UUID) -> bytes:
    return archive.export_event(event, lambda _: transfer.REFEREE, with_people=True)


def with_manifest(content: bytes, change: Callable[[dict[str, Any]], None]) -> bytes:
    """The archive with something else in its list of people and lists."""
    copy = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as files, zipfile.ZipFile(copy, "w") as written:
        for name in files.namelist():
            data = files.read(name)
            if name == MANIFEST:
                manifest = msgspec.json.decode(data)
                change(manifest)
                data = msgspec.json.encode(manifest)
            written.writestr(name, data)
    return copy.getvalue()


def telling(part: str, **told: str) -> Callable[[dict[str, Any]], None]:
    return lambda manifest: manifest[part][0].update(told)


@pytest.mark.parametrize("name", WRONG, ids=ascii)
@pytest.mark.parametrize(("part", "field"), [("players", "name"), ("players", "club"), ("warbands", "name")])
def test_people_and_lists_of_an_archive(who: Identity, part: str, field: str, name: str) -> None:
    content = with_manifest(exported(cup(who)), telling(part, **{field: name}))
    wipe()
    with pytest.raises(BadLog, match=f"{field}: "):
        archive.import_event(content)
    assert nothing_stored() and not Player.objects.exists()


def test_people_without_a_name(who: Identity) -> None:
    content = with_manifest(exported(cup(who)), telling("players", name=" "))
    wipe()
    with pytest.raises(BadLog, match="nobody would see this name"):
        archive.import_event(content)


def test_names_of_people_become_tidy(who: Identity) -> None:
    content = with_manifest(exported(cup(who)), telling("players", name="  Anna   Maria ", club=" Club  A"))
    wipe()
    archive.import_event(content)
    assert Player.objects.filter(name="Anna Maria", club="Club A").count() == 1


@pytest.mark.parametrize("name", WRONG, ids=ascii)
@pytest.mark.parametrize("make", [cup, day, season])
def test_names_of_events(who: Identity, make: Callable[[Identity], UUID], name: str) -> None:
    """A log is hashed as it is: it is refused, not tidied; that it is intact and legal is told all the same."""
    stream = make(who)

    def named(line: Line) -> Line:
        told = {"name": name} if line.type in BEGINNINGS else {}
        return msgspec.structs.replace(line, data={**line.data, **told})

    content = changed(transfer.export_stream(stream), named)
    wipe()
    if make is day and len(name) > 120:  # its pages have room for more
        assert transfer.import_log(content).stream == stream
        return
    with pytest.raises(BadLog, match=r"line 2.*: (name: |season_created: )"):
        transfer.import_log(content)
    assert nothing_stored()
    # A season's own rules know how long its name may be.
    assert verify_file(content) == [] or (make is season and len(name) > 120)


def test_clubs_in_the_log_of_an_event(who: Identity) -> None:
    stream = cup(who)

    def registered(line: Line) -> Line:
        told = {"club": "\u202eA bulC"} if line.type == "player_registered" else {}
        return msgspec.structs.replace(line, data={**line.data, **told})

    content = changed(transfer.export_stream(stream), registered)
    wipe()
    with pytest.raises(BadLog, match="club: U\\+202E cannot be seen"):
        transfer.import_log(content)
    assert nothing_stored() and not Stream.objects.exists()
