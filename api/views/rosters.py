"""`warbands/` and `decks/`: the caller's own rosters, their revisions, and a check that stores nothing."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.urls import reverse

from api import inputs, paging
from api.answers import as_json
from api.endpoint import Endpoint
from api.errors import Problem
from api.shapes.pages import RosterReport, Violation
from api.shapes.people import Revision, RevisionIn, Roster, RosterIn
from games import ruleset
from games.ruleset import RuleViolation
from tracker import commands, messages, selectors


class WarbandsView(Endpoint):
    """The caller's warbands, newest first; POST saves a new one with its first revision."""

    def get(self, request: Any) -> HttpResponse:
        self.identity.require_scope("read")
        rows = selectors.warbands_of(self.identity, inputs.text(self.http_request, "system"))
        return paging.page(self.http_request, rows, "id", lambda found: [shown(row) for row in found])

    def post(self, request: Any) -> HttpResponse:
        asked = inputs.body(self.http_request, RosterIn)
        self.identity.require_scope("play")
        revision = commands.save_warband(
            self.identity,
            system=asked.system,
            name=asked.name,
            body=asked.body,
            edition=asked.edition,
            player=asked.player,
        )
        row = own_warband(self.identity, revision.warband_id)
        return as_json(shown(row), 201, {"Location": _url(row)})


class WarbandView(Endpoint):
    """One warband of the caller's with its newest revision."""

    def get(self, request: Any, warband: UUID) -> HttpResponse:
        self.identity.require_scope("read")
        return as_json(shown(own_warband(self.identity, warband)))


class RevisionsView(Endpoint):
    """Every revision of a warband, newest first; POST saves another."""

    def get(self, request: Any, warband: UUID) -> HttpResponse:
        self.identity.require_scope("read")
        rows = own_warband(self.identity, warband).revisions.all()
        return as_json({"results": [_revision(row) for row in sorted(rows, key=lambda row: -row.number)]})

    def post(self, request: Any, warband: UUID) -> HttpResponse:
        asked = inputs.body(self.http_request, RevisionIn)
        self.identity.require_scope("play")
        row = own_warband(self.identity, warband)
        newest = _newest(row)
        revision = commands.save_warband(
            self.identity,
            system=row.system,
            name=asked.name or row.name,
            body=asked.body,
            edition=asked.edition if asked.edition is not None else newest and newest.edition,
            warband=warband,
        )
        return as_json(_revision(revision), 201)


class ValidateView(Endpoint):
    """What the rules say of a warband: all violations, and warnings where a fact is unknown. Nothing is stored."""

    def post(self, request: Any) -> HttpResponse:
        asked = inputs.body(self.http_request, RosterIn)
        report = commands.check_warband(asked.system, asked.name, asked.edition, asked.body)
        return as_json(report_of(report))


class DecksView(Endpoint):
    """The caller's decks, newest first: for the systems that play with them."""

    def get(self, request: Any) -> HttpResponse:
        self.identity.require_scope("read")
        rows = selectors.decks_of(self.identity, inputs.text(self.http_request, "system"))
        return paging.page(self.http_request, rows, "id", lambda found: [shown(row) for row in found])


def own_warband(identity: Any, warband: UUID) -> Any:
    """A warband of the caller's; another's is not found."""
    row = selectors.warbands_of(identity).filter(id=warband).first()
    if row is None:
        raise Problem("not_found")
    return row


def shown(row: Any) -> Roster:
    """A roster with its newest revision; the revisions are read with the page."""
    newest = _newest(row)
    return Roster(
        id=str(row.id),
        url=_url(row),
        system=row.system,
        name=row.name,
        player=str(row.player_id) if row.player_id else None,
        revisions=newest.number if newest else 0,
        newest=_revision(newest) if newest else None,
    )


def _newest(row: Any) -> Any:
    return max(row.revisions.all(), key=lambda revision: revision.number, default=None)


def _url(row: Any) -> str:
    return (
        reverse("api:warband", args=[row.id]) if row._meta.model_name == "warband" else reverse("api:decks")
    )


def _revision(row: Any) -> Revision:
    return Revision(
        number=row.number,
        edition=row.edition,
        digest=row.digest,
        created_at=row.created_at.isoformat(timespec="seconds"),
        report=report_of(_stored(row.report)),
        body=row.body,
    )


def _stored(report: dict[str, Any]) -> ruleset.RosterReport:
    found = {
        name: tuple(RuleViolation(**one) for one in report.get(name, ()))
        for name in ("violations", "warnings")
    }
    return ruleset.RosterReport(**found)


def report_of(report: ruleset.RosterReport) -> RosterReport:
    """A report in the reader's language."""
    violations = [Violation(**messages.problem(one)) for one in report.violations]
    return RosterReport(
        report.ok, violations, [Violation(**messages.problem(one)) for one in report.warnings]
    )
