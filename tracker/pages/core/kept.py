"""Public pages of an event, rendered once for everybody and served from memory while nothing on them has changed.

When a round is published two hundred phones ask in the same second. What a page says follows from the logs (their
versions), the newest seal and the language. A copy holds what the top bar says for every kind of reader (`KINDS`); the
right one, the token of the reader's forms and the account's name are put in as it goes out. Staff get pages of their
own. Names of players stand in no log: whoever renames one in this process clears its copies, and none lives longer than
`LASTS`.

A phone that follows the page live reads it again when something happens. Where its parts say the same to everybody
(`PARTS_ALIKE`), the script asks without cookies and says so (`ALIKE`): then nobody is looked up, and one packed copy
goes to all of them.

`@kept` around a view of `tracker.pages`; called with the event, or the day, as the view is.
"""

from __future__ import annotations

import gzip
import hashlib
import re
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import cached_property, wraps
from threading import Lock
from typing import Any, NamedTuple
from uuid import UUID

from django.conf import settings
from django.contrib.messages import get_messages
from django.db import connection
from django.db.models.signals import post_save
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.html import escape
from django.utils.translation import get_language

from tracker import identity, roles, selectors
from tracker.identity import SESSION_KEY
from tracker.models import MatchRow, Membership, Player, Stream
from tracker.selectors import lateness
from tracker.templatetags.ledger import ALL_KINDS, CUT, NEXT

View = Callable[..., HttpResponse]
Key = tuple[Hashable, ...]
LASTS = 2.0
"""Seconds."""
COPIES = 256
TOKEN = re.compile(r'(name="csrfmiddlewaretoken" value=")\w+(")')
ACCOUNT = re.compile(r"(data-account>)[^<]*(<)")


ALIKE = "Warledger-Alike"
"""Header of who asks for the page as everybody may read it, and sends no cookies."""
PARTS_ALIKE = "parts_alike"
"""Attribute of a request for which a page is made that says the same to everybody outside its top bar."""
MASKED = "_masked_token"
LOGGED = (
    f"SELECT sum(version), count(*), (SELECT count(*) FROM {Membership._meta.db_table} WHERE user_id = %s) "
    f"FROM {Stream._meta.db_table} WHERE id = %s "
    f"OR id IN (SELECT stream_id FROM {MatchRow._meta.db_table} WHERE tournament_id = %s)"
)


class Somebody(NamedTuple):
    """Stands for any account, or for none, while a page is made for all."""

    is_authenticated: bool

    def get_username(self) -> str:
        return ""


KINDS = tuple(
    {"user": Somebody(signed_in), "session": {SESSION_KEY: ["of some player"] if claims else []}}
    for signed_in in (False, True)
    for claims in (False, True)
)
"""Who reads: with an account or without, acting for a player or not."""


@dataclass(frozen=True)
class Copy:
    """A page as everybody gets it, in pieces: every second one is in as many parts as there are `KINDS`."""

    pieces: tuple[tuple[str, ...], ...]
    made: float

    def for_kind(self, kind: int, token: str, name: str) -> str:
        """The page for one of `KINDS`, with the token of the reader's forms and the name of the account, escaped."""
        text = "".join(piece[kind if len(piece) > 1 else 0] for piece in self.pieces)
        text = TOKEN.sub(lambda hit: f"{hit[1]}{token}{hit[2]}", text)
        return ACCOUNT.sub(lambda hit: f"{hit[1]}{name}{hit[2]}", text, count=1)

    @cached_property
    def alike(self) -> str:
        """The page for nobody in particular; its forms have no token, and so nobody can send them."""
        return self.for_kind(0, "", "")

    @cached_property
    def packed(self) -> bytes:
        """The same compressed. Whoever gets it gets the same, so its size tells nothing about anybody."""
        return gzip.compress(self.alike.encode(), 6, mtime=0)


def cut(text: str) -> tuple[tuple[str, ...], ...]:
    """The pieces of a page that was made for all kinds of readers."""
    return tuple(tuple(piece.split(NEXT)) for piece in text.split(CUT))  # in plain text there is no NEXT


class Shelf:
    """The copies of this process, the longest unused leaving first; each is made by one reader while others wait."""

    def __init__(self) -> None:
        self._copies: OrderedDict[Hashable, Copy] = OrderedDict()
        self._making: dict[Hashable, Lock] = {}
        self._lock = Lock()
        self.made = 0

    def get(self, key: Key) -> Copy | None:
        with self._lock:
            found = self._copies.get(key)
            if found is None or time.monotonic() - found.made > LASTS:
                return None
            self._copies.move_to_end(key)
            return found

    def put(self, key: Key, copy: Copy) -> None:
        with self._lock:
            self.made += 1
            self._copies[key] = copy
            self._copies.move_to_end(key)
            while len(self._copies) > COPIES:
                self._copies.popitem(last=False)

    def making(self, key: Key) -> Lock:
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
            if _is_asked_alike(request):
                return _alike(request, key, lambda: view(request, event=event, **parts))
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


def _key(request: HttpRequest, event: UUID, marks_own: bool) -> Key | None:
    """What the page depends on, the players whose lines it marks last.

    None where the page is somebody's alone: of staff, or with a message to be told.
    """
    if request.method not in ("GET", "HEAD") or request.headers.get("HX-Request"):
        return None
    logged = _logged(event, request.user.pk)
    if logged is None or len(get_messages(request)):
        return None
    *seen, holds_office = logged
    if (holds_office or getattr(request.user, "is_superuser", False)) and roles.is_staff_here(request, event):
        return None
    own = identity.of_request(request).players if marks_own else None
    return (request.build_absolute_uri(), *seen, selectors.newest_seal(), get_language(), own)


def _logged(event: UUID, user: int | None) -> tuple[int, int, bool] | None:
    """Versions and number of the logs of an event and its matches, and whether the account holds an office anywhere;
    None where there is no such event.

    One plain question, asked for every phone of a hall: a copy was made of rows as new as the logs, so nothing has to
    be brought up for it.
    """
    key = Stream._meta.pk.get_db_prep_value(event, connection)
    with connection.cursor() as cursor:
        cursor.execute(LOGGED, [user, key, key])
        versions, count, offices = cursor.fetchone()
    return (int(versions), count, bool(offices)) if count else None


def token_of(request: HttpRequest) -> str:
    """The token of the forms of this answer, masked once."""
    if not hasattr(request, MASKED):
        setattr(request, MASKED, get_token(request))
    token: str = getattr(request, MASKED)
    return token


def _kind(request: HttpRequest) -> int:
    """Which of `KINDS` reads. A claim that ended elsewhere is no claim."""
    if request.session.get(SESSION_KEY):
        identity.of_request(request)
    return 2 * bool(request.user.is_authenticated) + bool(request.session.get(SESSION_KEY))


def _etag(request: HttpRequest, key: Key) -> str:
    token_of(request)  # A first visitor gets the cookie now, so that the second visit knows the page again.
    reader = request.session.session_key or "", request.user.pk, _kind(request), request.META["CSRF_COOKIE"]
    return '"' + hashlib.sha256(repr((key, reader)).encode()).hexdigest()[:32] + '"'


def _is_asked_alike(request: HttpRequest) -> bool:
    return ALIKE in request.headers and settings.SESSION_COOKIE_NAME not in request.COOKIES


def _alike(request: HttpRequest, key: Key, render: Callable[[], HttpResponse]) -> HttpResponse:
    """The page as everybody may read it, packed once for all; kept by no browser, which has one of its own."""
    copy = _copy(request, key, render)
    if isinstance(copy, HttpResponse):
        return copy
    if "gzip" in request.headers.get("Accept-Encoding", ""):
        response = HttpResponse(copy.packed, headers={"Content-Encoding": "gzip"})
    else:
        response = HttpResponse(copy.alike)
    response.headers["Cache-Control"] = "no-store"
    patch_vary_headers(response, ("Accept-Encoding",))
    return response


def _response(request: HttpRequest, key: Key, render: Callable[[], HttpResponse]) -> HttpResponse:
    copy = _copy(request, key, render)
    return copy if isinstance(copy, HttpResponse) else HttpResponse(_own(request, copy))


def _copy(request: HttpRequest, key: Key, render: Callable[[], HttpResponse]) -> Copy | HttpResponse:
    """The copy on the shelf, made by whoever asks first; what is no page of this address is answered as it is."""
    copy = shelf.get(key)
    if copy is None:
        with shelf.making(key):
            copy = shelf.get(key)
            if copy is None:
                fresh = _made(request, key, render)
                if fresh.status_code != 200 or fresh.streaming:
                    return fresh
                copy = Copy(cut(fresh.content.decode()), time.monotonic())
                if not lateness.rows():
                    shelf.put(key, copy)
    return copy


def _made(request: HttpRequest, key: Key, render: Callable[[], HttpResponse]) -> HttpResponse:
    """The page for all kinds of readers."""
    setattr(request, ALL_KINDS, KINDS)
    setattr(request, PARTS_ALIKE, not key[-1])
    try:
        return render()
    finally:
        delattr(request, ALL_KINDS)
        delattr(request, PARTS_ALIKE)


def _own(request: HttpRequest, copy: Copy) -> str:
    """The copy as this reader gets it, with the token and the name that are theirs."""
    return copy.for_kind(_kind(request), token_of(request), escape(request.user.get_username()))
