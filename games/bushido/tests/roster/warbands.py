"""Warbands of the sample faction, changed as a test needs them, and what the judge says of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.bushido.sample import CARDS, FACTION
from games.bushido.system import RULES
from games.rulebook import all_rules, sentence
from games.ruleset import Cards, Roster, RosterReport, RuleViolation
from games.tests.gapless import GAP

Edition = dict[str, dict[str, Any]]


def report_of(body: Mapping[str, Any], cards: Cards = CARDS) -> RosterReport:
    """The report; every sentence of it is read in both languages and must have no gap."""
    roster = Roster(system="bushido", kind="warband", name="mine", body=dict(body))
    report = RULES.check_roster(roster, cards)
    for said in (*report.violations, *report.warnings):
        assert_reads(said)
    for violation in report.violations:
        assert all_rules()[violation.rule].status == "enforced", violation.rule
    return report


def assert_reads(said: RuleViolation) -> None:
    for language in ("en", "ru"):
        told = sentence(said, language)
        assert len(told) > 15 and not GAP.search(told), (said, told)


def warband(*models: Any, **told: Any) -> dict[str, Any]:
    """A body of these models."""
    return {"faction": FACTION, "models": list(models), **told}


def broken(*models: Any, cards_known: Cards = CARDS, **told: Any) -> list[str]:
    """The rules that a warband of these models breaks."""
    return [violation.rule for violation in report_of(warband(*models, **told), cards_known).violations]


def only(rule: str, *models: Any, cards_known: Cards = CARDS, **told: Any) -> dict[str, Any]:
    """The params of the one violation, which must be of this rule."""
    (violation,) = report_of(warband(*models, **told), cards_known).violations
    assert violation.rule == rule, violation
    return violation.params


def with_fields(**changes: Mapping[str, Any]) -> Edition:
    """The sample edition with other fields of some cards; None takes a field out."""
    changed = {key: {**CARDS.get(key, {"id": key}), **fields} for key, fields in changes.items()}
    return {**CARDS, **{key: _told(row) for key, row in changed.items()}}


def _told(row: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in row.items() if value is not None}
