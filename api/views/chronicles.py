"""`chronicles/`: campaigns as their clubs define them.

Decisions go into the log by the generic address; here is what only the server logs: a campaign, a roster that joins, a
match that is opened, dice of the committed seed.
"""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.urls import reverse

from api import inputs, paging
from api.answers import as_json, not_modified, version_tag
from api.endpoint import Endpoint
from api.errors import Problem
from api.shapes import chronicles as shapes
from api.views.access import require_kind, require_rows
from api.views.logs import appended
from api.views.tournaments import write_options
from tracker import commands, selectors
from tracker.models import ChronicleRow
from tracker.systems import CHRONICLE


class ChroniclesView(Endpoint):
    """Campaigns, newest first. POST makes one."""

    def get(self, request: Any) -> HttpResponse:
        self.identity.require_scope("read")
        rows = selectors.chronicles()
        return paging.page(self.http_request, rows, paging.STREAMS, lambda found: list(map(shown, found)))

    def post(self, request: Any) -> HttpResponse:
        asked = inputs.body(self.http_request, shapes.NewChronicle)
        key = inputs.idempotency_key(self.http_request)
        made = commands.create_chronicle(
            self.identity, name=asked.name, definition=asked.definition, private=asked.private, key=key
        )
        found = chronicle_of(made)
        return as_json(found, 201, {"Location": found.url, "ETag": version_tag(found.version)})


class ChronicleView(Endpoint):
    """One campaign with its ranking."""

    def get(self, request: Any, stream: UUID) -> HttpResponse:
        self.identity.require_scope("read")
        require_rows(stream, CHRONICLE)
        found = chronicle_of(stream)
        etag = version_tag(found.version)
        return not_modified(self.http_request, etag) or as_json(found, headers={"ETag": etag})


class ChronicleWorldView(Endpoint):
    """What it has come to."""

    def get(self, request: Any, stream: UUID) -> HttpResponse:
        self.identity.require_scope("read")
        require_kind(stream, CHRONICLE)
        found = selectors.chronicle(stream)
        if found is None:
            raise Problem("not_found")
        etag = version_tag(found.version)
        body = shapes.ChronicleWorld(found.version, found.world)
        return not_modified(self.http_request, etag) or as_json(body, headers={"ETag": etag})


class ChronicleRostersView(Endpoint):
    """POST: a roster joins."""

    def post(self, request: Any, stream: UUID) -> HttpResponse:
        require_kind(stream, CHRONICLE)
        asked = inputs.body(self.http_request, shapes.NewRoster)
        return appended(
            commands.join_chronicle(
                self.identity,
                stream,
                player=asked.player,
                name=asked.name,
                fighters=[(one.id, one.name) for one in asked.fighters],
                key=inputs.idempotency_key(self.http_request),
            )
        )


class ChronicleMatchesView(Endpoint):
    """POST: a match of the campaign is opened."""

    def post(self, request: Any, stream: UUID) -> HttpResponse:
        require_kind(stream, CHRONICLE)
        asked = inputs.body(self.http_request, shapes.NewLink)
        match = commands.link_match(
            self.identity,
            stream,
            asked.rosters,
            stake=asked.stake,
            chapter=asked.chapter,
            key=inputs.idempotency_key(self.http_request),
        )
        url = reverse("api:match", args=[match])
        return as_json(shapes.LinkOpened(str(match), url), 201, {"Location": url})


class ChronicleChallengesView(Endpoint):
    """POST: a roster dares another."""

    def post(self, request: Any, stream: UUID) -> HttpResponse:
        require_kind(stream, CHRONICLE)
        asked = inputs.body(self.http_request, shapes.NewChallenge)
        return appended(
            commands.challenge_roster(
                self.identity,
                stream,
                asked.roster,
                asked.against,
                stake=asked.stake,
                key=inputs.idempotency_key(self.http_request),
            )
        )


class ChronicleChallengeView(Endpoint):
    """POST: an answer to a challenge, or its match."""

    def post(self, request: Any, stream: UUID, challenge: str) -> HttpResponse:
        require_kind(stream, CHRONICLE)
        asked = inputs.body(self.http_request, shapes.ChallengeAnswer)
        if asked.action == "play":
            commands.play_challenge(self.identity, stream, challenge)
        else:
            key = inputs.idempotency_key(self.http_request)
            accepted = asked.action == "accept"
            commands.answer_challenge(self.identity, stream, challenge, accepted=accepted, key=key)
        now = selectors.current_state(stream)
        found = now.state.challenges[challenge]
        match = now.state.links[found.link].match if found.link else None
        url = reverse("api:match", args=[match]) if match else None
        return as_json(shapes.ChallengeAnswered(found.status, match, url, now.head.version), 201)


class ChronicleAmendmentsView(Endpoint):
    """POST: the rules change, from the next cycle on."""

    def post(self, request: Any, stream: UUID) -> HttpResponse:
        require_kind(stream, CHRONICLE)
        asked = inputs.body(self.http_request, shapes.NewAmendment)
        options = write_options(self, asked.expected_version)
        return appended(
            commands.amend_definition(self.identity, stream, asked.definition, asked.reason, **options)
        )


class ChronicleRollsView(Endpoint):
    """POST: the server rolls what is due."""

    def post(self, request: Any, stream: UUID) -> HttpResponse:
        require_kind(stream, CHRONICLE)
        asked = inputs.body(self.http_request, shapes.Roll)
        count = commands.roll_dice(self.identity, stream, asked.link, asked.roster, effect=asked.effect)
        return as_json(shapes.Rolled(count, selectors.head(stream).version), 201)


def chronicle_of(stream: UUID) -> shapes.Chronicle:
    """The campaign in lists. Raises `Problem` when its creation was voided."""
    selectors.bring_up(stream)
    row = selectors.chronicle_row(stream)
    if row is None:
        raise Problem("not_found")
    return shown(row)


def shown(row: ChronicleRow) -> shapes.Chronicle:
    """A campaign of the list."""
    return shapes.Chronicle(
        id=str(row.pk),
        url=reverse("api:chronicle", args=[row.pk]),
        name=row.name,
        system=row.system,
        cycle=row.cycle,
        ending=row.ending,
        ranking=[shapes.Placed(**{"place": at, **one}) for at, one in enumerate(row.ranking, 1)],
        open_steps=row.open_steps,
        questions=row.questions,
        version=row.version,
        private=row.stream.private,
    )
