"""Refusals as `application/problem+json`: one body for every kind, in the reader's language.

`Problem` is raised inside the API; `problem_of` turns what the tracker raises into one; `answer` makes the response.
Called by `api.endpoint` and `api.plain_views`, which let no exception out.
"""

from __future__ import annotations

import logging
import re
from typing import Any

import msgspec
from django.core.exceptions import RequestDataTooBig
from django.http import Http404, HttpRequest, HttpResponse

from api.problems import KINDS
from api.required_rights import in_words
from games.codec import MalformedEvent
from games.replay import Refusal
from games.rulebook import Text
from games.ruleset import RuleViolation
from tracker import fitting, messages, selectors
from tracker.commands import BadInput
from tracker.handle import CommandRejected, KeyReused, StaleVersion
from tracker.identity import VISITOR, BadCode, Identity, NotAllowed
from tracker.inputs import AT
from tracker.named import ids_in
from tracker.outages import RETRY_AFTER, is_outage
from tracker.roles import viewer_at
from tracker.throttle import Slow
from tracker.warm import UnknownStream

logger = logging.getLogger(__name__)
CONTENT_TYPE = "application/problem+json"
BODY_LIMIT = 1_048_576
"""Bytes; a longer body is refused by its Content-Length, before any of it is read."""
LONG = re.compile(r"'([^']{80})[^']{40,}'")
"""A value that somebody sent, where it is quoted."""
SHOWN, READABLE = 80, 160
"""Characters of such a value in a sentence of the rules, and how many are read to their end."""
PLACEHOLDER = re.compile(r"\{(\w+)\}")


class Problem(Exception):
    """A refusal of kind `code` (see `api.problems`). `params` fill its sentence, `extra` are fields of the body."""

    def __init__(
        self,
        code: str,
        *,
        extra: dict[str, Any] | None = None,
        headers: dict[str, str] | None = None,
        **params: Any,
    ) -> None:
        super().__init__(code)
        self.code, self.params = code, params
        self.extra, self.headers = extra or {}, headers or {}

    def body(self, language: str) -> dict[str, Any]:
        """The problem's body in `language`."""
        kind = KINDS[self.code]
        detail = PLACEHOLDER.sub(lambda hit: str(self.params.get(hit[1], "")), kind.detail.to(language))
        return {
            "type": f"urn:warledger:problem:{kind.known_as or self.code}",
            "title": kind.title.to(language),
            "status": kind.status,
            "code": kind.known_as or self.code,
            "detail": detail,
            **self.extra,
        }


def answer(request: HttpRequest, error: Exception, identity: Identity = VISITOR) -> HttpResponse:
    """The response to whatever was raised. What we did not foresee is logged and answered without any detail."""
    try:
        problem = problem_of(error, identity)
    except Exception as second:
        error, problem = second, unavailable() if is_outage(second) else None
    if problem is None or (problem is not error and problem.code in ("unavailable", "misfit")):
        logger.error("%s %s failed", request.method, request.path, exc_info=error)
        problem = problem or Problem("internal")
    body = msgspec.json.encode(problem.body(messages.language()), enc_hook=str)
    status = KINDS[problem.code].status
    headers = {"Cache-Control": "no-store", **problem.headers}
    if status == 401:
        headers["WWW-Authenticate"] = 'Bearer realm="warledger"'
    return HttpResponse(body, status=status, headers={"Content-Type": CONTENT_TYPE, **headers})


def problem_of(error: Exception, identity: Identity) -> Problem | None:
    """The problem that an exception stands for; None for one that nobody foresaw."""
    match error:
        case Problem():
            return error
        case CommandRejected():
            return rejected(error)
        case StaleVersion():
            return _stale(error, identity)
        case NotAllowed():
            return _not_allowed(error, identity)
        case KeyReused():
            return Problem("key_reused")
        case UnknownStream() | Http404():
            return Problem("not_found")
        case MalformedEvent():
            return _no_event(error)
        case BadInput():
            return _badly(error)
        case BadCode():
            return Problem("bad_code")
        case Slow():
            return throttled(error.seconds)
        case RequestDataTooBig():
            return too_large()
    return unavailable() if is_outage(error) else _by_version(error)


def _by_version(error: Exception) -> Problem | None:
    found = fitting.cause(error)
    return misfit(found) if found else None


def _not_allowed(error: NotAllowed, identity: Identity) -> Problem:
    if not identity.is_known:
        return Problem("unauthenticated")
    needed = in_words(error.needed, messages.language())
    return Problem("forbidden", needed=needed, extra={"needed": error.needed})


def _badly(error: BadInput) -> Problem:
    """A decoder names the place behind what is wrong; here it stands in `where`."""
    what = error.message.partition(AT)[0] if AT in error.message else error.message
    return wrong(f"$.{error.place}" if error.place else "$", what)


def _no_event(error: MalformedEvent) -> Problem:
    """With the place of what is wrong, where somebody knows it."""
    what = messages.spoken(error.args[0])
    if inside := error.place.partition("data")[2]:
        # The decoder counts from the event on; `where` is the place in the whole body.
        for told in (f" - at `${inside}`", f" ${inside}"):
            what = what.replace(told, "", 1)
    what = _short(what)
    extra = {"errors": [{"where": f"$.{error.place}", "what": what}]} if error.place else {}
    return Problem("bad_event", what=what, extra=extra)


def rejected(error: CommandRejected) -> Problem:
    """What the rules refuse: every broken rule with its place in the request."""
    broken = [found for refusal in error.broken for found in refusal.violations]
    names = selectors.player_names(set(ids_in([found.params for found in (*error.violations, *broken)])))
    violations = [{**_sentence(found, names), "position": error.position} for found in error.violations]
    extra: dict[str, Any] = {"violations": violations}
    if error.broken:
        extra["broken"] = [_broken(refusal, names) for refusal in error.broken]
    return Problem(
        "rejected",
        extra=extra,
        message=" ".join(found["message"] for found in violations if not found.get("echo")),
    )


def _sentence(violation: RuleViolation, names: dict[str, str]) -> dict[str, Any]:
    """The sentence names people as they are called, and a long value by its beginning; `params` keep what was sent."""
    told = {name: _clipped(value) for name, value in violation.params.items()}
    sentence = messages.problem(RuleViolation(violation.rule, told), names=names)
    return {**sentence, "params": violation.params, **({"echo": True} if violation.echo else {})}


def _clipped(value: Any) -> Any:
    return f"{value[:SHOWN]}…" if isinstance(value, str) and len(value) > READABLE else value


def _broken(refusal: Refusal, names: dict[str, str]) -> dict[str, Any]:
    problems = [_sentence(violation, names) for violation in refusal.violations]
    return {"seq": refusal.entry.seq, "violations": problems}


def _stale(error: StaleVersion, identity: Identity) -> Problem:
    """With the events that the caller has not seen, as far as the caller may see them."""
    viewer = viewer_at(identity, error.stream, selectors.sides_of(error.stream))
    page = selectors.events_page(error.stream, viewer, min(error.expected, error.version))
    extra = {"version": page.version, "missed": page.events, "missed_next": page.next}
    return Problem("stale", version=page.version, expected=error.expected, extra=extra)


def wrong(where: str, what: str) -> Problem:
    """A value that is not what it must be: `where` it stands, `what` is wrong and what would be legal."""
    what = _short(messages.spoken(what))
    return Problem("invalid", where=where, what=what, extra={"errors": [{"where": where, "what": what}]})


def _short(what: str) -> str:
    """The same without the end of a value that nobody could read to its end."""
    return LONG.sub(r"'\1…'", what)


def unavailable() -> Problem:
    """The database or the disk is away; the client asks again."""
    return Problem("unavailable", seconds=RETRY_AFTER, headers={"Retry-After": str(RETRY_AFTER)})


def misfit(found: Text) -> Problem:
    """The tables of the database are not those of this program."""
    headers = {"Retry-After": str(RETRY_AFTER)}
    return Problem("misfit", what=found.to(messages.language()), headers=headers)


def throttled(seconds: int) -> Problem:
    """Too many requests, or too many wrong codes: when to come back."""
    return Problem("throttled", seconds=seconds, headers={"Retry-After": str(seconds)})


def too_large() -> Problem:
    """The body is longer than a request may be."""
    return Problem("too_large", limit=BODY_LIMIT, headers={"Connection": "close"})
