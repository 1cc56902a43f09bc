"""Warbands: dry-run checks, revisions, and handing a list in to a tournament."""

from __future__ import annotations

import hashlib
from typing import Any
from uuid import UUID

import msgspec
from django.db import transaction

from games.registry import MATCHES
from games.ruleset import Roster, RosterReport
from games.secrets import canonical
from tracker.commands.streams import BadInput, append, staff_actor
from tracker.handle import Answer, CommandRejected
from tracker.identity import Identity, NotAllowed, is_staff_at
from tracker.models import Player, Warband, WarbandRevision
from tracker.selectors.people import edition_cards
from tracker.selectors.streams import stream_of

KIND = "warband"


def check_warband(system: str, name: str, edition: str | None, body: dict[str, Any]) -> RosterReport:
    """Judges a warband without storing anything. Raises `BadInput` for an unknown system."""
    return _judged(_roster(system, name, edition, body))


def _roster(system: str, name: str, edition: str | None, body: dict[str, Any]) -> Roster:
    if system not in MATCHES:
        raise BadInput("system", f"unknown; known are {', '.join(MATCHES)}")
    if not isinstance(body, dict):
        raise BadInput("body", "the warband's body is a JSON object")
    return Roster(system=system, kind=KIND, name=name, edition=edition or None, body=body)


def _judged(roster: Roster) -> RosterReport:
    return MATCHES[roster.system].check_roster(roster, edition_cards(roster.system, roster.edition))


def save_warband(
    identity: Identity,
    *,
    system: str,
    name: str,
    body: dict[str, Any],
    edition: str | None = None,
    player: Any = None,
    warband: UUID | None = None,
) -> WarbandRevision:
    """A new revision (of a new warband when `warband` is None). An illegal one is kept too, with its violations."""
    if not name.strip():
        raise BadInput("name", "a warband needs a name")
    roster = _roster(system, name.strip(), edition, body)
    report = _judged(roster)
    with transaction.atomic():
        row = _warband(identity, warband, player, roster)
        number = row.revisions.count() + 1
        return WarbandRevision.objects.create(
            warband=row,
            number=number,
            edition=roster.edition or "",
            body=body,
            digest=hashlib.sha256(canonical(roster)).hexdigest(),
            ok=report.ok,
            report=msgspec.to_builtins(report),
        )


def _warband(identity: Identity, warband: UUID | None, player: Any, roster: Roster) -> Warband:
    if warband is None:
        return _new_warband(identity, player, roster)
    row = Warband.objects.select_for_update().filter(id=warband).first()
    if row is None or not owns(identity, row):
        raise NotAllowed("the owner of this warband")
    if row.name != roster.name:
        row.name = roster.name
        row.save(update_fields=["name"])
    return row


def _new_warband(identity: Identity, player: Any, roster: Roster) -> Warband:
    if player is not None and str(player) not in identity.players:
        raise NotAllowed("the player whose warband this is")
    if not identity.is_known:
        raise NotAllowed("a player or a signed-in user")
    owner = player or next(iter(sorted(identity.players)), None)
    user = identity.user if identity.user.is_authenticated else None
    return Warband.objects.create(system=roster.system, name=roster.name, player_id=owner, user=user)


def owns(identity: Identity, warband: Warband) -> bool:
    """True for the player or the user whose warband it is."""
    own_user = identity.user.is_authenticated and warband.user_id == identity.user.pk
    return bool(own_user or str(warband.player_id) in identity.players)


def submit_list(
    identity: Identity, tournament: UUID, *, player: Any, revision: WarbandRevision, key: str | None = None
) -> Answer:
    """Hands a revision in for the player; staff may do it for anybody. The last one counts until lists are locked."""
    if not (is_staff_at(identity, tournament) or owns(identity, revision.warband)):
        raise NotAllowed("the owner of this warband")
    data = {
        "player": str(player),
        "ok": revision.ok,
        "warband": str(revision.warband_id),
        "revision": str(revision.number),
        "digest": revision.digest,
    }
    return append(identity, tournament, [{"type": "list_submitted", "data": data}], key=key)


def withdraw_list(identity: Identity, tournament: UUID, *, player: Any, key: str | None = None) -> Answer:
    """Takes a handed-in list back."""
    return append(
        identity, tournament, [{"type": "list_withdrawn", "data": {"player": str(player)}}], key=key
    )


def staff_warband(player: Player, roster: Roster) -> WarbandRevision:
    """A warband that staff enter for a player at the desk (a paper list): owned by the player."""
    report = _judged(roster)
    with transaction.atomic():
        row = Warband.objects.create(system=roster.system, name=roster.name, player=player)
        return WarbandRevision.objects.create(
            warband=row,
            number=1,
            edition=roster.edition or "",
            body=roster.body,
            digest=hashlib.sha256(canonical(roster)).hexdigest(),
            ok=report.ok,
            report=msgspec.to_builtins(report),
        )


def enter_list(
    identity: Identity,
    tournament: UUID,
    *,
    player: Player,
    name: str,
    body: dict[str, Any],
    edition: str | None = None,
    key: str | None = None,
) -> Answer:
    """A paper list that staff type in at the desk: judged, saved for the player, handed in, all or nothing.

    Raises `CommandRejected` with every violation of an illegal list.
    """
    staff_actor(identity, tournament)
    roster = _roster(stream_of(tournament).system, name, edition, body)
    report = _judged(roster)
    if not report.ok:
        raise CommandRejected(report.violations)
    with transaction.atomic():
        revision = staff_warband(player, roster)
        return submit_list(identity, tournament, player=player.id, revision=revision, key=key)
