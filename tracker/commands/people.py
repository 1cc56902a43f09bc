"""Players of an event and imported catalogues: what organisers type, paste or upload."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple
from uuid import UUID, uuid5

from django.db import transaction
from django.utils.translation import gettext as _

from games.portable import NESTED
from games.registry import CARD_PARSERS
from tracker import names, warm
from tracker.card_files import FORMATS, json_of_toml
from tracker.commands import player_lists
from tracker.commands.met import require_met
from tracker.commands.streams import append_as_staff, together
from tracker.commands.tournaments import user_space
from tracker.handle import KeyReused
from tracker.identity import Identity
from tracker.ids import uuid7
from tracker.inputs import BadInput, unknown
from tracker.models import ApiToken, Card, Edition, Player
from tracker.rulesets.tournament.desk_events import PlayersRated
from tracker.systems import TOURNAMENT

MAX_PASTED = 2000


class NewPlayer(NamedTuple):
    """A name as it was typed, and the club and the rating if they were given; or somebody whom this server knows, by
    the id."""

    name: str
    club: str = ""
    known: UUID | None = None
    rating: int | None = None


class PasteProblem(NamedTuple):
    """A line of a pasted list that cannot be used: 1-based line and what is wrong."""

    line: int
    what: str


class ImportReport(NamedTuple):
    """What an import would do or did: the cards by id, and problems that name row and column."""

    cards: dict[str, dict[str, Any]]
    problems: list[Any]
    edition: Edition | None


class BrokenLine(NamedTuple):
    """A line of a file that cannot be read at all; the parsers' problems have the same fields."""

    row: int
    column: str
    what: str


GARBLED = "\ufffd"
"""What stands for letters of a file that was opened with the letters of another alphabet."""
COUNTED = re.compile(r"\s*(?:\d{1,4}\s*[.)]+\s*|[-–—•*]\s+)(?=[^\s\d])")
"""What a chat writes before a name when people enter themselves one below the other: `3. `, `3) `, `- `."""


def parse_pasted_players(text: str) -> tuple[list[NewPlayer], list[PasteProblem]]:
    """One player a line: `name`, or `name; club` (also separated by a tab or a comma). Empty lines are skipped, and
    so is a number or a dash before a name.

    A list that another tool wrote, or a table with a row of column names, is read as `player_lists` says.
    """
    text = text.lstrip("\ufeff")
    people: list[NewPlayer] = []
    problems: list[PasteProblem] = []
    seen: dict[str, set[str]] = {}
    for number, person, fault in _people(text):
        what = fault or _wrong_with(person, seen) if len(people) < MAX_PASTED else "too_many"
        if what:
            problems.append(PasteProblem(number, what))
            continue
        seen.setdefault(person.name.casefold(), set()).add(person.club.casefold())
        people.append(person)
    return people, problems


def _people(text: str) -> Iterator[tuple[int, NewPlayer, str]]:
    """Every player of the text with the line where they stand, and what the list itself breaks there."""
    found = player_lists.read(text)
    if found is not None:
        for one in found:
            person = NewPlayer(names.tidy(one.name), names.tidy(one.club), rating=one.rating)
            yield one.line, person, one.fault
        return
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip():
            yield number, _person(line), ""


def _person(line: str) -> NewPlayer:
    line = COUNTED.sub("", line, count=1)
    for separator in ("\t", ";", ","):
        name, found, club = line.partition(separator)
        if found:
            return NewPlayer(names.tidy(name), names.tidy(club))
    return NewPlayer(names.tidy(line))


def _wrong_with(person: NewPlayer, seen: Mapping[str, set[str]]) -> str | None:
    """`empty`, `garbled`, `too_long`, `unseen`, `twice` or None: codes that the page puts into words.

    `seen`: the clubs of each name so far. Two of one name are two people only where their clubs tell them apart.
    """
    if not person.name:
        return "empty"
    if GARBLED in person.name + person.club:
        return "garbled"
    if max(len(person.name), len(person.club)) > names.LENGTH:
        return "too_long"
    if names.fault(person.name) or names.fault(person.club):
        return "unseen"
    clubs = seen.get(person.name.casefold(), set())
    apart = person.club and "" not in clubs and person.club.casefold() not in clubs
    return "twice" if clubs and not apart else None


def register_players(
    identity: Identity, tournament: UUID, people: Sequence[NewPlayer], *, key: str | None = None
) -> list[Player]:
    """New players with claim codes, registered at the tournament or day in the given order. All or nothing."""
    if not people:
        raise BadInput("players", _("name at least one player"))
    for place, person in enumerate(people):
        if person.known is None:
            check_called(person, f"players[{place}].")
    require_met(identity, [str(person.known) for person in people if person.known is not None], "players")
    ids = [_player_id(tournament, key, number, person) for number, person in enumerate(people)]
    with together(identity, tournament):
        new = [
            Player(id=id_, name=person.name, club=person.club, made_at_id=tournament)
            for id_, person in zip(ids, people, strict=True)
            if person.known is None
        ]
        Player.objects.bulk_create(new, ignore_conflicts=True)
        codec, entered = warm.get(tournament).codec, Player.objects.in_bulk(ids)
        told = [
            {"player": str(id_), "club": entered[id_].club or person.club or None}
            for id_, person in zip(ids, people, strict=True)
        ]
        events = [codec.from_payload("player_registered", data) for data in told]
        ratings: dict[str, int | None] = {
            str(id_): person.rating for id_, person in zip(ids, people, strict=True) if person.rating
        }
        if ratings and warm.get(tournament).kind == TOURNAMENT:
            events.append(PlayersRated(ratings=ratings))
        append_as_staff(identity, tournament, *events, key=key)
    found = Player.objects.in_bulk(ids)
    return [found[id_] for id_ in ids]


def _player_id(tournament: UUID, key: str | None, number: int, person: NewPlayer) -> UUID:
    """With a key the same request names the same players, so that repeating it registers nobody twice."""
    if person.known is not None:
        return person.known
    return uuid5(tournament, f"{key}:{number}:{person.name}:{person.club}") if key else uuid7()


def check_called(person: NewPlayer, below: str = "") -> None:
    """Raises `BadInput` for somebody who cannot be called so. `below`: what the fields stand below, with a dot."""
    names.checked(person.name, f"{below}name")
    if wrong := names.fault(person.club):
        raise BadInput(f"{below}club", wrong)


def player_id(text: str) -> UUID:
    """Raises `BadInput` for what is no id."""
    try:
        return UUID(text)
    except ValueError:
        raise BadInput("player", _("there is no such player")) from None


def create_player(identity: Identity, *, name: str, club: str = "", key: str | None = None) -> Player:
    """Somebody who plays outside any tournament, with a claim code for their own device.

    The same user and key give the same player. Raises `KeyReused` for another one.
    """
    identity.require_signed_in()
    identity.require_scope(ApiToken.ORGANISE)
    person = NewPlayer(names.tidy(name), names.tidy(club))
    check_called(person)
    id_ = uuid5(user_space(identity), f"player:{key}") if key else uuid7()
    told = {"name": person.name, "club": person.club, "made_by": identity.user}
    made, _new = Player.objects.get_or_create(id=id_, defaults=told)
    if (made.name, made.club) != (person.name, person.club):
        raise KeyReused(key)
    return made


def import_edition(
    identity: Identity, *, system: str, key: str, name: str, text: str, format: str, dry_run: bool = False
) -> ImportReport:
    """Imports cards (`csv`, `json` or `toml`) as an edition. With problems, or as a dry run, nothing is stored."""
    identity.require_signed_in()
    parse = CARD_PARSERS.get(system)
    if parse is None:
        raise unknown("system", CARD_PARSERS)
    if format not in FORMATS:
        raise unknown("format", FORMATS)
    cards, problems = _parsed(parse, text, format)
    if problems or dry_run:
        return ImportReport(cards, problems, None)
    for field, text in (("key", key), ("name", name)):
        if wrong := names.fault(text.strip()):
            raise BadInput(field, wrong)
    if not key.strip():
        raise _taken()
    return ImportReport(cards, problems, _store(identity, system, key.strip(), name.strip(), cards))


def _parsed(
    parse: Callable[[str, str], tuple[dict[str, dict[str, Any]], list[Any]]], text: str, format: str
) -> tuple[dict[str, dict[str, Any]], list[Any]]:
    try:
        if format != "toml":
            return parse(text, format)
        told, broken = json_of_toml(text)
        return ({}, [BrokenLine(broken[0], "", broken[1])]) if broken else parse(told, "json")
    except RecursionError:
        return {}, [BrokenLine(1, "", NESTED)]


def _store(identity: Identity, system: str, key: str, name: str, cards: dict[str, dict[str, Any]]) -> Edition:
    """The edition with its cards; refused, not a fault, also where somebody stores another one at the same moment."""
    own = {"name": name or key, "imported_by": identity.user}
    with transaction.atomic():
        edition, new = Edition.objects.get_or_create(system=system, key=key, defaults=own)
        if not new:
            raise _taken()
        rows = (
            Card(edition=edition, card_id=card_id, name=data.get("name") or card_id, data=data)
            for card_id, data in cards.items()
        )
        Card.objects.bulk_create(rows, batch_size=500)
    return edition


def _taken() -> BadInput:
    return BadInput("key", _("an edition needs a key of its own that no other edition has"))
