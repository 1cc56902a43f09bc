"""Commands of a campaign: create it from a definition, join, leave. Its matches, what follows them and the arbitrator's
commands stand in the files beside this one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID, uuid5

from django.db import transaction
from django.utils.translation import gettext as _

from games.ruleset import Setup
from tracker import log
from tracker.commands.chronicle_streams import (
    log_one,
    named,
    once,
    player_of,
    secret,
    state_of,
)
from tracker.commands.clocks import now_after
from tracker.commands.met import require_met
from tracker.commands.people import create_player, player_id
from tracker.commands.streams import append_as_system, staff_actor
from tracker.commands.tournaments import user_space
from tracker.handle import Answer, Command, CommandRejected, handle
from tracker.identity import Identity, NotAllowed
from tracker.ids import uuid7
from tracker.inputs import BadInput
from tracker.models import ApiToken, Membership, Player
from tracker.names import checked
from tracker.roles import actor_at, staff_at
from tracker.rulesets import chronicle
from tracker.rulesets.chronicle import dice, reading
from tracker.rulesets.chronicle import events as ev
from tracker.systems import CHRONICLE, is_misspelled


def create_chronicle(
    identity: Identity, *, name: str, definition: str, private: bool = False, key: str | None = None
) -> UUID:
    """A new campaign, whose arbitrator is the signed-in user. The same user and key give the same campaign.

    `private`: it is there for its club alone, for good (`tracker.audience`).

    Raises `CommandRejected` with everything that is wrong with the definition, by line.
    """
    identity.require_signed_in()
    identity.require_scope(ApiToken.ORGANISE)
    title = checked(name)
    found, faults = reading.read(definition)
    if found is None:
        raise CommandRejected(faults)
    stream_id = uuid5(user_space(identity), f"campaign:{key}") if key else uuid7()
    created = ev.ChronicleCreated(
        name=title,
        system=found.system,
        definition=definition,
        at=now_after(""),
        seed_commitment=dice.commitment_of(secret(stream_id)),
    )
    with transaction.atomic():
        stream = log.create_stream(
            CHRONICLE, found.system, chronicle.RULES.version, _setup(private), stream_id=stream_id
        )
        Membership.objects.get_or_create(
            stream=stream, user=identity.user, defaults={"role": Membership.ORGANISER}
        )
        once(stream_id, "created", lambda event: append_as_system(stream_id, event, key="created"), created)
    return stream.id


def _setup(private: bool) -> Setup:
    return Setup(options={log.PRIVATE: True}) if private else Setup()


def join_chronicle(
    identity: Identity,
    stream: UUID,
    *,
    player: Any,
    name: str,
    fighters: Sequence[tuple[str, str]],
    key: str | None = None,
) -> Answer:
    """A player brings a roster: the player's own, or staff for somebody. `fighters`: (id in the game's log, name)."""
    state = state_of(stream)
    who = str(player)
    staff = staff_at(identity, stream)
    if staff is None and who not in identity.players:
        raise NotAllowed("the player, or an arbitrator of the campaign")
    if staff is None:
        identity.require_scope(ApiToken.PLAY)
    if is_misspelled(who) or not Player.objects.filter(id=player_id(who)).exists():
        raise BadInput("player", _("there is no such player"))
    if staff is not None and who not in {one.player for one in state.joined().values()}:
        require_met(identity, [who])
    told = ev.RosterJoined(
        roster=f"r{len(state.joined()) + 1}",
        player=who,
        name=checked(name),
        at=now_after(state.last),
        fighters=tuple(named(*one) for one in fighters),
    )
    # Whoever joins has no seat yet, so that the actor is made here.
    actor = staff or actor_at(identity, stream, {"-": (who,)}, who)
    return once(
        stream,
        key,
        lambda event: handle(Command(stream=stream, actor=actor, events=(event,), key=key)),
        told,
    )


def enter_roster(
    identity: Identity,
    stream: UUID,
    *,
    name: str,
    fighters: Sequence[tuple[str, str]],
    player: Any = "",
    new_player: str = "",
    key: str | None = None,
) -> Answer:
    """A roster by the arbitrator, for a player who is known or, with `new_player`, for one who comes with it."""
    staff_actor(identity, stream)
    with transaction.atomic():
        if new_player.strip():
            player = create_player(identity, name=new_player, key=key).pk
        return join_chronicle(identity, stream, player=player, name=name, fighters=fighters, key=key)


def leave_chronicle(identity: Identity, stream: UUID, roster: str, *, key: str | None = None) -> Answer:
    """A roster leaves."""
    state = state_of(stream)
    event = ev.RosterLeft(roster=roster, at=now_after(state.last))
    return log_one(identity, stream, event, player=player_of(state, roster), key=key)
