"""Warbands and decks: dry-run checks, revisions, and handing a list in to a tournament."""

from __future__ import annotations

import hashlib
from typing import Any
from uuid import UUID, uuid5

import msgspec
from django.db import transaction
from django.utils.translation import gettext as _

from games.registry import MATCHES, ROSTER_KINDS, SYSTEMS
from games.ruleset import Roster, RosterReport, RuleViolation
from games.secrets import canonical
from tracker import names
from tracker.commands.showing import owns
from tracker.commands.streams import append, append_as_staff, staff_actor
from tracker.commands.tournaments import own_space
from tracker.handle import Answer, CommandRejected, KeyReused
from tracker.identity import Identity, NotAllowed
from tracker.ids import uuid7
from tracker.inputs import BadInput, unknown
from tracker.models import ApiToken, Player
from tracker.models.rosters import KINDS, RevisionBase, RosterBase
from tracker.roles import is_staff_at
from tracker.rulesets.tournament.events import ListSubmitted
from tracker.selectors.people import edition_cards
from tracker.selectors.streams import current_state, stream_of


def check_roster(system: str, name: str, edition: str | None, body: dict[str, Any]) -> RosterReport:
    """Judges a warband or deck without storing anything. Raises `BadInput` for an unknown system."""
    return _judged(_roster(system, name, edition, body))


def _roster(system: str, name: str, edition: str | None, body: dict[str, Any]) -> Roster:
    if system not in MATCHES:
        raise unknown("system", MATCHES)
    kind = ROSTER_KINDS[system]
    if not isinstance(body, dict):
        raise BadInput("body", _("the body of a list is a JSON object"))
    return Roster(system=system, kind=kind, name=name, edition=edition or None, body=body)


def _judged(roster: Roster) -> RosterReport:
    return MATCHES[roster.system].check_roster(roster, edition_cards(roster.system, roster.edition))


def save_roster(
    identity: Identity,
    *,
    system: str,
    name: str,
    body: dict[str, Any],
    edition: str | None = None,
    player: Any = None,
    roster: UUID | None = None,
    key: str | None = None,
) -> RevisionBase:
    """A new revision (of a new roster when `roster` is None). An illegal one is kept too, with its violations.

    The same key and list give the same revision. Raises `KeyReused` for another list.
    """
    identity.require_scope(ApiToken.PLAY)
    wanted = _roster(system, name.strip(), edition, body)
    if not wanted.name:
        raise BadInput("name", _("a list needs a name"))
    if wrong := names.fault(wanted.name):
        raise BadInput("name", wrong)
    report = _judged(wanted)
    with transaction.atomic():
        row = _row(identity, roster, player, wanted, key)
        return _saved_before(row, wanted, key) or _revised(row, wanted, report, key)


def _saved_before(row: RosterBase, wanted: Roster, key: str | None) -> RevisionBase | None:
    """What the request with this key has saved."""
    if key is None:
        return None
    revisions = KINDS[wanted.kind].revision
    found: RevisionBase | None = revisions.objects.filter(  # type: ignore[attr-defined]
        **{revisions.parent: row}, key=key
    ).first()
    if found is not None and found.digest != _digest(wanted):
        raise KeyReused(key)
    return found


def _digest(wanted: Roster) -> str:
    return hashlib.sha256(canonical(wanted)).hexdigest()


def _revised(row: RosterBase, wanted: Roster, report: RosterReport, key: str | None = None) -> RevisionBase:
    revisions = KINDS[wanted.kind].revision
    parent = {revisions.parent: row}
    return revisions.objects.create(  # type: ignore[attr-defined]
        **parent,
        key=key,
        number=revisions.objects.filter(**parent).count() + 1,  # type: ignore[attr-defined]
        edition=wanted.edition or "",
        body=wanted.body,
        digest=_digest(wanted),
        ok=report.ok,
        report=msgspec.to_builtins(report),
    )


def _row(identity: Identity, roster: UUID | None, player: Any, wanted: Roster, key: str | None) -> RosterBase:
    if roster is None:
        return _new_row(identity, player, wanted, key)
    rows = KINDS[wanted.kind].roster.objects  # type: ignore[attr-defined]
    row: RosterBase | None = rows.select_for_update().filter(id=roster, system=wanted.system).first()
    if row is None or not owns(identity, row):
        raise NotAllowed(f"the owner of this {wanted.kind}")
    if row.name != wanted.name:
        row.name = wanted.name
        row.save(update_fields=["name"])
    return row


def _new_row(identity: Identity, player: Any, wanted: Roster, key: str | None) -> RosterBase:
    if player is not None and str(player) not in identity.players:
        raise NotAllowed(f"the player whose {wanted.kind} this is")
    if not identity.is_known:
        raise NotAllowed("a player or a signed-in user")
    owner = player or next(iter(sorted(identity.players)), None)
    user = identity.user if identity.user.is_authenticated else None
    rows = KINDS[wanted.kind].roster.objects  # type: ignore[attr-defined]
    id_ = uuid5(own_space(identity), f"{wanted.kind}:{key}") if key else uuid7()
    told = {"system": wanted.system, "name": wanted.name, "player_id": owner, "user": user}
    row: RosterBase = rows.get_or_create(id=id_, defaults=told)[0]
    return row


def submit_list(
    identity: Identity, tournament: UUID, *, player: Any, revision: RevisionBase, key: str | None = None
) -> Answer:
    """Hands a revision in for the player; staff do it for players whom they look after. The last one counts until
    lists are locked. Raises `BadInput` for a list of another system than the tournament's.
    """
    if not (is_staff_at(identity, tournament) or owns(identity, revision.roster)):
        raise NotAllowed(f"the owner of this {ROSTER_KINDS[revision.roster.system]}")
    if revision.roster.system != stream_of(tournament).system:
        raise BadInput("list", _("this list belongs to another game"))
    data = _submitted(tournament, player, revision)
    return append(identity, tournament, [{"type": "list_submitted", "data": data}], key=key)


def check_at(tournament: UUID, revision: RevisionBase) -> RosterReport:
    """Judges a revision under the terms of an event, which win over those that the list was built under."""
    options = current_state(tournament).state.options.match_options
    body = SYSTEMS[revision.roster.system].at_event(revision.body, options)
    if body == revision.body:
        return msgspec.convert(revision.report, RosterReport)
    return check_roster(revision.roster.system, revision.roster.name, revision.edition, body)


def _submitted(tournament: UUID, player: Any, revision: RevisionBase) -> dict[str, Any]:
    """TRN-LIST-02. Raises `CommandRejected` for a list that is not legal under the terms of the event, with all that it
    breaks."""
    report = check_at(tournament, revision)
    if not report.ok:
        raise CommandRejected((RuleViolation("TRN-LIST-02", {"player": str(player)}), *report.violations))
    return {
        "player": str(player),
        "ok": report.ok,
        "warband": str(revision.roster_id),
        "revision": str(revision.number),
        "digest": revision.digest,
    }


def withdraw_list(identity: Identity, tournament: UUID, *, player: Any, key: str | None = None) -> Answer:
    """Takes a handed-in list back."""
    return append(
        identity, tournament, [{"type": "list_withdrawn", "data": {"player": str(player)}}], key=key
    )


def staff_roster(player: Player, roster: Roster) -> RevisionBase:
    """A warband or deck that staff enter for a player at the desk (a paper list): owned by the player."""
    report = _judged(roster)
    with transaction.atomic():
        rows = KINDS[roster.kind].roster.objects  # type: ignore[attr-defined]
        row = rows.create(system=roster.system, name=roster.name, player=player)
        return _revised(row, roster, report)


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
    if wrong := names.fault(roster.name):
        raise BadInput("name", wrong)
    report = _judged(roster)
    if not report.ok:
        raise CommandRejected(report.violations)
    with transaction.atomic():
        revision = staff_roster(player, roster)
        # Whoever typed the list in knows it, whoever the player is.
        return append_as_staff(
            identity, tournament, ListSubmitted(**_submitted(tournament, player.id, revision)), key=key
        )
