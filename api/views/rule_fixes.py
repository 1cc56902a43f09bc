"""`rule-fixes/`: which stored matches would end differently by today's rules. For administrators."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.urls import reverse

from api import inputs, paging
from api.answers import as_json
from api.endpoint import Endpoint
from api.errors import Problem
from api.shapes import rule_fixes as shapes
from tracker import commands
from tracker.models import RuleFix, RuleFixMatch
from tracker.moments import written
from tracker.selectors import rule_fixes as found

NEWEST = paging.Order("begun_at", "id")


class RuleFixesView(Endpoint):
    """Every report, newest first. POST looks through the matches of a game; a look that goes on is not begun twice."""

    def get(self, request: Any) -> HttpResponse:
        self.identity.require_scope("read")
        self.identity.require_administrator()
        rows = found.rule_fixes()
        return paging.page(self.http_request, rows, NEWEST, lambda page: [shown(row) for row in page])

    def post(self, request: Any) -> HttpResponse:
        self.identity.require_scope("organise")
        asked = inputs.body(self.http_request, shapes.NewRuleFix)
        key = inputs.idempotency_key(self.http_request)
        made = shown(_one(commands.start_rule_fix(self.identity, asked.system, key=key).pk))
        return as_json(made, 201, {"Location": made.url})


class RuleFixView(Endpoint):
    """One report. POST decides about matches of it."""

    def get(self, request: Any, fix: UUID) -> HttpResponse:
        self.identity.require_scope("read")
        self.identity.require_administrator()
        return as_json(shown(_one(fix)))

    def post(self, request: Any, fix: UUID) -> HttpResponse:
        self.identity.require_scope("organise")
        self.identity.require_administrator()
        _one(fix)
        asked = inputs.body(self.http_request, shapes.Decision)
        count = commands.decide_rule_fix(
            self.identity, fix, asked.matches, decision=asked.decision, reason=asked.reason
        )
        return as_json(shapes.Decided(count, shown(_one(fix))))


class RuleFixMatchesView(Endpoint):
    """The matches that a report found."""

    def get(self, request: Any, fix: UUID) -> HttpResponse:
        self.identity.require_scope("read")
        self.identity.require_administrator()
        _one(fix)
        rows = found.found_by(fix)
        return paging.page(
            self.http_request, rows, paging.STREAMS, lambda page: [_match(row) for row in page]
        )


def _one(fix: UUID) -> RuleFix:
    row = found.rule_fix(fix)
    if row is None:
        raise Problem("not_found")
    return row


def shown(row: RuleFix) -> shapes.RuleFix:
    """A report with its counts."""
    return shapes.RuleFix(
        id=str(row.pk),
        url=reverse("api:rule-fix", args=[row.pk]),
        system=row.system,
        version=row.version,
        rules=row.rules,
        asked_by=row.asked_by,
        created_at=written(row.begun_at),
        ended_at=_moment(row.ended_at),
        overtaken=row.overtaken,
        total=row.total,
        done=row.done,
        differing=getattr(row, "differing", 0),
        undecided=getattr(row, "undecided", 0),
    )


def _match(row: RuleFixMatch) -> shapes.RuleFixMatch:
    return shapes.RuleFixMatch(
        match=str(row.stream_id),
        url=reverse("api:match", args=[row.stream_id]),
        changed=list(row.changed),
        before=row.before,
        after=row.after,
        seq=row.seq,
        rules=[one["rule"] for one in row.violations],
        unread=row.unread,
        decision=row.decision,
        decided_by=row.decided_as,
        decided_at=_moment(row.decided_at),
        reason=row.reason,
        taken_at=_moment(row.taken_at),
    )


def _moment(at: Any) -> str | None:
    return written(at) if at else None
