"""Forms of organisers: a new event, players typed or pasted, a draw, reasons, an import."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tracker.card_files import format_of
from tracker.commands import PRESETS
from tracker.messages import language


def preset_choices() -> list[tuple[str, str]]:
    """(key, name in the reader's language) of every preset."""
    return [(key, preset["name"][language()]) for key, preset in PRESETS.items()]


LEVELS = (
    ("turns", _("turn by turn")),
    ("summary", _("the result only")),
    ("full", _("every action and card")),
)
"""How closely a table can be logged; a match that began by turns cannot go on card by card."""


class NewEventForm(forms.Form):
    """A tournament from a preset. `rounds` and `detail` empty: as the preset says."""

    name = forms.CharField(label=_("Name of the event"), max_length=120)
    preset = forms.ChoiceField(label=_("Preset"), choices=preset_choices, widget=forms.RadioSelect)
    rounds = forms.IntegerField(
        label=_("Rounds"),
        required=False,
        min_value=1,
        max_value=20,
        help_text=_("Leave empty to take the preset's number."),
    )
    detail = forms.ChoiceField(
        label=_("How the tables are logged"),
        choices=[("", _("as the preset says")), *LEVELS],
        widget=forms.RadioSelect,
        required=False,
    )
    key = forms.CharField(widget=forms.HiddenInput, required=False, max_length=64)

    def options(self) -> dict[str, Any]:
        """What differs from the preset."""
        told = {name: self.cleaned_data.get(name) for name in ("rounds", "detail")}
        return {name: value for name, value in told.items() if value}


class NewDayForm(forms.Form):
    """An event day of Last Battle: its name, and how its tables are logged."""

    name = forms.CharField(label=_("Name of the day"), max_length=200)
    detail = forms.ChoiceField(
        label=_("How the tables are logged"),
        choices=LEVELS,
        widget=forms.RadioSelect,
    )
    key = forms.CharField(widget=forms.HiddenInput, required=False, max_length=64)


class PasteForm(forms.Form):
    """Players, one a line."""

    text = forms.CharField(
        label=_("Players, one a line"),
        help_text=_("A name, or a name and a club: Anna Weber; Tin Soldiers. Commas and tabs do as well."),
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false", "autocomplete": "off"}),
        strip=False,
    )


class DrawForm(forms.Form):
    """Which battlefield the round is played on; nothing to choose where the options fix it, or the game has none."""

    def __init__(self, battlefields: Mapping[str, str], planned: str | None, data: Any = None) -> None:
        super().__init__(data)
        if planned is None and battlefields:
            choices = list(battlefields.items())
            self.fields["scenario"] = forms.ChoiceField(
                label=_("Battlefield"), choices=choices, widget=forms.RadioSelect, initial=choices[0][0]
            )
        self.planned = battlefields.get(planned, planned) if planned else None


class ImportForm(forms.Form):
    """Cards: a file or pasted text."""

    name = forms.CharField(label=_("Name of the edition"), max_length=80)
    key = forms.SlugField(
        label=_("Key"), max_length=40, help_text=_("Short and lasting; rosters refer to it, as in base-2024.")
    )
    file = forms.FileField(label=_("File"), required=False, help_text=_("CSV, JSON or TOML."))
    text = forms.CharField(
        label=_("Or pasted text"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false"}),
    )

    def clean(self) -> dict[str, Any]:
        """The text of the file, or what was pasted; `format` is told by how it begins."""
        data = super().clean() or {}
        file = data.get("file")
        if file is not None:
            data["text"] = _decoded(file.read())
        if not (data.get("text") or "").strip():
            raise forms.ValidationError(_("Choose a file or paste text."))
        data["format"] = format_of(data["text"])
        return data


def _decoded(content: bytes) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        text = _("The file is not UTF-8: byte %(place)d cannot be read.")
        raise forms.ValidationError(text, params={"place": error.start}) from None
