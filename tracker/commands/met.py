"""Whom somebody may enter by an id: whoever has had to do with them. Ids are public, and nobody is entered unasked.

Called by whatever enters people: the lists of players, events that are logged as they are, rosters of a campaign.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.contrib.auth.models import User
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from tracker.identity import Identity
from tracker.inputs import BadInput
from tracker.models import Membership, Player
from tracker.selectors.people import fellows
from tracker.systems import uuids


def require_met(identity: Identity, players: Iterable[str], field: str = "player") -> None:
    """Raises `BadInput` at `field` for a player with whom this person has had nothing to do. An id of nobody is refused
    alike, so that nobody finds out by it who is known here. Administrators may enter anybody.
    """
    wanted = set(players)
    if not wanted or identity.is_administrator:
        return
    ids = uuids(sorted(wanted))
    known = set(fellows(identity).filter(id__in=ids).values_list("id", flat=True))
    if identity.user.is_authenticated:
        known |= set(_looked_after(identity.user).filter(id__in=ids).values_list("id", flat=True))
    if strangers := wanted - set(map(str, known)):
        raise BadInput(field, _("you have met no player with the id %(id)s") % {"id": min(strangers)})


def _looked_after(user: User) -> QuerySet[Player]:
    """Whom this account made, who were made at an event whose staff it is of, and who came to an event day of it."""
    events = Membership.objects.filter(user=user).values("stream_id")
    came = Player.objects.filter(event_days__in=events).values("id")
    return Player.objects.filter(Q(made_by=user) | Q(made_at__in=events) | Q(id__in=came))
