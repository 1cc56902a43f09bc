"""Signing in and out, the password, and the tokens of REST clients."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import LoginView, PasswordChangeView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse, reverse_lazy
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tracker import accounts as owner
from tracker import identity
from tracker.pages.forms.accounts import TokenForm


class SignIn(LoginView):
    """After a password that somebody else gave out, its owner chooses a new one first."""

    template_name = "sign_in.html"

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        response = super().form_valid(form)
        if owner.must_change_password(self.request.user):
            messages.warning(self.request, _("This password was for one use. Choose your own now."))
            return redirect("pages:password")
        return response


class Password(PasswordChangeView):
    template_name = "password.html"
    success_url = reverse_lazy("pages:account")

    def form_valid(self, form: Any) -> HttpResponse:
        response = super().form_valid(form)
        messages.success(self.request, _("Your password is changed."))
        return response


@login_required
def account(request: HttpRequest) -> HttpResponse:
    """Tokens, password, signing out. POST makes a token, whose secret is shown this once."""
    form = TokenForm(request.POST or None)
    secret = None
    if request.method == "POST" and form.is_valid():
        _row, secret = identity.new_token(
            form.cleaned_data["name"], form.cleaned_data["scopes"], user=request.user
        )
        form = TokenForm()
    context = {"form": form, "secret": secret, "tokens": identity.tokens_of(identity.of_request(request))}
    return render(request, "account.html", context, status=400 if form.errors else 200)


@login_required
@require_POST
def revoke_token(request: HttpRequest, token: UUID) -> HttpResponse:
    identity.revoke_token(identity.of_request(request), token)
    messages.success(request, _("The token is revoked."))
    return redirect(reverse("pages:account"))
