"""The answer to what failed before a view was asked: a session, a middleware. Named in `tracker.urls`."""

from __future__ import annotations

import sys

from django.http import HttpRequest, HttpResponse

from api import errors
from api.lean import BELOW
from tracker.pages import errors as pages


def server_error(request: HttpRequest) -> HttpResponse:
    """A problem for programs, a page for people."""
    error = sys.exc_info()[1]
    if request.path_info.startswith(BELOW) and isinstance(error, Exception):
        return errors.answer(request, error)
    return pages.server_error(request)
