"""Stream tokens: what lets a page of another origin follow one log as somebody, where no header can be sent.

A browser's `EventSource` sends an address and nothing else, so the token stands in the address, where proxies and
histories may keep it. Therefore it reads one stream, changes nothing, ends by itself soon, and ends with the API token
that it was made from. Nothing of it is stored.
"""

from __future__ import annotations

import time
from uuid import UUID

from django.core import signing

from tracker.identity import BadCode, Identity, NotAllowed, of_token_id

SALT = "stream token"
SHORTEST, USUAL, LONGEST = 60, 3_600, 43_200
"""Seconds that a token lives."""


def make(identity: Identity, stream: UUID, seconds: int = USUAL) -> str:
    """A token for what this API token may see of the stream. Raises `NotAllowed` for whoever has none."""
    if identity.token is None:
        raise NotAllowed("an API token")
    identity.require_scope("read")
    told = [str(identity.token), str(stream), int(time.time()) + seconds]
    return signing.dumps(told, salt=SALT)


def holder(token: str, stream: UUID) -> Identity:
    """Whoever follows this stream with the token. Raises `BadCode`: another stream, too late, ended, made up."""
    try:
        api_token, bound, until = signing.loads(token, salt=SALT)
        if bound != str(stream) or time.time() >= until:
            raise BadCode("stream token")
        return of_token_id(UUID(api_token))
    except (signing.BadSignature, ValueError, TypeError):
        raise BadCode("stream token") from None
