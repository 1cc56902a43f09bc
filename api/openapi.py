"""The OpenAPI 3.1 document: addresses from `api.urls`, operations from `api.operations`, schemas from the structs.

Called by `api.views.documents`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
from django.urls import URLPattern

from api.operations import OPERATIONS, Listed, Operation
from api.problems import KINDS
from api.shapes.pages import ProblemBody
from tracker.models import rosters

TEMPLATE = "#/components/schemas/{name}"
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
}
ALWAYS = ("throttled", "bad_token", "forbidden")


@cache
def document() -> dict[str, Any]:
    """The whole document. Made once: it depends on code alone."""
    from api.urls import urlpatterns

    paths: dict[str, dict[str, Any]] = {}
    for pattern in urlpatterns:
        if isinstance(pattern, URLPattern) and pattern.name:
            paths["/api/v1/" + _address(pattern)] = dict(_operations(pattern))
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Warledger",
            "version": "1",
            "description": "Matches and tournaments of tabletop skirmish games, each an append-only log of events.",
        },
        "paths": paths,
        "components": {"schemas": _schemas()[1], "securitySchemes": _security()},
    }


def _address(pattern: URLPattern) -> str:
    return PART.sub(r"{\2}", str(pattern.pattern))


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
        "tags": [TAGS.get(tag, tag)],
        "parameters": [*_path_parts(address), *_query(operation), *_headers(operation)],
        "responses": _responses(operation, address),
        "security": [{"token": []}, {"session": []}]
        if operation.known
        else [{}, {"token": []}, {"session": []}],
    }
    if operation.body is not None:
        made["requestBody"] = {
            "required": True,
            "content": {"application/json": {"schema": _ref(operation.body)}},
        }
    return made


def _path_parts(address: str) -> Iterator[dict[str, Any]]:
    for kind, name in PART.findall(address):
        yield {
            "name": name,
            "in": "path",
            "required": True,
            "schema": PART_SCHEMAS.get(kind, {"type": "string"}),
        }


def _query(operation: Operation) -> Iterator[dict[str, Any]]:
    for name, about in operation.query.items():
        whole = name in {"after", "limit", "at", "round"}
        schema = {"type": "integer", "minimum": 0} if whole else {"type": "string"}
        yield {"name": name, "in": "query", "description": about, "schema": schema}


def _headers(operation: Operation) -> Iterator[dict[str, Any]]:
    if not operation.appends:
        return
    key = "The same key and body again get the first answer again; with another body it is refused (409)."
    yield {"name": "Idempotency-Key", "in": "header", "description": key, "schema": {"type": "string"}}
    version = "The version that the decision was made on, in quotes; refused (409) when the log has moved on."
    yield {"name": "If-Match", "in": "header", "description": version, "schema": {"type": "string"}}


def _responses(operation: Operation, address: str) -> dict[str, Any]:
    content = {
        kind: {"schema": {"type": "string", "description": about}} for kind, about in operation.also.items()
    }
    if operation.answer is not None:
        content["application/json"] = {"schema": _ref(operation.answer)}
    made: dict[str, Any] = {str(operation.status): {"description": operation.about, "content": content}}
    if not content:
        del made[str(operation.status)]["content"]
    return made | {str(status): _refusal(codes) for status, codes in _refusals(operation, address).items()}


def _refusals(operation: Operation, address: str) -> dict[int, list[str]]:
    """Status -> the codes that it may come with."""
    codes = [*ALWAYS]
    codes += ["invalid"] if operation.query or operation.body is not None else []
    codes += ["not_found"] if "<" in address else []
    codes += ["malformed", "length_required", "too_large", "media_type"] if operation.body is not None else []
    codes += ["stale", "key_reused", "rejected", "bad_event"] if operation.appends else []
    codes += ["unauthenticated", "csrf"] if operation.known else []
    codes += ["bad_code"] if address == "claim/" else []
    codes += ["not_over"] if address.endswith("audit/") else []
    by_status: dict[int, list[str]] = {}
    for code in codes:
        by_status.setdefault(KINDS[code].status, []).append(code)
    return dict(sorted(by_status.items()))


def _refusal(codes: list[str]) -> dict[str, Any]:
    described = "; ".join(f"`{code}`: {KINDS[code].title.en}" for code in codes)
    return {"description": described, "content": {"application/problem+json": {"schema": _ref(ProblemBody)}}}


def _security() -> dict[str, Any]:
    return {
        "token": {"type": "http", "scheme": "bearer"},
        "session": {"type": "apiKey", "in": "cookie", "name": "sessionid"},
    }


def _ref(type_: Any) -> dict[str, Any]:
    if isinstance(type_, Listed):
        rows = {"type": "array", "items": _ref(type_.of)}
        return {"type": "object", "required": ["results"], "properties": {"results": rows}}
    return _schemas()[0][type_]


@cache
def _schemas() -> tuple[dict[Any, dict[str, Any]], dict[str, Any]]:
    """(type -> its schema or reference, name -> component)."""
    types = list(dict.fromkeys(_types()))
    refs, components = msgspec.json.schema_components(types, ref_template=TEMPLATE)
    return dict(zip(types, refs, strict=True)), components


def _types() -> Iterator[Any]:
    yield ProblemBody
    for operation in OPERATIONS.values():
        for type_ in (operation.answer, operation.body):
            if type_ is not None:
                yield type_.of if isinstance(type_, Listed) else type_
