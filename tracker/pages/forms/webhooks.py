"""The form of a new webhook."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.registry import MATCHES, TABLES
from tracker import names
from tracker.messages import language
from tracker.webhooks.targets import LONGEST

ABOUT: dict[str, tuple[str, ...]] = {
    "all": (),
    "results": ("match_reported", "result_confirmed", "result_contested", "event_voided"),
    "rounds": ("round_drawn", "round_published", "round_started", "round_closed", "tournament_finished"),
}
"""What somebody wants to hear of -> types of events."""


class WebhookForm(forms.Form):
    """An address, and what it is told."""

    name = forms.CharField(
        label=_("Name"), max_length=names.LENGTH, help_text=_("Who listens there, so that you know it again.")
    )
    target = forms.CharField(
        label=_("Address"),
        max_length=LONGEST,
        help_text=_("Messages are sent there by POST, as JSON."),
        widget=forms.TextInput(
            attrs={"inputmode": "url", "autocapitalize": "off", "spellcheck": "false", "autocomplete": "off"}
        ),
    )
    about = forms.ChoiceField(
        label=_("News that it gets"),
        choices=[
            ("results", _("results")),
            ("rounds", _("rounds and the end of events")),
            ("all", _("everything that happens")),
        ],
        initial="results",
        widget=forms.RadioSelect,
    )
    system = forms.ChoiceField(label=_("Game"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        games = [(key, TABLES[key].name.to(language())) for key in MATCHES]
        self.fields["system"].choices = [("", _("every game")), *games]  # type: ignore[attr-defined]
