"""Whole events in one file: a tournament's or an event day's log with those of its matches, its players, their lists.

A zip of portable logs, so that every log in it verifies by itself. Moves an event between a hall's laptop and a club's
server, in both directions. Called by the command lines `export`, `import` and `verify-log`.
"""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from operator import attrgetter
from typing import Any, NamedTuple, TypeVar
from uuid import UUID

import msgspec
from django.db import transaction

from games.faults import fault, of_decoder, within
from games.portable import BadLog, read_log
from games.registry import ROSTER_KINDS
from games.ruleset import Viewer
from tracker import log, names, warm
from tracker.exchange import transfer
from tracker.exchange.transfer import Imported
from tracker.inputs import BadInput
from tracker.models import Claim, Edition, Membership, Player, RatingChange, SamePerson, Stream
from tracker.models.people import CLAIM_ALPHABET
from tracker.models.rosters import KINDS, RevisionBase
from tracker.proof import witness
from tracker.rulesets import campaign
from tracker.rulesets.campaign.events import PlayerRegistered
from tracker.rulesets.chronicle.events import MatchLinked, RosterJoined
from tracker.rulesets.tournament.events import ListSubmitted, MatchOpened
from tracker.selectors import streams
from tracker.systems import find_rules, uuids

MAGIC = b"PK\x03\x04"
MANIFEST = "event.json"
CODE = re.compile(f"[{CLAIM_ALPHABET}]{{6,16}}")
UNREADABLE = (zipfile.BadZipFile, zlib.error, OSError, EOFError, ValueError, RuntimeError)
"""What a file that begins like a zip may be refused with: cut off, changed on the way, of a version that nobody reads
(`NotImplementedError`), locked by a password (`RuntimeError`), with names that are no text (`ValueError`)."""
NEVER = (1980, 1, 1, 0, 0, 0)
"""The time of every entry: the same event gives the same bytes."""
OPENED = (MatchOpened, campaign.events.MatchOpened, MatchLinked)

ViewerOf = Callable[[UUID], Viewer]
Named = TypeVar("Named", "Person", "Squad")


class Room(NamedTuple):
    """How much an archive may hold: files, and bytes of all that is read of it, inflated."""

    files: int
    size: int


WHOLE = Room(files=100_000, size=1 << 30)
"""The room of an import: some hundred times the largest event so far."""


class TooMuch(BadLog):
    """The archive holds more than it may."""

    def __init__(self, room: Room) -> None:
        super().__init__(1, fault("archive_room", files=room.files, size=room.size >> 20))


class Person(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player's name travels beside the logs, which hold ids alone, and the code of a slip that is still unused."""

    id: UUID
    name: str
    club: str = ""
    code: str = ""


class Revision(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One handed-in state of a warband."""

    number: int
    edition: str
    body: dict[str, Any]
    digest: str
    ok: bool
    report: dict[str, Any]


class Squad(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A warband with the revisions that the tournament's log names."""

    id: UUID
    system: str
    name: str
    player: UUID | None
    revisions: tuple[Revision, ...]


class Manifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the archive holds. `streams`: the event first, then its matches, in the order in which they began."""

    warledger: int
    streams: tuple[UUID, ...]
    players: tuple[Person, ...] = ()
    warbands: tuple[Squad, ...] = ()


def export_event(
    event: UUID,
    viewer_of: ViewerOf,
    *,
    with_people: bool,
    code_of: Callable[[Player], str | None] = attrgetter("claim_code"),
) -> bytes:
    """The archive of a tournament, an event day or a campaign.

    `with_people` adds names and lists, which are not in any log; `code_of`: the unused code of a player, as far as the
    archive may hold it.
    """
    events = _events(event)
    known = _streams(event, events)
    manifest = Manifest(
        warledger=1,
        streams=known,
        players=tuple(_people(known, events, code_of)) if with_people else (),
        warbands=tuple(_squads(events)) if with_people else (),
    )
    files = {MANIFEST: msgspec.json.encode(manifest)}
    for stream in known:
        files[f"{stream}.jsonl"] = transfer.export_stream(stream, viewer_of(stream))
    return _zipped(files)


def streams_of(event: UUID) -> tuple[UUID, ...]:
    """The event and its matches, in the order in which they began. Raises `warm.UnknownStream`."""
    return _streams(event, _events(event))


def _events(event: UUID) -> list[Any]:
    codec = streams.current_state(event).codec
    return [warm.event_of(codec, row) for row in log.read(event)]


def _streams(event: UUID, events: list[Any]) -> tuple[UUID, ...]:
    """An event that was imported alone has matches that are not here."""
    opened = tuple(dict.fromkeys(uuids(one.match for one in events if isinstance(one, OPENED))))
    here = set(Stream.objects.filter(id__in=opened).values_list("id", flat=True))
    return (event, *(match for match in opened if match in here))


def _people(
    known: tuple[UUID, ...],
    events: list[Any],
    code_of: Callable[[Player], str | None] = attrgetter("claim_code"),
) -> Iterator[Person]:
    """Everyone who sits at a table, and everyone who was entered and does not."""
    seated = {player for stream in known for side in streams.sides_of(stream).values() for player in side}
    seated |= {event.player for event in events if isinstance(event, PlayerRegistered | RosterJoined)}
    rows = Player.objects.filter(id__in=uuids(seated)).order_by("id")
    return (Person(row.id, row.name, row.club, code_of(row) or "") for row in rows)


def _squads(events: list[Any]) -> Iterator[Squad]:
    """The warbands that were handed in, each with the revisions that were."""
    named = {(event.warband, event.revision) for event in events if isinstance(event, ListSubmitted)}
    ids = list(uuids(roster or "" for roster, _ in named))
    for row in chain.from_iterable(
        _rosters(table, ids) for table in dict.fromkeys(kind.roster for kind in KINDS.values())
    ):
        wanted = [one for one in row.revisions.all() if (str(row.id), str(one.number)) in named]
        yield Squad(row.id, row.system, row.name, row.player_id, tuple(map(_revision, wanted)))


def _rosters(model: Any, ids: list[UUID]) -> Iterable[Any]:
    rows: Iterable[Any] = model.objects.filter(id__in=ids).order_by("id").prefetch_related("revisions")
    return rows


def _revision(row: RevisionBase) -> Revision:
    return Revision(row.number, row.edition, row.body, row.digest, row.ok, row.report)


def _zipped(files: dict[str, bytes]) -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        for name, data in files.items():
            archive.writestr(zipfile.ZipInfo(name, NEVER), data, zipfile.ZIP_DEFLATED)
    return content.getvalue()


def is_archive(content: bytes) -> bool:
    """Whether a file is an exported event, not a single log."""
    return content.startswith(MAGIC)


def logs_in(content: bytes, room: Room = WHOLE) -> list[tuple[str, bytes]]:
    """(name, content) of every log of an archive, the tournament's first.

    Raises `BadLog` for a broken archive, `TooMuch` before more is inflated than there is room for.
    """
    with _opened(content) as archive:
        reader = _Reader(archive, room)
        streams = dict.fromkeys(_manifest(reader).streams)
        return [(f"{stream}.jsonl", reader.read(f"{stream}.jsonl")) for stream in streams]


def import_event(content: bytes) -> list[Imported]:
    """Stores an exported event, or what is new of it, all or nothing.

    Raises what `transfer.import_log` raises. Players who are known here already keep their names.
    """
    logs = logs_in(content)
    with transaction.atomic():
        new, event = store_people(content)
        stored = [transfer.import_log(text) for _, text in logs]
        # logs are held against each other once each is proven: one that is not legal cannot even be counted
        if clashes := list(witness.contradictions(read_log(text, find_rules) for _, text in logs)):
            raise transfer.contradicted(clashes)
        if any(one.appended for one in stored):  # whoever went on with it brings it back
            Stream.objects.filter(id__in=[one.stream for one in stored]).update(handed_over=False)
        # Whoever is staff of the event here looks after the players who came with it.
        Player.objects.filter(pk__in=new).update(made_at=event)
        return stored


def store_people(content: bytes) -> tuple[list[UUID], UUID | None]:
    """Stores the players and lists of an exported event that are new here; (new players, the event)."""
    with _opened(content) as archive:
        manifest = _with_names(_manifest(_Reader(archive, WHOLE)))
    new = [person.id for person in manifest.players if _is_new(person)]
    for squad in manifest.warbands:
        _store_squad(squad)
    return new, next(iter(manifest.streams), None)


def stays(event: UUID) -> list[str]:
    """What an export of the event leaves here, for whoever moves it: said before it goes."""
    staff = Membership.objects.filter(stream=event).order_by("user__username")
    names = [f"{name} ({role})" for name, role in staff.values_list("user__username", "role")]
    told = [f"staff keep their accounts here; appoint them there: {', '.join(names)}"] if names else []
    people = list(uuids(str(one.id) for one in _people(streams_of(event), _events(event))))
    hidden = Player.objects.filter(id__in=people).exclude(hidden_name="").count()
    if hidden:
        told.append(f"the names that {hidden} players hide: the file holds the ones that stand for them")
    if gone := Player.objects.filter(id__in=people).exclude(forgotten_at=None).count():
        told.append(
            f"that {gone} players were forgotten: the file has no name of theirs; forget them there again"
        )
    joined = SamePerson.objects.filter(player__in=people) | SamePerson.objects.filter(person__in=people)
    if found := joined.count():
        told.append(
            f"{found} players who are one person with another: they are parted there, join them again"
        )
    if RatingChange.objects.filter(match__in=streams_of(event)).exists():
        told.append("ratings: there they are counted from the matches that are there")
    with_device = Claim.objects.filter(player__made_at=event).values("player").distinct().count()
    if with_device:
        told.append(f"devices of {with_device} players: there they enter a new code from the list of codes")
    return told


def lacks(content: bytes) -> list[str]:
    """What an imported event names and this installation does not have: said after it has come."""
    with _opened(content) as archive:
        manifest = _manifest(_Reader(archive, WHOLE))
    told = []
    event = next(iter(manifest.streams), None)
    if event and not Membership.objects.filter(stream=event).exists():
        told.append(
            "nobody is staff of this event here: an administrator appoints an organiser on its page for staff"
        )
    used = {
        (squad.system, one.edition) for squad in manifest.warbands for one in squad.revisions if one.edition
    }
    for system, key in sorted(used):
        if not Edition.objects.filter(system=system, key=key).exists() and not _is_own(system, key):
            told.append(f"lists of {system} name the edition {key!r}, whose cards are not here: import them")
    printed = {person.id: person.code for person in manifest.players if person.code}
    here = Player.objects.filter(id__in=printed).values_list("id", "claim_code")
    if other := sum(printed[player] != code for player, code in here):
        told.append(f"{other} printed slips have another code here, or were used: print them again")
    return told


def _is_own(system: str, key: str) -> bool:
    """Whether the edition comes with the program."""
    return key in ("", "core") or key.startswith("sample")


def _with_names(manifest: Manifest) -> Manifest:
    """The manifest with tidy names. Raises `BadLog` for one that nobody can read."""
    players = [_named(one, name=one.name, club=one.club) for one in manifest.players]
    squads = [_named(one, name=one.name) for one in manifest.warbands]
    return msgspec.structs.replace(manifest, players=tuple(players), warbands=tuple(squads))


def _named(one: Named, *, name: str, club: str = "") -> Named:
    try:
        told = {"name": names.checked(name)} | ({"club": names.checked(club, "club")} if club else {})
    except BadInput as wrong:
        raise BadLog(1, within(f"{MANIFEST}: {one.id}", str(wrong))) from None
    return msgspec.structs.replace(one, **told)


def _is_new(person: Person) -> bool:
    """A code that another player has here is made anew: the slip of this one is printed again."""
    told: dict[str, Any] = {"name": person.name, "club": person.club}
    if CODE.fullmatch(person.code) and not Player.objects.filter(claim_code=person.code).exists():
        told["claim_code"] = person.code
    return Player.objects.get_or_create(id=person.id, defaults=told)[1]


def _store_squad(squad: Squad) -> None:
    fields = {"system": squad.system, "name": squad.name, "player_id": squad.player}
    if squad.system not in ROSTER_KINDS:
        raise BadLog(1, fault("unknown_system", system=squad.system, kind="roster"))
    kind = KINDS[ROSTER_KINDS[squad.system]]
    roster, _ = kind.roster.objects.get_or_create(id=squad.id, defaults=fields)  # type: ignore[attr-defined]
    for revision in squad.revisions:
        told = {name: getattr(revision, name) for name in ("edition", "body", "digest", "ok", "report")}
        parent = {kind.revision.parent: roster}
        kind.revision.objects.get_or_create(  # type: ignore[attr-defined]
            **parent, number=revision.number, defaults=told
        )


def _opened(content: bytes) -> zipfile.ZipFile:
    try:
        return zipfile.ZipFile(io.BytesIO(content))
    except UNREADABLE as error:
        raise BadLog(1, fault("archive", why=error)) from None


def _manifest(reader: _Reader) -> Manifest:
    try:
        return msgspec.json.decode(reader.read(MANIFEST), type=Manifest)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadLog(1, within(MANIFEST, of_decoder(str(error)))) from None


class _Reader:
    """Reads members until the room is used up. What a zip says of its sizes is not believed: it may lie."""

    def __init__(self, archive: zipfile.ZipFile, room: Room) -> None:
        self._archive, self._room, self._left = archive, room, room.size
        if len(archive.infolist()) > room.files:
            raise TooMuch(room)

    def read(self, name: str) -> bytes:
        try:
            with self._archive.open(name) as member:
                content = member.read(self._left + 1)
        except (KeyError, *UNREADABLE) as error:
            raise BadLog(1, within(name, fault("archive", why=error))) from None
        self._left -= len(content)
        if self._left < 0:
            raise TooMuch(self._room)
        return content
