"""Lists in pages that stay right while rows are added: the cursor is the key of the last row shown.

Called by the list views; every list is ordered by a unique, time-ordered id, newest first.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar
from uuid import UUID

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse

from api import inputs
from api.answers import as_json
from api.errors import wrong
from api.shapes.pages import Page

R = TypeVar("R")


def page(
    request: HttpRequest, rows: QuerySet[Any], key: str, shown: Callable[[list[Any]], list[R]]
) -> HttpResponse:
    """A page of `rows` by descending `key` (an id); `shown` turns the rows of one page into structs at once."""
    limit = inputs.limit(request)
    after = _cursor(request)
    if after is not None:
        rows = rows.filter(**{f"{key}__lt": after})
    found = list(rows.order_by(f"-{key}")[: limit + 1])
    more = len(found) > limit
    return as_json(Page(shown(found[:limit]), _next(request, found[limit - 1], key) if more else None))


def _cursor(request: HttpRequest) -> UUID | None:
    text = request.GET.get("cursor")
    if text is None:
        return None
    try:
        return UUID(text)
    except ValueError:
        raise wrong("?cursor", "take the cursor from `next` of the page before") from None


def _next(request: HttpRequest, last: Any, key: str) -> str:
    query = request.GET.copy()
    query["cursor"] = str(getattr(last, key))
    return f"{request.path}?{query.urlencode()}"
