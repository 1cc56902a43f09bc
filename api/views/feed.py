"""`feed/` and `feed/live/`: every event of the installation as everybody may see it, asked for or followed.

A client remembers one number. Numbers come to light in their order, so whatever is new has a higher one; nothing that
was slow to be written is passed over. What the same process wrote is there at once.
"""

from __future__ import annotations

from typing import Any

import msgspec
from django.http import HttpRequest, HttpResponse, HttpResponseBase

from api import inputs
from api.answers import as_json
from api.auth import Caller
from api.plain_views import plain
from api.shapes.feed import FeedPage
from api.stream_watch import FEED, Mark
from api.views.live import HEADERS, LiveResponse, Reader, Standing, begins_after
from games.ruleset import EVERYONE
from tracker import selectors

PAGE = 500


def poll(request: HttpRequest, caller: Caller) -> HttpResponse:
    """Events after a number, oldest first. Whoever was told a later number than there is (the installation was restored
    from a copy) goes on at the last one, as `follow` does."""
    caller.identity.require_scope("read")
    after, limit = inputs.number(request, "after", 0) or 0, inputs.limit(request)
    selectors.bring_up_own()
    head, wanted = selectors.feed_head(), asked(request)
    rows = selectors.feed_rows(after, head, wanted, limit + 1)
    more, rows = len(rows) > limit, rows[:limit]
    last = rows[-1].number if more else head
    return as_json(FeedPage(selectors.feed_events(rows), last, _next(request, last) if more else None))


def follow(request: HttpRequest, caller: Caller) -> HttpResponseBase:
    """The same as server-sent events, the number as the id."""
    caller.identity.require_scope("read")
    head = selectors.feed_head()
    after = min(begins_after(request, head), head)
    if request.method == "HEAD":
        return HttpResponse(headers=HEADERS)
    return LiveResponse(FeedReader(asked(request), after, (head, head)))


poll_view = plain(get=poll)
live_view = plain(get=follow)


def asked(request: HttpRequest) -> selectors.FeedFilter:
    """What the query wants to hear of."""
    return selectors.FeedFilter(
        within=inputs.identifier(request, "within"),
        stream=inputs.identifier(request, "stream"),
        system=inputs.text(request, "system"),
        kind=inputs.text(request, "kind"),
        types=tuple(inputs.several(request, "type")),
    )


def _next(request: HttpRequest, last: int) -> str:
    query = request.GET.copy()
    query["after"] = str(last)
    return f"{request.path}?{query.urlencode()}"


class FeedReader(Reader):
    """Who follows the feed, and how far that reader was told: what a filter leaves out counts as told."""

    def __init__(self, wanted: selectors.FeedFilter, after: int, mark: Mark) -> None:
        super().__init__(FEED, Standing(FEED, EVERYONE), after, mark)
        self.wanted = wanted

    def alive(self, mark: Mark) -> str:
        return f'id: {self.after}\nevent: alive\ndata: {{"number":{self.after}}}\n\n'

    def changed(self, mark: Mark) -> str:
        return ""

    def events(self, version: int) -> str:
        told: list[str] = []
        head = selectors.feed_head()
        while True:
            rows = selectors.feed_rows(self.after, head, self.wanted, PAGE)
            told += [_block(event) for event in selectors.feed_events(rows)]
            self.after = rows[-1].number if len(rows) == PAGE else max(self.after, head)
            if len(rows) < PAGE:
                return "".join(told)


def _block(event: Any) -> str:
    return f"id: {event.number}\ndata: {msgspec.json.encode(event).decode()}\n\n"
