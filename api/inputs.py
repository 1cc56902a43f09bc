"""What a client sends, read strictly: bodies, headers and query parameters. Anything else is a `Problem` with where.

Called by every view.
"""

from __future__ import annotations

import json
import re
from typing import Any, TypeVar
from uuid import UUID

import msgspec
from django.http import HttpRequest

from api.errors import Problem, wrong
from games.portable import NESTED
from tracker import moments
from tracker.moments import BadMoment

T = TypeVar("T")
HIGHEST = 2_147_483_647
DEEPEST = 100
"""Brackets of a body within each other."""
BRACKETS = re.compile(rb'"(?:[^"\\]|\\.)*"|[\[{}\]]')
KEY = re.compile(r"[\x21-\x7e]{1,128}")
VERSION = re.compile(r'(?:W/)?"(\d{1,10})(?:-[^"]*)?"')


class _Doubled(ValueError):
    """A JSON object names a field twice."""


def body(request: HttpRequest, type_: type[T]) -> T:
    """The JSON body as a struct. Raises `Problem` `media_type`, `malformed` (no JSON) or `invalid` (another shape)."""
    kind = (request.content_type or "").lower()
    if kind != "application/json" and not kind.endswith("+json"):
        raise Problem("media_type", sent=kind or "a body without Content-Type")
    content = request.body
    _refuse_loose(content)
    try:
        return msgspec.json.decode(content, type=type_)
    except msgspec.ValidationError as error:
        raise _invalid(error) from None
    except msgspec.DecodeError as error:
        raise Problem("malformed", what=str(error)) from None


def converted(value: Any, type_: type[T], where: str) -> T:
    """A part of a body as a struct. Raises `Problem` `invalid` naming the place."""
    try:
        return msgspec.convert(value, type_)
    except msgspec.ValidationError as error:
        raise _invalid(error, where) from None


def _refuse_loose(content: bytes) -> None:
    """Refuses what is no JSON, names a field twice, or holds a NUL (which no database stores)."""
    if b"\\u0000" in content:
        raise Problem("malformed", what="a text holds the character U+0000")
    if is_nested(content):
        raise Problem("malformed", what=NESTED)
    try:
        _STRICT.decode(content.decode())
    except _Doubled as error:
        raise Problem("malformed", what=f"the field {error} stands twice in one object") from None
    except ValueError as error:
        raise Problem("malformed", what=str(error)) from None


def is_nested(content: bytes) -> bool:
    """Whether brackets of a JSON text stand deeper within each other than anything that follows could work through."""
    if content.count(b"[") + content.count(b"{") <= DEEPEST:
        return False
    depth = 0
    for bracket in BRACKETS.findall(content):
        depth += (bracket in b"[{") - (bracket in b"]}")
        if depth > DEEPEST:
            return True
    return False


def _once(pairs: list[tuple[str, Any]]) -> None:
    seen = set()
    for name, _ in pairs:
        if name in seen:
            raise _Doubled(repr(name))
        seen.add(name)


_STRICT = json.JSONDecoder(object_pairs_hook=_once)


def _invalid(error: msgspec.ValidationError, inside: str = "$") -> Problem:
    what, _, where = str(error).rpartition(" - at `")
    if not what:
        what, where = str(error), "$`"
    return wrong(inside + where.rstrip("`").removeprefix("$"), what)


def number(request: HttpRequest, name: str, default: int | None = None, *, low: int = 0) -> int | None:
    """A whole number of the query, `default` when it is not there."""
    text = request.GET.get(name) if request.META.get("QUERY_STRING") else None
    if text is None:
        return default
    if not re.fullmatch(r"\d{1,10}", text) or not low <= int(text) <= HIGHEST:
        raise wrong(f"?{name}", f"{text[:20]!r} is no whole number from {low} to {HIGHEST}")
    return int(text)


def limit(request: HttpRequest, default: int = 100, highest: int = 500) -> int:
    """The page size asked for, at most `highest`."""
    return min(number(request, "limit", default, low=1) or default, highest)


def text(request: HttpRequest, name: str) -> str | None:
    """A text of the query, without characters that no database stores."""
    value = request.GET.get(name)
    if value is not None and ("\x00" in value or len(value) > 200):
        raise wrong(f"?{name}", "a text of at most 200 characters, without NUL")
    return value


def idempotency_key(request: HttpRequest) -> str | None:
    """The header `Idempotency-Key`: 1 to 128 visible ASCII characters."""
    key = request.META.get("HTTP_IDEMPOTENCY_KEY")
    if key is not None and not KEY.fullmatch(key):
        raise wrong("Idempotency-Key", "1 to 128 visible ASCII characters without spaces are legal")
    return key


def expected_version(request: HttpRequest, in_body: int | None = None) -> int | None:
    """The version that the client decided on: `If-Match: "<version>"` or the body's `expected_version`."""
    header = request.META.get("HTTP_IF_MATCH")
    if header is None or header.strip() == "*":
        return in_body
    found = VERSION.fullmatch(header.strip())
    if not found:
        raise wrong("If-Match", 'a version in quotes is legal, as in "12"')
    if in_body not in (None, int(found[1])):
        raise wrong("expected_version", "it says another version than If-Match")
    return int(found[1])


def moment(value: str | None) -> str | None:
    """When something happened: ISO 8601 with its offset from UTC, as it was written. Raises `Problem`."""
    if value is None:
        return None
    try:
        moments.told(value)
    except BadMoment as error:
        raise wrong("$.at", str(error)) from None
    return value


def identifier(request: HttpRequest, name: str) -> UUID | None:
    """An id of the query."""
    value = text(request, name)
    if value is None:
        return None
    try:
        return UUID(value)
    except ValueError:
        raise wrong(f"?{name}", "an id is legal, as in 0190163d-8694-739b-aea5-966c26f8ad91") from None
