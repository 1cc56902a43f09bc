"""Lists in pages that stay right while rows are added: the cursor is the place of the last row shown.

Called by the list views. Every list is ordered by the moment at which its rows came to this server, newest first, and
rows of one moment by their id.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any, NamedTuple, TypeVar
from uuid import UUID

from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from api import inputs
from api.answers import as_json
from api.errors import wrong
from api.shapes.pages import Page
from tracker import moments

R = TypeVar("R")
BETWEEN = "~"


class Order(NamedTuple):
    """The fields of a row that hold the moment at which it came, and its id."""

    came: str
    id: str


STREAMS = Order("stream__opened_at", "stream_id")
OWN = Order("created_at", "id")


def page(
    request: HttpRequest,
    rows: QuerySet[Any],
    order: Order,
    shown: Callable[[list[Any]], list[R]],
    limit: int | None = None,
) -> HttpResponse:
    """A page of `rows`, between `?since=` and `?until=`; `shown` turns the rows of one page into structs at once.

    `limit` instead of the client's own.
    """
    limit = limit or inputs.limit(request)
    for name, compared in (("since", "gte"), ("until", "lt")):
        moment = inputs.asked_moment(request, name)
        rows = rows.filter(**{f"{order.came}__{compared}": moment}) if moment else rows
    after = _cursor(request)
    if after is not None:
        came, id_ = after
        rows = rows.filter(Q(**{f"{order.came}__lt": came}) | Q(**{order.came: came, f"{order.id}__lt": id_}))
    found = list(rows.order_by(f"-{order.came}", f"-{order.id}")[: limit + 1])
    more = len(found) > limit
    return as_json(Page(shown(found[:limit]), _next(request, found[limit - 1], order) if more else None))


def _cursor(request: HttpRequest) -> tuple[datetime, UUID] | None:
    text = request.GET.get("cursor")
    if text is None:
        return None
    came, _between, id_ = text.replace(" ", "+").partition(BETWEEN)
    try:
        moments.exact(came)
        return moments.clamped(came), UUID(id_)
    except ValueError:
        raise wrong("?cursor", _("take the cursor from `next` of the page before")) from None


def _next(request: HttpRequest, last: Any, order: Order) -> str:
    query = request.GET.copy()
    came = last
    for part in order.came.split("__"):
        came = getattr(came, part)
    query["cursor"] = f"{came.isoformat()}{BETWEEN}{getattr(last, order.id)}"
    return f"{request.path}?{query.urlencode()}"
