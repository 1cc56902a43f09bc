"""The work behind the reports on mended rules: a pack of matches at a time, each with what it found in one transaction.

Safe to run twice, late, by two workers or after one was killed: whoever works holds the report's row, and where it goes
on stands there with what was found. Called by `tracker.jobs`; what a person may ask for is `commands.rule_fixes`.
"""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

import msgspec
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from games import rulefix
from games.registry import MATCHES
from tracker import sources
from tracker.commands import rule_fixes
from tracker.handle import CommandRejected, StaleVersion
from tracker.identity import NotAllowed
from tracker.models import RuleFix, RuleFixMatch, Stream
from tracker.projections import source
from tracker.systems import MATCH

PACK = 50
"""Matches that are looked at in one transaction."""
SILENT = timedelta(minutes=2)
"""After so long without a sign the beat asks another worker to go on."""


def look_on(fix: UUID) -> bool:
    """Replays the next matches of a report; whether there are more. Nothing where it has ended or is gone."""
    with transaction.atomic():
        row = RuleFix.objects.select_for_update().filter(pk=fix, ended_at=None).first()
        if row is None:
            return False
        if row.rules != sources.rules_digest(MATCHES[row.system]):
            row.overtaken, row.ended_at = True, timezone.now()
            row.save()
            return False
        streams = Stream.objects.filter(kind=MATCH, system=row.system).order_by("id")
        pack = list(streams.filter(id__gt=row.last)[:PACK] if row.last else streams[:PACK])
        logs = source.rows_of([one.id for one in pack])
        found = [told for one in pack if (told := _looked_at(row, one, logs[one.id])) is not None]
        RuleFixMatch.objects.bulk_create(found)
        row.done += len(pack)
        row.total = max(row.total, row.done)
        if len(pack) < PACK:
            row.ended_at, row.total = timezone.now(), row.done
        else:
            row.last = pack[-1].id
        row.save()
        return row.ended_at is None


def _looked_at(fix: RuleFix, stream: Stream, rows: list[source.Event]) -> RuleFixMatch | None:
    """What is to be told of one match. One whose log cannot be read is told of, and holds up none of the others."""
    if not rows:
        return None
    try:
        read = source.folded(stream, rows, scored=False)
        before = msgspec.json.decode(stream.score, type=dict)
        verdict = rulefix.compare(read.rules, read.setup, read.entries, before)
    except Exception:  # whatever is wrong with it, `verify-log` tells
        return RuleFixMatch(fix=fix, stream=stream, unread=True)
    if verdict is None:
        return None
    return RuleFixMatch(
        fix=fix,
        stream=stream,
        before={name: before[name] for name in rulefix.COMPARED if name in before},
        after={
            name: value
            for name, value in msgspec.to_builtins(verdict.after).items()
            if name in rulefix.COMPARED
        },
        changed=list(verdict.changed),
        seq=verdict.seq,
        violations=[msgspec.to_builtins(one) for one in verdict.violations],
    )


def take_on(fix: UUID) -> None:
    """Corrects the matches of a report that an administrator decided to count anew."""
    waiting = RuleFixMatch.objects.filter(fix=fix, decision=RuleFixMatch.TAKE, taken_at=None, refused=[])
    for row in waiting.select_related("fix", "decided_by").order_by("stream"):
        try:
            rule_fixes.count_anew(row)
        except StaleVersion:  # the match goes on at this moment; the beat asks again
            continue
        except CommandRejected as error:
            row.refused = rule_fixes.refusals(error)
        except NotAllowed:
            row.refused = ["-"]
        else:
            row.taken_at = timezone.now()
        row.save(update_fields=["taken_at", "refused"])


def see_to() -> int:
    """Begins a report for each game whose rules are others than at its last one, and goes on with what stands still."""
    begun = 0
    for system, rules in MATCHES.items():
        newest = RuleFix.objects.filter(system=system).order_by(*RuleFix.NEWEST).first()
        known = newest is not None and newest.rules == sources.rules_digest(rules)
        if not known and Stream.objects.filter(kind=MATCH, system=system).exists():
            rule_fixes.begin(system)
            begun += 1
    now = timezone.now()  # one that was touched later than now was touched before the clock was set back
    still = Q(touched_at__lt=now - SILENT) | Q(touched_at__gt=now + SILENT)
    for fix in RuleFix.objects.filter(still, ended_at=None).values_list("pk", flat=True):
        rule_fixes.ask(rule_fixes.LOOK, fix)
    waiting = RuleFixMatch.objects.filter(decision=RuleFixMatch.TAKE, taken_at=None, refused=[])
    for fix in waiting.order_by("fix").values_list("fix", flat=True).distinct():
        rule_fixes.ask(rule_fixes.TAKE, fix)
    return begun
