"""What a stream has come to: `state/`, `score/`, `next/`, `verify/` and, once confirmed, `audit/`."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.utils.translation import gettext as _

from api import expand, inputs
from api.answers import as_json, not_modified, read, viewer_tag
from api.endpoint import Endpoint
from api.errors import Problem, wrong
from api.shapes.logs import (
    Answers,
    Audit,
    Commitment,
    EventIn,
    Finding,
    Next,
    Proof,
    ProofProblem,
    Score,
    State,
)
from api.views.access import require_kind, require_rows, viewer_of
from games.rulebook import sentence
from games.ruleset import EVERYONE, RuleViolation, Viewer
from tracker import selectors
from tracker.identity import Identity
from tracker.messages import language
from tracker.proof import verify
from tracker.systems import MATCH


class StreamEndpoint(Endpoint):
    """A read of one stream: 404 for another kind, 304 for a client that has this version already."""

    kind = MATCH
    follows_from_log = True
    """Whether the version of the log and the reader tell the whole answer."""

    def get(self, request: Any, stream: UUID) -> HttpResponse:
        (require_kind if self.kind == MATCH else require_rows)(stream, self.kind)
        viewer = viewer_of(self.identity, stream)
        version = selectors.head(stream).version
        etag = viewer_tag(version, viewer, request.query_params.urlencode())
        if self.follows_from_log and (unchanged := not_modified(self.http_request, etag)):
            return unchanged
        answer = self.read(stream, viewer, version)
        if self.follows_from_log:
            return as_json(answer, headers={"ETag": etag})
        return read(self.http_request, answer, version, viewer)

    def read(self, stream: UUID, viewer: Any, version: int) -> Any:
        """The body of the answer."""
        raise NotImplementedError


class StateView(StreamEndpoint):
    """The state at the head or, with `?at=`, after that event."""

    def read(self, stream: UUID, viewer: Any, version: int) -> State:
        at = inputs.number(self.http_request, "at")
        if at is not None and at > version:
            raise wrong("?at", _("the log ends at %(version)s") % {"version": version})
        view = selectors.state_view(stream, viewer, at)
        return State(view["seq"], version, view["state"], view["outcome"])


class ScoreView(StreamEndpoint):
    """The score so far, or the result."""

    def read(self, stream: UUID, viewer: Any, version: int) -> Score:
        return Score(version, selectors.outcome(stream))


class NextView(StreamEndpoint):
    """What may legally come next, as far as the reader may know it."""

    def read(self, stream: UUID, viewer: Any, version: int) -> Next:
        moves, examples = (inputs.number(self.http_request, name) for name in ("moves", "examples"))
        told = selectors.offers(stream, viewer, examples=bool(examples))
        return Next(
            version,
            list(told.events),
            [EventIn(**one) for one in told.moves] if moves else None,
            [EventIn(**one) for one in told.examples] if examples else None,
        )


@expand.part(MATCH, "score")
def _score_part(identity: Identity, viewer: Viewer, stream: UUID) -> Score:
    return Score(selectors.head(stream).version, selectors.outcome(stream))


@expand.part(MATCH, "state")
def _state_part(identity: Identity, viewer: Viewer, stream: UUID) -> State:
    view = selectors.state_view(stream, viewer)
    return State(view["seq"], view["seq"], view["state"], view["outcome"])


@expand.part(MATCH, "next")
def _next_part(identity: Identity, viewer: Viewer, stream: UUID) -> Next:
    return Next(selectors.head(stream).version, list(selectors.next_events(stream, viewer)))


class VerifyView(StreamEndpoint):
    """Proves the stream: chain, commitments, seals, today's judgement, projections."""

    follows_from_log = False

    def read(self, stream: UUID, viewer: Any, version: int) -> Proof:
        found = problems_of(stream, viewer)
        return Proof(not found, version, selectors.head(stream).hash, found)


class AuditView(StreamEndpoint):
    """Once the result is confirmed: the match replayed with every secret, and every commitment checked."""

    follows_from_log = False

    def read(self, stream: UUID, viewer: Any, version: int) -> Audit:
        outcome = selectors.outcome(stream)
        if outcome.status != "confirmed":
            raise Problem("not_over")
        found = problems_of(stream, viewer)
        kept = [Commitment(*fields) for fields in selectors.commitments(stream)]
        broken = any(commitment.holds is False for commitment in kept)
        told = _answers(stream)
        lied = told is not None and told.verdict == "breach"
        return Audit(not (found or broken or lied), version, kept, found, outcome, told)


def _answers(stream: UUID) -> Answers | None:
    audit = selectors.answers(stream)
    if audit is None:
        return None
    findings = [
        Finding(
            one.seq, one.side, one.check, one.rule, sentence(RuleViolation(one.rule, one.params), language())
        )
        for one in audit.findings
    ]
    return Answers(audit.verdict, findings, list(audit.unproven))


def problems_of(stream: UUID, viewer: Any) -> list[ProofProblem]:
    """What is wrong with a stream. What follows a colon may tell a secret, so it is for staff alone."""
    row = selectors.stream_of(stream)
    found = verify.damage([*verify.verify_stream(row), *verify.seal_problems(row)])
    public = viewer == EVERYONE or viewer.role == "player"
    return [ProofProblem(one.what.partition(":")[0] if public else one.what, one.seq) for one in found]
