"""The OpenAPI 3.1 document: addresses from `api.urls`, operations from `api.operations`, schemas from `api.components`.

Called by `api.views.documents`.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

from django.urls import URLPattern, get_resolver

from api.components import answer_schema, components
from api.errors import Problem
from api.examples import BODIES, ID, REFUSED, TEXTS, answers
from api.fields import PART as PART_TYPE
from api.operations import OPERATIONS, Operation, told_by
from api.problems import KINDS
from api.shapes.dry import takes_dry_run
from api.shapes.pages import ProblemBody
from games.registry import SYSTEMS, usual
from tracker.models import rosters
from tracker.selectors.feed import FeedEvent

PART = re.compile(r"<(?:(\w+):)?(\w+)>")
PART_SCHEMAS: dict[str, dict[str, Any]] = {
    "uuid": {"type": "string", "format": "uuid"},
    "int": {"type": "integer", "minimum": 0},
}
TAGS = {
    **{f"{kind}s": "rosters" for kind in rosters.KINDS},
    "tokens": "people",
    "claim": "people",
    "players": "people",
    "": "documents",
    "schema": "documents",
    "docs": "documents",
}
ABOUT_TAGS = {
    "documents": "Where to begin, and this description.",
    "systems": "Games: rules, facts, scenarios, schemas of events.",
    "scenarios": "What a round may be played on.",
    "matches": "One game between sides: its log, its state, its score, its proof.",
    "tournaments": "Players, rounds, tables and the ranking that follows from the matches.",
    "campaigns": "Event days: several linked tables, one battle.",
    "chronicles": "Campaigns as their clubs define them: rosters that live longer than a match.",
    "ladders": "The best runs of a season or of all time.",
    "ratings": "How strong players have shown to be, from confirmed matches.",
    "statistics": "What is played and what wins.",
    "runs": "One player against the horde.",
    "seasons": "Between which moments runs count together.",
    "rosters": "Warbands and decks of the caller.",
    "people": "Players, their claims, tokens of programs.",
    "rule-fixes": "What mended rules would change in matches that were played.",
    "feed": "Everything that happens here, numbered: for bots, league sites and overlays.",
    "webhooks": "Addresses that are told of what happens.",
    "live": "News as server-sent events.",
    "seals": "Signed records of where every log stood.",
}
STREAMS = {
    "matches": "match",
    "tournaments": "tournament",
    "campaigns": "campaign",
    "chronicles": "chronicle",
    "seasons": "season",
    "runs": "run",
}
"""What the id of a stream is called in an address of this kind."""
ABOUT_PARTS = {
    "match": "id of a match",
    "tournament": "id of a tournament",
    "campaign": "id of an event day",
    "chronicle": "id of a campaign by the rules of a club",
    "what_if": "id of a what-if of the caller's",
    "challenge": "id of a challenge of the campaign",
    "season": "id of a season",
    "run": "id of a run: that of its match",
    "stream": "id of a match, tournament, event day, campaign or season",
    "player": "id of a player",
    "fix": "id of a report on mended rules",
    "roster": "id of a roster of the caller's",
    "webhook": "id of a webhook of the caller's",
    "token": "id of a token of the caller's (not its secret)",
    "round": "number of a round, from 1",
    "number": "number of a seal",
    "system": "key of a game system, as in `systems/`",
    "edition": "key of an imported edition, as in the catalogue of its system",
    "board": "key of a board, as in `ladders/`",
}
SAMPLES: dict[str, Any] = {
    "uuid": ID,
    "date": "2026-11-28",
    "date-time": "2026-11-28T09:30:00+03:00",
    "system": usual(SYSTEMS),
    "edition": "base",
    "board": "horde",
    "name": "фёдор",
    "character": "ronin",
}
"""A value for what is of this format or name."""
ALWAYS = ("throttled", "bad_token", "forbidden", "unavailable", "busy", "misfit")
HEADERS = {
    "ETag": (
        "What the answer was made from; a read's opens with the version of its stream.",
        {"type": "string"},
    ),
    "Location": ("The address of what was made.", {"type": "string"}),
    "Preference-Applied": ("`Prefer: wait` was heard, and what was written is shown.", {"type": "string"}),
    "RateLimit-Limit": ("Requests at once.", {"type": "integer"}),
    "RateLimit-Remaining": ("Requests that are left now.", {"type": "integer"}),
    "RateLimit-Reset": ("Seconds until all of them are there again.", {"type": "integer"}),
    "Retry-After": ("Seconds after which to ask again.", {"type": "integer"}),
    "Warledger-Seal": ("Number and hash of the newest seal, as NUMBER:HASH.", {"type": "string"}),
}
LIMITS = ("RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset")


@cache
def document() -> dict[str, Any]:
    """The whole document. Made once: it depends on code alone."""
    paths = {"/api/v1/" + _address(pattern): dict(_operations(pattern)) for pattern in _named().values()}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Warledger",
            "version": "1",
            "description": "Matches and tournaments of tabletop skirmish games, each an append-only log of events.",
        },
        "servers": [{"url": "/", "description": "this installation"}],
        "tags": [{"name": name, "description": about} for name, about in ABOUT_TAGS.items()],
        "paths": paths,
        "webhooks": {"event": {"post": _told_elsewhere()}},
        "components": {
            "schemas": components(),
            "examples": {
                code: {"summary": kind.title.en, "value": _problem(code)} for code, kind in KINDS.items()
            },
            "headers": {
                name: {"description": about, "schema": schema} for name, (about, schema) in HEADERS.items()
            },
            "securitySchemes": _security(),
        },
    }


@cache
def address_of(name: str) -> str:
    """The address of that name below `/api/v1/`, with the parts as `{part}`."""
    return _address(_named()[name])


@cache
def _named() -> dict[str, URLPattern]:
    """The addresses of `api.urls` by their names, in their order."""
    patterns = get_resolver("api.urls").url_patterns
    return {one.name: one for one in patterns if isinstance(one, URLPattern) and one.name}


def _address(pattern: URLPattern) -> str:
    address = str(pattern.pattern)
    return PART.sub(lambda part: "{" + part_name(address, part[2]) + "}", address)


def part_name(address: str, part: str) -> str:
    """What a part of an address is called: the id of a stream by what kind of stream it is."""
    return STREAMS.get(address.partition("/")[0], part) if part == "stream" else part


def _operations(pattern: URLPattern) -> Iterator[tuple[str, dict[str, Any]]]:
    for (name, method), operation in OPERATIONS.items():
        if name == pattern.name:
            yield method, _operation(pattern, method, operation)


def _operation(pattern: URLPattern, method: str, operation: Operation) -> dict[str, Any]:
    address = str(pattern.pattern)
    tag = address.partition("/")[0]
    made = {
        "operationId": f"{method}-{pattern.name}",
        "summary": operation.about,
        "description": _told(pattern) or operation.about,
        "tags": [TAGS.get(tag, tag)],
        "parameters": [
            *_path_parts(address),
            *_query(operation),
            *_headers(operation),
            *(_conditional() if method == "get" else ()),
        ],
        "responses": _responses(operation, address, method, str(pattern.name)),
        "security": [{"token": []}, {"session": []}]
        if operation.known
        else [{}, {"token": []}, {"session": []}],
    }
    if operation.body is not None:
        content = {"schema": answer_schema(operation.body), "example": BODIES[str(pattern.name)]}
        made["requestBody"] = {"required": True, "content": {"application/json": content}}
    return made


def _told(pattern: URLPattern) -> str:
    """What the view says of itself."""
    view = getattr(pattern.callback, "view_class", None)
    return " ".join((inspect.getdoc(view) or "").split()) if view else ""


def _conditional() -> Iterator[dict[str, Any]]:
    about = "The ETag of the answer that the client has; 304 while it is still the answer."
    yield {"name": "If-None-Match", "in": "header", "description": about, "schema": {"type": "string"}}


def _path_parts(address: str) -> Iterator[dict[str, Any]]:
    for kind, name in PART.findall(address):
        yield {
            "name": part_name(address, name),
            "in": "path",
            "required": True,
            "description": ABOUT_PARTS[part_name(address, name)],
            "schema": (schema := PART_SCHEMAS.get(kind, {"type": "string"})),
            **_sample(name, schema),
        }


def _sample(name: str, schema: dict[str, Any]) -> dict[str, Any]:
    """A value as it may stand in an address."""
    found = SAMPLES.get(schema.get("format", name), 1 if schema.get("type") == "integer" else None)
    return {} if found is None else {"example": found}


def _query(operation: Operation) -> Iterator[dict[str, Any]]:
    for name, param in told_by(operation).items():
        told = {"name": name, "in": "query", "description": param.about, "schema": param.described()}
        yield told if param.several else {**told, **_sample(name, param.schema)}


def _headers(operation: Operation) -> Iterator[dict[str, Any]]:
    if not operation.appends and not operation.keyed:
        return
    key = "The same key and body again get the first answer again; with another body it is refused (409)."
    yield {"name": "Idempotency-Key", "in": "header", "description": key, "schema": {"type": "string"}}
    if not operation.appends:
        return
    version = "The version that the decision was made on, in quotes; refused (409) when the log has moved on."
    yield {"name": "If-Match", "in": "header", "description": version, "schema": {"type": "string"}}
    wait = (
        "`wait=SECONDS` (0 to 10): answer once lists, standings and the events above show what was written."
    )
    yield {"name": "Prefer", "in": "header", "description": wait, "schema": {"type": "string"}}


def _responses(operation: Operation, address: str, method: str, name: str) -> dict[str, Any]:
    shown = answers().get(f"{method}-{name}")
    text = {"example": TEXTS[known]} if (known := name.removesuffix("-csv")) in TEXTS else {}
    content: dict[str, Any] = {}
    if operation.answer is not None:
        content["application/json"] = {"schema": answer_schema(operation.answer)}
    if shown is not None:
        content["application/json"]["example"] = shown
    if operation.is_read and method == "get":
        about = "With `fields`: those alone, in the shape of the whole answer"
        content[PART_TYPE] = {
            "schema": {"type": "object", "additionalProperties": True, "description": about}
        }
    for kind, about in operation.also.items():
        content[kind] = {"schema": {"type": "string", "description": about}, **text}
    made: dict[str, Any] = {
        str(operation.status): _answer(operation.about, content, _told_by(operation, method))
    }
    for status, type_ in operation.besides.items():
        made[str(status)] = _answer(
            "With `dry_run`: nothing is stored",
            {"application/json": {"schema": answer_schema(type_)}},
            LIMITS,
        )
    if takes_dry_run(operation.body) and not operation.besides:
        made["204"] = _answer("With `dry_run`: it would be done, and nothing is stored", {}, LIMITS)
    if method == "get":
        made["304"] = _answer("The client has the answer already", {}, ("ETag", *LIMITS))
    return made | {str(status): _refusal(codes) for status, codes in _refusals(operation, address).items()}


def _answer(about: str, content: dict[str, Any], headers: Iterable[str]) -> dict[str, Any]:
    shown = {name: {"$ref": f"#/components/headers/{name}"} for name in headers}
    return {"description": about, "headers": shown, **({"content": content} if content else {})}


def _told_by(operation: Operation, method: str) -> tuple[str, ...]:
    """The headers of a good answer."""
    if method == "get":
        return ("ETag", "Warledger-Seal", *LIMITS)
    applied = ("Preference-Applied",) if operation.appends else ()
    return (*(("ETag", "Location") if operation.status == 201 else ()), *applied, *LIMITS)


def _refusals(operation: Operation, address: str) -> dict[int, list[str]]:
    """Status -> the codes that it may come with."""
    codes = [*ALWAYS]
    codes += ["invalid", "illegible"] if told_by(operation) or operation.body is not None else []
    codes += ["not_found"] if "<" in address else []
    codes += (
        ["malformed", "length_required", "too_large", "media_type", "slow"]
        if operation.body is not None
        else []
    )
    codes += ["key_reused"] if operation.keyed else []
    codes += ["stale", "key_reused", "rejected", "bad_event"] if operation.appends else []
    codes += ["rejected", "bad_event"] if operation.ruled else []
    codes += ["unauthenticated", "csrf"] if operation.known else []
    codes += ["bad_code"] if address == "claim/" else []
    codes += ["not_over"] if address.endswith("audit/") else []
    by_status: dict[int, list[str]] = {}
    for code in codes:
        by_status.setdefault(KINDS[code].status, []).append(code)
    return dict(sorted(by_status.items()))


def _refusal(codes: list[str]) -> dict[str, Any]:
    described = "; ".join(f"`{code}`: {KINDS[code].title.en}" for code in codes)
    again = ("Retry-After",) if {"throttled", "unavailable"} & set(codes) else ()
    shown = {code: {"$ref": f"#/components/examples/{code}"} for code in codes}
    content = {"application/problem+json": {"schema": answer_schema(ProblemBody), "examples": shown}}
    return _answer(described, content, (*again, *LIMITS))


def _problem(code: str) -> dict[str, Any]:
    """A refusal as it comes, in English."""
    told = REFUSED.get(code, {})
    return Problem(code, extra=told.get("extra"), **told.get("params", {})).body("en")


def _told_elsewhere() -> dict[str, Any]:
    """What a webhook posts to the program of its owner."""
    text = {"type": "string"}
    headers = {
        "webhook-id": "Names the event for ever, also when it is sent again.",
        "webhook-timestamp": "When this attempt was made, in seconds since 1970.",
        "webhook-signature": "`v1,` and the HMAC-SHA256 over id, timestamp and body, by Standard Webhooks.",
    }
    data = {
        "description": "What happened, as `feed/` tells it; of a trial nothing.",
        **answer_schema(FeedEvent),
    }
    message = {
        "type": "object",
        "required": ["type", "timestamp", "data"],
        "properties": {"type": text, "timestamp": {**text, "format": "date-time"}, "data": data},
    }
    return {
        "operationId": "webhook-event",
        "summary": "An event, as a webhook posts it to its target",
        "description": "In the order of the feed, and again until 2xx is answered within ten seconds; 410 ends it.",
        "tags": ["webhooks"],
        "parameters": [
            {"name": name, "in": "header", "required": True, "description": about, "schema": text}
            for name, about in headers.items()
        ],
        "requestBody": {"required": True, "content": {"application/json": {"schema": message}}},
        "responses": {"2XX": {"description": "It arrived"}, "410": {"description": "Never again"}},
    }


def _security() -> dict[str, Any]:
    return {
        "token": {"type": "http", "scheme": "bearer"},
        "session": {"type": "apiKey", "in": "cookie", "name": "sessionid"},
    }
