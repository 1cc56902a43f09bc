"""The page on which anyone may check an exported log: chain, order, secrets, rules, result. Nothing is stored."""

from __future__ import annotations

from typing import Any

import msgspec
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from games import portable
from games.audit import judge_log
from games.portable import BadLog
from tracker import messages
from tracker.pages.forms.verify import LogFileForm
from tracker.systems import find_rules


def verify(request: HttpRequest) -> HttpResponse:
    """GET: the form. POST: the report on one file; 400 when it is no log, 422 when the check fails."""
    form = LogFileForm(request.POST, request.FILES) if request.method == "POST" else LogFileForm()
    if not form.is_valid():
        return render(request, "verify.html", {"form": form}, status=400 if form.errors else 200)
    file = form.cleaned_data["file"]
    report = check_file(file.read())
    status = 200 if report["ok"] else 422
    return render(
        request, "verify.html", {"form": LogFileForm(), "report": report, "name": file.name}, status=status
    )


def check_file(content: bytes) -> dict[str, Any]:
    """{"ok", "problems", "events", "outcome", "chained"}: what a reader wants to know about a file."""
    try:
        log = portable.read_log(content, find_rules)
        judged = judge_log(log)
    except BadLog as error:
        return {"ok": False, "unreadable": True, "problems": [_place(error.problem.line, error.problem.what)]}
    broken = [_place(problem.line, problem.what) for problem in portable.verify(log)]
    refused = [
        {**messages.problem(violation), "where": _("Line %(line)d:") % {"line": refusal.line}}
        for refusal in judged.refused
        for violation in refusal.violations
    ]
    return {
        "ok": not broken and not refused,
        "problems": broken + refused,
        "chain_ok": not broken,
        "rules_ok": not refused,
        "events": len(log.lines),
        "system": log.header.system,
        "head": log.header.head,
        "outcome": msgspec.to_builtins(log.rules.outcome(judged.state)),
    }


def _place(line: int, what: str) -> dict[str, Any]:
    return {"rule": "", "message": what, "where": _("Line %(line)d:") % {"line": line}}
