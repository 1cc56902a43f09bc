"""What an event began with, logged once more where an earlier version had let staff take it back (WL-VOID-06)."""

from __future__ import annotations

from uuid import UUID

from games.ruleset import SYSTEM
from tracker import log, warm
from tracker.commands.seeds import committed
from tracker.commands.streams import staff_actor
from tracker.handle import Answer, Command, handle
from tracker.identity import Identity
from tracker.systems import CHRONICLE


def begin_again(identity: Identity, stream: UUID) -> Answer:
    """The first entry of an event, an event day or a campaign, logged once more by staff as it stood.

    A campaign is begun by the server alone (CHR-WHO-02): staff ask for it. Raises `NotAllowed`; `CommandRejected`
    where the beginning stands.
    """
    actor = staff_actor(identity, stream)
    base = warm.get(stream)
    first = warm.entries_of(base.codec, log.read(stream, limit=1))[0].event
    actor = SYSTEM if base.kind == CHRONICLE else actor
    return handle(Command(stream=stream, actor=actor, events=committed(stream, (first,))))
