"""The staff of an event: who organises and who judges it. The same page for tournaments, event days and seasons."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tracker import commands, identity, roles
from tracker.commands import accounts
from tracker.commands.door import ACCOUNTS, lets_in
from tracker.models import Membership
from tracker.pages.core.answers import Refusal, attempt, with_refusal
from tracker.pages.core.numbers import whole
from tracker.pages.desks import desk_context
from tracker.pages.organiser.console import staff_of
from tracker.selectors import accounts as shown
from tracker.systems import CAMPAIGN, CHRONICLE, SEASON, TOURNAMENT


def role_words() -> dict[str, str]:
    return {Membership.ORGANISER: _("organiser"), Membership.JUDGE: _("judge")}


@staff_of(TOURNAMENT, CAMPAIGN, SEASON, CHRONICLE)
def staff(request: HttpRequest, event: UUID) -> HttpResponse:
    """GET: the staff. POST `appoint` (name, role) or `dismiss` (account), by organisers."""
    if request.method != "POST":
        return _page(request, event)
    answered = attempt(lambda: _change(request, event))
    if answered.refusal is not None:
        return _page(request, event, answered.refusal)
    messages.success(request, answered.value or "")
    return redirect("pages:staff", event=event)


def _change(request: HttpRequest, event: UUID) -> str:
    who, sent = identity.of_request(request), request.POST
    if "dismiss" in sent:
        account = whole(sent["dismiss"])
        if account is None:
            raise commands.BadInput("account", _("there is no such account"))
        accounts.dismiss(who, event, account)
        return _("The role is removed; what was done stays in the log.")
    office = accounts.appoint(who, event, name=sent.get("name", ""), role=sent.get("role", ""))
    told = {"name": office.user.get_username(), "role": role_words()[office.role]}
    return _("%(name)s is now %(role)s of this event.") % told


def _page(request: HttpRequest, event: UUID, refusal: Refusal | None = None) -> HttpResponse:
    role = roles.role_at(identity.of_request(request), event)
    words = role_words()
    context: dict[str, Any] = desk_context(event, "staff") | {
        "people": [(office, words[office.role]) for office in shown.staff_of(event)],
        "roles": list(words.items()),
        "may_appoint": role != Membership.JUDGE,
        "is_administrator": role == "administrator",
        "may_sign_up": lets_in(ACCOUNTS),
        "typed": request.POST.get("name", "") if refusal else "",
    }
    return with_refusal(request, "console/staff.html", context, refusal)
