"""A match outside events, opened by one of its players or by somebody who runs it without playing.

Players are named as at a table: the account's player by name, a fellow of earlier events by theirs; any other name is
a new player with a claim code. The tracker opens the match by the system's own opening. Who plays in a match is never
its organiser, since staff see every secret.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from typing import Any, NamedTuple
from uuid import UUID, uuid5

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games.choices import Mode, Tables
from games.registry import LOCKED_LISTS, MATCHES, ROSTER_KINDS, SCENARIOS, TABLES
from games.ruleset import SYSTEM, Event, Setup
from tracker import log, names
from tracker.commands.bringing import brought, roster_in
from tracker.commands.matches import run_by
from tracker.commands.opening import opening_of
from tracker.commands.pinning import pinning
from tracker.commands.showing import LISTS, owns
from tracker.commands.tournaments import own_space, user_space
from tracker.handle import Command, handle
from tracker.identity import Identity, NotAllowed
from tracker.ids import uuid7
from tracker.inputs import BadInput, unknown
from tracker.models import ApiToken, Player
from tracker.models.rosters import RevisionBase
from tracker.roles import plays_for
from tracker.selectors.people import edition_cards, fellows, roster
from tracker.systems import MATCH


class Asked(NamedTuple):
    """To open. `seats`: side -> names as typed; `options` for the system's opening; `bring`: the opener's list.

    `mine`: at which side's first seat a stranger plays; "": at the first that has a name.
    """

    system: str
    mode: str
    seats: Mapping[str, Sequence[str]]
    scenario: str | None = None
    options: Mapping[str, Any] = {}
    bring: UUID | None = None
    mine: str = ""


def tables_of(system: str) -> Tables:
    """What can be chosen for a match of the system."""
    return TABLES[system]


def open_match(identity: Identity, asked: Asked, *, key: str | None = None) -> UUID:
    """Opens the match, all or nothing; the same person and key give the same match.

    Raises `BadInput` that names the field (`seats.<side>.<n>`, counted from 1), `CommandRejected` and `NotAllowed`.
    """
    if not identity.is_known:
        raise NotAllowed("a player or a signed-in user")
    identity.require_scope(ApiToken.PLAY)
    mode, bring = _mode(asked), _list(identity, asked)
    stream_id = uuid5(own_space(identity), f"match:{key}") if key else uuid7()
    with transaction.atomic():
        own = _own(identity)
        seated = _seated(stream_id, mode, asked.seats, [*fellows(identity), *own])
        sides = {side: tuple(str(player.id) for player in players) for side, players in seated.items()}
        mine = plays_for(identity) | _taking_part(own, seated)
        playing = [player for side in sides.values() for player in side if player in mine]
        if not playing and not identity.user.is_authenticated:
            raise BadInput(_field(mode.sides[0], 1), _("take a seat at the table, or sign in"))
        lists = {_bringer(bring, playing): bring} if bring is not None else {}
        _open(identity, stream_id, asked, sides, lists, staff=not playing)
    return stream_id


def invited(match: UUID, sides: Mapping[str, Sequence[str]]) -> list[Player]:
    """The players who were new at this table and whom nobody has claimed yet."""
    new = [_new_id(match, side, n) for side, seats in sides.items() for n in range(1, len(seats) + 1)]
    return list(Player.objects.filter(id__in=new, claimed_at=None).order_by("name", "id"))


def _mode(asked: Asked) -> Mode:
    if asked.system not in MATCHES:
        raise unknown("system", MATCHES)
    mode = tables_of(asked.system).mode(asked.mode)
    if mode is None:
        raise BadInput("mode", _("unknown"))
    if asked.scenario is not None and asked.scenario not in SCENARIOS[asked.system]:
        raise BadInput("scenario", _("unknown"))
    return mode


def _list(identity: Identity, asked: Asked) -> RevisionBase | None:
    """The newest revision of a list of one's own."""
    if asked.bring is None:
        return None
    row = roster(ROSTER_KINDS[asked.system], asked.bring)
    if row is None or row.system != asked.system or not owns(identity, row):
        raise BadInput("bring", _("this is no list of yours for this game"))
    newest: RevisionBase | None = row.revisions.order_by("-number").first()  # type: ignore[attr-defined]
    return newest


def _bringer(bring: RevisionBase, playing: Sequence[str]) -> str:
    """The account's player at the table to whom the list belongs, or else the first."""
    if not playing:
        raise BadInput("bring", _("only a player at the table can bring a list: put your own name at a seat"))
    owner = str(bring.roster.player_id)
    return owner if owner in playing else playing[0]


# --- Seats ---------------------------------------------------------------------------------------------------


def _field(side: str, number: int) -> str:
    return f"seats.{side}.{number}"


def _taking_part(own: Sequence[Player], seated: Mapping[str, Sequence[Player]]) -> set[str]:
    """Saves the user's first player, if there is one and it has a seat."""
    first = [player for player in own if any(player in players for players in seated.values())]
    for player in first:
        player.save()
    return {str(player.id) for player in first}


def _seated(
    stream: UUID, mode: Mode, seats: Mapping[str, Sequence[str]], known: Sequence[Player]
) -> dict[str, list[Player]]:
    """Side -> its players, known or new, in seat order; sides that nobody takes are left out."""
    if set(seats) - set(mode.sides):
        raise BadInput("seats", _("the sides are %(sides)s") % {"sides": ", ".join(mode.sides)})
    taken = set[str]()
    found: dict[str, list[Player]] = {}
    for side in mode.sides:
        for number, typed in enumerate(seats.get(side, ()), start=1):
            if name := names.tidy(typed):
                _check_name(mode, side, number, name, taken)
                player = _known(known, name, _field(side, number)) or _new(stream, side, number, name)
                found.setdefault(side, []).append(player)
    for side, number in _empty(mode, found, seats):
        raise BadInput(_field(side, number), _("name a player"))
    return found


def _empty(
    mode: Mode, found: Mapping[str, Sequence[Player]], seats: Mapping[str, Sequence[str]]
) -> Iterator[tuple[str, int]]:
    """The seats that must be taken and are not."""
    if len(found) < mode.needed:
        yield from ((side, 1) for side in mode.sides if side not in found)
    for side, players in found.items():
        if mode.every and len(players) < mode.seats:
            typed = [*seats[side], *[""] * mode.seats]
            yield side, next(n for n, name in enumerate(typed, start=1) if not name.strip())


def _own(identity: Identity) -> list[Player]:
    """A signed-in user without a player, as the player whom the user name at a seat makes; not saved yet."""
    if identity.players or not identity.user.is_authenticated:
        return []
    return [
        Player(
            id=_free_id(user_space(identity)),
            name=identity.user.get_username(),
            user=identity.user,
            claimed_at=timezone.now(),
        )
    ]


def _free_id(space: UUID) -> UUID:
    """The first id of this space that no player has: one who was the account's once and is forgotten, or somebody
    else's by now, stays who they are."""
    ids = (uuid5(space, f"player:{number}" if number else "player") for number in count())
    return next(id_ for id_ in ids if not Player.objects.filter(pk=id_).exists())


def _check_name(mode: Mode, side: str, number: int, name: str, taken: set[str]) -> None:
    """Raises `BadInput`; `taken` grows."""
    if number > mode.seats:
        raise BadInput(_field(side, number), _("there is no such seat"))
    if wrong := names.fault(name):
        raise BadInput(_field(side, number), wrong)
    if name.casefold() in taken:
        raise BadInput(_field(side, number), _("this name is already at the table"))
    taken.add(name.casefold())


def _known(known: Sequence[Player], name: str, field: str) -> Player | None:
    """The one player of this name whom the person knows."""
    same = [player for player in known if player.name.casefold() == name.casefold()]
    if len(same) > 1:
        raise BadInput(field, _("you know several players of this name: add something to tell them apart"))
    return same[0] if same else None


def _new_id(stream: UUID, side: str, number: int) -> UUID:
    return uuid5(stream, f"seat:{side}:{number}")


def _new(stream: UUID, side: str, number: int, name: str) -> Player:
    told = {"name": name, "made_at_id": stream}
    player, _made = Player.objects.get_or_create(id=_new_id(stream, side, number), defaults=told)
    return player


# --- Opening -------------------------------------------------------------------------------------------------


def _open(
    identity: Identity,
    stream_id: UUID,
    asked: Asked,
    sides: Mapping[str, tuple[str, ...]],
    lists: Mapping[str, RevisionBase],
    *,
    staff: bool,
) -> None:
    rules = MATCHES[asked.system]
    named = {player: f"{row.roster_id}:{row.number}" for player, row in lists.items()}
    bring = LOCKED_LISTS.get(asked.system)
    options = {LISTS: named} if named and bring is None else {}
    stream = log.create_stream(
        MATCH, asked.system, rules.version, Setup(options=options), stream_id=stream_id
    )
    if stream.version:
        return
    if staff:
        run_by(identity, stream)
    opening = _opening(asked, sides, lists)
    told = {player: _told(asked.system, player, row) for player, row in lists.items()} if bring else {}
    events = (*opening, *brought(asked.system, sides, opening, told))
    handle(Command(stream=stream_id, actor=SYSTEM, events=events, key="opened"))


def _opening(
    asked: Asked, sides: Mapping[str, tuple[str, ...]], lists: Mapping[str, RevisionBase]
) -> tuple[Event, ...]:
    """The system's own first events. Raises `BadInput` for options that they cannot have."""
    tables = tables_of(asked.system)
    options = dict(asked.options)
    if tables.mode_key:
        options[tables.mode_key] = asked.mode
    options = pinning(asked.system, options, [_cards(asked.system, row) for row in lists.values()])
    return opening_of(asked.system, sides, asked.scenario, options)


def _cards(system: str, row: RevisionBase) -> dict[str, Any]:
    return edition_cards(system, row.edition)


def _told(system: str, player: str, row: RevisionBase) -> tuple[Event, ...]:
    return LOCKED_LISTS[system](player, roster_in(row), _cards(system, row))
