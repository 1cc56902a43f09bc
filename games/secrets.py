"""Secrets and commitments: how an event is split into what everyone sees and what one side keeps.

A commitment is SHA-256 over a random salt and the canonical JSON of the secret fields, so that after the reveal
anyone can check that the value never changed. The salt is made outside `games` (nothing here is random).
Called by the log on the way in, and by the offline verifier; `until` by the rules of the games.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Any, TypeVar

import msgspec

from games.ruleset import BlindEvent, Event, RuleViolation, SecretEvent

E = TypeVar("E", bound=Event)


_encoder = msgspec.json.Encoder(order="sorted")


def canonical(value: Any) -> bytes:
    """Canonical JSON: UTF-8, sorted keys, no spaces. The same value gives the same bytes everywhere."""
    return _encoder.encode(value)


def commitment(salt: str, secret: dict[str, Any]) -> str:
    """SHA-256 in hex over the salt and the canonical JSON of the secret."""
    return hashlib.sha256(salt.encode() + b"\n" + canonical(secret)).hexdigest()


def secret_of(event: Event) -> dict[str, Any] | None:
    """The secret fields of an event that are told, or None when it has none or keeps them to itself."""
    told = _told(event) if isinstance(event, SecretEvent) else None
    if told is None:
        return None
    plain: dict[str, Any] = msgspec.to_builtins(told)
    return plain


def _told(event: SecretEvent) -> dict[str, Any] | None:
    """The secret fields as they stand in the event; None of one that keeps them to itself."""
    told = {name: getattr(event, name) for name in event.secret_fields}
    for value in told.values():
        if value is not None:
            return told
    return None


def keeps_back(event: SecretEvent) -> bool:
    """Whether an event keeps all its secrets to itself."""
    return _told(event) is None


def sealed(event: E, salt: str) -> E:
    """The event with its commitment, or blinded; without told secrets, or sealed already, it comes back as it is."""
    if isinstance(event, BlindEvent):
        return event if event.blind else msgspec.structs.replace(event, blind=salt)
    if not isinstance(event, SecretEvent) or event.commitment:
        return event
    secret = secret_of(event)
    if secret is None:
        # Whether there is a secret at all would be told by the commitment.
        return (
            msgspec.structs.replace(event, commitment=commitment(salt, {})) if event.secret_later else event
        )
    used = event.salt or salt
    return msgspec.structs.replace(event, salt=used, commitment=commitment(used, secret))


def concealed(event: E) -> E:
    """The public twin: the secret fields and the salt are gone, the commitment stays."""
    if not isinstance(event, SecretEvent):
        return event
    return msgspec.structs.replace(event, salt=None, **dict.fromkeys(event.secret_fields))


def check_commitment(event: Event) -> tuple[RuleViolation, ...]:
    """WL-SEC-01: a secret event commits to exactly the value it tells, or to a value it keeps to itself."""
    if not isinstance(event, SecretEvent):
        return ()
    secret = _told(event)  # what is hashed is the JSON of it, which is that of plain values
    bare = not event.commitment and event.salt is None
    if bare and (event.secret_optional if secret is None else event.secret_later):
        return ()
    if secret is None:
        wellformed = len(event.commitment) == 64 and set(event.commitment) <= set("0123456789abcdef")
        return () if wellformed else (RuleViolation("WL-SEC-01", {"type": event.__struct_config__.tag}),)
    if event.salt is None or commitment(event.salt, secret) != event.commitment:
        return (RuleViolation("WL-SEC-01", {"type": event.__struct_config__.tag}),)
    return ()


def tells_enough(event: Event) -> bool:
    """Whether an event that nobody sealed yet could be logged as it is: one with a secret tells it (WL-SEC-01)."""
    return not check_commitment(sealed(event, "any"))


def split(event: Event) -> tuple[dict[str, Any], dict[str, Any] | None]:
    """(public payload, secret part): the form in which the log stores an event. Neither holds the type tag.

    What an older log told openly stays in its payload, since the hash is over it.
    """
    open_ = isinstance(event, SecretEvent) and event.secret_later and not event.commitment
    public = msgspec.to_builtins(event if open_ else concealed(event))
    del public["type"]
    if open_ or not isinstance(event, SecretEvent) or (secret := secret_of(event)) is None:
        return public, None
    return public, {"salt": event.salt, "value": secret}


def joined(public: dict[str, Any], secret: dict[str, Any] | None) -> dict[str, Any]:
    """The whole payload again, from the two parts that `split` made."""
    if secret is None:
        return public
    return {**public, **secret["value"], "salt": secret["salt"]}


def until(foreign: str, violations: Iterable[RuleViolation]) -> tuple[RuleViolation, ...]:
    """The violations up to the first of the rule `foreign`, it too: who may not act at all learns nothing more, since
    the rest may depend on others' secrets."""
    told = []
    for violation in violations:
        told.append(violation)
        if violation.rule == foreign:
            break
    return tuple(told)
