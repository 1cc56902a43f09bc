"""What the commands of a campaign have in common: its state, who may act in it, an entry with the server's moment.

The server's clock gives everything its place in the order.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any
from uuid import UUID, uuid5

import msgspec
from django.utils.translation import gettext as _

from games.ruleset import Event
from tracker import appended, warm
from tracker.commands.clocks import stamped
from tracker.handle import Answer, Command, KeyReused, handle
from tracker.identity import Identity, NotAllowed
from tracker.inputs import BadInput
from tracker.keys import keyed_ever
from tracker.models import ApiToken
from tracker.names import checked
from tracker.roles import actor_at, staff_at
from tracker.rulesets.chronicle import dice
from tracker.rulesets.chronicle import events as ev
from tracker.rulesets.chronicle.state import ChronicleState
from tracker.systems import CHRONICLE

PLAYER_OR_STAFF = "the player of the roster, or an arbitrator of the campaign"


def secret(stream: UUID, commitment: str = "") -> str:
    """What the server's dice of a campaign are made of; shown when it is over. Of a campaign that stands the one that
    it committed to, if need be under a key of before; under today's where nobody knows that one."""
    known = keyed_ever("dice of a campaign", str(stream))
    return next((one for one in known if dice.commitment_of(one) == commitment), known[0])


def once(stream: UUID, key: str | None, log_: Callable[[Any], Answer], event: Event) -> Answer:
    """Logs the event with the server's moment; sent again with its key, with the moment that it had then."""
    try:
        return log_(stamped(stream, (event,), key)[0])
    except KeyReused:  # two taps at the same moment: the other one stands now
        return log_(stamped(stream, (event,), key)[0])


def log_one(
    identity: Identity,
    stream: UUID,
    event: Event,
    *,
    player: str | None = None,
    expected_version: int | None = None,
    key: str | None = None,
) -> Answer:
    """One event by staff, or by a player of the campaign."""
    appended.bring_up(stream)
    now = warm.current(stream)
    actor = actor_at(identity, stream, now.rules.sides(now.state), player)
    return once(
        stream,
        key,
        lambda told: handle(
            Command(stream=stream, actor=actor, events=(told,), expected_version=expected_version, key=key)
        ),
        event,
    )


def state_of(stream: UUID) -> ChronicleState:
    found = warm.current(stream)
    if found.kind != CHRONICLE:
        raise warm.UnknownStream(str(stream))
    state: ChronicleState = found.state
    return state


def player_of(state: ChronicleState, roster: str) -> str | None:
    joined = state.joined().get(roster)
    return joined.player if joined else None


def require_seat(identity: Identity, stream: UUID, state: ChronicleState, rosters: Sequence[str]) -> None:
    if staff_at(identity, stream) is not None:
        return
    players = {player_of(state, roster) for roster in rosters}
    if not players & identity.players:
        raise NotAllowed(PLAYER_OR_STAFF)
    identity.require_scope(ApiToken.PLAY)


def own_state(identity: Identity, stream: UUID, roster: str) -> ChronicleState:
    """The state, for a person who may act for the roster. Raises `NotAllowed`."""
    appended.bring_up(stream)
    state = state_of(stream)
    require_seat(identity, stream, state, [roster])
    return state


def named(id_: str, name: str) -> ev.Named:
    """Raises `BadInput` that says which of the fighters it is about."""
    sign, told = id_.strip(), checked(name, "fighters")
    try:
        return msgspec.convert({"id": sign, "name": told}, ev.Named)
    except msgspec.ValidationError:
        about = {"name": told, "sign": sign}
        raise BadInput(
            "fighters",
            _(
                "who “%(name)s” is stands before the colon in Latin letters, digits and . _ -, not as “%(sign)s”;"
                " or leave it out with the colon"
            )
            % about,
        ) from None


def short(key: str) -> str:
    return uuid5(UUID(int=0), key).hex[:8]
