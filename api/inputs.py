"""What a client sends, read strictly: bodies, headers and query parameters. Anything else is a `Problem` with where.

Called by every view.
"""

from __future__ import annotations

import json
import re
from datetime import datetime
from typing import Any, TypeVar
from uuid import UUID

import msgspec
from django.http import HttpRequest
from django.utils.translation import gettext as _

from api.errors import Problem, wrong
from games.faults import joined_texts, of_decoder
from games.hints import hint
from games.portable import NESTED
from tracker import messages, moments
from tracker.moments import BadMoment

T = TypeVar("T")
DEEPEST = 100
"""Brackets of a body within each other."""
BRACKETS = re.compile(rb'"(?:[^"\\]+|\\.)*+"?|[\[{}\]]', re.S)
"""Texts and brackets. A text that never ends goes to the end of the body: looked for from each of its quotes anew, it
would take the square of its length."""
ESCAPES = re.compile(rb"\\(?:u([0-9a-fA-F]{4})|.)", re.S)
KEY = re.compile(r"[\x21-\x7e]{1,128}")
VERSION = re.compile(r'(?:W/)?"(\d{1,9})(?:-[^"]*)?"')


class _Doubled(ValueError):
    """A JSON object names a field twice."""


class _NoNumber(ValueError):
    """NaN or an infinity stands in the JSON."""


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
        raise _invalid(error, type_) from None
    except msgspec.DecodeError as error:
        raise Problem("malformed", what=messages.spoken(str(error))) from None


def converted(value: Any, type_: type[T], where: str) -> T:
    """A part of a body as a struct. Raises `Problem` `invalid` naming the place."""
    try:
        return msgspec.convert(value, type_)
    except msgspec.ValidationError as error:
        raise _invalid(error, type_, where) from None


def _refuse_loose(content: bytes) -> None:
    """Refuses what is no JSON, names a field twice, or holds a NUL (which no database stores)."""
    if b"\\u0000" in content:
        raise Problem("malformed", what=_("a text holds the character U+0000"))
    if is_nested(content):
        raise Problem("malformed", what=messages.spoken(NESTED))
    if is_halved(content):
        raise Problem("malformed", what=_("a text holds half of a pair of UTF-16, such as \\ud83d alone"))
    try:
        _STRICT.decode(content.decode())
    except _Doubled as error:
        what = _("the field %(field)s stands twice in one object") % {"field": error}
        raise Problem("malformed", what=what) from None
    except UnicodeDecodeError:
        raise Problem("malformed", what=_("it is no UTF-8")) from None
    except json.JSONDecodeError as error:
        what = _("it is no JSON from line %(line)s, column %(column)s on")
        raise Problem("malformed", what=what % {"line": error.lineno, "column": error.colno}) from None
    except _NoNumber as error:
        raise Problem("malformed", what=_("%(told)s is no number of JSON") % {"told": error}) from None
    except ValueError:  # Python reads no whole number of so many digits
        raise Problem("malformed", what=_("a number has too many digits")) from None


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


def is_halved(content: bytes) -> bool:
    """Whether a JSON text escapes one half of a pair of UTF-16 without the other: no database stores that."""
    if b"\\ud" not in content.lower():
        return False
    open_until = None
    for found in ESCAPES.finditer(content):
        unit = int(found[1] or b"0", 16)
        is_second, pairs = 0xDC00 <= unit <= 0xDFFF, found.start() == open_until
        if is_second != pairs:
            return True
        open_until = found.end() if 0xD800 <= unit <= 0xDBFF else None
    return open_until is not None


def _once(pairs: list[tuple[str, Any]]) -> None:
    seen = set()
    for name, _value in pairs:
        if name in seen:
            raise _Doubled(repr(name))
        seen.add(name)


def _no_number(told: str) -> None:
    raise _NoNumber(told)


_STRICT = json.JSONDecoder(object_pairs_hook=_once, parse_constant=_no_number)


def _invalid(error: msgspec.ValidationError, type_: Any, inside: str = "$") -> Problem:
    what, _at, where = str(error).rpartition(" - at `")
    if not what:
        what, where = str(error), "$`"
    return wrong(
        inside + where.rstrip("`").removeprefix("$"), joined_texts(of_decoder(what), hint(type_, where))
    )


def number(request: HttpRequest, name: str, default: int | None = None) -> int | None:
    """A whole number of the query, `default` when it is not there. (`api.params` has checked the query.)"""
    text = request.GET.get(name) if request.META.get("QUERY_STRING") else None
    return default if text is None else int(text)


def limit(request: HttpRequest, default: int = 100) -> int:
    """The page size asked for."""
    return number(request, "limit", default) or default


def json_or_csv(request: HttpRequest) -> str:
    """The form of a table: by `?format=`, else by Accept."""
    named = request.GET.get("format") if request.META.get("QUERY_STRING") else None
    if named is not None and named not in ("json", "csv"):
        raise wrong("?format", _("json or csv is legal"))
    return named or ("csv" if "text/csv" in request.META.get("HTTP_ACCEPT", "") else "json")


def text(request: HttpRequest, name: str) -> str | None:
    """A text of the query; None where it is empty."""
    return request.GET.get(name) or None


def several(request: HttpRequest, name: str) -> list[str]:
    """The values of a parameter that may have several, each once."""
    values = request.GET.getlist(name) if request.META.get("QUERY_STRING") else []
    return list(dict.fromkeys(one for value in values for one in value.split(",")))


def idempotency_key(request: HttpRequest) -> str | None:
    """The header `Idempotency-Key`: 1 to 128 visible ASCII characters."""
    key = request.META.get("HTTP_IDEMPOTENCY_KEY")
    if key is not None and not KEY.fullmatch(key):
        raise wrong("Idempotency-Key", _("1 to 128 visible ASCII characters without spaces are legal"))
    return key


def expected_version(request: HttpRequest, in_body: int | None = None) -> int | None:
    """The version that the client decided on: `If-Match: "<version>"` or the body's `expected_version`."""
    header = request.META.get("HTTP_IF_MATCH")
    if header is None or header.strip() == "*":
        return in_body
    found = VERSION.fullmatch(header.strip())
    if not found:
        raise wrong("If-Match", _('a version in quotes is legal, as in "12"'))
    if in_body not in (None, int(found[1])):
        raise wrong("$.expected_version", _("it says another version than If-Match"))
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
    value = request.GET.get(name)
    return UUID(value) if value else None


def asked_moment(request: HttpRequest, name: str) -> datetime | None:
    """A moment of the query, one that every database can compare; a `+` that came as a blank is one."""
    value = request.GET.get(name)
    return moments.clamped(value.replace(" ", "+")) if value else None
