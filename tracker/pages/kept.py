"""Public pages of an event, rendered once for everybody and served from memory while nothing on them has changed.

When a round is published two hundred phones ask in the same second. What a page says follows from the logs (their
versions), the newest seal and the language; besides these a copy differs by what the top bar says of its reader. The
token of the reader's forms and the account's name are put in as it goes out. Staff get pages of their own. Names of
players stand in no log: whoever renames one in this process clears its copies, and none lives longer than `LASTS`.

`@kept` around a view of `tracker.pages`; called with the event, or the day, as the view is.
"""

from __future__ import annotations

import hashlib
import re
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import wraps
from threading import Lock
from typing import Any, NamedTuple
from uuid import UUID

from django.contrib.messages import get_messages
from django.db import connection
from django.db.models.signals import post_save
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.utils.cache import get_conditional_response
from django.utils.html import escape
from django.utils.translation import get_language

from tracker import identity, selectors
from tracker.identity import SESSION_KEY
from tracker.models import MatchRow, Player, Stream
from tracker.selectors import lateness

View = Callable[..., HttpResponse]
LASTS = 2.0
"""Seconds."""
COPIES = 256
TOKEN = re.compile(r'(name="csrfmiddlewaretoken" value=")\w+(")')
ACCOUNT = re.compile(r"(data-account>)[^<]*(<)")


LOGGED = (
    f"SELECT sum(version), count(*) FROM {Stream._meta.db_table} WHERE id = %s "
    f"OR id IN (SELECT stream_id FROM {MatchRow._meta.db_table} WHERE tournament_id = %s)"
)


class Copy(NamedTuple):
    """A page as everybody of one kind gets it, in pieces between which the reader's own things go."""

    text: str
    made: float


class Shelf:
    """The copies of this process, the longest unused leaving first; each is made by one reader while others wait."""

    def __init__(self) -> None:
        self._copies: OrderedDict[Hashable, Copy] = OrderedDict()
        self._making: dict[Hashable, Lock] = {}
        self._lock = Lock()
        self.made = 0

    def get(self, key: Hashable) -> Copy | None:
        with self._lock:
            found = self._copies.get(key)
            if found is None or time.monotonic() - found.made > LASTS:
                return None
            self._copies.move_to_end(key)
            return found

    def put(self, key: Hashable, text: str) -> None:
        with self._lock:
            self.made += 1
            self._copies[key] = Copy(text, time.monotonic())
            self._copies.move_to_end(key)
            while len(self._copies) > COPIES:
                self._copies.popitem(last=False)

    def making(self, key: Hashable) -> Lock:
        with self._lock:
            if len(self._making) > COPIES:
                self._making = {kept: lock for kept, lock in self._making.items() if lock.locked()}
            return self._making.setdefault(key, Lock())

    def clear(self) -> None:
        with self._lock:
            self._copies.clear()


shelf = Shelf()


def _renamed(**_: Any) -> None:
    shelf.clear()


post_save.connect(_renamed, sender=Player, dispatch_uid="kept-pages")


def kept(*, marks_own: bool = False) -> Callable[[View], View]:
    """The view's pages are kept. `marks_own`: they show which lines are the reader's."""

    def around(view: View) -> View:
        @wraps(view)
        def answer(request: HttpRequest, event: UUID, **parts: Any) -> HttpResponse:
            key = _key(request, event, marks_own)
            if key is None:
                return view(request, event=event, **parts)
            etag = _etag(request, key)
            unchanged = get_conditional_response(request, etag=etag)
            if unchanged is not None:
                return unchanged
            response = _response(request, key, lambda: view(request, event=event, **parts))
            if response.status_code == 200:
                response.headers["ETag"] = etag
            return response

        return answer

    return around


def _key(request: HttpRequest, event: UUID, marks_own: bool) -> Hashable | None:
    """What the page depends on; None where it is somebody's alone: of staff, or with a message to be told."""
    if request.method not in ("GET", "HEAD") or request.headers.get("HX-Request"):
        return None
    logged = _logged(event)
    if logged is None or len(get_messages(request)):
        return None
    who = identity.of_request(request)
    if request.user.is_authenticated and identity.is_staff_here(request, event):
        return None
    seen = (*logged, selectors.newest_seal(), get_language())
    reader = (bool(request.user.is_authenticated), bool(request.session.get(SESSION_KEY)))
    return (request.get_full_path(), seen, reader, who.players if marks_own else None)


def _logged(event: UUID) -> tuple[int, int] | None:
    """Versions and number of the logs of an event and its matches; None where there is no such event.

    One plain question, asked for every phone of a hall: a copy was made of rows as new as the logs, so nothing has to
    be brought up for it.
    """
    key = Stream._meta.pk.get_db_prep_value(event, connection)
    with connection.cursor() as cursor:
        cursor.execute(LOGGED, [key, key])
        versions, count = cursor.fetchone()
    return (int(versions), count) if count else None


def _etag(request: HttpRequest, key: Hashable) -> str:
    get_token(request)  # A first visitor gets the cookie now, so that the second visit knows the page again.
    reader = request.session.session_key or "", request.user.pk, request.META["CSRF_COOKIE"]
    return '"' + hashlib.sha256(repr((key, reader)).encode()).hexdigest()[:32] + '"'


def _response(request: HttpRequest, key: Hashable, render: Callable[[], HttpResponse]) -> HttpResponse:
    copy = shelf.get(key)
    if copy is None:
        with shelf.making(key):
            copy = shelf.get(key)
            if copy is None:
                fresh = render()
                if fresh.status_code == 200 and not fresh.streaming and not lateness.rows():
                    shelf.put(key, fresh.content.decode())
                return fresh
    return HttpResponse(_own(request, copy.text))


def _own(request: HttpRequest, text: str) -> str:
    """The copy with the reader's own token and name."""
    token, name = get_token(request), escape(request.user.get_username())
    text = TOKEN.sub(lambda hit: f"{hit[1]}{token}{hit[2]}", text)
    return ACCOUNT.sub(lambda hit: f"{hit[1]}{name}{hit[2]}", text, count=1)
