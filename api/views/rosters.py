"""`warbands/`, `decks/` and `teams/`: the caller's own rosters, their revisions, and a check that stores nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.urls import reverse

from api import inputs, paging
from api.answers import as_json
from api.endpoint import Endpoint
from api.errors import Problem
from api.shapes.pages import RosterReport, Violation
from api.shapes.people import Revision, RevisionIn, Roster, RosterIn, RosterToSave
from games import ruleset
from games.registry import ROSTER_KINDS
from games.ruleset import RuleViolation
from tracker import commands, messages, selectors
from tracker.inputs import unknown
from tracker.moments import written
from tracker.named import card_names


class RostersView(Endpoint):
    """The caller's warbands or decks, newest first; POST saves a new one with its first revision."""

    kind = "warband"

    def get(self, request: Any) -> HttpResponse:
        self.identity.require_scope("read")
        rows = selectors.rosters_of(self.identity, self.kind, inputs.text(self.http_request, "system"))
        return paging.page(self.http_request, rows, paging.OWN, lambda found: [shown(row) for row in found])

    def post(self, request: Any) -> HttpResponse:
        asked = inputs.body(self.http_request, RosterToSave)
        self.identity.require_scope("play")
        of_kind(asked.system, self.kind)
        revision = commands.save_roster(
            self.identity,
            system=asked.system,
            name=asked.name,
            body=asked.body,
            edition=asked.edition,
            player=asked.player,
            key=inputs.idempotency_key(self.http_request),
        )
        row = own_roster(self.identity, self.kind, revision.roster_id)
        return as_json(shown(row), 201, {"Location": _url(row)})


class RosterView(Endpoint):
    """One warband or deck of the caller's with its newest revision."""

    kind = "warband"

    def get(self, request: Any, roster: UUID) -> HttpResponse:
        self.identity.require_scope("read")
        return as_json(shown(own_roster(self.identity, self.kind, roster)))


class RevisionsView(Endpoint):
    """Every revision of a warband or deck, newest first; POST saves another."""

    kind = "warband"

    def get(self, request: Any, roster: UUID) -> HttpResponse:
        self.identity.require_scope("read")
        rows = own_roster(self.identity, self.kind, roster).revisions.all()
        return as_json({"results": [_revision(row) for row in sorted(rows, key=lambda row: -row.number)]})

    def post(self, request: Any, roster: UUID) -> HttpResponse:
        asked = inputs.body(self.http_request, RevisionIn)
        self.identity.require_scope("play")
        row = own_roster(self.identity, self.kind, roster)
        newest = _newest(row)
        revision = commands.save_roster(
            self.identity,
            system=row.system,
            name=asked.name or row.name,
            body=asked.body,
            edition=asked.edition if asked.edition is not None else newest and newest.edition,
            roster=roster,
            key=inputs.idempotency_key(self.http_request),
        )
        return as_json(_revision(revision), 201)


class ValidateView(Endpoint):
    """What the rules say of a list: all violations, and warnings where a fact is unknown. Nothing is stored."""

    kind = "warband"

    def post(self, request: Any) -> HttpResponse:
        asked = inputs.body(self.http_request, RosterIn)
        of_kind(asked.system, self.kind)
        report = commands.check_roster(asked.system, asked.name, asked.edition, asked.body)
        cards = selectors.edition_cards(asked.system, asked.edition)
        return as_json(report_of(report, card_names(cards, messages.language())))


def of_kind(system: str, kind: str) -> None:
    """Raises `BadInput` where a system plays with lists of another kind."""
    if ROSTER_KINDS.get(system, kind) != kind:
        raise unknown("system", (key for key, own in ROSTER_KINDS.items() if own == kind))


def own_roster(identity: Any, kind: str, roster: UUID) -> Any:
    """A list of the caller's; another's is not found."""
    row = selectors.rosters_of(identity, kind).filter(id=roster).first()
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
    return reverse(f"api:{ROSTER_KINDS[row.system]}", args=[row.id])


def _revision(row: Any) -> Revision:
    return Revision(
        number=row.number,
        edition=row.edition,
        digest=row.digest,
        created_at=written(row.created_at),
        report=report_of(_stored(row.report)),
        body=row.body,
    )


def _stored(report: dict[str, Any]) -> ruleset.RosterReport:
    found = {
        name: tuple(RuleViolation(**one) for one in report.get(name, ()))
        for name in ("violations", "warnings")
    }
    return ruleset.RosterReport(**found)


def report_of(report: ruleset.RosterReport, names: Mapping[str, str] | None = None) -> RosterReport:
    """A report in the reader's language, with the `names` of cards in it where they are known."""
    violations, warnings = (
        [Violation(**messages.problem(one, names=names)) for one in told]
        for told in (report.violations, report.warnings)
    )
    return RosterReport(report.ok, violations, warnings)
