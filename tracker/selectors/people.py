"""Players, rosters, imported catalogues and scenarios."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet

from tracker.identity import Identity
from tracker.models import Card, Deck, Edition, Player, Scenario, Warband, WarbandRevision


def player_names(ids: Iterable[Any]) -> dict[str, str]:
    """Player id -> name, in one query; unknown ids are left out."""
    wanted = {str(id_) for id_ in ids}
    return {str(id_): name for id_, name in Player.objects.filter(id__in=wanted).values_list("id", "name")}


def players_named(ids: Iterable[Any]) -> QuerySet[Player]:
    """The players with these ids, by name."""
    return Player.objects.filter(id__in={str(id_) for id_ in ids}).order_by("name", "id")


def players(name: str | None = None) -> QuerySet[Player]:
    """Everybody who plays here, or those whose name holds `name`, newest first."""
    rows = Player.objects.filter(name__icontains=name) if name else Player.objects.all()
    return rows.order_by("-id")


def decks_of(identity: Identity, system: str | None = None) -> QuerySet[Deck]:
    """The person's own decks with their revisions, newest first."""
    own = Q(player_id__in=identity.players)
    if identity.user.is_authenticated:
        own |= Q(user=identity.user)
    rows = Deck.objects.filter(own).select_related("player").prefetch_related("revisions")
    return (rows.filter(system=system) if system else rows).order_by("-created_at")


def warbands_of(identity: Identity, system: str | None = None) -> QuerySet[Warband]:
    """The person's own warbands with their revisions, newest first."""
    own = Q(player_id__in=identity.players)
    if identity.user.is_authenticated:
        own |= Q(user=identity.user)
    rows = Warband.objects.filter(own).select_related("player").prefetch_related("revisions")
    return (rows.filter(system=system) if system else rows).order_by("-created_at")


def editions(system: str) -> QuerySet[Edition]:
    """Imported editions of a system, newest first."""
    return Edition.objects.filter(system=system).order_by("-imported_at")


def edition_cards(system: str, key: str | None) -> dict[str, dict[str, Any]]:
    """Card id -> facts of an imported edition; {} when the edition is unknown or None."""
    if not key:
        return {}
    cards = Card.objects.filter(edition__system=system, edition__key=key)
    return {card.card_id: {"name": card.name, **card.data} for card in cards}


def scenarios(system: str) -> QuerySet[Scenario]:
    """The system's scenarios, by key."""
    return Scenario.objects.filter(system=system)


def warband(warband_id: UUID) -> Warband | None:
    """One warband with its revisions."""
    rows = Warband.objects.filter(id=warband_id).select_related("player")
    return rows.prefetch_related("revisions").first()


def warband_revision(warband_id: UUID, number: int) -> WarbandRevision | None:
    """One revision with its warband, whoever owns it: callers decide who may see it."""
    rows = WarbandRevision.objects.filter(warband_id=warband_id, number=number)
    return rows.select_related("warband__player").first()
