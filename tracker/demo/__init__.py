"""The demo: events of several games, played by `simulate`, logged like any other.

Every game with something to show has a folder here, whose `play` makes it. Called by `manage.py up` (unless --empty).
Everything goes through commands: the demo shows nothing that a real event could not.
"""

from __future__ import annotations

from django.contrib.auth.models import User

from games.registry import SYSTEMS
from tracker import appended
from tracker.after import follow_up
from tracker.identity import Identity
from tracker.models import Stream
from tracker.parts import part_of
from tracker.systems import TOURNAMENT


def load_demo() -> bool:
    """Makes the demo events, run by the first administrator; False when there is an event already or no such person."""
    user = User.objects.filter(is_superuser=True).order_by("id").first()
    if user is None or Stream.objects.filter(kind=TOURNAMENT).exists():
        return False
    with appended.held():
        _play(Identity(user))
    return True


def _play(identity: Identity) -> None:
    for system in SYSTEMS:
        own = part_of(__name__, system)
        if own is not None:
            own.play(identity)
    follow_up.catch_up()
