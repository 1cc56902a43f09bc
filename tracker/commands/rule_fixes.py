"""Mended rules: all matches of a game are looked at again, and an administrator decides what comes of what was found.

Until then nothing changes. A result that is to count anew is confirmed anew in its match's log, by whoever decided and
with their reason; `tracker.rule_fixes` is the work of the jobs.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from uuid import UUID, uuid5

from celery import current_app
from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from games.match import STAFF_SIDE, EventVoided, ResultConfirmed
from games.registry import MATCHES
from games.replay import standing
from games.rulefix import counted
from tracker import log, sources, warm
from tracker.commands.because import said
from tracker.commands.corrections import answered
from tracker.commands.streams import staff_actor
from tracker.commands.tournaments import user_space
from tracker.handle import Command, CommandRejected, KeyReused, handle
from tracker.identity import Identity, NotAllowed
from tracker.ids import uuid7
from tracker.inputs import BadInput, unknown
from tracker.models import RuleFix, RuleFixMatch, Stream
from tracker.systems import MATCH

LOOK, TAKE = "tracker.jobs.replay_matches", "tracker.jobs.take_rule_fix"


def start_rule_fix(identity: Identity, system: str, *, key: str | None = None) -> RuleFix:
    """All stored matches of the game are replayed by today's rules, in a job. A report that goes on is taken instead.

    The same user and key give the same report. Raises `BadInput` for a game that is not known, `KeyReused` when the key
    began one of another game.
    """
    identity.require_administrator()
    id_ = uuid5(user_space(identity), f"rule-fix:{key}") if key else None
    again = RuleFix.objects.filter(pk=id_).first() if id_ else None
    if again is not None and again.system != system:
        raise KeyReused(key)
    return again or begin(system, identity.user.get_username(), id_)


def begin(system: str, asked_by: str = "", id_: UUID | None = None) -> RuleFix:
    """The same without a person: by the server after an upgrade."""
    going = prepared(system, asked_by, id_)
    ask(LOOK, going.pk)
    going.refresh_from_db()
    return going


def prepared(system: str, asked_by: str = "", id_: UUID | None = None) -> RuleFix:
    """The report that goes on, or a new one, for whoever looks through the matches themselves."""
    if system not in MATCHES:
        raise unknown("system", MATCHES)
    rules = MATCHES[system]
    digest = sources.rules_digest(rules)
    with transaction.atomic():
        going = RuleFix.objects.filter(system=system, rules=digest, ended_at=None).first()
        return going or RuleFix.objects.create(
            id=id_ or uuid7(),
            system=system,
            version=rules.version,
            rules=digest,
            asked_by=asked_by,
            total=Stream.objects.filter(kind=MATCH, system=system).count(),
            place=(RuleFix.objects.aggregate(last=Max("place"))["last"] or 0) + 1,
        )


def ask(job: str, fix: UUID) -> None:
    """A worker is asked to go on. Where none can be asked the beat asks again."""
    current_app.loader.import_default_modules()  # a process that has appended nothing yet knows no job
    try:
        current_app.tasks[job].delay(str(fix))
    except OSError:
        return


def decide_rule_fix(
    identity: Identity, fix: UUID, matches: Iterable[Any], *, decision: str, reason: str
) -> int:
    """Decides about these matches of a report; how many that were. What was decided once stays decided.

    `take`: their results count as today's rules say, by a correction in each log; `keep`: they stand.
    """
    identity.require_administrator()
    if decision not in (RuleFixMatch.TAKE, RuleFixMatch.KEEP):
        raise unknown("decision", (RuleFixMatch.TAKE, RuleFixMatch.KEEP))
    why = said(reason)
    found = RuleFix.objects.filter(pk=fix).first()
    if found is None:
        raise BadInput("fix", _("there is no such report"))
    if found.ended_at is None:
        raise BadInput("fix", _("the matches are still being looked through"))
    if found.rules != sources.rules_digest(MATCHES[found.system]):
        raise BadInput("fix", _("the rules were changed again since: look through the matches once more"))
    rows = RuleFixMatch.objects.filter(fix=found, stream__in=_ids(matches))
    if decision == RuleFixMatch.TAKE and any(not can_take(row) for row in rows):
        raise BadInput("matches", _("one of these matches has no other result to take"))
    told = {
        "decision": decision,
        "decided_by": identity.user,
        "decided_as": identity.user.get_username(),
        "decided_at": timezone.now(),
        "reason": why[:500],
    }
    count = rows.filter(decision="").update(**told)
    if count and decision == RuleFixMatch.TAKE:
        ask(TAKE, found.pk)
    return count


def can_take(row: RuleFixMatch) -> bool:
    """Whether the match has a confirmed result, and today's rules give it another one that is whole."""
    both = row.before.get("status") == row.after.get("status") == "confirmed"
    return both and bool({"vp", "winner"} & set(row.changed))


def _ids(matches: Iterable[Any]) -> list[UUID]:
    try:
        found = [UUID(str(one)) for one in matches]
    except ValueError:
        raise BadInput("matches", _("there is no such match")) from None
    if not found:
        raise BadInput("matches", _("choose at least one match"))
    return found


def count_anew(row: RuleFixMatch) -> None:
    """Confirms the result of a match as today's rules count it; once, however often it is asked for.

    Raises `CommandRejected` where the rules refuse it, `NotAllowed` where whoever decided may no longer.
    """
    if row.decided_by is None:
        raise NotAllowed("the administrator")
    key = f"rule-fix:{row.fix_id}"
    if answered(row.stream_id, key):
        return
    actor = staff_actor(Identity(row.decided_by), row.stream_id)
    now = warm.current(row.stream_id)
    outcome = counted(now.rules, now.state)
    entries = standing(warm.entries_of(now.codec, log.read(row.stream_id)))
    given = tuple(one.seq for one in entries if isinstance(one.event, ResultConfirmed))
    if not given or outcome.status != "confirmed":
        return
    confirmed = ResultConfirmed(side=STAFF_SIDE, vp=dict(outcome.vp), winner=outcome.winner or "")
    reason = f"{row.reason} ({row.fix.system} {row.fix.version})"
    handle(
        Command(
            stream=row.stream_id,
            actor=actor,
            events=(EventVoided(seqs=given, reason=reason), confirmed),
            expected_version=now.head.version,
            key=key,
        )
    )


def refusals(error: CommandRejected) -> list[str]:
    """The rules that refused a correction."""
    return sorted({one.rule for one in error.violations})
