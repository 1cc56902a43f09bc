"""The second factor on the pages: switched on with a QR code, asked after the password, switched off with a code."""

from __future__ import annotations

import time
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from tracker import accounts as owner
from tracker import commands, second_factor, throttle
from tracker.pages.core.answers import plain

PENDING, OFFERED = "second_factor_pending", "second_factor_offered"
"""What the session knows: whose password was right, and the secret that is being set up."""
WAITS = 600
"""Seconds that a right password stays good for."""

ONE_USE = "one_use_password_at"
"""What the session knows: when a password for one use was typed here."""
KNOWN = "known"
"""Cookie of a browser that has signed in before, and as whom: the guesses of others do not slow it down."""
KNOWN_FOR = 60 * 60 * 24 * 365


def welcome(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Whoever has just signed in goes where `response` leads, or to a password of their own first."""
    commands.signed_in(request)
    if owner.must_change_password(request.user):
        request.session[ONE_USE] = time.time()
        messages.warning(request, _("That password was for one use only. Now choose your own."))
        response = redirect("pages:password")
    response.set_signed_cookie(
        KNOWN,
        throttle.account_name(request.user.get_username()),
        max_age=KNOWN_FOR,
        secure=settings.HTTPS,
        httponly=True,
        samesite="Lax",
    )
    return response


def typed_just_now(request: HttpRequest) -> bool:
    """Whether the password for one use that is to be replaced was typed in this session a moment ago."""
    return _is_fresh(request.session.get(ONE_USE, 0)) and owner.must_change_password(request.user)


def _is_fresh(at: float) -> bool:
    """Whether a password that was typed then is still good. One of a moment to come was typed before the clock was set
    back, nobody knows how long ago."""
    return 0 <= time.time() - at <= WAITS


def ask(request: HttpRequest, user: Any, go_on: str) -> HttpResponse:
    """After the right password of an account with a second factor: nobody is signed in yet."""
    request.session[PENDING] = {
        "user": user.pk,
        "next": go_on,
        "at": time.time(),
        "hash": user.get_session_auth_hash(),
    }
    return redirect("pages:sign-in-code")


def pending(request: HttpRequest) -> tuple[User | None, str]:
    """(whose password was right on this browser a moment ago, where they wanted to go)."""
    told = request.session.get(PENDING) or {}
    if not told or not _is_fresh(told["at"]):
        return None, ""
    user = User.objects.filter(pk=told["user"], is_active=True).first()
    same = user is not None and user.get_session_auth_hash() == told["hash"]
    return (user if same else None), str(told["next"])


def judged(request: HttpRequest, user: Any, typed: str) -> list[dict[str, Any]]:
    """Why the code is not taken; nothing when it is. Wrong ones slow down whoever knows the password, from anywhere."""
    try:
        throttle.SECOND_FACTORS.check(str(user.pk))
    except throttle.Slow as slow:
        return [
            plain(_("Too many wrong codes. Try again in %(seconds)d seconds.") % {"seconds": slow.seconds})
        ]
    if second_factor.passes(user, typed):
        return []
    throttle.SECOND_FACTORS.count(str(user.pk))
    return [plain(_("This is not a code of now, or it was used already. Wait for the next one."))]


@never_cache
def sign_in_code(request: HttpRequest) -> HttpResponse:
    """The second page of signing in."""
    user, go_on = pending(request)
    if user is None:
        status = 400 if request.method == "POST" else 200
        return render(request, "account/sign_in_code.html", {"over": True}, status=status)
    problems = judged(request, user, request.POST.get("code", "")) if request.method == "POST" else []
    if problems or request.method != "POST":
        status = 400 if problems else 200
        return render(
            request, "account/sign_in_code.html", {"problems": problems, "account": user}, status=status
        )
    del request.session[PENDING]
    login(request, user, backend=settings.AUTHENTICATION_BACKENDS[0])
    return welcome(request, redirect(go_on))


@never_cache
@login_required
def second_factor_page(request: HttpRequest) -> HttpResponse:
    """On or off, new recovery codes; whatever weakens the account asks for a code."""
    user, typed = request.user, request.POST.get("code", "")
    on = second_factor.is_on(user)
    context: dict[str, Any] = {"on": on}
    if request.method == "POST" and not on:
        secret = request.session.get(OFFERED, "")
        codes = second_factor.switch_on(user, secret, typed) if secret else None
        if codes is not None:
            del request.session[OFFERED]
            return render(request, "account/second_factor.html", {"on": True, "codes": codes})
        context["problems"] = [
            plain(_("This is not a code of now, or it was used already. Wait for the next one."))
        ]
    elif request.method == "POST":
        context["problems"] = judged(request, user, typed)
        if not context["problems"] and request.POST.get("do") == "codes":
            return render(
                request, "account/second_factor.html", {"on": True, "codes": second_factor.new_codes(user)}
            )
        if not context["problems"]:
            second_factor.switch_off(user)
            messages.success(request, _("The second factor is off: your password alone signs you in."))
            return redirect(reverse("pages:account"))
    if on:
        context["left"] = second_factor.codes_left(user)
    else:
        secret = request.session.setdefault(OFFERED, second_factor.new_secret())
        context |= {"secret": secret, "address": second_factor.address_of(user, secret)}
    return render(
        request, "account/second_factor.html", context, status=400 if context.get("problems") else 200
    )
