"""The base of every view but the hot ones: DRF's dispatch behind our gate, with our problems.

Methods get the request and the parts of the address; `self.identity` says who asks.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from rest_framework.request import Request
from rest_framework.views import APIView

from api import dry_run, errors, gate, inputs
from api.auth import Caller
from api.errors import Problem
from api.operations import operation_of
from tracker.commands.versions import decided_on
from tracker.identity import VISITOR, Identity


class Endpoint(APIView):
    """Authentication, throttling and rendering are ours: `api.auth`, `api.throttle`, `api.answers`."""

    authentication_classes = ()
    permission_classes = ()
    throttle_classes = ()
    caller = Caller(VISITOR, "")

    judges = False
    """Whether the view answers dry runs itself."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if "post" in cls.__dict__:
            post = _decided(cls.__dict__["post"])
            setattr(cls, "post", post if cls.judges else dry_run.rehearsed(post))  # noqa: B010  # not every view has one

    @property
    def identity(self) -> Identity:
        return self.caller.identity

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        self.caller = gate.enter(
            request._request, self.kwargs
        )  # the very parts that the method is called with

    def handle_exception(self, exc: Exception) -> Any:
        return errors.answer(self.request._request, exc, self.identity)

    def http_method_not_allowed(self, request: Any, *args: Any, **kwargs: Any) -> Any:
        allowed = ", ".join(self.allowed_methods)
        raise Problem("method", method=request.method, allowed=allowed, headers={"Allow": allowed})

    def options(self, request: Any, *args: Any, **kwargs: Any) -> Any:
        """Which methods are answered here."""
        return HttpResponse(status=204, headers={"Allow": ", ".join(self.allowed_methods)})

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        return gate.leave(self.http_request, response)

    @property
    def http_request(self) -> HttpRequest:
        """Django's own request, which `api.inputs` reads."""
        return self.request._request


def _decided(post: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """The method of a view; with `If-Match` what it writes to the log of the address was decided on that version."""

    @wraps(post)
    def method(view: Endpoint, request: Any, *args: Any, **parts: Any) -> HttpResponse:
        found = view.http_request.resolver_match
        operation = operation_of(found.url_name or "", "post") if found else None
        if operation is None or not operation.appends or "stream" not in parts:
            return post(view, request, *args, **parts)
        with decided_on(parts["stream"], inputs.expected_version(view.http_request)):
            return post(view, request, *args, **parts)

    return method
