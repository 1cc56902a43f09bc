"""Reports on mended rules, for administrators: how far each is, what it found, what was decided."""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from django.db.models import Count, Q, QuerySet

from games.registry import MATCHES
from tracker import sources
from tracker.models import MatchRow, RuleFix, RuleFixMatch

DIFFERS = ~Q(matches__changed=[])


def rule_fixes() -> QuerySet[RuleFix]:
    """Every report, the newest first, with how many matches it `found`, are `differing`, are `undecided`."""
    counts = {
        "found": Count("matches"),
        "differing": Count("matches", filter=DIFFERS),
        "undecided": Count("matches", filter=DIFFERS & Q(matches__decision="")),
    }
    return RuleFix.objects.annotate(**counts).order_by(*RuleFix.NEWEST)


def rule_fix(fix: UUID) -> RuleFix | None:
    """One of them."""
    return rule_fixes().filter(pk=fix).first()


def found_by(fix: UUID) -> QuerySet[RuleFixMatch]:
    """What a report found: other outcomes first, then what is only judged otherwise, in the order of the matches."""
    rows = RuleFixMatch.objects.filter(fix=fix).select_related("stream")
    return rows.alias(same=Q(changed=[])).order_by("same", "stream")


def rows_of(streams: Iterable[UUID]) -> dict[UUID, MatchRow]:
    """The rows of these matches: who plays there."""
    return MatchRow.objects.in_bulk(list(streams))


def is_of_today(fix: RuleFix) -> bool:
    """Whether the rules are still those that the report was made with."""
    return fix.system in MATCHES and fix.rules == sources.rules_digest(MATCHES[fix.system])
