"""The least that a web application can do on the same server: the limit of the figures of `web`.

A Django application without middleware: one psycopg insert for a POST, finished bytes for a GET, which are in memory
after the first, and an empty 304. Started by `load` as `tracker.bench.bare:application`, on granian alone.
"""

from __future__ import annotations

import os
import threading
from functools import cache

import psycopg
from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.http import HttpRequest, HttpResponse
from django.urls import path

INSERT = "INSERT INTO bare (stream, seq, type, data) VALUES (%s, %s, %s, %s)"
SELECT = "SELECT body FROM bare_page"
_thread = threading.local()


def _cursor() -> psycopg.Cursor:
    if not hasattr(_thread, "cursor"):
        _thread.cursor = psycopg.connect(os.environ["DATABASE_URL"], autocommit=True).cursor()
    cursor: psycopg.Cursor = _thread.cursor
    return cursor


def insert(request: HttpRequest) -> HttpResponse:
    _cursor().execute(INSERT, ("bare", 1, "event", request.body.decode()), prepare=True)
    return HttpResponse(
        b'{"seq":1}', status=201, content_type="application/json", headers={"Content-Length": "9"}
    )


@cache
def _page() -> bytes:
    row = _cursor().execute(SELECT, prepare=True).fetchone()
    assert row is not None
    return bytes(row[0].encode())


def page(request: HttpRequest) -> HttpResponse:
    body = _page()
    return HttpResponse(body, content_type="application/json", headers={"Content-Length": str(len(body))})


def unchanged(request: HttpRequest) -> HttpResponse:
    return HttpResponse(status=304)


urlpatterns = [path("insert/", insert), path("page/", page), path("unchanged/", unchanged)]

if not settings.configured:
    settings.configure(
        ROOT_URLCONF=__name__, SECRET_KEY="bench", ALLOWED_HOSTS=["*"], MIDDLEWARE=[], USE_I18N=False
    )
application = get_wsgi_application()
