"""`events/` of matches and tournaments: POST appends one event or many, GET reads the log in pages.

Plain views: this is the hottest address of the API.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any
from uuid import UUID

import msgspec
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.translation import gettext as _

from api import inputs
from api.answers import as_json, not_modified, version_tag, viewer_tag
from api.auth import Caller
from api.errors import wrong
from api.plain_views import plain
from api.shapes.logs import Appended, AppendIn, Judged, Warned
from api.views.access import require_kind, require_rows, viewer_of
from games.codec import MalformedEvent, tag
from games.match import EventVoided
from tracker import commands, selectors
from tracker.handle import Answer
from tracker.inputs import BadInput
from tracker.systems import MATCH, TOURNAMENT


def events(kind: str) -> Callable[..., HttpResponseBase]:
    """The view of the logs of one kind of stream."""

    def get(request: HttpRequest, caller: Caller, stream: UUID) -> HttpResponse:
        (require_kind if kind == MATCH else require_rows)(stream, kind)
        return read_log(request, caller, stream)

    def post(request: HttpRequest, caller: Caller, stream: UUID) -> HttpResponse:
        require_kind(stream, kind)
        return append(request, caller, stream, warns=kind == TOURNAMENT)

    return plain(get=get, post=post)


def read_log(request: HttpRequest, caller: Caller, stream: UUID) -> HttpResponse:
    """Events with seq > `after`. Every seq is there: what the reader may not see has type `hidden`."""
    after, limit = inputs.number(request, "after", 0) or 0, inputs.limit(request)
    viewer = viewer_of(caller.identity, stream)
    page = selectors.events_page(stream, viewer, after, limit)
    page = msgspec.structs.replace(page, events=selectors.with_names(page.events))
    # what people are called is in no version of a log
    etag = viewer_tag(page.version, viewer, after, limit, [event.names for event in page.events])
    return not_modified(request, etag) or as_json(page, headers={"ETag": etag})


def append(request: HttpRequest, caller: Caller, stream: UUID, warns: bool = False) -> HttpResponse:
    """201 with the sequence numbers; a repeated request gets its first answer again. `warns`: as the console does."""
    asked = inputs.body(request, AppendIn)
    payloads = _payloads(asked)
    try:
        warnings = commands.warned(caller.identity, stream, payloads) if warns else []
        answer = commands.append(
            caller.identity,
            stream,
            payloads,
            expected_version=inputs.expected_version(request, asked.expected_version),
            key=inputs.idempotency_key(request),
            at=inputs.moment(asked.at),
            dry_run=asked.dry_run,
        )
    except (MalformedEvent, BadInput) as error:
        if asked.events is None:
            error.place = error.place.removeprefix("events[0].")
        raise
    if asked.dry_run:
        return as_json(Judged(answer.version, answer.count, warned(warnings), _without(stream, payloads)))
    return appended(answer, warnings=warnings)


def _without(stream: UUID, payloads: Sequence[dict[str, Any]]) -> selectors.Without | msgspec.UnsetType:
    """What a voiding of entries of a match would change; the rules have judged it."""
    first = payloads[0]
    if first["type"] != tag(EventVoided) or len(payloads) > 1 or selectors.stream_of(stream).kind != MATCH:
        return msgspec.UNSET
    return selectors.without(stream, first["data"]["seqs"])


def warned(told: Sequence[commands.Warned]) -> list[Warned] | msgspec.UnsetType:
    """As clients see them; nothing at all where there are none."""
    return [Warned(one.code, one.message) for one in told] or msgspec.UNSET


def _payloads(asked: AppendIn) -> list[dict[str, Any]]:
    if (asked.type is None) == (asked.events is None):
        raise wrong("$", _("either `type` with `data`, or `events`"))
    if asked.events is None:
        return [{"type": asked.type, "data": asked.data}]
    return [{"type": event.type, "data": event.data} for event in asked.events]


def appended(answer: Answer, status: int = 201, warnings: Sequence[commands.Warned] = ()) -> HttpResponse:
    """What a command answered: where its events stand."""
    seqs = list(range(answer.first_seq, answer.first_seq + answer.count))
    told = msgspec.UNSET if answer.repeated else warned(warnings)
    body = Appended(str(answer.stream), answer.version, seqs, answer.repeated, told)
    return as_json(body, status, {"ETag": version_tag(answer.version)})
