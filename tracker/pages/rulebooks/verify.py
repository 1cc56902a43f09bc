"""The page on which anyone may check an exported log: chain, order, secrets, rules, result. Nothing is stored.

And where such a copy comes from: every log, as far as its reader may know it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from games import portable
from games.audit import Judgement, judge_log
from games.judging import for_people
from games.portable import BadLog, PortableLog, Problem
from games.ruleset import DRAW, RuleViolation
from games.system import Finding
from tracker import identity, messages, roles, selectors
from tracker.exchange import archive, transfer
from tracker.messages import spoken
from tracker.named import ids_in
from tracker.pages.forms.verify import LogFileForm
from tracker.pages.match.match import finding_words
from tracker.pages.match_forms import pages_of
from tracker.proof import witness
from tracker.systems import CAMPAIGN, MATCH, find_rules

Report = dict[str, Any]
MOST_EVENTS = {False: 20_000, True: 100_000}
"""Events that a page judges: for visitors, and for those who are signed in."""
MOST_PROBLEMS, MOST_REPORTS = 20, 20
"""What a page shows of one log, and logs that it shows of one archive, those with problems first."""
ROOM = archive.Room(files=5_000, size=32 << 20)


def verify(request: HttpRequest) -> HttpResponse:
    """GET: the form. POST: the report on one file; 422 when a check fails."""
    form = LogFileForm(request.POST, request.FILES) if request.method == "POST" else LogFileForm()
    if not form.is_valid():
        return render(request, "rulebooks/verify.html", {"form": form}, status=400 if form.errors else 200)
    file, kept = form.cleaned_data["file"], form.cleaned_data["seal"]
    try:
        most = MOST_EVENTS[request.user.is_authenticated]
        reports = check_file(file.name, file.read(), most) if file else []
    except TooLarge as error:
        form.add_error("file", error.sentence)
        return render(request, "rulebooks/verify.html", {"form": form}, status=413)
    wrong = selectors.seal_contradicts(kept) if kept else None
    ok = all(report["ok"] for report in reports) and wrong is None
    shown = sorted(reports, key=lambda report: bool(report["ok"]))[:MOST_REPORTS]
    context = {
        "form": LogFileForm(),
        "reports": [report for report in reports if report in shown],
        "more_reports": len(reports) - len(shown),
        "ok": ok,
        "unjudged": not all(report.get("judged", True) for report in reports),
        "name": file.name[:100] if file else "",
    }
    context |= {"kept": kept, "seal_wrong": spoken(wrong) if wrong else ""}
    return render(request, "rulebooks/verify.html", context, status=200 if ok else 422)


def check_file(name: str, content: bytes, most: int) -> list[Report]:
    """One report for a log, one for each log of a whole event's archive. Raises `TooLarge` above `most` events."""
    if not archive.is_archive(content):
        _count([content], most)
        return [check_log(name, content)]
    try:
        logs = archive.logs_in(content, ROOM)
        _count([text for _, text in logs], most)
        reports = [check_log(one, text) for one, text in logs]
        if all(report["ok"] for report in reports):
            _compare(reports, [portable.read_log(text, find_rules) for _, text in logs])
    except archive.TooMuch as error:
        raise TooLarge(_("This file is too large for this page: %(why)s.") % {"why": _said(error)}) from None
    except BadLog as error:
        return [_unreadable(name, error)]
    return reports


def _count(logs: list[bytes], most: int) -> None:
    """Counts lines, which costs next to nothing, before anything is read."""
    found = sum(text.count(b"\n") for text in logs)
    if found > most:
        text = _(
            "This file is too large for this page: it holds %(found)d entries; %(most)d are checked here."
        )
        raise TooLarge(text % {"found": found, "most": most})


def _compare(reports: list[Report], logs: list[PortableLog]) -> None:
    """Adds to the reports where the logs of one event contradict each other."""
    for clash in witness.contradictions(logs):
        for report, log in zip(reports, logs, strict=True):
            if log.header.stream == clash.stream:
                report["count"] += 1
                report["problems"] = [*report["problems"], _clash(clash)][:MOST_PROBLEMS]
                report["ok"] = report["agrees"] = False


def _clash(clash: witness.Clash) -> dict[str, Any]:
    return _place(1 if clash.seq is None else clash.seq + 1, clash.what)


class TooLarge(Exception):
    """The file asks for more work than a page does for its reader; `sentence` says what to do instead."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        command = _("On a computer with Warledger, %(command)s checks it whole.")
        self.sentence = f"{why} {command % {'command': 'manage.py verify-log FILE'}}"


def check_log(name: str, content: bytes) -> Report:
    """{"name", "ok", "problems", "events", "points", ...}: what a reader wants to know about a log.

    A copy that leaves something out proves that nothing was changed; its rules cannot be judged by it.
    """
    try:
        log = portable.read_log(content, find_rules)
        broken = portable.verify(log)
        judged = judge_log(log) if log.header.complete else None
        clashes = [] if broken else list(witness.against_seals(log))
    except BadLog as error:
        return _unreadable(name, error)
    except RecursionError:
        return _unreadable(name, BadLog(1, portable.NESTED))
    refused = list(_refused(judged)) if judged else []
    answers = selectors.answers_in(log, judged.state) if judged and not refused else None
    lies = answers.findings if answers and answers.verdict == "breach" else ()
    return {
        "name": name,
        "about": _about(log, judged) if judged and not refused else "",
        "ok": not broken and not refused and not clashes and not lies,
        "agrees": not clashes,
        "problems": list(islice(chain(_problems(broken, refused, clashes), _lies(log, lies)), MOST_PROBLEMS)),
        "count": len(broken) + len(refused) + len(clashes) + len(lies),
        "answers": answers.verdict if answers else "",
        "chain_ok": not broken,
        "rules_ok": not refused,
        "judged": judged is not None,
        "events": len(log.lines),
        "head": (log.header.head or "")[:64],
        **_points(log, judged),
    }


def _unreadable(name: str, error: BadLog) -> Report:
    return {
        "name": name,
        "ok": False,
        "unreadable": True,
        "count": 1,
        "problems": [_place(error.problem.line, error.problem.what)],
    }


def _refused(judged: Judgement) -> Iterator[tuple[int, RuleViolation]]:
    for refusal in judged.refused:
        for violation in for_people(refusal.violations):
            yield refusal.line, violation


def _problems(
    broken: list[Problem], refused: list[tuple[int, RuleViolation]], clashes: list[witness.Clash]
) -> Iterator[dict[str, Any]]:
    """In words, one after the other: a page shows the first of them."""
    yield from (_place(problem.line, problem.what) for problem in broken)
    for line, violation in refused:
        yield {**messages.problem(violation), "where": _("Line %(line)d:") % {"line": line}}
    yield from map(_clash, clashes)


def _lies(log: PortableLog, findings: Iterable[Finding]) -> Iterator[dict[str, Any]]:
    """What the players did not tell truly, by the secrets that were opened: the first of them first."""
    words = _words(log, [one.side for one in findings])
    for one in findings:
        told = _place(one.seq + 1, "")
        yield {**told, "message": f"{words[one.side]}: {finding_words(one, messages.language())}"}


def _points(log: PortableLog, judged: Judgement | None) -> dict[str, Any]:
    """{"points": [(who, number)], "winner"}: sides of a match by their words, players by the names known here."""
    if judged is None:
        return {}
    outcome = log.rules.outcome(judged.state)
    words = _words(log, [*outcome.vp, outcome.winner or ""])
    return {
        "points": [(words[key], points) for key, points in outcome.vp.items()] if _counts(log) else [],
        "winner": words[outcome.winner] if outcome.winner else "",
    }


def _about(log: PortableLog, judged: Judgement) -> str:
    """What the log tells of: the game of a match and where it was played, an event by its name."""
    if log.header.kind == MATCH:
        return str(pages_of(log.header.system).headline(judged.state.play, messages.language())["title"])
    return str(getattr(getattr(judged.state, "created", None), "name", ""))


def _counts(log: PortableLog) -> bool:
    """Whether points are what decides; a match of a game without them has nothing but noughts."""
    return log.header.kind != MATCH or bool(pages_of(log.header.system).POINTS)


def _words(log: PortableLog, keys: list[str]) -> dict[str, str]:
    if log.header.kind in (MATCH, CAMPAIGN):
        pages = pages_of(log.header.system)
        named = {key: pages.side_name(key, messages.language()) for key in keys}
        return {**named, DRAW: _("a draw")}
    return {**{key: key for key in keys}, **selectors.player_names(ids_in(keys))}


def _place(line: int, what: str) -> dict[str, Any]:
    return {"rule": "", "message": _short(spoken(what)), "where": _("Line %(line)d:") % {"line": line}}


def _said(error: BadLog) -> str:
    return _short(spoken(error.problem.what))


def _short(text: str) -> str:
    """Some complaints repeat what the file says."""
    return text if len(text) <= 300 else f"{text[:300]} …"


def download(request: HttpRequest, stream: UUID) -> HttpResponse:
    """The log of a stream as a file, as far as the reader may know it. Raises `UnknownStream`."""
    viewer = roles.viewer_at(identity.of_request(request), stream, selectors.sides_of(stream))
    content = transfer.export_stream(stream, viewer)
    headers = {
        "Content-Disposition": f'attachment; filename="{stream}.jsonl"',
        "Cache-Control": "private, no-store",
    }
    return HttpResponse(content, content_type="application/x-ndjson", headers=headers)
