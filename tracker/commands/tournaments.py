"""Commands of an event's organiser around the rounds: create, drop, lists, finish."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid5

import msgspec
from django.db import transaction
from django.utils.translation import gettext as _

from games.registry import usual
from games.ruleset import Event, Setup
from tracker import log
from tracker.commands.openable import check_created
from tracker.commands.presets import PRESETS
from tracker.commands.streams import append, append_as_staff, append_as_system
from tracker.handle import Answer
from tracker.identity import Identity
from tracker.ids import uuid7
from tracker.inputs import BadInput, undecodable, unknown
from tracker.models import ApiToken, Membership
from tracker.rulesets import tournament
from tracker.rulesets.tournament import events as happened
from tracker.systems import TOURNAMENT


def create_tournament(
    identity: Identity,
    *,
    name: str,
    preset: str = usual(PRESETS),
    options: dict[str, Any] | None = None,
    key: str | None = None,
) -> UUID:
    """A new tournament, whose organiser is the signed-in user. The same user and key give the same tournament."""
    identity.require_signed_in()
    identity.require_scope(ApiToken.ORGANISE)
    created = _created(name, preset, options)
    stream_id = tournament_named(identity, key) if key else uuid7()
    with transaction.atomic():
        stream = log.create_stream(
            TOURNAMENT, created.system, tournament.RULES.version, Setup(), stream_id=stream_id
        )
        Membership.objects.get_or_create(
            stream=stream, user=identity.user, defaults={"role": Membership.ORGANISER}
        )
        append_as_system(stream.id, created, key="created")
    return stream.id


def tournament_named(identity: Identity, key: str) -> UUID:
    """The tournament that this user makes with this key."""
    return uuid5(user_space(identity), f"tournament:{key}")


def user_space(identity: Identity) -> UUID:
    """The space of names in which a user's idempotency keys name events."""
    return uuid5(UUID(int=0), f"user:{identity.user.pk}")


def own_space(identity: Identity) -> UUID:
    """The same for whoever may be a player without an account as well."""
    return user_space(identity) if identity.user.is_authenticated else UUID(min(identity.players))


def _created(name: str, preset: str, options: dict[str, Any] | None) -> happened.TournamentCreated:
    if preset not in PRESETS:
        raise unknown("preset", PRESETS)
    if not name.strip():
        raise BadInput("name", _("an event needs a name"))
    chosen = {**PRESETS[preset]["options"], **(options or {})}
    data = {"name": name.strip(), "system": PRESETS[preset]["system"], "preset": preset, "options": chosen}
    data["prohibited"] = chosen.pop("prohibited", ())
    try:
        created = msgspec.convert({**data, "type": "tournament_created"}, happened.TournamentCreated)
        check_created(created)
    except msgspec.ValidationError as error:
        raise undecodable("options", error, "", happened.TournamentCreated) from None
    return created


def as_staff(event: Callable[..., Event]) -> Callable[..., Answer]:
    """A staff command that appends one event made from its keyword arguments."""

    def command(
        identity: Identity,
        stream: UUID,
        *,
        expected_version: int | None = None,
        key: str | None = None,
        **fields: Any,
    ) -> Answer:
        made = event(
            **{name: str(value) if isinstance(value, UUID) else value for name, value in fields.items()}
        )
        return append_as_staff(identity, stream, made, expected_version=expected_version, key=key)

    return command


reinstate = as_staff(happened.PlayerReinstated)
lock_lists = as_staff(happened.ListsLocked)
unlock_lists = as_staff(happened.ListsUnlocked)
finish = as_staff(happened.TournamentFinished)


def drop(
    identity: Identity,
    stream: UUID,
    *,
    player: Any,
    reason: str | None = None,
    disqualified: bool = False,
    key: str | None = None,
) -> Answer:
    """Staff drop anybody, players only themselves."""
    data: dict[str, Any] = {"player": str(player), **({"reason": reason} if reason else {})}
    if disqualified:
        data["disqualified"] = True
    return append(identity, stream, [{"type": "player_dropped", "data": data}], key=key)
