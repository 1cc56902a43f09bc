"""Dry runs of whatever a view does: done to the end inside a transaction that is then taken back.

What is refused is refused as ever. What would be done is answered 204 without a body: neither ids nor dice, which are
other ones when it is done. Called by `api.endpoint`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import msgspec
from django.http import HttpRequest, HttpResponse

from api.answers import nothing
from api.shapes.dry import Dry
from tracker.commands.trying import taken_back


def rehearsed(post: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """The method of a view, which stores nothing when the body asks for that."""

    @wraps(post)
    def method(view: Any, request: Any, *args: Any, **parts: Any) -> HttpResponse:
        if not _is_asked(request._request):
            return post(view, request, *args, **parts)
        with taken_back(parts.get("stream")):
            post(view, request, *args, **parts)
        return nothing()

    return method


def _is_asked(request: HttpRequest) -> bool:
    """Whether the body says so, however its letters are written. One that cannot be read is left to the view, which
    says what is wrong with it.
    """
    try:
        return msgspec.json.decode(request.body, type=Dry).dry_run
    except (msgspec.DecodeError, RecursionError):
        return False
