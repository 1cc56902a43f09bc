"""The administrator's list of accounts: a new one, a new one-time password, closing and opening."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from tracker import commands, identity
from tracker.commands import accounts
from tracker.identity import Identity
from tracker.pages.core.answers import Refusal, attempt, with_refusal
from tracker.pages.core.numbers import whole
from tracker.selectors import accounts as shown

Done = tuple[User, str]
"""The account, and its one-time password where a new one was given."""
CHANGES: dict[str, Callable[[Identity, int, Any], Done]] = {
    "renew": lambda who, account, sent: accounts.renew_password(who, account),
    "close": lambda who, account, sent: (accounts.close_account(who, account), ""),
    "keep-seasons": lambda who, account, sent: (
        accounts.let_keep_seasons(who, account, club=sent.get("club", "")),
        "",
    ),
    "no-seasons": lambda who, account, sent: (accounts.let_keep_seasons(who, account, club=None), ""),
    "reopen": lambda who, account, sent: (accounts.reopen_account(who, account), ""),
}


@login_required
def account_list(request: HttpRequest) -> HttpResponse:
    """GET: all accounts. POST: a new one, or a change to one. A password stands on this one answer and nowhere else."""
    who = identity.of_request(request)
    who.require_administrator()
    if request.method != "POST":
        return _page(request)
    answered = attempt(lambda: _change(who, request.POST))
    if answered.refusal is not None:
        return _page(request, refusal=answered.refusal)
    assert answered.value is not None
    return _page(request, *answered.value)


def _change(who: Identity, sent: Any) -> Done:
    change, account = CHANGES.get(sent.get("do", "")), whole(sent.get("account"))
    if change is None:
        return accounts.create_account(who, name=sent.get("name", ""))
    if account is None:
        raise commands.BadInput("account", _("there is no such account"))
    return change(who, account, sent)


def _page(
    request: HttpRequest, account: User | None = None, password: str = "", refusal: Refusal | None = None
) -> HttpResponse:
    context = {
        "accounts": shown.accounts(),
        "account": account,
        "password": password,
        "typed": request.POST.get("name", "") if refusal else "",
        "done": "" if account is None or password else _told(account, request.POST.get("do", "")),
    }
    return with_refusal(request, "account/accounts.html", context, refusal)


def _told(account: User, change: str) -> str:
    if change in ("keep-seasons", "no-seasons"):
        may = change == "keep-seasons"
        text = _("%(name)s may open seasons.") if may else _("%(name)s may no longer open seasons.")
        return text % {"name": account.username}
    text = _("%(name)s may sign in again.") if account.is_active else _("%(name)s can no longer sign in.")
    return text % {"name": account.username}
