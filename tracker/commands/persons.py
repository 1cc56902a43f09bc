"""Players of several events joined to one person, and parted again: only what is told of them changes, no log does."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from tracker.identity import Identity, NotAllowed
from tracker.inputs import BadInput
from tracker.models import Player, SamePerson
from tracker.projections import ladder, ratings
from tracker.roles import looks_after
from tracker.selectors.persons import person_of


def merge_players(identity: Identity, *, person: Any, player: Any) -> None:
    """`player` (and whoever was joined to them) is `person`. For staff who look after both."""
    one, other = _own(identity, person, "person"), _own(identity, player, "player")
    keep = person_of(one.pk)
    if person_of(other.pk) == keep:
        raise BadInput("player", _("these two are one person already"))
    with transaction.atomic():
        SamePerson.objects.filter(person_id=other.pk).update(person_id=keep)
        SamePerson.objects.update_or_create(
            player_id=other.pk, defaults={"person_id": keep, "merged_by": identity.user}
        )
        stale = ratings.persons_changed([keep, other.pk, one.pk])
    _count(stale, [keep, other.pk])


def part_player(identity: Identity, *, player: Any) -> None:
    """Undoes it: the player is somebody else after all. For staff who look after them."""
    one = _own(identity, player, "player")
    with transaction.atomic():
        person = person_of(one.pk)
        if not SamePerson.objects.filter(player_id=one.pk).delete()[0]:
            raise BadInput("player", _("this player was not joined to anybody"))
        stale = ratings.persons_changed([person, one.pk])
    _count(stale, [person, one.pk])


def _count(systems: list[str], people: list[UUID]) -> None:
    """One person has one place on a ladder and one rating: what there is little of is counted at once, the rest by a
    job."""
    ladder.settle_people(people)
    for system in systems:
        ratings.settle_soon(system)


def _own(identity: Identity, player: Any, field: str) -> Player:
    identity.require_signed_in()
    found = Player.objects.filter(pk=player).first() if len(str(player)) == 36 else None
    if found is None:
        raise BadInput(field, _("there is no such player"))
    if not looks_after(identity, found):
        raise NotAllowed("staff of where the player was entered")
    return found
