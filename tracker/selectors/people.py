"""Players, rosters, imported catalogues and scenarios."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from typing import Any
from uuid import UUID

from django.contrib.postgres.fields import ArrayField
from django.db import connection
from django.db.models import F, Func, Q, QuerySet, TextField, UUIDField

from games.registry import ROSTER_KINDS, SYSTEMS
from tracker.folding import PARTS, called
from tracker.identity import Identity
from tracker.kept_queries import KeptOfMany
from tracker.models import Card, Edition, EntrantRow, Event, MatchRow, Membership, Player, Scenario, Stream
from tracker.models.rosters import KINDS, RevisionBase, RosterBase
from tracker.systems import uuids


def player_names(ids: Iterable[Any]) -> dict[str, str]:
    """Player id -> name, in one query; unknown ids are left out."""
    return {str(id_): name for id_, name, _club in _NAMES(_known_form(ids))}


_NAMES = KeptOfMany(
    lambda ids: Player.objects.filter(id__in=ids).values_list("id", "name", "club"), UUIDField()
)


def called_now(ids: Iterable[Any]) -> int:
    """A number that is another one, in this process, once one of them has another name or club; one query."""
    return hash(frozenset(_NAMES(_known_form(ids))))


def told_apart(ids: Iterable[Any]) -> dict[str, str]:
    """Player id -> name, with the club after it where two of these players share the name, in one query."""
    rows = list(_NAMES(_known_form(ids)))
    often = Counter(name.casefold() for _id, name, _club in rows)
    return {
        str(id_): f"{name} ({club})" if club and often[name.casefold()] > 1 else name
        for id_, name, club in rows
    }


def who_is_who(players: Iterable[Player]) -> list[tuple[Player, str]]:
    """The players with what tells namesakes apart for whoever has met them: the club, else the last event, else
    nothing. At most one query.
    """
    found = list(players)
    often = Counter((one.name.casefold(), one.club) for one in found)
    events = _last_events([one.pk for one in found if often[one.name.casefold(), one.club] > 1])
    return [(one, _known_by(one, events)) for one in found]


def _last_events(players: Collection[UUID]) -> dict[UUID, str]:
    """The name of the last tournament of each."""
    seen = EntrantRow.objects.filter(player__in=players).order_by("tournament__opened_at", "tournament_id")
    return dict(seen.values_list("player_id", "tournament__tournament_row__name")) if players else {}


def _known_by(player: Player, events: Mapping[UUID, str]) -> str:
    return ", ".join(filter(None, (player.club, events.get(player.pk, ""))))


def acquaintances(identity: Identity, besides: Collection[str] = ()) -> list[Player]:
    """Whom this person may enter by name: their `fellows`, one player of each person, and nobody who is one of the
    players `besides` under any id. One query."""
    found: dict[UUID, Player] = {}
    there = {UUID(one) for one in besides}
    for player in fellows(identity).select_related("same_person"):
        joined = getattr(player, "same_person", None)
        person = joined.person_id if joined is not None else player.pk
        if player.pk in there:
            there.add(person)
        if joined is None or person not in found:
            found[person] = player
    strangers = (player for person, player in found.items() if person not in there)
    return sorted(strangers, key=lambda player: (player.name, player.pk))


def met_as(identity: Identity, names: Iterable[str]) -> dict[str, list[tuple[Player, str]]]:
    """Of each of these names, casefolded, the acquaintances called so, with club and last event. Two queries."""
    wanted = {name.casefold() for name in names}
    found = [one for one in acquaintances(identity) if one.name.casefold() in wanted]
    events = _last_events([one.pk for one in found])
    told: dict[str, list[tuple[Player, str]]] = {}
    for player in found:
        told.setdefault(player.name.casefold(), []).append((player, _known_by(player, events)))
    return told


def players_named(ids: Iterable[Any]) -> QuerySet[Player]:
    """The players with these ids, by name."""
    return Player.objects.filter(id__in=_known_form(ids)).order_by("name", "id")


def _known_form(ids: Iterable[Any]) -> set[UUID]:
    """Those that can be players of the database: logs from elsewhere name players as they like."""
    return set(uuids(str(id_) for id_ in ids))


def fellows(identity: Identity) -> QuerySet[Player]:
    """The person's own players, those whom they have met: at a table, or as players or staff of one event; and those
    who were made by their account or where it is staff, or came to an event day of it."""
    own = Q(player_id__in=identity.players)
    if identity.user.is_authenticated:
        own |= Q(tournament__membership__user=identity.user)
    events = EntrantRow.objects.filter(own).values("tournament_id")
    met = EntrantRow.objects.filter(tournament_id__in=events).values("player_id")
    tables = MatchRow.players.through.objects.filter(player_id__in=identity.players).values("matchrow_id")
    seats = MatchRow.players.through.objects.filter(matchrow_id__in=tables).values("player_id")
    known = Q(id__in=identity.players) | Q(id__in=met) | Q(id__in=seats)
    if identity.user.is_authenticated:
        office = Membership.objects.filter(user=identity.user).values("stream_id")
        came = Player.objects.filter(event_days__in=office).values("id")
        known |= Q(made_by=identity.user) | Q(made_at__in=office) | Q(id__in=came)
    return Player.objects.filter(known).order_by("name", "id")


def players(name: str | None = None) -> QuerySet[Player]:
    """Everybody who plays here, or those whose name holds `name`, newest first."""
    rows = _called(name) if name else Player.objects.all()
    return rows.order_by("-created_at", "-id")


def _called(name: str) -> QuerySet[Player]:
    """PostgreSQL finds whoever has all parts of the name by an index, and then compares."""
    rows, wanted = called(Player.objects.all(), name), name.lower()
    parts = sorted({wanted[at : at + 3] for at in range(len(wanted) - 2)})
    if connection.vendor == "sqlite" or not parts:
        return rows
    indexed: Any = Func(F("folded_name"), function=PARTS, output_field=ArrayField(TextField()))
    return rows.alias(parts=indexed).filter(parts__contains=parts)


def rosters_of(identity: Identity, kind: str, system: str | None = None) -> QuerySet[Any]:
    """The person's own warbands or decks with their revisions, newest first."""
    own = Q(player_id__in=identity.players)
    if identity.user.is_authenticated:
        own |= Q(user=identity.user)
    rows = _rosters(kind).filter(own)
    return (rows.filter(system=system) if system else rows).order_by("-created_at")


def _rosters(kind: str) -> QuerySet[Any]:
    systems = [system for system, own in ROSTER_KINDS.items() if own == kind]
    rows: QuerySet[Any] = KINDS[kind].roster.objects.filter(system__in=systems)  # type: ignore[attr-defined]
    return rows.select_related("player").prefetch_related("revisions")


def editions(system: str) -> QuerySet[Edition]:
    """Imported editions of a system, newest first."""
    return Edition.objects.filter(system=system).order_by("-imported_at")


def edition_cards(system: str, key: str | None) -> dict[str, dict[str, Any]]:
    """Card id -> facts of an imported edition; {} when the edition is unknown or None."""
    if not key:
        return {}
    cards = Card.objects.filter(edition__system=system, edition__key=key)
    return {card.card_id: {"name": card.name, **card.data} for card in cards}


MATCHES_READ = 500
"""So many of the newest matches are asked what they told of cards."""


def told_cards(system: str, key: str | None) -> tuple[dict[str, dict[str, Any]], int]:
    """The cards of an edition with what the newest matches told of them, and how many of them know more now."""
    cards, stated = edition_cards(system, key), SYSTEMS[system].stated
    if not cards or stated is None:
        return cards, 0
    streams = Stream.objects.filter(kind="match", system=system, private=False).order_by("-opened_at", "-id")
    newest = list(streams.values_list("id", flat=True)[:MATCHES_READ])
    told = Event.objects.filter(stream__in=newest, type=stated.event).order_by("position")
    full = dict(cards)
    for text in told.values_list("data", flat=True):
        data = json.loads(text)
        if (card := stated.card(data)) in full:
            full[card] = stated.fill(full[card], data)
    return full, sum(full[card] != cards[card] for card in cards)


def scenarios(system: str) -> QuerySet[Scenario]:
    """The system's scenarios, by key."""
    return Scenario.objects.filter(system=system)


def roster(kind: str, id_: UUID) -> RosterBase | None:
    """One warband or deck with its revisions."""
    row: RosterBase | None = _rosters(kind).filter(id=id_).first()
    return row


def roster_revisions(kind: str, keys: Iterable[tuple[str, str]]) -> dict[tuple[str, str], RevisionBase]:
    """(roster id, number as text) -> the revision, in one query."""
    revisions = KINDS[kind].revision
    wanted = {f"{revisions.parent}_id__in": {roster for roster, _number in keys}}
    rows = revisions.objects.filter(**wanted).select_related(revisions.parent)  # type: ignore[attr-defined]
    return {(str(row.roster_id), str(row.number)): row for row in rows}


def roster_revision(kind: str, id_: UUID, number: int) -> RevisionBase | None:
    """One revision with its warband or deck, whoever owns it: callers decide who may see it."""
    revisions = KINDS[kind].revision
    rows = revisions.objects.filter(**{f"{revisions.parent}_id": id_}, number=number)  # type: ignore[attr-defined]
    found: RevisionBase | None = rows.select_related(f"{revisions.parent}__player").first()
    return found


def events_needing(player: Player) -> list[str]:
    """The names of the events that go on and in which the player plays: their staff need the real name."""
    here = EntrantRow.objects.filter(player=player, dropped=False)
    going = here.exclude(tournament__tournament_row__status="finished")
    names = going.order_by("tournament__tournament_row__name").values_list(
        "tournament__tournament_row__name", flat=True
    )
    return list(names)
