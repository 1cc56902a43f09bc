"""`what-ifs/`: forks of campaigns, for whoever made them. Nothing in them reaches a log, a rating or an export."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import msgspec
from django.http import HttpResponse
from django.urls import reverse

from api import inputs
from api.answers import as_json, nothing
from api.endpoint import Endpoint
from api.errors import Problem
from api.shapes import chronicles as shapes
from api.views.access import require_kind
from tracker import commands, selectors
from tracker.identity import Identity
from tracker.models import WhatIf
from tracker.selectors.what_ifs import fork_of
from tracker.systems import CHRONICLE


class WhatIfsView(Endpoint):
    """One's own forks of a campaign. POST makes one."""

    def get(self, request: Any, stream: UUID) -> HttpResponse:
        self.identity.require_scope("read")
        require_kind(stream, CHRONICLE)
        self.identity.require_signed_in()
        rows = [
            shapes.WhatIfListed(str(row.pk), _url(row), row.name, row.at, len(row.entries))
            for row in selectors.what_ifs(self.identity, stream)
        ]
        return as_json(shapes.WhatIfList(rows))

    def post(self, request: Any, stream: UUID) -> HttpResponse:
        require_kind(stream, CHRONICLE)
        asked = inputs.body(self.http_request, shapes.NewWhatIf)
        key = inputs.idempotency_key(self.http_request)
        made = commands.fork_chronicle(self.identity, stream, name=asked.name, at=asked.at, key=key)
        return as_json(_shown(made), 201, {"Location": _url(made)})


class WhatIfView(Endpoint):
    """One of one's own."""

    def get(self, request: Any, stream: UUID, what_if: UUID) -> HttpResponse:
        self.identity.require_scope("read")
        return as_json(_shown(_own(self.identity, stream, what_if)))

    def delete(self, request: Any, stream: UUID, what_if: UUID) -> HttpResponse:
        commands.throw_away(self.identity, _own(self.identity, stream, what_if).pk)
        return nothing()


class WhatIfEventsView(Endpoint):
    """POST: what is assumed."""

    def post(self, request: Any, stream: UUID, what_if: UUID) -> HttpResponse:
        asked = inputs.body(self.http_request, shapes.Assumed)
        told = [msgspec.to_builtins(one) for one in asked.events]
        own, key = _own(self.identity, stream, what_if), inputs.idempotency_key(self.http_request)
        return _grown(commands.assume(self.identity, own.pk, told, key=key))


class WhatIfMatchesView(Endpoint):
    """POST: the computer plays on."""

    def post(self, request: Any, stream: UUID, what_if: UUID) -> HttpResponse:
        asked = inputs.body(self.http_request, shapes.PlayedOn)
        own, key = _own(self.identity, stream, what_if), inputs.idempotency_key(self.http_request)
        return _grown(commands.play_what_if(self.identity, own.pk, asked.matches, key=key))


def _own(identity: Identity, stream: UUID, what_if: UUID) -> WhatIf:
    """Raises `NotAllowed` for nobody in particular, `Problem` for a what-if of somebody else's."""
    identity.require_signed_in()
    row = selectors.what_ifs(identity, stream).filter(pk=what_if).first()
    if row is None:
        raise Problem("not_found")
    return row


def _grown(row: WhatIf | None) -> HttpResponse:
    if row is None:
        raise Problem("not_found")
    return as_json(_shown(row), 201)


def _url(row: WhatIf) -> str:
    return reverse("api:chronicle-what-if", args=[row.chronicle_id, row.pk])


def _shown(row: WhatIf) -> shapes.WhatIf:
    found = fork_of(row)
    return shapes.WhatIf(
        id=str(row.pk),
        url=_url(row),
        chronicle=str(row.chronicle_id),
        name=row.name,
        at=row.at,
        hash=row.hash,
        holds=found.holds,
        assumed=len(row.entries),
        world=found.now.world,
    )
