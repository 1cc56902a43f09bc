"""One person with several players: entered at several events, found by name and club, joined by staff.

Logs keep the ids that they name; what is told of a player is told of the whole person.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple
from uuid import UUID

from django.db.models import Q, QuerySet

from tracker.identity import Identity
from tracker.models import Player, SamePerson

PROPOSED = 200


class Proposal(NamedTuple):
    """Two players who may be one person; the older one would be kept. `sure`: the clubs are told and the same."""

    person: Player
    player: Player
    sure: bool


def person_of(player: UUID) -> UUID:
    """The player by whose id the person goes."""
    row = SamePerson.objects.filter(player_id=player).values_list("person_id", flat=True).first()
    return row or player


def players_of_person(player: UUID) -> list[UUID]:
    """All players who are the same person, the one by whose id the person goes first."""
    own = Q(player_id=player) | Q(person_id=player) | Q(person__also__player_id=player)
    rows = SamePerson.objects.filter(own).order_by("merged_at", "player_id").distinct()
    found = list(rows.values_list("person_id", "player_id", "merged_at"))
    return [found[0][0], *(one for _person, one, _at in found)] if found else [player]


def looked_after(identity: Identity) -> QuerySet[Player]:
    """The players for whom this account may speak: entered at its events, or by it."""
    if identity.is_administrator:
        return Player.objects.all()
    own = Q(made_by=identity.user.pk) | Q(made_at__membership__user=identity.user.pk)
    return Player.objects.filter(own).distinct()


def merged(identity: Identity) -> QuerySet[SamePerson]:
    """What was joined among these players, the newest first."""
    mine = looked_after(identity).values("pk")
    rows = SamePerson.objects.filter(player_id__in=mine).select_related("player", "person")
    return rows.order_by("-merged_at", "player_id")


def proposals(identity: Identity) -> list[Proposal]:
    """Pairs of one name whose clubs do not speak against it, those of one club first."""
    entered = looked_after(identity)
    if identity.is_administrator:  # guests entered themselves and each other
        entered = entered.exclude(made_at=None, made_by=None).exclude(made_at__kind="match", made_by=None)
    found = list(entered.filter(same_person=None).order_by("created_at", "id"))
    return sorted(_proposed(found), key=lambda one: (not one.sure, one.person.name.casefold()))[:PROPOSED]


def _proposed(players: list[Player]) -> Iterator[Proposal]:
    by_name: dict[str, list[Player]] = {}
    for player in players:
        by_name.setdefault(player.name.casefold(), []).append(player)
    for namesakes in by_name.values():
        for one, other in combinations(namesakes, 2):
            clubs = {one.club.casefold(), other.club.casefold()} - {""}
            together = one.made_at_id is not None and one.made_at_id == other.made_at_id
            if len(clubs) < 2 and not together:
                yield Proposal(one, other, bool(one.club and other.club))
