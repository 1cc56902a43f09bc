"""Whole pages for what went wrong: 400, 403, 404, 405, 409, 500, 503, in the look of every other page.

`PageErrors` turns what commands and selectors raise into them, unless the view made something better of it.
Named as handlers in `tracker.urls`; the API has its own answers.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from games.rulebook import Text
from tracker import audience, fitting, identity, messages, roles, selectors
from tracker.handle import KeyReused, StaleVersion
from tracker.identity import NotAllowed
from tracker.outages import RETRY_AFTER, is_outage
from tracker.warm import UnknownStream

EVENTS = frozenset({"event", "day"})
"""What addresses of pages call an event, an event day or a campaign."""
JSON = "application/json"
"""What a phone asks for that sends what waited for a network: it shows the sentence itself."""


class PageErrors:
    """Middleware for the pages: a missing right, an unknown stream or a stale form become their pages."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        match = request.resolver_match
        if response.status_code == 405 and match is not None and match.app_name == "pages":
            return only_by_button(request)
        return response

    def process_view(self, request: HttpRequest, _view: Any, _args: Any, parts: dict[str, Any]) -> None:
        """A private campaign is not there for those who do not belong to it."""
        match = request.resolver_match
        if match is not None and match.app_name == "pages" and audience.STREAMED & parts.keys():
            audience.hide(lambda: identity.of_request(request), parts)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        match = request.resolver_match
        if match is None or match.app_name != "pages":
            return None
        if isinstance(exception, NotAllowed):
            return not_allowed(request)
        if isinstance(exception, UnknownStream):
            return not_found(request)
        if isinstance(exception, (StaleVersion, KeyReused)):
            return stale(request)
        event = None if is_outage(exception) else _emptied_of(match.kwargs)
        return emptied(request, event) if event else None


def not_allowed(request: HttpRequest) -> HttpResponse:
    """Somebody who is not signed in gets the chance to be; everybody else is told what is missing."""
    if request.user.is_authenticated:
        return forbidden(request)
    if request.method in ("GET", "HEAD"):
        return redirect_to_login(request.get_full_path(), str(settings.LOGIN_URL))
    return signed_out(request)


def signed_out(request: HttpRequest) -> HttpResponse:
    """A form whose session has ended while it was filled in: the way back to it, with what was typed."""
    text = _(
        "Nothing was saved. Sign in, or enter your player's code, in a new tab; then go back to this form and send it"
        " again: what you typed is still in it."
    )
    return _page(request, 403, _("You are not signed in any more"), text)


def bad_request(request: HttpRequest, exception: Any = None) -> HttpResponse:
    text = _("The page cannot read what your browser sent. Go back and send it again.")
    return _page(request, 400, _("This request cannot be read"), text)


def forbidden(request: HttpRequest, exception: Any = None) -> HttpResponse:
    text = _("Only the organisers and judges of the event, or the players of the match, can open this.")
    return _page(request, 403, _("This is not yours to open"), text)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    text = _("The form was open too long, or cookies are off. Go back, reload the page and send it again.")
    return _page(request, 403, _("The form has expired"), text)


def not_found(request: HttpRequest, exception: Any = None) -> HttpResponse:
    text = _("The address may be incomplete. All events are listed on the home page.")
    return _page(request, 404, _("Page not found"), text)


def stale(request: HttpRequest) -> HttpResponse:
    text = _("Your change was not saved. Open the page again to see what happened meanwhile.")
    return _page(request, 409, _("Someone was faster"), text)


def _emptied_of(parts: Mapping[str, Any]) -> UUID | None:
    """The event, event day or campaign of the address whose beginning was taken back."""
    try:
        return next(
            (parts[name] for name in EVENTS & parts.keys() if selectors.is_emptied(parts[name])), None
        )
    except UnknownStream:
        return None


def emptied(request: HttpRequest, event: UUID) -> HttpResponse:
    """What happened to the event, and how it opens again: for staff with the button that does it."""
    text = _(
        "An earlier version let staff take back the entry that this event began with. Its log is whole, but without"
        " that entry its pages stay empty. An organiser or judge opens it again here: the first entry is logged once"
        " more. What was taken back along with it is entered anew."
    )
    may = roles.is_staff_at(identity.of_request(request), event)
    title = _("The beginning of this event was taken back")
    return _page(request, 409, title, text, begins=event if may else None)


def only_by_button(request: HttpRequest) -> HttpResponse:
    """A restored tab asks for the address of a button again."""
    text = _(
        "Nothing was done now: this address belongs to a button. Go to the page and look at what stands."
    )
    return _page(request, 405, _("This page was opened without its button"), text)


def server_error(request: HttpRequest) -> HttpResponse:
    """The last resort: needs no database, no session and no context processor."""
    error, again = sys.exc_info()[1], request.method == "GET"
    if is_outage(error):
        return unavailable(again)
    if found := fitting.cause(error):
        return misfit(found, again)
    text = _("What was accepted is saved, the rest is not; nothing is half done. Try again.")
    return _bare(500, _("Something went wrong on our side"), text, again)


def unavailable(again: bool) -> HttpResponse:
    """The database or the disk is away; a browser may ask again in a while, with `again` by a link."""
    text = _("The database or the disk is away. Nothing was half done; try again in a few seconds.")
    return _later(_("Away for a moment"), text, again)


def misfit(found: Text, again: bool) -> HttpResponse:
    """The tables of the database are not those of this program."""
    return _later(fitting.TITLE.to(messages.language()), found.to(messages.language()), again)


def refused(code: str) -> HttpResponse:
    """Why nobody looked at the request: `busy`, `slow`, `too_large`, `not_found`, `illegible`, else our own fault."""
    if code == "busy":
        text = _("Every place of the server is taken. Nothing was done; try again in a few seconds.")
        return _bare(503, _("Too many at once"), text)
    if code == "slow":
        text = _("What your browser sent did not come in time. Nothing was done; send it again.")
        return _bare(408, _("Too slow"), text)
    if code == "too_large":
        return _bare(413, _("Too large"), _("No file may be longer than 32 megabytes. Nothing was done."))
    if code == "not_found":
        text = _("The address may be incomplete. All events are listed on the home page.")
        return _bare(404, _("Page not found"), text)
    if code == "illegible":
        text = _("The page cannot read what your browser sent. Go back and send it again.")
        return _bare(400, _("This request cannot be read"), text)
    text = _("What was accepted is saved, the rest is not; nothing is half done. Try again.")
    return _bare(500, _("Something went wrong on our side"), text)


def _later(title: str, text: str, again: bool) -> HttpResponse:
    answer = _bare(503, title, text, again)
    answer.headers["Retry-After"] = str(RETRY_AFTER)
    return answer


def _bare(status: int, title: str, text: str, again: bool = False) -> HttpResponse:
    context = {"status": status, "title": title, "text": text, "again": again}
    answer = HttpResponse(render_to_string("error_bare.html", context), status=status)
    answer.headers["Cache-Control"] = "no-store"
    return answer


def _page(request: HttpRequest, status: int, title: str, text: str, **more: Any) -> HttpResponse:
    if request.headers.get("Accept") == JSON:
        told = {"rule": "", "message": f"{title}. {text}", "where": ""}
        return JsonResponse({"status": status, "problems": [told]}, status=status)
    context = {"status": status, "title": title, "text": text, "outside": status == 403, **more}
    if request.headers.get("HX-Request"):
        return _note(request, context, status)
    return render(request, "error.html", context, status=status)


def _note(request: HttpRequest, context: Mapping[str, Any], status: int) -> HttpResponse:
    """For a part of a page that asked: a note at the top of that part, which keeps what is typed in it. A whole page in
    its place would lie in the middle of the other, or leave nothing of the part."""
    answer = render(request, "parts/_failed.html", context, status=status)
    answer.headers["HX-Reswap"], answer.headers["HX-Reselect"] = "afterbegin", "unset"
    return answer
