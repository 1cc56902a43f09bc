"""The answers to what never reached a view: a middleware that failed, and what `tracker.web.front` passes on to nobody.

Named in `tracker.urls` and `tracker.web.front`. A problem for programs, a page for people.
"""

from __future__ import annotations

import sys
from functools import lru_cache

from django.http import HttpRequest, HttpResponse
from django.utils import translation

from api import errors
from api.errors import Problem
from api.fast_path import BELOW, language_of
from games.rulebook import Text
from tracker.outages import RETRY_AFTER
from tracker.pages.core import errors as pages

AGAIN = frozenset({"busy"})
"""Refusals that say when to ask again."""


def server_error(request: HttpRequest) -> HttpResponse:
    """Whatever a middleware raised."""
    error = sys.exc_info()[1]
    if request.path_info.startswith(BELOW) and isinstance(error, Exception):
        return errors.answer(request, error)
    return pages.server_error(request)


def refused(code: str, path: str, languages: str) -> HttpResponse:
    """Why a request is passed on to nobody: a code of `api.problems`. Asks no database."""
    return _refused(code, path.startswith(BELOW), language_of(languages[:200]))


def misfit(request: HttpRequest, found: Text) -> HttpResponse:
    """The tables of the database are not those of this program."""
    with translation.override(language_of(request.META.get("HTTP_ACCEPT_LANGUAGE", "")[:200])):
        if request.path_info.startswith(BELOW):
            return errors.answer(request, errors.misfit(found))
        return pages.misfit(found, again=request.method == "GET")


@lru_cache
def _refused(code: str, for_program: bool, language: str) -> HttpResponse:
    with translation.override(language):
        made = _problem(code) if for_program else pages.refused(code)
    if code in AGAIN:
        made.headers["Retry-After"] = str(RETRY_AFTER)
    if for_program:  # no middleware is on this way; a browser of another origin is to read why
        made.headers["Access-Control-Allow-Origin"] = "*"
    made.headers["Connection"] = "close"
    return made


def _problem(code: str) -> HttpResponse:
    problem = errors.too_large() if code == "too_large" else Problem(code, seconds=RETRY_AFTER)
    return errors.answer(HttpRequest(), problem)
