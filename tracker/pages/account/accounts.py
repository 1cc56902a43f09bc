"""Signing in and out, the password, and the tokens of REST clients."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm, SetPasswordForm
from django.contrib.auth.views import (
    LoginView,
    LogoutView,
    PasswordChangeView,
    PasswordResetConfirmView,
    PasswordResetView,
)
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse, reverse_lazy
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tracker import accounts as owner
from tracker import commands, identity, second_factor, selectors, throttle
from tracker.commands.door import ACCOUNTS, lets_in
from tracker.inputs import BadInput
from tracker.messages import spoken
from tracker.pages.account.second_factor import KNOWN, KNOWN_FOR, ask, typed_just_now, welcome
from tracker.pages.core.answers import plain
from tracker.pages.forms.accounts import TokenForm


class SignIn(LoginView):
    """After a password that somebody else gave out, its owner chooses a new one first.

    Wrong passwords slow down whoever sends them, before any of them is computed (`tracker.throttle`).
    """

    template_name = "account/sign_in.html"

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        return super().get_context_data(may_sign_up=lets_in(ACCOUNTS), **more)

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        self.tries = throttle.password_tries(request.POST.get("username", ""), request, self._known_as())
        try:
            throttle.check_all(self.tries)
        except throttle.Slow as slow:
            return self._slow(slow)
        return super().post(request, *args, **kwargs)

    def _known_as(self) -> str:
        return str(self.request.get_signed_cookie(KNOWN, default="", max_age=KNOWN_FOR))

    def _slow(self, slow: throttle.Slow) -> HttpResponse:
        text = _("Too many wrong passwords. Try again in %(seconds)d seconds.") % {"seconds": slow.seconds}
        form = self.get_form_class()(
            self.request, initial={"username": self.request.POST.get("username", "")}
        )
        context = self.get_context_data(form=form, problems=[plain(text)])
        answer = render(self.request, self.template_name, context, status=429)
        answer["Retry-After"] = str(slow.seconds)
        return answer

    def form_invalid(self, form: AuthenticationForm) -> HttpResponse:
        throttle.count_all(self.tries)
        return super().form_invalid(form)

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        if second_factor.is_on(form.get_user()):
            return ask(self.request, form.get_user(), self.get_success_url())
        return welcome(self.request, super().form_valid(form))


class SignOut(LogoutView):
    """This browser acts for nobody any more, neither by the account nor by a code."""

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        commands.end_session(request)
        return super().post(request, *args, **kwargs)


class Password(PasswordChangeView):
    """A new password ends every other session and every API token. The old one is asked for, unless it was for one use
    and has just been typed."""

    template_name = "account/password.html"
    success_url = reverse_lazy("pages:account")

    def get_form_class(self) -> Any:
        return SetPasswordForm if typed_just_now(self.request) else PasswordChangeForm

    def form_valid(self, form: Any) -> HttpResponse:
        """Whoever only came to choose a password goes on to what the account is for."""
        if owner.must_change_password(self.request.user):
            self.success_url = reverse_lazy("pages:organise")
        response = super().form_valid(form)
        owner.end_tokens(self.request.user)
        messages.success(self.request, _("Your password is changed. Your API tokens no longer work."))
        return response


class PasswordReset(PasswordResetView):
    """A way back in by e-mail, where the server sends any and the account has one; the same answer to everybody."""

    template_name = "account/password_reset.html"
    email_template_name = "password_reset_mail.txt"
    subject_template_name = "password_reset_subject.txt"
    success_url = reverse_lazy("pages:sign-in")

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        return super().get_context_data(mails=bool(settings.MAIL), **more)

    def form_valid(self, form: Any) -> HttpResponse:
        if not settings.MAIL:
            return self.render_to_response(self.get_context_data(form=form))
        counted = [(throttle.SIGN_UPS, throttle.address(self.request))]
        try:
            throttle.check_all(counted)
        except throttle.Slow as slow:
            text = _("Many came from this network just now. Try again in %(seconds)d seconds.")
            told = [plain(text % {"seconds": slow.seconds})]
            context = self.get_context_data(form=form, problems=told)
            return self.response_class(
                self.request,
                self.get_template_names(),
                context,
                status=429,
                headers={"Retry-After": slow.seconds},
            )
        throttle.count_all(counted)
        messages.success(
            self.request, _("If an account has this address, a message with a link is on its way.")
        )
        return super().form_valid(form)


class PasswordSet(PasswordResetConfirmView):
    """The page behind the link of that message: a new password, which ends every session and every API token."""

    template_name = "account/password_set.html"
    success_url = reverse_lazy("pages:sign-in")

    def form_valid(self, form: Any) -> HttpResponse:
        response = super().form_valid(form)
        owner.end_tokens(self.user)
        messages.success(self.request, _("Your password is changed. Sign in with it."))
        return response


@login_required
def account(request: HttpRequest) -> HttpResponse:
    """Tokens, password, signing out. POST makes a token, whose secret is shown this once."""
    form = TokenForm(request.POST or None)
    secret = None
    if request.method == "POST" and form.is_valid():
        form, secret = _new_token(request, form)
    who = identity.of_request(request)
    players = selectors.players_named(who.players)
    context = {
        "form": form,
        "secret": secret,
        "tokens": identity.tokens_of(who),
        "players": players,
        "guests": [player for player in players if player.user_id is None],
    }
    return render(request, "account/account.html", context, status=400 if form.errors else 200)


def _new_token(request: HttpRequest, form: TokenForm) -> tuple[TokenForm, str | None]:
    """(an empty form, the secret); a name that nobody can read stays in the form, with what is wrong."""
    told = form.cleaned_data
    try:
        return TokenForm(), identity.new_token(told["name"], told["scopes"], user=request.user)[1]
    except BadInput as wrong:
        form.add_error("name", spoken(wrong.message))
        return form, None


@login_required
@require_POST
def revoke_token(request: HttpRequest, token: UUID) -> HttpResponse:
    identity.revoke_token(identity.of_request(request), token)
    messages.success(request, _("The token is revoked."))
    return redirect(reverse("pages:account"))
