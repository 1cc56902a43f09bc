"""The first look at a request: no text with U+0000 gets further, since no database stores it.

Named in `tracker.settings.MIDDLEWARE`. Bodies for programs are looked at by `api.inputs`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from django.http import HttpRequest, HttpResponseBase

from api import failures
from api.fast_path import BELOW

NUL = "\x00"


class NulGuard:
    """Middleware: nothing stands at such an address (404), and such a query, form or cookie cannot be read (400)."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        code = "not_found" if NUL in request.path_info else "illegible" if _is_illegible(request) else None
        if code is None:
            return self.get_response(request)
        languages = request.META.get("HTTP_ACCEPT_LANGUAGE", "")
        return failures.refused(code, request.path_info, languages)


def _is_illegible(request: HttpRequest) -> bool:
    if "%00" in request.META.get("QUERY_STRING", ""):
        return True
    if any(NUL in value for value in request.COOKIES.values()):
        return True
    is_form = request.method == "POST" and not request.path_info.startswith(BELOW)
    return is_form and any(NUL in text for text in _texts(request))


def _texts(request: HttpRequest) -> Iterator[str]:
    for name, values in request.POST.lists():
        yield name
        yield from values
    for name, file in request.FILES.items():
        yield name
        yield str(getattr(file, "name", ""))
