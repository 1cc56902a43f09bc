"""Mended rules, for administrators: a report for each version of a game's rules, and what is to come of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from games.judging import for_people
from games.registry import SYSTEMS
from games.ruleset import REFEREE, RuleViolation
from tracker import commands, identity, selectors
from tracker.commands.rule_fixes import can_take
from tracker.messages import language, problem
from tracker.models import MatchRow, RuleFix, RuleFixMatch
from tracker.pages.core.answers import Refusal, attempt
from tracker.pages.ladder.ratings import games, page_of
from tracker.pages.match_forms import pages_of
from tracker.selectors import rule_fixes as found

PAGE = 50
REPORTS = 20


@login_required
def rule_fixes(request: HttpRequest) -> HttpResponse:
    """GET: the newest reports. POST: the matches of a game are looked through again."""
    who, refused = _administrator(request), None
    if request.method == "POST":
        answered = attempt(lambda: commands.start_rule_fix(who, request.POST.get("system", "")))
        if answered.value is not None:
            return redirect("pages:rule-fix", fix=answered.value.pk)
        refused = answered.refusal
    context = {"reports": [report_view(one) for one in found.rule_fixes()[:REPORTS]], "games": games()}
    context |= refused.context if refused else {}
    return render(request, "rulebooks/rule_fixes.html", context, status=refused.status if refused else 200)


@login_required
def rule_fix(request: HttpRequest, fix: UUID) -> HttpResponse:
    """GET: how far it is, and every match that today's rules judge differently. POST: a decision about marked ones."""
    who = _administrator(request)
    if found.rule_fix(fix) is None:
        raise Http404
    if request.method != "POST":
        return _page(request, fix)
    sent = request.POST
    answered = attempt(
        lambda: commands.decide_rule_fix(
            who, fix, sent.getlist("match"), decision=sent.get("do", ""), reason=sent.get("reason", "")
        ),
        REFEREE,
    )
    if answered.refusal is not None:
        return _page(request, fix, answered.refusal)
    messages.success(request, _("Decided, and kept with your name."))
    return redirect("pages:rule-fix", fix=fix)


def _administrator(request: HttpRequest) -> identity.Identity:
    who = identity.of_request(request)
    who.require_administrator()
    return who


def _page(request: HttpRequest, fix: UUID, refusal: Refusal | None = None) -> HttpResponse:
    report = found.rule_fix(fix)
    assert report is not None
    start = PAGE * (page_of(request) - 1)
    rows = list(found.found_by(fix)[start : start + PAGE + 1])
    shown = rows[:PAGE]
    matches = found.rows_of(row.stream_id for row in shown)
    names = selectors.player_names(
        player for row in matches.values() for players in row.sides.values() for player in players
    )
    views = [match_view(one, matches.get(one.stream_id), names) for one in shown]
    context = {
        "report": report_view(report),
        "rows": views,
        "open": any(one["may_decide"] for one in views) and found.is_of_today(report),
        "old": report.ended_at is not None and not found.is_of_today(report),
        "next": page_of(request) + 1 if len(rows) > PAGE else None,
        "typed": request.POST.get("reason", "") if refusal else "",
    }
    context |= refusal.context if refusal else {}
    return render(request, "rulebooks/rule_fix.html", context, status=refusal.status if refusal else 200)


def report_view(report: RuleFix) -> dict[str, Any]:
    """A report as lists show it."""
    known = SYSTEMS.get(report.system)
    return {
        "row": report,
        "game": known.tables.name.to(language()) if known else report.system,
        "going": report.ended_at is None,
        "found": getattr(report, "found", 0),
        "differing": getattr(report, "differing", 0),
        "undecided": getattr(report, "undecided", 0),
        "rules": report.rules[:12],
    }


def match_view(row: RuleFixMatch, match: MatchRow | None, names: Mapping[str, str]) -> dict[str, Any]:
    """A match that is seen otherwise: who plays it, what changes, by which rule, and what was decided."""
    sides = match.sides if match else {}
    return {
        "row": row,
        "title": " – ".join(", ".join(names.get(one, "?") for one in players) for players in sides.values())
        or _("A match that was never opened"),
        "changes": list(changes_of(row)),
        "refused": [problem(one) for one in for_people([RuleViolation(**told) for told in row.violations])],
        "differs": bool(row.changed),
        "system": row.stream.system,
        "may_decide": bool(row.changed) and not row.decision,
        "may_take": can_take(row),
        "decided": {"take": _("counts anew"), "keep": _("stands as it was")}.get(row.decision, ""),
    }


def changes_of(row: RuleFixMatch) -> Iterator[str]:
    """What is another, in sentences: the result, the points, where they come from, the rest."""
    pages, lang = pages_of(row.stream.system), language()
    before, after, changed = row.before, row.after, set(row.changed)
    if "status" in changed:
        words = {"open": _("not over"), "finished": _("over"), "confirmed": _("confirmed")}
        yield _("State: %(before)s, now %(after)s.") % _pair(words, before["status"], after["status"])
    if "winner" in changed:
        was, now = (
            pages.result_words(one, lang) if one else _("no result")
            for one in (before["winner"], after["winner"])
        )
        yield _("Result: %(before)s, now %(after)s.") % {"before": was, "after": now}
    if "vp" in changed:
        yield from _points(row.stream.system, before["vp"], after["vp"])
    if "turn" in changed:
        yield _("Turns: %(before)s, now %(after)s.") % {"before": before["turn"], "after": after["turn"]}
    if "lines" in changed:
        yield from _lines(row.stream.system, before["lines"], after["lines"])
    if "figures" in changed:
        yield _("Other figures for tie-breaks.")
    if "carry" in changed:
        yield _("Something else goes on to the event or the season.")
    if "incomplete" in changed:
        yield _("Whether the log holds the whole result is judged differently.")


def _pair(words: Mapping[str, str], before: str, after: str) -> dict[str, str]:
    return {"before": words.get(before, before), "after": words.get(after, after)}


def _points(system: str, before: Mapping[str, int], after: Mapping[str, int]) -> Iterator[str]:
    """Each side that has other points."""
    pages, lang = pages_of(system), language()
    for side in sorted(before.keys() | after.keys()):
        was, now = before.get(side, 0), after.get(side, 0)
        if was != now:
            told = {"side": pages.side_name(side, lang), "before": was, "after": now}
            yield _("%(side)s: points %(before)s, now %(after)s.") % told


def _lines(system: str, before: list[Any], after: list[Any]) -> Iterator[str]:
    """Each source of points that gives others: with its side and turn."""
    pages, lang = pages_of(system), language()
    was, now = _by_source(before), _by_source(after)
    for key in sorted(was.keys() | now.keys(), key=str):
        if was.get(key) == now.get(key):
            continue
        side, source, turn, _player = key
        words = {
            "source": pages.points_name(source, lang),
            "side": pages.side_name(side, lang),
            "turn": turn,
            "before": was.get(key, 0),
            "after": now.get(key, 0),
        }
        if turn is None:
            yield _("%(source)s (%(side)s): %(before)s, now %(after)s.") % words
        else:
            yield _("%(source)s (%(side)s), turn %(turn)s: %(before)s, now %(after)s.") % words


def _by_source(lines: list[Any]) -> dict[tuple[Any, ...], int]:
    return {
        (one["side"], one["source"], one.get("turn"), one.get("player")): one.get("vp", 0) for one in lines
    }
