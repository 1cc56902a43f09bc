"""The page on which anyone may check an exported log: chain, order, secrets, rules, result. Nothing is stored.

And where such a copy comes from: every log, as far as its reader may know it.
"""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from games import portable
from games.audit import Judgement, judge_log
from games.portable import BadLog, PortableLog
from games.ruleset import DRAW
from tracker import archive, identity, messages, selectors, transfer, witness
from tracker.pages.forms.verify import LogFileForm
from tracker.pages.match_forms import pages_of
from tracker.pages.named import ids_in
from tracker.pages.spoken import spoken
from tracker.systems import MATCH, find_rules

Report = dict[str, Any]


def verify(request: HttpRequest) -> HttpResponse:
    """GET: the form. POST: the report on one file; 422 when a check fails."""
    form = LogFileForm(request.POST, request.FILES) if request.method == "POST" else LogFileForm()
    if not form.is_valid():
        return render(request, "verify.html", {"form": form}, status=400 if form.errors else 200)
    file, kept = form.cleaned_data["file"], form.cleaned_data["seal"]
    reports = check_file(file.name, file.read()) if file else []
    wrong = selectors.seal_contradicts(kept) if kept else None
    ok = all(report["ok"] for report in reports) and wrong is None
    context = {"form": LogFileForm(), "reports": reports, "ok": ok, "name": file.name if file else ""}
    context |= {"kept": kept, "seal_wrong": spoken(wrong) if wrong else ""}
    return render(request, "verify.html", context, status=200 if ok else 422)


def check_file(name: str, content: bytes) -> list[Report]:
    """One report for a log, one for each log of a whole event's archive."""
    if not archive.is_archive(content):
        return [check_log(name, content)]
    try:
        logs = archive.logs_in(content)
        reports = [check_log(one, text) for one, text in logs]
        if all(report["ok"] for report in reports):
            _compare(reports, [portable.read_log(text, find_rules) for _, text in logs])
    except BadLog as error:
        return [_unreadable(name, error)]
    return reports


def _compare(reports: list[Report], logs: list[PortableLog]) -> None:
    """Adds to the reports where the logs of one event contradict each other."""
    for clash in witness.contradictions(logs):
        for report, log in zip(reports, logs, strict=True):
            if log.header.stream == clash.stream:
                report["problems"].append(_clash(clash))
                report["ok"] = report["agrees"] = False


def _clash(clash: witness.Clash) -> dict[str, Any]:
    return _place(1 if clash.seq is None else clash.seq + 1, clash.what)


def check_log(name: str, content: bytes) -> Report:
    """{"name", "ok", "problems", "events", "points", ...}: what a reader wants to know about a log.

    A copy that leaves something out proves that nothing was changed; its rules cannot be judged by it.
    """
    try:
        log = portable.read_log(content, find_rules)
        broken = [_place(problem.line, problem.what) for problem in portable.verify(log)]
        judged = judge_log(log) if log.header.complete else None
        clashes = [] if broken else [_clash(clash) for clash in witness.against_seals(log)]
    except BadLog as error:
        return _unreadable(name, error)
    refused = _refused(judged) if judged else []
    return {
        "name": name,
        "ok": not broken and not refused and not clashes,
        "agrees": not clashes,
        "problems": broken + refused + clashes,
        "chain_ok": not broken,
        "rules_ok": not refused,
        "judged": judged is not None,
        "events": len(log.lines),
        "head": log.header.head,
        **_points(log, judged),
    }


def _unreadable(name: str, error: BadLog) -> Report:
    return {
        "name": name,
        "ok": False,
        "unreadable": True,
        "problems": [_place(error.problem.line, error.problem.what)],
    }


def _refused(judged: Judgement) -> list[dict[str, Any]]:
    return [
        {**messages.problem(violation), "where": _("Line %(line)d:") % {"line": refusal.line}}
        for refusal in judged.refused
        for violation in refusal.violations
    ]


def _points(log: PortableLog, judged: Judgement | None) -> dict[str, Any]:
    """{"points": [(who, number)], "winner"}: sides of a match by their words, players by the names known here."""
    if judged is None:
        return {}
    outcome = log.rules.outcome(judged.state)
    words = _words(log, [*outcome.vp, outcome.winner or ""])
    return {
        "points": [(words[key], points) for key, points in outcome.vp.items()],
        "winner": words[outcome.winner] if outcome.winner else "",
    }


def _words(log: PortableLog, keys: list[str]) -> dict[str, str]:
    if log.header.kind == MATCH:
        pages = pages_of(log.header.system)
        named = {key: pages.side_name(key, messages.language()) for key in keys}
        return {**named, DRAW: _("a draw")}
    return {**{key: key for key in keys}, **selectors.player_names(ids_in(keys))}


def _place(line: int, what: str) -> dict[str, Any]:
    return {"rule": "", "message": spoken(what), "where": _("Line %(line)d:") % {"line": line}}


def download(request: HttpRequest, stream: UUID) -> HttpResponse:
    """The log of a stream as a file, as far as the reader may know it. Raises `UnknownStream`."""
    viewer = identity.viewer_at(identity.of_request(request), stream, selectors.sides_of(stream))
    content = transfer.export_stream(stream, viewer)
    headers = {
        "Content-Disposition": f'attachment; filename="{stream}.jsonl"',
        "Cache-Control": "private, no-store",
    }
    return HttpResponse(content, content_type="application/x-ndjson", headers=headers)
