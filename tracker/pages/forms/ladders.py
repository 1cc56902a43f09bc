"""Forms of seasons. What they collect is judged by the rules when it is logged."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.registry import LADDERS, MATCHES, TABLES, usual
from tracker.messages import language

SYSTEM = usual(LADDERS)


class Moment(forms.DateTimeField):
    """A moment on the hall's clock, with the browser's own picker."""

    def __init__(self, **options: Any) -> None:
        widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")
        super().__init__(widget=widget, **options)


class SeasonForm(forms.Form):
    """A season: its name, and from when to when runs are started in it."""

    name = forms.CharField(label=_("Name of the season"), max_length=120)
    starts = Moment(label=_("Starts"))
    ends = Moment(label=_("Ends"), required=False, help_text=_("Empty: until you close it."))
    key = forms.CharField(widget=forms.HiddenInput, required=False, max_length=64)


class NewSeasonForm(SeasonForm):
    """A season of a game: its ladders, or a league over its tournaments, or both."""

    def __init__(self, *args: Any, **told: Any) -> None:
        super().__init__(*args, **told)
        games = {key: TABLES[key].name.to(language()) for key in (SYSTEM, *MATCHES) if key in TABLES}
        self.fields["system"] = forms.ChoiceField(
            label=_("Game"), required=False, choices=list(games.items())
        )
