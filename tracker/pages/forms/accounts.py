"""Forms of the account page."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from tracker import names
from tracker.identity import ALL_SCOPES
from tracker.models import ApiToken

SCOPES = [
    (ApiToken.READ, _("read")),
    (ApiToken.PLAY, _("play: log matches of your players")),
    (ApiToken.ORGANISE, _("organise: everything you may do at your events")),
]
assert {scope for scope, _label in SCOPES} == ALL_SCOPES


class TokenForm(forms.Form):
    """A new API token."""

    name = forms.CharField(
        label=_("Name"), max_length=names.LENGTH, help_text=_("Where it is used, so that you recognise it.")
    )
    scopes = forms.MultipleChoiceField(
        label=_("What the token may do"),
        choices=SCOPES,
        initial=[ApiToken.READ],
        widget=forms.CheckboxSelectMultiple,
    )
