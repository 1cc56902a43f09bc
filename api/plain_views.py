"""Hot addresses as plain Django views: the gate, a function for each method, and problems; nothing else on the way."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.urls import Resolver404, resolve
from django.views.decorators.csrf import csrf_exempt

from api import errors, gate
from api.auth import Caller
from api.errors import Problem
from tracker.identity import VISITOR

Handler = Callable[..., HttpResponseBase]
"""Called with the request, the caller and the parts of the address."""


def plain(**handlers: Handler) -> Callable[..., HttpResponseBase]:
    """A view that answers the methods named by `handlers` (`get=`, `post=`); GET answers HEAD as well."""
    by_method = {name.upper(): handler for name, handler in handlers.items()}
    if "GET" in by_method:
        by_method["HEAD"] = by_method["GET"]
    allowed = ", ".join(sorted({*by_method, "OPTIONS"}))

    @csrf_exempt
    def view(request: HttpRequest, **parts: Any) -> HttpResponseBase:
        caller = Caller(VISITOR, "")
        try:
            caller = gate.enter(request, parts)
            response = _answer(request, caller, by_method, allowed, parts)
        except Exception as error:
            response = errors.answer(request, error, caller.identity)
        return gate.leave(request, response)

    return view


def _answer(
    request: HttpRequest, caller: Caller, by_method: dict[str, Handler], allowed: str, parts: dict[str, Any]
) -> HttpResponseBase:
    handler = by_method.get(request.method or "")
    if handler is not None:
        return handler(request, caller, **parts)
    if request.method == "OPTIONS":
        return HttpResponse(status=204, headers={"Allow": allowed})
    raise Problem("method", method=request.method, allowed=allowed, headers={"Allow": allowed})


def nowhere(request: HttpRequest, **parts: Any) -> HttpResponseBase:
    """Any other address below ours: one that lacks its last slash is told so."""
    path = request.path[:200]
    code = "no_slash" if not path.endswith("/") and is_address(path + "/") else "no_address"
    return gate.leave(request, errors.answer(request, Problem(code, path=path)))


def is_address(path: str) -> bool:
    """Whether something answers there."""
    try:
        return resolve(path).func is not nowhere
    except Resolver404:
        return False


nowhere.csrf_exempt = True  # type: ignore[attr-defined]
