"""Webhooks over REST."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from api.params import HIGHEST_NUMBER
from api.shapes.dry import Dry
from api.shapes.kinds import Id, Moment
from api.shapes.people import Line

Kind = Literal["match", "tournament", "campaign", "season", "chronicle"]
Number = Annotated[int, msgspec.Meta(ge=0, le=HIGHEST_NUMBER)]
Stopped = Annotated[str, msgspec.Meta(extra_json_schema={"enum": ["", "paused", "failing", "gone"]})]
Failure = Annotated[
    str,
    msgspec.Meta(
        extra_json_schema={"enum": ["", "private", "unknown", "timeout", "connection", "tls", "status"]}
    ),
]


class WebhookFilter(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """Which events of the feed are told: of a tournament or event day (`within`), a stream, a game, a kind of stream,
    some types; without any of them all.
    """

    within: Id | None = None
    stream: Id | None = None
    system: str | None = None
    kind: Kind | None = None
    types: Annotated[list[str], msgspec.Meta(max_length=50)] = []


class NewWebhook(Dry, forbid_unknown_fields=True):
    """An address that messages are posted to, and what it wants to hear of."""

    name: Line
    target: Annotated[str, msgspec.Meta(min_length=1, max_length=500)]
    wanted: WebhookFilter = msgspec.field(default_factory=WebhookFilter)


class Webhook(msgspec.Struct):
    """A webhook of the caller. `after`: the number in the feed up to which it was told.

    `stopped`: why nothing is sent: `paused` by its owner, `failing` after every try, `gone` since it answered 410;
    empty while it works. `tries` failures of the next message so far, which is sent again at `due_at`.
    """

    id: Id
    url: str
    name: str
    target: str
    wanted: WebhookFilter
    after: Number
    stopped: Stopped
    tries: int
    due_at: Moment
    created_at: Moment


class WebhookMade(msgspec.Struct):
    """A new webhook, and the secret that signs its messages. The secret is shown this once."""

    webhook: Webhook
    secret: str


class WebhookAction(msgspec.Struct, forbid_unknown_fields=True):
    """`try` sends a message that tells of nothing; `pause` halts; `resume` goes on where it stood; `skip` goes on with
    what comes next; `replay` sends everything `after` a number of the feed again.
    """

    action: Literal["try", "pause", "resume", "skip", "replay"]
    after: Number | None = None


class WebhookDelivery(msgspec.Struct):
    """One attempt to send one message. `message` is its `webhook-id`, the same for every attempt; `number` is that of
    the feed, None for a trial. `what`: why it failed, empty when it arrived.
    """

    message: str
    number: Number | None
    type: str
    attempt: int
    status: int | None
    what: Failure
    ms: int
    at: Moment
