"""Addresses of the pages. `/events/<id>/` is for everyone, `/events/<id>/console/` for its staff."""

from django.contrib.auth.views import LogoutView
from django.urls import path

from tracker.pages import accounts, public, verify

app_name = "pages"
urlpatterns = [
    path("", public.home, name="home"),
    path("verify/", verify.verify, name="verify"),
    path("sign-in/", accounts.SignIn.as_view(), name="sign-in"),
    path("sign-out/", LogoutView.as_view(), name="sign-out"),
    path("account/", accounts.account, name="account"),
    path("account/password/", accounts.Password.as_view(), name="password"),
    path("account/tokens/<uuid:token>/revoke/", accounts.revoke_token, name="revoke-token"),
]
