"""Private campaigns: a campaign and its matches that are there for its club alone.

Whether a stream is private stands in its first row and never changes. To everybody else it is as if it were not there:
the parts of an address that name it are replaced by an id that nothing has, before any view sees them
(`tracker.pages.core.errors`, `api`), so that no status, sentence or length tells it from a mistyped one. Lists, feeds,
counts, ratings and statistics leave private streams out for everybody; their people find them on My day.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid4

import msgspec

from games.ruleset import Setup
from tracker import warm
from tracker.identity import Identity
from tracker.models import Membership, Stream
from tracker.roles import plays_for
from tracker.systems import CHRONICLE, uuids

STREAMED = frozenset({"match", "stream", "event", "day", "run"})
"""What addresses call a stream."""
KNOWN = 10_000
_open: set[UUID] = set()
"""Streams that this process knows to be everybody's: that never changes."""


def hide(who: Callable[[], Identity], parts: dict[str, Any]) -> None:
    """Replaces the ids of private streams, of which the person knows nothing, in the parts of an address.

    `who` is asked only where there is something to hide.
    """
    for name in STREAMED & parts.keys():
        if isinstance(parts[name], UUID) and not sees(who, parts[name]):
            parts[name] = uuid4()


def sees(who: Callable[[], Identity], stream: UUID) -> bool:
    """Whether the stream is everybody's, or this person belongs to the campaign that it is of."""
    if stream in _open:
        return True
    row = Stream.objects.filter(id=stream).values_list("private", "kind", "setup").first()
    if row is None:
        return True
    private, kind, setup = row
    if not private:
        _remember(stream)
        return True
    campaign = stream if kind == CHRONICLE else _campaign_of(setup)
    return campaign is not None and belongs(who(), campaign)


def belongs(identity: Identity, campaign: UUID) -> bool:
    """Whether the person is an arbitrator of the campaign, or has or had a roster in it."""
    if identity.is_administrator:
        return True
    user = identity.user
    if user.is_authenticated and Membership.objects.filter(stream=campaign, user=user).exists():
        return True
    return bool(_players_of(campaign) & plays_for(identity))


def _players_of(campaign: UUID) -> frozenset[str]:
    try:
        state = warm.current(campaign).state
    except warm.UnknownStream:  # its matches came here without it
        return frozenset()
    return frozenset(one.player for one in state.joined().values())


def _campaign_of(setup: str) -> UUID | None:
    options = msgspec.json.decode(setup, type=Setup).options
    return next(iter(uuids([str(options.get(CHRONICLE, ""))])), None)


def _remember(stream: UUID) -> None:
    if len(_open) >= KNOWN:
        _open.clear()
    _open.add(stream)
