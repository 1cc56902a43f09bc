"""Forms of the door: a match of two by their names, and an account of one's own."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth.forms import UserCreationForm
from django.utils.translation import gettext_lazy as _

from games.choices import Mode, Tables
from games.registry import MATCHES
from tracker import names
from tracker.commands import tables_of
from tracker.messages import language
from tracker.pages.forms.tables import first_answers, seat


def _games() -> list[tuple[str, str]]:
    """Those that two can play."""
    every = {system: tables_of(system) for system in MATCHES}
    return [(system, tables.name.to(language())) for system, tables in every.items() if tables.for_two]


def mode_of(tables: Tables) -> Mode:
    """How these two sit down at a game that is offered."""
    mode = tables.for_two
    assert mode is not None
    return mode


class PlayForm(forms.Form):
    """Two names and a game; everything else is as a new match of it begins."""

    game = forms.ChoiceField(label=_("Game"), widget=forms.RadioSelect, choices=_games)
    first = forms.CharField(
        label=_("Your name"),
        max_length=names.LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "given-name", "spellcheck": "false"}),
    )
    second = forms.CharField(
        label=_("Your opponent's name"),
        max_length=names.LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    key = forms.CharField(widget=forms.HiddenInput, required=False, max_length=64)
    plays_as = ""
    """Of a device that plays for one player: that player's name, which is not asked for."""

    def answers(self, tables: Tables) -> dict[str, Any]:
        """What the form of a new match of this game would hold, filled in by these two."""
        told, mode = self.cleaned_data, mode_of(tables)
        (mine, theirs) = mode.sides[:2]
        shown = first_answers(tables, mode, told["first"], told["key"])
        seats = {seat(theirs, 1): told["second"], seat(mine, 1): told["first"]}
        return {**shown, "detail": tables.levels[0], "scenario": tables.first_scenario, **seats}

    def blame(self, field: str, message: str) -> bool:
        """Puts a refusal of a seat at its name; False where the form has no such field."""
        if not field.startswith("seats."):
            return False
        tables = tables_of(self.cleaned_data["game"])
        mine = field == f"seats.{mode_of(tables).sides[0]}.1"
        self.add_error("first" if mine else "second", message)
        return True


class SignUpForm(UserCreationForm):
    """A name, a password twice, and an e-mail for whoever wants a way back in."""

    email = forms.EmailField(
        label=_("E-mail (optional)"),
        required=False,
        help_text=_("Only for a new password, should you forget yours."),
    )

    class Meta(UserCreationForm.Meta):
        fields = ("username", "email")
